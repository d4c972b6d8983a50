// Links that lead back: a ring, and nodes that point to themselves.
#pragma once
#include <stdint.h>

struct ci_node {
    uint8_t letter;
    struct ci_node *next;
    struct ci_node *other;
};

/// Four nodes in a ring; `other` is the opposite one, and the root's is itself.
struct ci_node *ci_build(void);
const char *ci_check(const struct ci_node *root);
void ci_free(struct ci_node *root);

/// One node whose links are to itself.
struct ci_node *ci_build_single(void);
const char *ci_check_single(const struct ci_node *root);
