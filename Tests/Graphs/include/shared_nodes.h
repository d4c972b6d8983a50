// Nodes with several links to them: what was one is one again, and what was two with equal values stays two.
#pragma once
#include <stdint.h>

struct sh_node {
    int32_t id;
    struct sh_node *left;
    struct sh_node *right;
};

/// A diamond over a shared foot, beside a foot with the same values.
struct sh_node *sh_build(void);
const char *sh_check(const struct sh_node *root);
void sh_free(struct sh_node *root);

/// A ladder: `left` and `right` of each node are the next one, so there are 2^rungs ways to the last.
struct sh_node *sh_build_ladder(int rungs);
const char *sh_check_ladder(const struct sh_node *root, int rungs);
void sh_free_ladder(struct sh_node *root);
