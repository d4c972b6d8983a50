// What nothing can be known of: left out, bytes, or a pair of the caller's functions.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Opaque.
struct hd_engine;

struct hd_node {
    void *cache;                  // archive: skip
    struct hd_engine *left_out;   // archive: skip
    void *blob;                   // archive: bytes(blob_size)
    uint32_t blob_size;
    void *handle;                 // archive: via(packHandle, unpackHandle, releaseHandle)
    struct hd_engine *engine;     // archive: via(packHandle, unpackHandle, releaseHandle)
    struct hd_engine *spare[2];   // archive: via(packHandle, unpackHandle, releaseHandle)
    void *number;                 // archive: via(packNumber, unpackNumber) -- no address, so nothing to release
    struct hd_node *next;
};

/// What the caller's functions call.
struct hd_engine *hd_engine_new(uint32_t seed);
uint32_t hd_engine_seed(const struct hd_engine *engine);
void hd_engine_free(struct hd_engine *engine);
/// How many engines there are now.
size_t hd_engine_count(void);

/// Two nodes with three engines, two of which are in several places, one in two fields.
struct hd_node *hd_build(void);
const char *hd_check(const struct hd_node *root);
/// The engines as well.
void hd_free(struct hd_node *root);
