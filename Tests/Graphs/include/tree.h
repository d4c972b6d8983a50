// Trees with links to the parent: children in a list, and a left and a right one.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct tr_node {
    struct tr_node *parent;
    struct tr_node *first_child;
    struct tr_node *sibling;
    int16_t depth;
    uint32_t number;
};

/// Each node down to depth 3 has three children: 40 nodes, numbered as they are met from the left.
struct tr_node *tr_build(void);
const char *tr_check(const struct tr_node *root);
void tr_free(struct tr_node *root);

/// A tree as deep as it has nodes; the links down are by turns `left` and `right`.
struct tr_deep {
    struct tr_deep *left, *right;
    struct tr_deep *up;
    uint64_t depth;
};

struct tr_deep *tr_build_deep(size_t depth);
const char *tr_check_deep(const struct tr_deep *root, size_t depth);
void tr_free_deep(struct tr_deep *root);
