#ifndef FLATBUFFERS_PEER_H
#define FLATBUFFERS_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sample;

/* The samples of sample.h as a vector of structs. A builder is used again and again, as FlatBuffers recommends, and what it
   has built is read where it is. Every call for reading verifies the bytes before, and returns 0 if they are not right. */
typedef struct flatbuffers_samples flatbuffers_samples;

flatbuffers_samples *flatbuffers_samples_make(const struct sample *samples, size_t count);
void flatbuffers_samples_free(flatbuffers_samples *samples);

/* Returns the size. */
size_t flatbuffers_samples_encode(flatbuffers_samples *samples);
/* Adds up all fields of all samples, in place. */
uint64_t flatbuffers_samples_sum(const flatbuffers_samples *samples);
/* Adds up the fields of one sample of the vector. */
uint64_t flatbuffers_samples_sum_one(const flatbuffers_samples *samples, size_t index);
/* Copies all to structs of sample.h; returns how many there are, and checks them against those that were given if asked to. */
size_t flatbuffers_samples_decode(const flatbuffers_samples *samples, bool checks);

/* The same for one sample in a buffer of its own. */
size_t flatbuffers_single_encode(flatbuffers_samples *samples, size_t index);
uint64_t flatbuffers_single_sum(const flatbuffers_samples *samples);

#ifdef __cplusplus
}
#endif

#endif
