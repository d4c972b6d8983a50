#include "counted_by.h"

#include "check.h"

struct cb_counts *cb_build(void) {
    struct cb_counts *counts = NEW(struct cb_counts);
    double *numbers = NEW_ARRAY(double, 3);
    struct cb_item *items = NEW_ARRAY(struct cb_item, 3);
    for (int i = 0; i < 3; i++) {
        numbers[i] = 2.5 * i;
        items[i].id = (uint8_t)(i + 50);
        items[i].next = &items[(i + 1) % 3];
    }
    uint16_t *halves = NEW_ARRAY(uint16_t, 3);
    halves[0] = 1;
    halves[1] = 0xFFFF;
    void *blob = make(6);
    memcpy(blob, "sixsix", 6);
    counts->count = 3;
    counts->numbers = numbers;
    counts->items = items;
    counts->size = 6;
    counts->blob = blob;
    counts->halves = halves;
    counts->tail = make(sizeof(struct cb_tail) + 2 * sizeof(int32_t));
    counts->tail->count = 2;
    counts->tail->values[0] = -7;
    counts->tail->values[1] = 7;
    return counts;
}

const char *cb_check(const struct cb_counts *root) {
    REQUIRE(root && root->count == 3 && root->numbers && root->items, "the counted arrays");
    REQUIRE(root->numbers[0] == 0 && root->numbers[1] == 2.5 && root->numbers[2] == 5, "a number");
    const struct cb_item *items = root->items;
    REQUIRE(items[0].id == 50 && items[1].id == 51 && items[2].id == 52, "an item");
    REQUIRE(items[0].next == items + 1 && items[1].next == items + 2 && items[2].next == items, "an item's link");
    REQUIRE(root->size == 6 && root->blob && !memcmp(root->blob, "sixsix", 6), "the sized bytes");
    REQUIRE(root->halves && root->halves[0] == 1 && root->halves[1] == 65535 && root->halves[2] == 0, "the sized numbers");
    REQUIRE(root->tail && root->tail->count == 2 && root->tail->values[0] == -7 && root->tail->values[1] == 7, "the tail");
    return NULL;
}

void cb_free(struct cb_counts *root) {
    free(root->numbers);
    free(root->items);
    free(root->blob);
    free(root->halves);
    free(root->tail);
    free(root);
}
