// Counts of one element more than a field says, and pointers that are NULL beside a count.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define EN_GUARDS 2

/// As in hiredis: a text with its length, which may have zeros in it and ends with one.
struct en_reply {
    size_t length;
    char *text;                 // archive: bytes(length + 1)
    struct en_reply **parts;    // archive: count(part_count)
    size_t part_count;
};

struct en_table {
    struct en_reply *first;     // archive: ref
    uint32_t mask;
    uint16_t *slots;            // archive: count(mask + 1)
    int width, height;
    int16_t (*grid)[2];         // archive: count(width * height + EN_GUARDS)
    /// Not loaded yet.
    uint8_t *data;              // archive: bytes(size), nullable
    int size;
    float *channels[3];         // archive: count(length), nullable
    int length;
    /// The room does not count the end.
    char *line;                 // archive: bytes(used + 1), capacity(room + 1)
    size_t used, room;
    int64_t tail[];             // archive: count(length + 1)
};

struct en_table *en_build(void);
const char *en_check(const struct en_table *root);
void en_free(struct en_table *root);
