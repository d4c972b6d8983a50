#include "random_graph.h"

#include "check.h"

// Which node link `link` of node `index` leads to; `count` for NULL, as one in eight is. The first of each type leads to
// the first ones: so that all can be reached. The tables of nodes have a NULL at their end.
static uint64_t target(uint32_t count, uint32_t seed, uint32_t index, uint32_t link) {
    if (index == 0) return 0;
    uint64_t x = ((uint64_t)seed << 40) ^ ((uint64_t)link << 34) ^ index;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    x ^= x >> 31;
    return x % 8 == 0 ? count : x / 8 % count;
}

#define AT(nodes, link) ((nodes)[target(count, seed, i, link)])
#define CHILD(nodes, side) (2 * (uint64_t)i + (side) < count ? (nodes)[2 * (uint64_t)i + (side)] : NULL)

struct rg_a *rg_build(uint32_t count, uint32_t seed) {
    struct rg_a **a = NEW_ARRAY(struct rg_a *, count + 1);
    struct rg_b **b = NEW_ARRAY(struct rg_b *, count + 1);
    struct rg_c **c = NEW_ARRAY(struct rg_c *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        a[i] = NEW(struct rg_a);
        b[i] = NEW(struct rg_b);
        c[i] = NEW(struct rg_c);
    }
    for (uint32_t i = 0; i < count; i++) {
        *a[i] = (struct rg_a){i, CHILD(a, 1), CHILD(a, 2), AT(b, 0), AT(c, 1)};
        *b[i] = (struct rg_b){AT(a, 2), (uint8_t)i, CHILD(b, 1), CHILD(b, 2), {AT(c, 3), AT(c, 4)}, i + count};
        *c[i] = (struct rg_c){i / 16.0, CHILD(c, 1), CHILD(c, 2), AT(a, 5), AT(b, 6), NULL, i * 2};
        if (AT(b, 7)) c[i]->number = &AT(b, 7)->id;
    }
    struct rg_a *root = a[0];
    free(a);
    free(b);
    free(c);
    return root;
}

// Puts a type's nodes in order: the children of node i are 2i + 1 and 2i + 2. Gives 0 when one is missing or too many.
#define COLLECTOR(type)                                                                                      \
    static int collect_##type(const struct type *node, const struct type **nodes, uint64_t i, uint32_t count) { \
        if (i >= count) return !node;                                                                        \
        if (!node) return 0;                                                                                 \
        nodes[i] = node;                                                                                     \
        return collect_##type(node->left, nodes, 2 * i + 1, count) &&                                        \
               collect_##type(node->right, nodes, 2 * i + 2, count);                                         \
    }

COLLECTOR(rg_a)
COLLECTOR(rg_b)
COLLECTOR(rg_c)

static const char *check_nodes(
    const struct rg_a *const *a, const struct rg_b *const *b, const struct rg_c *const *c, uint32_t count, uint32_t seed) {
    double weight = 0;
    for (uint32_t i = 0; i < count; i++, weight += 0.0625) {
        REQUIRE(a[i]->id == i, "the id of an a");
        REQUIRE(a[i]->b == AT(b, 0), "a link from a to b");
        REQUIRE(a[i]->c == AT(c, 1), "a link from a to c");
        REQUIRE(b[i]->id - i == count && b[i]->low == i % 256, "the numbers of a b");
        REQUIRE(b[i]->a == AT(a, 2), "a link from b to a");
        REQUIRE(b[i]->c[0] == AT(c, 3) && b[i]->c[1] == AT(c, 4), "a link from b to c");
        REQUIRE(c[i]->id / 2 == i && c[i]->id % 2 == 0 && c[i]->weight == weight, "the numbers of a c");
        REQUIRE(c[i]->a == AT(a, 5), "a link from c to a");
        REQUIRE(c[i]->b == AT(b, 6), "a link from c to b");
        REQUIRE(AT(b, 7) ? c[i]->number == &AT(b, 7)->id : !c[i]->number, "a link from c to a number of b");
    }
    return NULL;
}

const char *rg_check(const struct rg_a *root, uint32_t count, uint32_t seed) {
    REQUIRE(root && root->b && root->c, "a first node");
    const struct rg_a **a = NEW_ARRAY(const struct rg_a *, count + 1);
    const struct rg_b **b = NEW_ARRAY(const struct rg_b *, count + 1);
    const struct rg_c **c = NEW_ARRAY(const struct rg_c *, count + 1);
    const char *wrong = "a node is missing, or there are too many";
    if (collect_rg_a(root, a, 0, count) && collect_rg_b(root->b, b, 0, count) && collect_rg_c(root->c, c, 0, count))
        wrong = check_nodes(a, b, c, count, seed);
    free(a);
    free(b);
    free(c);
    return wrong;
}

// As deep as the logarithm of their number.
#define RELEASER(type)                           \
    static void release_##type(struct type *node) { \
        if (!node) return;                       \
        release_##type(node->left);              \
        release_##type(node->right);             \
        free(node);                              \
    }

RELEASER(rg_a)
RELEASER(rg_b)
RELEASER(rg_c)

void rg_free(struct rg_a *root) {
    release_rg_b(root->b);
    release_rg_c(root->c);
    release_rg_a(root);
}
