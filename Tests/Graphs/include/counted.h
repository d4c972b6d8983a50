// Arrays behind pointers, as many as other fields say.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cn_point {
    int16_t x, y;
};

/// Records with an array of their own.
struct cn_line {
    struct cn_point *points;  // archive: count(length)
    uint8_t length;
};

enum cn_small { CN_NONE, CN_TWO = 2 };

struct cn_counts {
    /// A sibling's, before it and after it; of every sort of integer.
    struct cn_line *lines;     // archive: count(line_count)
    uint32_t line_count;
    int8_t few;
    double *few_numbers;       // archive: count(few)
    unsigned width : 10;
    unsigned height : 4;
    uint16_t *pixels;          // archive: count(width, height)
    uint8_t *colors;           // archive: count(width * height * 4)
    enum cn_small some;
    int64_t *by_enum;          // archive: count(some)
    bool has_origin;
    struct cn_point *origin;   // archive: count(has_origin)
    float *matrix;             // archive: count(9)
    struct {
        uint64_t size;
    } header;
    void *blob;                // archive: bytes(header.size)
    size_t word_bytes;
    uint32_t *words;           // archive: bytes(word_bytes)
    int32_t (*rows)[4];        // archive: count(row_count)
    uint16_t row_count;
    char *letters;             // archive: count(letter_count) -- no text: it has a NUL within
    uint8_t letter_count;
    /// Nothing.
    int none_count;
    struct cn_point *none;     // archive: count(none_count) -- NULL with 0
    float *no_floats;          // archive: count(none_count, width) -- NULL with 0 times something
    void *no_bytes;            // archive: bytes(none_count)
};

struct cn_counts *cn_build(void);
const char *cn_check(const struct cn_counts *root);
void cn_free(struct cn_counts *root);

/// What does not agree: frees as above.
struct cn_counts *cn_build_null_with_count(void);  // `none` is NULL, `none_count` 3
struct cn_counts *cn_build_negative_count(void);   // `none` is not NULL, `none_count` -1
struct cn_counts *cn_build_odd_bytes(void);        // `word_bytes` is no multiple of 4

/// A pointer that is not NULL, with a count of 0: it may come back as either.
struct cn_counts *cn_build_pointer_without_count(void);
const char *cn_check_pointer_without_count(const struct cn_counts *root);
