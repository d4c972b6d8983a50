// Structs that end in an array without a length.
#pragma once
#include <stdint.h>

struct fx_numbers {
    uint16_t count;
    double values[];  // archive: count(count)
};

/// Its tail starts within what sizeof counts: the three bytes after `kind` belong to both.
struct fx_bytes {
    uint32_t length;
    uint8_t kind;
    uint8_t data[];  // archive: bytes(length)
};

struct fx_owner;

struct fx_list {
    struct fx_owner *owner;  // archive: ref
    int32_t used;
    struct fx_entry {
        int16_t key;
        char *text;              // archive: cstring
        struct fx_list *nested;  // archive: ref
        struct fx_entry *twin;
    } entries[];  // archive: count(used)
};

/// The older spelling.
struct fx_zero {
    uint8_t rows, columns;
    int16_t cells[0];  // archive: count(rows, columns)
};

struct fx_pointers {
    uint64_t count;
    struct fx_list *lists[];  // archive: count(count)
};

struct fx_owner {
    struct fx_numbers *numbers;    // archive: ref
    struct fx_numbers *none;       // archive: ref -- of no numbers
    struct fx_bytes *bytes;        // archive: ref
    struct fx_list *list;          // archive: ref
    struct fx_zero *zero;          // archive: ref
    struct fx_pointers *pointers;  // archive: ref
    struct fx_entry *entry;        // archive: ref -- in the tail of a list
    double *number;                // archive: ref -- in the tail of the numbers
};

struct fx_owner *fx_build(void);
const char *fx_check(const struct fx_owner *root);
void fx_free(struct fx_owner *root);

/// A flexible struct as the root, with as many numbers as wished.
struct fx_numbers *fx_build_numbers(uint16_t count);
const char *fx_check_numbers(const struct fx_numbers *root, uint16_t count);
