#include "overlapping.h"

#include "check.h"

struct ov_views *ov_build(void) {
    struct ov_views *views = NEW(struct ov_views);
    views->all_count = 10;
    views->all = NEW_ARRAY(int16_t, 10);
    for (int i = 0; i < 10; i++) views->all[i] = (int16_t)(7 - i);
    views->same = views->all;
    views->part = views->all + 4;
    views->part_count = 3;
    double *doubles = NEW_ARRAY(double, 9);
    for (int i = 0; i < 9; i++) doubles[i] = 1.0 / (1 << i);
    views->left = doubles;
    views->left_count = 6;
    views->right = doubles + 4;
    views->right_count = 5;
    struct ov_item *items = NEW_ARRAY(struct ov_item, 5);
    for (int i = 0; i < 5; i++) items[i] = (struct ov_item){i + 40, &items[4 - i]};
    views->front = items;
    views->front_count = 3;
    views->back = items + 1;
    views->back_count = 4;
    return views;
}

const char *ov_check(const struct ov_views *root) {
    REQUIRE(root && root->all_count == 10 && root->all, "the whole array");
    int16_t expected = 7;
    for (int i = 0; i < 10; i++, expected--) REQUIRE(root->all[i] == expected, "a number of the whole array");
    REQUIRE(root->same == root->all, "the same array");
    REQUIRE(root->part_count == 3 && root->part == root->all + 4, "the part is not the whole's");
    REQUIRE(root->left_count == 6 && root->left && root->right_count == 5, "the doubles");
    REQUIRE(root->right == root->left + 4, "the doubles do not cross");
    REQUIRE(root->left[0] == 1 && root->left[1] == 0.5 && root->left[4] == 0.0625 && root->left[5] == 0.03125,
            "a double on the left");
    REQUIRE(root->right[0] == 0.0625 && root->right[2] == 0.015625 && root->right[4] == 0.00390625, "a double on the right");
    REQUIRE(root->front_count == 3 && root->front && root->back_count == 4, "the items");
    REQUIRE(root->back == root->front + 1, "the items do not cross");
    const struct ov_item *items = root->front;
    REQUIRE(items[0].id == 40 && items[1].id == 41 && items[2].id == 42, "an item in front");
    REQUIRE(root->back[2].id == 43 && root->back[3].id == 44, "an item at the back");
    REQUIRE(items[0].link == root->back + 3 && items[1].link == root->back + 2 && items[2].link == items + 2, "a link");
    REQUIRE(root->back[2].link == items + 1 && root->back[3].link == items, "a link from the back");
    return NULL;
}

void ov_free(struct ov_views *root) {
    free(root->all);
    free(root->left);
    free(root->front);
    free(root);
}
