// Clang's own words for how many there are, without ours. Only clang knows them; 14 ignores them.
#pragma once
#include <stdint.h>

#ifdef __has_attribute
#if __has_attribute(counted_by) && __has_attribute(sized_by)
#define CB_HAS_COUNTED_BY 1
#endif
#endif

struct cb_item {
    uint8_t id;
    struct cb_item *next;
};

#ifdef CB_HAS_COUNTED_BY
#define CB_COUNTED_BY(n) __attribute__((__counted_by__(n)))
#define CB_SIZED_BY(n) __attribute__((__sized_by__(n)))

struct cb_tail {
    uint16_t count;
    int32_t values[] CB_COUNTED_BY(count);
};

struct cb_counts {
    uint32_t count;
    double *numbers CB_COUNTED_BY(count);
    struct cb_item *items CB_COUNTED_BY(count);
    uint64_t size;
    void *blob CB_SIZED_BY(size);
    uint16_t *halves CB_SIZED_BY(size);
    struct cb_tail *tail;  // archive: ref
};
#else
struct cb_tail {
    uint16_t count;
    int32_t values[];  // archive: count(count)
};

struct cb_counts {
    uint32_t count;
    double *numbers;       // archive: count(count)
    struct cb_item *items; // archive: count(count)
    uint64_t size;
    void *blob;            // archive: bytes(size)
    uint16_t *halves;      // archive: bytes(size)
    struct cb_tail *tail;  // archive: ref
};
#endif

struct cb_counts *cb_build(void);
const char *cb_check(const struct cb_counts *root);
void cb_free(struct cb_counts *root);
