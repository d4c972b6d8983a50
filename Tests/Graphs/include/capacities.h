// Blocks with room for more elements than they have, and fields that say for how many.
#pragma once
#include <stdint.h>

struct cp_item {
    int32_t price;
};

struct cp_shelf {
    struct cp_item *items;  // archive: count(used), capacity(room)
    uint16_t used;
    uint16_t room;
    /// Arrays of the same length may share a capacity.
    double *weights;        // archive: count(used), capacity(room)
};

struct cp_store {
    struct cp_shelf shelves[3];
    struct {
        uint64_t length, space;
        uint8_t *bytes;     // archive: bytes(length), capacity(space)
    } text;
    unsigned rows : 3;
    unsigned row_room : 5;
    int16_t (*table)[2];    // archive: count(rows), capacity(row_room)
    int tail_count;
    int tail_room;
    int64_t tail[];         // archive: count(tail_count), capacity(tail_room)
};

struct cp_store *cp_build(void);
/// The sizes of the blocks are at least the counts.
const char *cp_check(const struct cp_store *root);
/// After reading they are the counts.
const char *cp_check_read(const struct cp_store *root);
void cp_free(struct cp_store *root);
