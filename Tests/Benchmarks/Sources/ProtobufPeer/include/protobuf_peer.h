#ifndef PROTOBUF_PEER_H
#define PROTOBUF_PEER_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sample;

/* An array of the samples of sample.h, as messages of sample.proto. Encoding keeps the bytes for decoding and returns
   their number; decoding returns how many samples came back, and checks them against those that were given if asked to. */
typedef struct protobuf_samples protobuf_samples;

protobuf_samples *protobuf_samples_make(const struct sample *samples, size_t count);
void protobuf_samples_free(protobuf_samples *samples);
size_t protobuf_samples_encode(protobuf_samples *samples);
size_t protobuf_samples_decode(const protobuf_samples *samples, bool checks);

#ifdef __cplusplus
}
#endif

#endif
