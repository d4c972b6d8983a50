#include "flexible.h"

#include "check.h"

struct fx_numbers *fx_build_numbers(uint16_t count) {
    struct fx_numbers *numbers = make(sizeof *numbers + count * sizeof(double));
    numbers->count = count;
    for (uint16_t i = 0; i < count; i++) numbers->values[i] = i / 8.0 - 1;
    return numbers;
}

const char *fx_check_numbers(const struct fx_numbers *root, uint16_t count) {
    REQUIRE(root && root->count == count, "the count of the numbers");
    double expected = -1;
    for (const double *value = root->values; value < root->values + count; value++, expected += 0.125)
        REQUIRE(*value == expected, "a number of the tail");
    return NULL;
}

struct fx_owner *fx_build(void) {
    struct fx_owner *owner = NEW(struct fx_owner);
    owner->numbers = fx_build_numbers(4);
    owner->none = fx_build_numbers(0);

    owner->bytes = make(sizeof(struct fx_bytes) + 10);
    owner->bytes->length = 10;
    owner->bytes->kind = 7;
    for (int i = 0; i < 10; i++) owner->bytes->data[i] = (uint8_t)(i * 28);

    struct fx_list *outer = make(sizeof(struct fx_list) + 3 * sizeof(struct fx_entry));
    struct fx_list *inner = make(sizeof(struct fx_list) + 1 * sizeof(struct fx_entry));
    struct fx_list *empty = make(sizeof(struct fx_list));
    outer->owner = inner->owner = owner;
    outer->used = 3;
    outer->entries[0] = (struct fx_entry){1, copy_text("one"), inner, &outer->entries[2]};
    outer->entries[1] = (struct fx_entry){2, NULL, outer, NULL};
    outer->entries[2] = (struct fx_entry){-3, copy_text("three"), empty, &inner->entries[0]};
    inner->used = 1;
    inner->entries[0] = (struct fx_entry){4, copy_text(""), outer, &outer->entries[0]};
    owner->list = outer;
    owner->entry = &outer->entries[1];
    owner->number = &owner->numbers->values[3];

    owner->zero = make(sizeof(struct fx_zero) + 6 * sizeof(int16_t));
    owner->zero->rows = 2;
    owner->zero->columns = 3;
    for (int i = 0; i < 6; i++) owner->zero->cells[i] = (int16_t)(-1000 * i);

    owner->pointers = make(sizeof(struct fx_pointers) + 3 * sizeof(void *));
    owner->pointers->count = 3;
    owner->pointers->lists[0] = inner;
    owner->pointers->lists[2] = outer;
    return owner;
}

const char *fx_check(const struct fx_owner *root) {
    REQUIRE(root && root->numbers && root->numbers->count == 4, "the numbers");
    const double *values = root->numbers->values;
    REQUIRE(values[0] == -1 && values[1] == -0.875 && values[2] == -0.75 && values[3] == -0.625, "a number");
    REQUIRE(root->none && root->none != root->numbers && root->none->count == 0, "the struct of no numbers");

    REQUIRE(root->bytes && root->bytes->length == 10 && root->bytes->kind == 7, "the bytes");
    REQUIRE(!memcmp(root->bytes->data, "\x00\x1C\x38\x54\x70\x8C\xA8\xC4\xE0\xFC", 10), "a byte of the tail");

    const struct fx_list *outer = root->list;
    REQUIRE(outer && outer->used == 3 && outer->owner == root, "the outer list");
    REQUIRE(outer->entries[0].key == 1 && outer->entries[0].text && !strcmp(outer->entries[0].text, "one"), "entry 0");
    REQUIRE(outer->entries[1].key == 2 && !outer->entries[1].text, "entry 1");
    REQUIRE(outer->entries[2].key == -3 && outer->entries[2].text && !strcmp(outer->entries[2].text, "three"), "entry 2");
    const struct fx_list *inner = outer->entries[0].nested, *empty = outer->entries[2].nested;
    REQUIRE(inner && inner != outer && inner->used == 1 && inner->owner == root, "the inner list");
    REQUIRE(outer->entries[1].nested == outer, "entry 1's list is not its own");
    REQUIRE(empty && empty->used == 0 && !empty->owner, "the empty list");
    REQUIRE(inner->entries[0].key == 4 && inner->entries[0].text && !inner->entries[0].text[0], "the inner entry");
    REQUIRE(inner->entries[0].nested == outer, "the inner entry's list");
    REQUIRE(outer->entries[0].twin == outer->entries + 2, "entry 0's twin");
    REQUIRE(!outer->entries[1].twin, "entry 1's twin");
    REQUIRE(outer->entries[2].twin == inner->entries, "entry 2's twin");
    REQUIRE(inner->entries[0].twin == outer->entries, "the inner entry's twin");
    REQUIRE(root->entry == outer->entries + 1, "the pointer into the outer list's tail");
    REQUIRE(root->number == values + 3, "the pointer into the numbers' tail");

    REQUIRE(root->zero && root->zero->rows == 2 && root->zero->columns == 3, "the cells' rows and columns");
    const int16_t *cells = root->zero->cells;
    REQUIRE(cells[0] == 0 && cells[1] == -1000 && cells[2] == -2000 && cells[3] == -3000 && cells[4] == -4000 &&
                cells[5] == -5000,
            "a cell");

    REQUIRE(root->pointers && root->pointers->count == 3, "the pointers");
    REQUIRE(root->pointers->lists[0] == inner && !root->pointers->lists[1] && root->pointers->lists[2] == outer,
            "a pointer of the tail");
    return NULL;
}

void fx_free(struct fx_owner *root) {
    struct fx_list *outer = root->list;
    free(outer->entries[0].nested->entries[0].text);
    free(outer->entries[0].nested);
    free(outer->entries[2].nested);
    free(outer->entries[0].text);
    free(outer->entries[2].text);
    free(outer);
    free(root->numbers);
    free(root->none);
    free(root->bytes);
    free(root->zero);
    free(root->pointers);
    free(root);
}
