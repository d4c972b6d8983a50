#include "arena.h"

#include "check.h"

struct ar_arena {
    size_t used, size;
    _Alignas(16) char bytes[];
};

struct ar_arena *ar_arena_new(size_t size) {
    struct ar_arena *arena = make(sizeof(struct ar_arena) + size);
    arena->size = size;
    return arena;
}

void ar_arena_free(struct ar_arena *arena) { free(arena); }

static void *take(struct ar_arena *arena, size_t size, size_t alignment) {
    size_t at = (arena->used + alignment - 1) / alignment * alignment;
    if (at + size > arena->size) abort();
    arena->used = at + size;
    return arena->bytes + at;
}

static void fill(struct ar_node *nodes[7], char *names[7], float *scores[7]) {
    for (int i = 0; i < 7; i++) {
        struct ar_node *node = nodes[i];
        node->id = (uint32_t)i * 7 + 1;
        names[i][0] = (char)('A' + i);
        node->name = names[i];
        // A tree as a heap is one; the last leaf leads back to the root.
        if (i < 3) {
            node->left = nodes[2 * i + 1];
            node->right = nodes[2 * i + 2];
        }
        if (i % 2) {
            node->score_count = 2;
            node->scores = scores[i];
            node->scores[0] = (float)i;
            node->scores[1] = (float)-i;
        }
    }
    nodes[6]->right = nodes[0];
}

struct ar_node *ar_build(struct ar_arena *arena) {
    struct ar_node *nodes[7];
    char *names[7];
    float *scores[7];
    for (int i = 0; i < 7; i++) nodes[i] = take(arena, sizeof(struct ar_node), _Alignof(struct ar_node));
    for (int i = 0; i < 7; i++) scores[i] = i % 2 ? take(arena, 2 * sizeof(float), _Alignof(float)) : NULL;
    for (int i = 0; i < 7; i++) names[i] = take(arena, 2, 1);
    fill(nodes, names, scores);
    return nodes[0];
}

struct ar_node *ar_build_static(void) {
    static struct ar_node storage[7];
    static char text[7][2];
    static float numbers[7][2];
    struct ar_node *nodes[7];
    char *names[7];
    float *scores[7];
    for (int i = 0; i < 7; i++) {
        nodes[i] = &storage[6 - i];
        names[i] = text[i];
        scores[i] = numbers[i];
    }
    fill(nodes, names, scores);
    return nodes[0];
}

static int is_node(const struct ar_node *node, unsigned id, const char *name, float score) {
    if (!node || node->id != id || !node->name || strcmp(node->name, name)) return 0;
    if (score == 0) return !node->scores && node->score_count == 0;
    return node->score_count == 2 && node->scores && node->scores[0] == score && node->scores[1] == -score;
}

const char *ar_check(const struct ar_node *root) {
    REQUIRE(is_node(root, 1, "A", 0), "node A");
    REQUIRE(is_node(root->left, 8, "B", 1), "node B");
    REQUIRE(is_node(root->right, 15, "C", 0), "node C");
    const struct ar_node *b = root->left, *c = root->right;
    REQUIRE(is_node(b->left, 22, "D", 3), "node D");
    REQUIRE(is_node(b->right, 29, "E", 0), "node E");
    REQUIRE(is_node(c->left, 36, "F", 5), "node F");
    REQUIRE(is_node(c->right, 43, "G", 0), "node G");
    REQUIRE(!b->left->left && !b->left->right && !b->right->left && !b->right->right, "a leaf of B has children");
    REQUIRE(!c->left->left && !c->left->right && !c->right->left, "a leaf of C has children");
    REQUIRE(c->right->right == root, "G does not lead back to the root");
    return NULL;
}

static void free_node(struct ar_node *node) {
    free(node->name);
    free(node->scores);
    free(node);
}

void ar_free(struct ar_node *root) {
    free_node(root->left->left);
    free_node(root->left->right);
    free_node(root->right->left);
    free_node(root->right->right);
    free_node(root->left);
    free_node(root->right);
    free_node(root);
}
