// Arrays of pointers: within a node and behind a pointer.
#pragma once
#include <stdint.h>

struct pa_leaf {
    uint16_t code;
};

struct pa_node {
    uint8_t id;
    /// The same type as the record: no word is needed.
    struct pa_node *child[3];
    struct pa_leaf *slots[2][2];   // archive: ref
    char *words[3];                // archive: cstring
    double *rows[2];               // archive: count(columns)
    uint8_t columns;
    /// A block of pointers, as argv is one.
    struct pa_node **all;          // archive: count(all_count)
    int32_t all_count;
    struct pa_leaf **leaves;       // archive: count(leaf_count)
    uint64_t leaf_count;
};

/// A root whose arrays lead to two nodes and three leaves.
struct pa_node *pa_build(void);
const char *pa_check(const struct pa_node *root);
void pa_free(struct pa_node *root);
