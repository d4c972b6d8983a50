#include "unions.h"

#include "check.h"

struct un_root *un_build(void) {
    struct un_root *root = NEW(struct un_root);

    root->values[0].kind = UN_INTEGER;
    root->values[0].value.i = -123456;
    root->values[1].kind = UN_TEXT;
    root->values[1].value.text = copy_text("in the union");
    root->values[2].kind = UN_CHILD;
    root->values[2].value.child = &root->values[1];
    root->values[3].kind = UN_NONE;
    memset(root->values[3].value.raw, 0xEE, 12);

    root->plains[0].type = 7;
    root->plains[0].whole = 0x01020304;
    root->plains[0].after = 10;
    root->plains[1].type = 1;
    root->plains[1].halves[0] = 500;
    root->plains[1].halves[1] = 600;
    root->plains[1].after = 11;
    root->plains[2].type = 2;
    root->plains[2].real = -0.5f;
    root->plains[2].after = 12;

    root->more_count = 5;
    root->more = NEW_ARRAY(struct un_value, 5);
    root->more[0].kind = UN_LIST;
    root->more[0].value.list.count = 3;
    root->more[0].value.list.items = NEW_ARRAY(struct un_value *, 3);
    root->more[0].value.list.items[0] = &root->more[4];
    root->more[0].value.list.items[2] = &root->values[0];
    root->more[1].kind = UN_REAL;
    root->more[1].value.d = 2.75;
    root->more[2].kind = UN_POINT;
    root->more[2].value.point = (struct un_point){-3, 4};
    root->more[3].kind = UN_OTHER;
    memcpy(root->more[3].value.raw, "abcdefghijkl", 12);
    root->more[4].kind = UN_CHILD;

    struct un_nested *a = NEW(struct un_nested), *b = NEW(struct un_nested), *c = NEW(struct un_nested),
                     *d = NEW(struct un_nested);
    a->outer = 5;
    a->inner = 18;
    a->choice.deep.next = b;
    b->outer = 5;
    b->inner = 18;
    b->choice.deep.next = c;
    c->outer = 5;
    c->inner = 18;
    c->choice.deep.next = d;
    d->outer = 6;
    d->inner = 31;
    d->choice.block.sub = 2;
    d->choice.block.f = 6.5f;
    root->nested = a;

    root->first.key = (struct un_key){1, 300, true};
    root->event_count = 3;
    root->events = NEW_ARRAY(union un_event, 3);
    root->events[0].drop = (struct un_drop){3, copy_text("dropped"), &root->events[1]};
    root->events[1].key = (struct un_key){1, 65535, false};
    root->events[2].drop = (struct un_drop){2, NULL, &root->first};

    root->view.number.real = 1.0f;
    root->view.red = 1;
    root->view.green = 2;
    root->view.blue = 3;
    root->view.alpha = 255;
    return root;
}

