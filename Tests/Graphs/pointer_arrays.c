#include "pointer_arrays.h"

#include "check.h"

static struct pa_leaf *leaf_of(uint16_t code) {
    struct pa_leaf *leaf = NEW(struct pa_leaf);
    leaf->code = code;
    return leaf;
}

struct pa_node *pa_build(void) {
    struct pa_node *root = NEW(struct pa_node), *one = NEW(struct pa_node), *two = NEW(struct pa_node);
    root->id = 100;
    one->id = 101;
    two->id = 102;
    root->child[0] = one;
    root->child[2] = two;
    one->child[1] = root;
    two->child[2] = two;
    struct pa_leaf *a = leaf_of(0xAAAA), *b = leaf_of(0xBBBB), *c = leaf_of(0xCCCC);
    root->slots[0][1] = a;
    root->slots[1][0] = b;
    root->slots[1][1] = a;
    one->slots[0][0] = b;
    root->words[0] = copy_text("first");
    root->words[2] = copy_text("");
    root->columns = 2;
    for (int row = 0; row < 2; row++) {
        root->rows[row] = NEW_ARRAY(double, 2);
        for (int column = 0; column < 2; column++) root->rows[row][column] = row * 10 + column;
    }
    root->all_count = 4;
    root->all = NEW_ARRAY(struct pa_node *, 4);
    root->all[0] = two;
    root->all[1] = NULL;
    root->all[2] = root;
    root->all[3] = two;
    root->leaf_count = 2;
    root->leaves = NEW_ARRAY(struct pa_leaf *, 2);
    root->leaves[0] = c;
    root->leaves[1] = a;
    // Two nodes with one array.
    two->all_count = 4;
    two->all = root->all;
    return root;
}

const char *pa_check(const struct pa_node *root) {
    REQUIRE(root && root->id == 100, "the root");
    REQUIRE(root->child[0] && root->child[0]->id == 101, "the first child");
    REQUIRE(!root->child[1], "the second child is not NULL");
    REQUIRE(root->child[2] && root->child[2]->id == 102, "the third child");
    const struct pa_node *one = root->child[0], *two = root->child[2];
    REQUIRE(!one->child[0] && one->child[1] == root && !one->child[2], "the first child's children");
    REQUIRE(!two->child[0] && !two->child[1] && two->child[2] == two, "the third child's children");
    const struct pa_leaf *a = root->slots[0][1], *b = root->slots[1][0];
    REQUIRE(a && a->code == 0xAAAA && root->slots[1][1] == a, "leaf a");
    REQUIRE(b && b->code == 0xBBBB && one->slots[0][0] == b, "leaf b");
    REQUIRE(!root->slots[0][0], "the first slot is not NULL");
    REQUIRE(!one->slots[0][1] && !one->slots[1][0] && !one->slots[1][1], "the child's other slots");
    REQUIRE(root->words[0] && !strcmp(root->words[0], "first"), "the first word");
    REQUIRE(!root->words[1], "the second word is not NULL");
    REQUIRE(root->words[2] && root->words[2][0] == 0, "the third word is not empty");
    REQUIRE(root->columns == 2 && root->rows[0] && root->rows[1] && root->rows[0] != root->rows[1], "the rows");
    REQUIRE(root->rows[0][0] == 0 && root->rows[0][1] == 1 && root->rows[1][0] == 10 && root->rows[1][1] == 11,
            "a row's number");
    REQUIRE(one->columns == 0 && !one->rows[0] && !one->rows[1] && !one->words[0], "the child's rows and words");
    REQUIRE(root->all_count == 4 && root->all, "the array of nodes");
    REQUIRE(root->all[0] == two && !root->all[1] && root->all[2] == root && root->all[3] == two, "a node of the array");
    REQUIRE(two->all == root->all && two->all_count == 4, "the array is not shared");
    REQUIRE(one->all_count == 0 && !one->all, "the first child has an array");
    REQUIRE(root->leaf_count == 2 && root->leaves && root->leaves[1] == a, "the array of leaves");
    REQUIRE(root->leaves[0] && root->leaves[0]->code == 0xCCCC && root->leaves[0] != a && root->leaves[0] != b, "leaf c");
    return NULL;
}

void pa_free(struct pa_node *root) {
    free(root->slots[0][1]);
    free(root->slots[1][0]);
    free(root->leaves[0]);
    free(root->leaves);
    free(root->words[0]);
    free(root->words[2]);
    free(root->rows[0]);
    free(root->rows[1]);
    free(root->all);
    free(root->child[0]);
    free(root->child[2]);
    free(root);
}
