// Pointers into the middle of an array that is archived as well.
#pragma once
#include <stdint.h>

struct ma_item {
    int32_t value;
    uint8_t mark;
    /// Another item of the same array.
    struct ma_item *partner;
};

struct ma_box {
    /// Met before the array itself.
    struct ma_item *current;  // archive: ref
    struct ma_item *items;    // archive: count(count)
    uint32_t count;
    struct ma_item *last;     // archive: ref
    double *samples;          // archive: count(sample_count)
    int sample_count;
    double *highest;          // archive: ref
    struct ma_box *next;
};

/// Two boxes with a single array of items: the second one has a pointer into it.
struct ma_box *ma_build(void);
const char *ma_check(const struct ma_box *root);
void ma_free(struct ma_box *root);
