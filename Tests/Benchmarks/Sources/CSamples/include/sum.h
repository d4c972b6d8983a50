#ifndef SUM_H
#define SUM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Adds up the bits of all fields of a sample. It depends on every field, and no conversion or order of additions costs more than loading them does. */
static inline uint64_t sample_sum(
    uint64_t id, double position, int32_t count, uint32_t flags, float weight, int16_t level, uint8_t kind, bool valid) {
    uint64_t position_bits;
    uint32_t weight_bits;
    memcpy(&position_bits, &position, sizeof position_bits);
    memcpy(&weight_bits, &weight, sizeof weight_bits);
    return id + position_bits + (uint64_t)count + flags + weight_bits + (uint64_t)level + kind + valid;
}

#endif
