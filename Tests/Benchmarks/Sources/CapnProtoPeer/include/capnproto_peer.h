#ifndef CAPNPROTO_PEER_H
#define CAPNPROTO_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sample;

/* The samples of sample.h as a list of structs. A message is built in memory that is used again and again, and is not copied
   from there. Reading checks bounds with each access, and throws where a message is not right. */
typedef struct capnproto_samples capnproto_samples;

capnproto_samples *capnproto_samples_make(const struct sample *samples, size_t count);
void capnproto_samples_free(capnproto_samples *samples);

/* Returns the size. */
size_t capnproto_samples_encode(capnproto_samples *samples);
/* Adds up all fields of all samples, in place. */
uint64_t capnproto_samples_sum(const capnproto_samples *samples);
/* Adds up the fields of one sample of the list. */
uint64_t capnproto_samples_sum_one(const capnproto_samples *samples, size_t index);
/* Copies all to structs of sample.h; returns how many there are, and checks them against those that were given if asked to. */
size_t capnproto_samples_decode(const capnproto_samples *samples, bool checks);

/* The same for one sample in a message of its own; the message that is read holds the first sample. */
size_t capnproto_single_encode(capnproto_samples *samples, size_t index);
uint64_t capnproto_single_sum(const capnproto_samples *samples);

#ifdef __cplusplus
}
#endif

#endif
