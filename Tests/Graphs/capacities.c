#include "capacities.h"

#include "check.h"

static struct cp_shelf shelf(uint16_t used, uint16_t room) {
    struct cp_shelf shelf = {NEW_ARRAY(struct cp_item, room), used, room, NEW_ARRAY(double, room)};
    for (int i = 0; i < used; i++) {
        shelf.items[i].price = 100 * used + i;
        shelf.weights[i] = i / 2.0;
    }
    return shelf;
}

struct cp_store *cp_build(void) {
    struct cp_store *store = make(sizeof *store + 8 * sizeof store->tail[0]);
    store->shelves[0] = shelf(3, 8);
    store->shelves[2] = shelf(1, 1);
    // There is a size, and no block.
    store->shelves[1].room = 7;
    store->text.length = 2;
    store->text.space = 1u << 20;
    store->text.bytes = make(store->text.space);
    memcpy(store->text.bytes, "\0\xFF", 2);
    store->rows = 2;
    store->row_room = 31;
    store->table = make(31 * sizeof *store->table);
    for (int i = 0; i < 4; i++) store->table[i / 2][i % 2] = (int16_t)(i - 2);
    store->tail_count = 2;
    store->tail_room = 8;
    store->tail[0] = INT64_MIN;
    store->tail[1] = 5;
    return store;
}

const char *cp_check(const struct cp_store *root) {
    for (int i = 0; i < 3; i++) {
        const struct cp_shelf *shelf = &root->shelves[i];
        REQUIRE(shelf->used == (i == 0 ? 3 : i == 2 ? 1 : 0) && shelf->room >= shelf->used, "the counts of a shelf");
        REQUIRE(!shelf->items == (i == 1) && !shelf->weights == (i == 1), "the blocks of a shelf");
        for (int j = 0; j < shelf->used; j++)
            REQUIRE(shelf->items[j].price == 100 * shelf->used + j && shelf->weights[j] == j / 2.0, "an item");
    }
    REQUIRE(root->text.length == 2 && root->text.space >= 2 && root->text.bytes, "the text");
    REQUIRE(root->text.bytes[0] == 0 && root->text.bytes[1] == 0xFF, "a byte of the text");
    REQUIRE(root->rows == 2 && root->row_room >= 2 && root->table, "the table");
    for (int i = 0; i < 4; i++) REQUIRE(root->table[i / 2][i % 2] == i - 2, "a number of the table");
    REQUIRE(root->tail_count == 2 && root->tail_room >= 2, "the tail");
    REQUIRE(root->tail[0] == INT64_MIN && root->tail[1] == 5, "a number of the tail");
    return NULL;
}

const char *cp_check_read(const struct cp_store *root) {
    const char *wrong = cp_check(root);
    if (wrong) return wrong;
    for (int i = 0; i < 3; i++) REQUIRE(root->shelves[i].room == root->shelves[i].used, "the room of a shelf");
    REQUIRE(root->text.space == 2 && root->row_room == 2 && root->tail_room == 2, "the room of a block");
    return NULL;
}

void cp_free(struct cp_store *root) {
    for (int i = 0; i < 3; i++) {
        free(root->shelves[i].items);
        free(root->shelves[i].weights);
    }
    free(root->text.bytes);
    free(root->table);
    free(root);
}
