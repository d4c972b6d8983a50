#include "overaligned.h"

#include "check.h"

static void *make_aligned(size_t alignment, size_t size) {
    void *block = aligned_alloc(alignment, size);
    if (!block) abort();
    memset(block, 0, size);
    return block;
}

struct oa_list *oa_build(void) {
    struct oa_list *list = NEW(struct oa_list);
    for (char letter = 'c'; letter >= 'a'; letter--) {
        struct oa_node *node = make_aligned(_Alignof(struct oa_node), sizeof(struct oa_node));
        node->letter = letter;
        for (int i = 0; i < 8; i++) node->lanes[i] = (float)(letter - 'a') + (float)i / 8;
        node->next = list->first;
        list->first = node;
    }
    list->line_count = 3;
    list->lines = make_aligned(64, 3 * sizeof(struct oa_line));
    for (unsigned i = 0; i < 3; i++) list->lines[i].number = 1ull << (60 + i);
    return list;
}

const char *oa_check(const struct oa_list *root) {
    REQUIRE(root && root->first, "the first node");
    const struct oa_node *node = root->first;
    for (int letter = 'a'; letter <= 'c'; letter++, node = node->next) {
        REQUIRE(node && node->letter == letter, "a node");
        REQUIRE((uintptr_t)node % 32 == 0, "a node is not aligned to 32 bytes");
        float expected = (float)letter - 97;
        for (int i = 0; i < 8; i++, expected += 0.125f) REQUIRE(node->lanes[i] == expected, "a node's lane");
    }
    REQUIRE(!node, "a fourth node");
    REQUIRE(root->line_count == 3 && root->lines, "the lines");
    REQUIRE((uintptr_t)root->lines % 64 == 0, "the lines are not aligned to 64 bytes");
    REQUIRE(root->lines[0].number == 0x1000000000000000 && root->lines[1].number == 0x2000000000000000 &&
                root->lines[2].number == 0x4000000000000000,
            "a line's number");
    return NULL;
}

void oa_free(struct oa_list *root) {
    while (root->first) {
        struct oa_node *next = root->first->next;
        free(root->first);
        root->first = next;
    }
    free(root->lines);
    free(root);
}
