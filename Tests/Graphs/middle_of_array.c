#include "middle_of_array.h"

#include "check.h"

struct ma_box *ma_build(void) {
    struct ma_box *box = NEW(struct ma_box);
    box->count = 6;
    box->items = NEW_ARRAY(struct ma_item, 6);
    for (int i = 0; i < 6; i++) {
        box->items[i].value = 10 * i - 25;
        box->items[i].mark = (uint8_t)(200 + i);
        // 0-5, 1-4, 2 with itself, 3 with nothing.
        if (i != 2 && i != 3) box->items[i].partner = &box->items[5 - i];
    }
    box->items[2].partner = &box->items[2];
    box->current = box->items + 3;
    box->last = &box->items[5];
    box->sample_count = 3;
    box->samples = NEW_ARRAY(double, 3);
    box->samples[0] = 0.5;
    box->samples[1] = 1e300;
    box->samples[2] = -1;
    box->highest = &box->samples[1];
    box->next = NEW(struct ma_box);
    box->next->current = &box->items[1];
    box->next->last = &box->items[0];
    box->next->highest = &box->samples[2];
    return box;
}

const char *ma_check(const struct ma_box *root) {
    static const int values[] = {-25, -15, -5, 5, 15, 25};
    REQUIRE(root && root->count == 6 && root->items, "the array");
    const struct ma_item *items = root->items;
    for (unsigned i = 0; i < 6; i++) {
        REQUIRE(items[i].value == values[i], "an item's value");
        REQUIRE(items[i].mark == i + 200, "an item's mark");
    }
    REQUIRE(items[0].partner - items == 5 && items[5].partner == items, "the partners 0 and 5");
    REQUIRE(items[1].partner == items + 4 && items[4].partner - items == 1, "the partners 1 and 4");
    REQUIRE(items[2].partner == items + 2, "item 2's link to itself");
    REQUIRE(!items[3].partner, "item 3's partner is not NULL");
    REQUIRE(root->current == items + 3, "the current item is not the array's fourth");
    REQUIRE(root->last == items + 5, "the last item is not the array's sixth");
    REQUIRE(root->sample_count == 3 && root->samples, "the samples");
    REQUIRE(root->samples[0] == 0.5 && root->samples[1] == 1e300 && root->samples[2] == -1, "a sample");
    REQUIRE(root->highest == root->samples + 1, "the highest sample is not the array's second");
    const struct ma_box *next = root->next;
    REQUIRE(next && !next->next, "the second box");
    REQUIRE(!next->items && next->count == 0 && !next->samples && next->sample_count == 0, "the second box has an array");
    REQUIRE(next->current == items + 1 && next->last == items, "the second box's pointers into the first one's array");
    REQUIRE(next->highest == root->samples + 2, "the second box's pointer to a sample");
    return NULL;
}

void ma_free(struct ma_box *root) {
    free(root->next);
    free(root->items);
    free(root->samples);
    free(root);
}
