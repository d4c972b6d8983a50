// Pointers to a field of an archived node: a number, an array's element, a struct within it.
#pragma once
#include <stdint.h>

struct fp_range {
    int16_t low, high;
};

struct fp_node {
    /// Met before the nodes that these lead into.
    int32_t *counter;         // archive: ref -- a node's `total`
    float *cell;              // archive: ref -- an element of a node's `grid`
    struct fp_range *active;  // archive: ref -- a node's `ranges[1]` or `limits`
    int16_t *bound;           // archive: ref -- a field of one of these
    struct fp_node *next;
    int32_t total;
    float grid[2][3];
    struct fp_range limits;
    struct fp_range ranges[2];
};

/// Three nodes, each with pointers into itself or into another.
struct fp_node *fp_build(void);
const char *fp_check(const struct fp_node *root);
void fp_free(struct fp_node *root);

/// At the same address as its first field, and as that one's: a pointer's type tells them apart.
struct fp_outer {
    struct fp_inner {
        int32_t first;
        int32_t second;
    } inner;
    struct fp_outer *self;
    struct fp_inner *within;  // archive: ref
    int32_t *number;          // archive: ref
};

/// All pointers are the node's own address.
struct fp_outer *fp_build_outer(void);
const char *fp_check_outer(const struct fp_outer *root);

/// The root leads into the node before anything leads to the node itself.
struct fp_first {
    int32_t *counter;      // archive: ref
    struct fp_node *node;  // archive: ref
};

struct fp_first *fp_build_first(void);
const char *fp_check_first(const struct fp_first *root);
void fp_free_first(struct fp_first *root);
