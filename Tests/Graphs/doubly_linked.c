#include "doubly_linked.h"

#include "check.h"

static void append(struct dl_list *list, int64_t value) {
    struct dl_node *node = NEW(struct dl_node);
    node->value = value;
    node->prev = list->last;
    if (list->last) list->last->next = node;
    else list->first = node;
    list->last = node;
    list->length++;
}

struct dl_list *dl_build(void) {
    struct dl_list *list = NEW(struct dl_list);
    append(list, INT64_MIN);
    append(list, 0);
    append(list, 77);
    append(list, INT64_MAX);
    return list;
}

const char *dl_check(const struct dl_list *root) {
    REQUIRE(root && root->length == 4, "the length is not 4");
    const struct dl_node *a = root->first, *d = root->last;
    REQUIRE(a && d, "an end is NULL");
    REQUIRE(a->next && a->next->next && a->next->next->next == d, "the last node is not three links from the first");
    const struct dl_node *b = a->next, *c = b->next;
    REQUIRE(!a->prev && !d->next, "an end is linked on");
    REQUIRE(b->prev == a && c->prev == b && d->prev == c, "a link back leads elsewhere");
    REQUIRE(a->value == INT64_MIN && b->value == 0 && c->value == 77 && d->value == INT64_MAX, "a value");
    return NULL;
}

void dl_free(struct dl_list *root) {
    struct dl_node *node = root->last;
    while (node) {
        struct dl_node *prev = node->prev;
        free(node);
        node = prev;
    }
    free(root);
}

struct dl_list *dl_build_long(uint32_t length) {
    struct dl_list *list = NEW(struct dl_list);
    for (uint32_t index = 0; index < length; index++) append(list, (int64_t)index * 3 - 1);
    return list;
}

const char *dl_check_long(const struct dl_list *root, uint32_t length) {
    REQUIRE(root && root->length == length, "the length");
    const struct dl_node *before = NULL;
    int64_t value = -1;
    uint32_t seen = 0;
    for (const struct dl_node *node = root->first; node; before = node, node = node->next) {
        REQUIRE(seen++ < length, "too many nodes");
        REQUIRE(node->prev == before, "a link back leads elsewhere");
        REQUIRE(node->value == value, "a value");
        value += 3;
    }
    REQUIRE(seen == length, "too few nodes");
    REQUIRE(root->last == before, "the last node is another one");
    return NULL;
}
