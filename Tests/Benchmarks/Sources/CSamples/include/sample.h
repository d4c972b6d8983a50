#ifndef SAMPLE_H
#define SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

/* Eight scalars without padding: 32 bytes, so that memcpy moves nothing that the archives do not. */
struct sample {
    uint64_t id;
    double position;
    int32_t count;
    uint32_t flags;
    float weight;
    int16_t level;
    uint8_t kind;
    bool valid;
};

#endif
