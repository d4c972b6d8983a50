#ifndef CEREAL_PEER_H
#define CEREAL_PEER_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The list of list.h as C++ has it: shared_ptr forward, weak_ptr back. */
typedef struct cereal_list cereal_list;

cereal_list *cereal_list_make(size_t count, bool shuffled);
void cereal_list_free(cereal_list *list);

/* Writes the list with cereal's portable binary into memory that the list keeps. Returns the size. */
size_t cereal_list_encode(cereal_list *list);

/* Reads what was written last; returns how many nodes have their values and links right if asked to check them, else 1. */
size_t cereal_list_decode(const cereal_list *list, bool checks);

/* Bytes of the stack, of 4 GiB, that cereal's recursion has taken so far. */
size_t cereal_stack_bytes(void);

struct sample;

/* An array of the samples of sample.h, as a std::vector. Encoding keeps the bytes for decoding and returns their number;
   decoding returns how many samples came back, and checks them against those that were given if asked to. */
typedef struct cereal_samples cereal_samples;

cereal_samples *cereal_samples_make(const struct sample *samples, size_t count);
void cereal_samples_free(cereal_samples *samples);
size_t cereal_samples_encode(cereal_samples *samples);
size_t cereal_samples_decode(const cereal_samples *samples, bool checks);

#ifdef __cplusplus
}
#endif

#endif
