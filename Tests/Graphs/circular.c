#include "circular.h"

#include "check.h"

struct ci_node *ci_build(void) {
    struct ci_node *nodes[4];
    for (int i = 0; i < 4; i++) {
        nodes[i] = NEW(struct ci_node);
        nodes[i]->letter = (uint8_t)('w' + i);
    }
    for (int i = 0; i < 4; i++) {
        nodes[i]->next = nodes[(i + 1) % 4];
        nodes[i]->other = nodes[(i + 2) % 4];
    }
    nodes[0]->other = nodes[0];
    return nodes[0];
}

const char *ci_check(const struct ci_node *w) {
    REQUIRE(w && w->next && w->next->next && w->next->next->next, "a link is NULL");
    const struct ci_node *x = w->next, *y = x->next, *z = y->next;
    REQUIRE(z->next == w, "the ring is not closed after four nodes");
    REQUIRE(w != x && w != y && w != z && x != y && x != z && y != z, "two nodes are one");
    REQUIRE(w->letter == 'w' && x->letter == 'x' && y->letter == 'y' && z->letter == 'z', "a letter");
    REQUIRE(w->other == w, "the root's link to itself");
    REQUIRE(x->other == z && z->other == x && y->other == w, "a link across");
    return NULL;
}

void ci_free(struct ci_node *root) {
    struct ci_node *node = root->next;
    while (node != root) {
        struct ci_node *next = node->next;
        free(node);
        node = next;
    }
    free(root);
}

struct ci_node *ci_build_single(void) {
    struct ci_node *node = NEW(struct ci_node);
    node->letter = 255;
    node->next = node->other = node;
    return node;
}

const char *ci_check_single(const struct ci_node *root) {
    REQUIRE(root && root->letter == 255, "the letter");
    REQUIRE(root->next == root && root->other == root, "a link leads elsewhere");
    return NULL;
}
