// What the builders and checkers of all cases share: nothing that knows a value.
#pragma once
#include <stdlib.h>
#include <string.h>

/// Leaves a checker with these words unless the condition holds.
#define REQUIRE(condition, words) \
    do {                          \
        if (!(condition)) return words; \
    } while (0)

/// Zeroed memory; the tests have no use for a failing allocation.
static inline void *make(size_t size) {
    void *block = calloc(1, size);
    if (!block) abort();
    return block;
}

#define NEW(type) ((type *)make(sizeof(type)))
#define NEW_ARRAY(type, count) ((type *)make(sizeof(type) * (count)))

/// A copy of a string, in a block of its own.
static inline char *copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = (char *)make(size);
    memcpy(copy, text, size);
    return copy;
}