const char *un_check(const struct un_root *root) {
    REQUIRE(root, "no root");
    const struct un_value *values = root->values, *more = root->more;
    REQUIRE(values[0].kind == 1 && values[0].value.i == -123456, "the integer");
    REQUIRE(values[1].kind == 4 && values[1].value.text && !strcmp(values[1].value.text, "in the union"), "the text");
    REQUIRE(values[2].kind == 5 && values[2].value.child == values + 1, "the child");
    REQUIRE(values[3].kind == -1, "the default's tag");
    for (int i = 0; i < 12; i++) REQUIRE(values[3].value.raw[i] == 238, "the default's bytes");

    REQUIRE(root->plains[0].type == 7 && root->plains[0].whole == 16909060 && root->plains[0].after == 10, "the whole");
    REQUIRE(root->plains[1].type == 1 && root->plains[1].halves[0] == 500 && root->plains[1].halves[1] == 600 &&
                root->plains[1].after == 11,
            "the halves");
    REQUIRE(root->plains[2].type == 2 && root->plains[2].real == -0.5f && root->plains[2].after == 12, "the real");

    REQUIRE(root->more_count == 5 && more, "the array of values");
    REQUIRE(more[0].kind == 6 && more[0].value.list.count == 3 && more[0].value.list.items, "the list");
    struct un_value *const *items = more[0].value.list.items;
    REQUIRE(items[0] == more + 4 && !items[1] && items[2] == values, "the list's items");
    REQUIRE(more[1].kind == 2 && more[1].value.d == 2.75, "the double");
    REQUIRE(more[2].kind == 3 && more[2].value.point.x == -3 && more[2].value.point.y == 4, "the point");
    REQUIRE(more[3].kind == 100 && !memcmp(more[3].value.raw, "abcdefghijkl", 12), "the raw bytes");
    REQUIRE(more[4].kind == 5 && !more[4].value.child, "the child that is NULL");

    const struct un_nested *node = root->nested;
    for (int i = 0; i < 3; i++) {
        REQUIRE(node && node->outer == 5 && node->inner == 18, "a nested union's tags");
        node = node->choice.deep.next;
    }
    REQUIRE(node && node->outer == 6 && node->inner == 31, "the last nested union's tags");
    REQUIRE(node->choice.block.sub == 2 && node->choice.block.f == 6.5f, "the union in a struct in a union");

    REQUIRE(root->first.type == 1 && root->first.key.type == 1 && root->first.key.code == 300 && root->first.key.pressed,
            "the event within the root");
    const union un_event *events = root->events;
    REQUIRE(root->event_count == 3 && events, "the events");
    REQUIRE(events[0].type == 3 && events[0].drop.file && !strcmp(events[0].drop.file, "dropped"), "the first event");
    REQUIRE(events[0].drop.cause == events + 1, "the first event's cause");
    REQUIRE(events[1].type == 1 && events[1].key.code == 65535 && !events[1].key.pressed, "the second event");
    REQUIRE(events[2].type == 2 && !events[2].drop.file && events[2].drop.cause == &root->first, "the third event");

    REQUIRE(root->view.number.bits == 0x3F800000, "the view of a float");
    REQUIRE(root->view.red == 1 && root->view.all[1] == 2 && root->view.blue == 3 && root->view.all[3] == 255,
            "the view of four bytes");
    return NULL;
}

void un_free(struct un_root *root) {
    free(root->values[1].value.text);
    free(root->more[0].value.list.items);
    free(root->more);
    struct un_nested *node = root->nested;
    while (node->outer == 5) {
        struct un_nested *next = node->choice.deep.next;
        free(node);
        node = next;
    }
    free(node);
    free(root->events[0].drop.file);
    free(root->events);
    free(root);
}

struct un_root *un_build_unknown_tag(void) {
    struct un_root *root = un_build();
    root->plains[1].type = 9;
    return root;
}

struct un_plain un_plain_value(void) {
    struct un_plain value;
    memset(&value, 0, sizeof value);
    value.type = 0;
    value.whole = 4000000000;
    value.after = 99;
    return value;
}

const char *un_check_plain(const struct un_plain *value) {
    REQUIRE(value->type == 0 && value->after == 99, "what is around the union");
    REQUIRE(value->whole == 0xEE6B2800, "the union");
    return NULL;
}

struct un_wagon *un_build_wagons(uint8_t filling) {
    struct un_wagon *first = NULL;
    for (int i = 3; i >= 0; i--) {
        struct un_wagon *wagon = NEW(struct un_wagon);
        memset(&wagon->cargo, filling, sizeof wagon->cargo);
        wagon->next = first;
        first = wagon;
    }
    first->kind = UN_EMPTY;
    first->next->kind = UN_LIQUID;
    first->next->cargo.litres = 250.5;
    first->next->next->kind = UN_SEALED;
    first->next->next->next->kind = UN_CRATES;
    first->next->next->next->cargo.crates = copy_text("crates");
    return first;
}

const char *un_check_wagons(const struct un_wagon *wagon) {
    REQUIRE(wagon && wagon->kind == 0 && !wagon->cargo.crates, "the empty wagon");
    wagon = wagon->next;
    REQUIRE(wagon && wagon->kind == 1 && wagon->cargo.litres == 250.5, "the liquid");
    wagon = wagon->next;
    REQUIRE(wagon && wagon->kind == 9 && !wagon->cargo.crates, "the sealed wagon");
    wagon = wagon->next;
    REQUIRE(wagon && wagon->kind == 2 && wagon->cargo.crates && !strcmp(wagon->cargo.crates, "crates"), "the crates");
    REQUIRE(!wagon->next, "the last wagon");
    return NULL;
}

void un_free_wagons(struct un_wagon *wagon) {
    while (wagon) {
        struct un_wagon *next = wagon->next;
        if (wagon->kind == UN_CRATES) free(wagon->cargo.crates);
        free(wagon);
        wagon = next;
    }
}
