#include "tree.h"

#include "check.h"

static struct tr_node *grow(struct tr_node *parent, int16_t depth, uint32_t *number) {
    struct tr_node *node = NEW(struct tr_node);
    node->parent = parent;
    node->depth = depth;
    node->number = (*number)++;
    if (depth == 3) return node;
    struct tr_node **end = &node->first_child;
    for (int child = 0; child < 3; child++) {
        *end = grow(node, depth + 1, number);
        end = &(*end)->sibling;
    }
    return node;
}

struct tr_node *tr_build(void) {
    uint32_t number = 100;
    return grow(NULL, 0, &number);
}

// In the order of a walk without recursion, so that it shares nothing with the builder.
const char *tr_check(const struct tr_node *root) {
    REQUIRE(root && !root->parent && !root->sibling, "the root has a parent or a sibling");
    const struct tr_node *node = root;
    int depth = 0, children = 1, seen = 0, leaves = 0;
    for (;;) {
        REQUIRE(seen < 40, "there are more than 40 nodes");
        REQUIRE(node->number == 100u + (unsigned)seen, "a number: the order is another one");
        REQUIRE(node->depth == depth, "a depth");
        seen++;
        if (node->first_child) {
            REQUIRE(node->first_child->parent == node, "the first child's parent is another node");
            node = node->first_child;
            depth++;
            children = 1;
            REQUIRE(depth <= 3, "the tree is too deep");
            continue;
        }
        REQUIRE(depth == 3, "a leaf that is not at depth 3");
        leaves++;
        while (!node->sibling) {
            if (node == root) {
                REQUIRE(seen == 40 && leaves == 27, "not 40 nodes with 27 leaves");
                return NULL;
            }
            REQUIRE(children == 3, "a node has not three children");
            node = node->parent;
            depth--;
            // How many there are up to this one.
            children = 0;
            if (node == root) continue;
            for (const struct tr_node *child = node->parent->first_child; child; child = child->sibling) {
                REQUIRE(++children <= 3, "a node has too many children");
                if (child == node) break;
            }
        }
        REQUIRE(node->sibling->parent == node->parent, "siblings of different parents");
        node = node->sibling;
        REQUIRE(++children <= 3, "a node has too many children");
    }
}

void tr_free(struct tr_node *root) {
    for (struct tr_node *child = root->first_child; child;) {
        struct tr_node *next = child->sibling;
        tr_free(child);
        child = next;
    }
    free(root);
}

struct tr_deep *tr_build_deep(size_t depth) {
    struct tr_deep *root = NULL, *last = NULL;
    for (size_t level = 0; level < depth; level++) {
        struct tr_deep *node = NEW(struct tr_deep);
        node->depth = level;
        node->up = last;
        if (!last) root = node;
        else if (level % 2) last->left = node;
        else last->right = node;
        last = node;
    }
    return root;
}

const char *tr_check_deep(const struct tr_deep *root, size_t depth) {
    const struct tr_deep *up = NULL;
    size_t level = 0;
    for (const struct tr_deep *node = root; node; up = node, node = node->left ? node->left : node->right) {
        REQUIRE(level < depth, "the tree is too deep");
        REQUIRE(node->depth == level, "a depth");
        REQUIRE(node->up == up, "a link up leads elsewhere");
        // A link to the left is on even depths.
        REQUIRE(level % 2 == 0 ? !node->right : !node->left, "a branch on the wrong side");
        level++;
    }
    REQUIRE(level == depth, "the tree is not deep enough");
    return NULL;
}

void tr_free_deep(struct tr_deep *root) {
    while (root) {
        struct tr_deep *down = root->left ? root->left : root->right;
        free(root);
        root = down;
    }
}
