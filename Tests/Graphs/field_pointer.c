#include "field_pointer.h"

#include "check.h"

static struct fp_node *filled(int seed) {
    struct fp_node *node = NEW(struct fp_node);
    node->total = seed * 100;
    for (int i = 0; i < 6; i++) node->grid[i / 3][i % 3] = (float)(seed + i) / 2;
    node->limits = (struct fp_range){(int16_t)-seed, (int16_t)seed};
    node->ranges[0] = (struct fp_range){(int16_t)(seed + 1), (int16_t)(seed + 2)};
    node->ranges[1] = (struct fp_range){(int16_t)(seed + 3), (int16_t)(seed + 4)};
    return node;
}

struct fp_node *fp_build(void) {
    struct fp_node *a = filled(10), *b = filled(20), *c = filled(30);
    a->next = b;
    b->next = c;
    a->counter = &c->total;
    a->cell = &b->grid[1][2];
    a->active = &b->ranges[1];
    a->bound = &b->ranges[1].high;
    b->counter = &b->total;
    b->cell = &b->grid[0][0];
    b->active = &a->limits;
    b->bound = &a->limits.low;
    c->counter = &a->total;
    c->cell = &b->grid[1][2];
    return a;
}

static int holds(const struct fp_node *node, int total, float cell, int low, int high) {
    return node->total == total && node->grid[0][0] == cell && node->grid[0][1] == cell + 0.5f &&
           node->grid[0][2] == cell + 1 && node->grid[1][0] == cell + 1.5f && node->grid[1][1] == cell + 2 &&
           node->grid[1][2] == cell + 2.5f && node->limits.low == low && node->limits.high == high &&
           node->ranges[0].low == high + 1 && node->ranges[0].high == high + 2 && node->ranges[1].low == high + 3 &&
           node->ranges[1].high == high + 4;
}

const char *fp_check(const struct fp_node *a) {
    REQUIRE(a && a->next && a->next->next && !a->next->next->next, "there are not three nodes");
    const struct fp_node *b = a->next, *c = b->next;
    REQUIRE(holds(a, 1000, 5, -10, 10), "the first node's numbers");
    REQUIRE(holds(b, 2000, 10, -20, 20), "the second node's numbers");
    REQUIRE(holds(c, 3000, 15, -30, 30), "the third node's numbers");
    REQUIRE(a->counter == &c->total, "the first counter is not the third total");
    REQUIRE(b->counter == &b->total, "the second counter is not its own total");
    REQUIRE(c->counter == &a->total, "the third counter is not the first total");
    REQUIRE(a->cell == &b->grid[0][0] + 5 && c->cell == a->cell, "the first and third cell");
    REQUIRE(b->cell == b->grid[0], "the second cell");
    REQUIRE(a->active == b->ranges + 1, "the first range");
    REQUIRE(b->active == &a->limits, "the second range");
    REQUIRE(a->bound == &a->active->high && b->bound == &b->active->low, "a bound");
    REQUIRE(!c->active && !c->bound, "the third range and bound are not NULL");
    return NULL;
}

void fp_free(struct fp_node *root) {
    while (root) {
        struct fp_node *next = root->next;
        free(root);
        root = next;
    }
}

struct fp_outer *fp_build_outer(void) {
    struct fp_outer *outer = NEW(struct fp_outer);
    outer->inner.first = 1;
    outer->inner.second = 2;
    outer->self = outer;
    outer->within = &outer->inner;
    outer->number = &outer->inner.first;
    return outer;
}

const char *fp_check_outer(const struct fp_outer *root) {
    REQUIRE(root && root->inner.first == 1 && root->inner.second == 2, "the numbers");
    REQUIRE(root->self == root, "the node's link to itself");
    REQUIRE((const void *)root->within == (const void *)root, "the pointer to the struct within");
    REQUIRE((const void *)root->number == (const void *)root, "the pointer to the first number");
    return NULL;
}

struct fp_first *fp_build_first(void) {
    struct fp_first *root = NEW(struct fp_first);
    root->node = filled(40);
    root->counter = &root->node->total;
    return root;
}

const char *fp_check_first(const struct fp_first *root) {
    REQUIRE(root && root->node && holds(root->node, 4000, 20, -40, 40), "the node's numbers");
    REQUIRE(!root->node->next && !root->node->counter, "a link of the node");
    REQUIRE(root->counter == &root->node->total, "the counter is not the node's total");
    return NULL;
}

void fp_free_first(struct fp_first *root) {
    free(root->node);
    free(root);
}
