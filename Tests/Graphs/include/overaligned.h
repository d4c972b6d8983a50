// Nodes that malloc alone does not align enough. Swift imports none of them, so they have stand-ins.
#pragma once
#include <stdint.h>

struct oa_node {
    char letter;
    _Alignas(32) float lanes[8];
    struct oa_node *next;
};

struct __attribute__((aligned(64))) oa_line {
    uint64_t number;
};

/// An ordinary root.
struct oa_list {
    struct oa_node *first;  // archive: ref
    struct oa_line *lines;  // archive: count(line_count)
    uint32_t line_count;
};

struct oa_list *oa_build(void);
const char *oa_check(const struct oa_list *root);
void oa_free(struct oa_list *root);
