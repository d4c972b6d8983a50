#include "shared_nodes.h"

#include "check.h"

static struct sh_node *node_of(int32_t id, struct sh_node *left, struct sh_node *right) {
    struct sh_node *node = NEW(struct sh_node);
    node->id = id;
    node->left = left;
    node->right = right;
    return node;
}

struct sh_node *sh_build(void) {
    struct sh_node *foot = node_of(9, NULL, NULL);
    struct sh_node *twin = node_of(9, NULL, NULL);
    struct sh_node *left = node_of(1, foot, foot);
    struct sh_node *right = node_of(2, twin, foot);
    return node_of(0, left, right);
}

const char *sh_check(const struct sh_node *root) {
    REQUIRE(root && root->id == 0, "the root");
    REQUIRE(root->left && root->left->id == 1, "the left node");
    REQUIRE(root->right && root->right->id == 2, "the right node");
    const struct sh_node *foot = root->left->left;
    REQUIRE(foot && foot->id == 9 && !foot->left && !foot->right, "the foot");
    REQUIRE(root->left->right == foot, "both links of the left node lead to one foot");
    REQUIRE(root->right->right == foot, "the foot is shared by left and right");
    const struct sh_node *twin = root->right->left;
    REQUIRE(twin && twin->id == 9 && !twin->left && !twin->right, "the foot's twin");
    REQUIRE(twin != foot, "nodes of equal values were made one");
    return NULL;
}

void sh_free(struct sh_node *root) {
    free(root->left->left);
    free(root->right->left);
    free(root->left);
    free(root->right);
    free(root);
}

struct sh_node *sh_build_ladder(int rungs) {
    struct sh_node *node = node_of(0, NULL, NULL);
    for (int rung = 1; rung <= rungs; rung++) node = node_of(rung, node, node);
    return node;
}

const char *sh_check_ladder(const struct sh_node *root, int rungs) {
    for (int left = rungs; left >= 0; left--) {
        REQUIRE(root, "the ladder is too short");
        REQUIRE(root->id == left, "a rung's number");
        REQUIRE(root->left == root->right, "a rung is not shared");
        root = root->left;
    }
    REQUIRE(!root, "the ladder is too long");
    return NULL;
}

void sh_free_ladder(struct sh_node *root) {
    while (root) {
        struct sh_node *next = root->left;
        free(root);
        root = next;
    }
}
