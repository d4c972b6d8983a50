// Nodes of three types with links to and fro by chance: shared, in circles, and some NULL.
#pragma once
#include <stdint.h>

struct rg_b;
struct rg_c;

struct rg_a {
    uint32_t id;
    struct rg_a *left, *right;
    struct rg_b *b;  // archive: ref
    struct rg_c *c;  // archive: ref
};

struct rg_b {
    struct rg_a *a;     // archive: ref
    uint8_t low;
    struct rg_b *left, *right;
    struct rg_c *c[2];  // archive: ref
    uint32_t id;
};

struct rg_c {
    double weight;
    struct rg_c *left, *right;
    struct rg_a *a;    // archive: ref
    struct rg_b *b;    // archive: ref
    uint32_t *number;  // archive: ref -- the id of an rg_b
    uint32_t id;
};

/// `count` nodes of each type; for other seeds other graphs. All of them can be reached from the root.
struct rg_a *rg_build(uint32_t count, uint32_t seed);
const char *rg_check(const struct rg_a *root, uint32_t count, uint32_t seed);
void rg_free(struct rg_a *root);
