#include "singly_linked.h"

#include "check.h"

struct sl_node *sl_build(void) {
    struct sl_node *head = NULL;
    for (int number = 5; number > 0; number--) {
        struct sl_node *node = NEW(struct sl_node);
        node->number = number % 2 ? number * 1000 : -number;
        node->weight = number / 4.0;
        node->level = (uint16_t)(65530 + number);
        node->next = head;
        head = node;
    }
    return head;
}

const char *sl_check(const struct sl_node *root) {
    const struct sl_node *a = root;
    REQUIRE(a, "no first node");
    REQUIRE(a->number == 1000 && a->weight == 0.25 && a->level == 65531, "the first node's numbers");
    const struct sl_node *b = a->next;
    REQUIRE(b && b->number == -2 && b->weight == 0.5 && b->level == 65532, "the second node");
    const struct sl_node *c = b->next;
    REQUIRE(c && c->number == 3000 && c->weight == 0.75 && c->level == 65533, "the third node");
    const struct sl_node *d = c->next;
    REQUIRE(d && d->number == -4 && d->weight == 1.0 && d->level == 65534, "the fourth node");
    const struct sl_node *e = d->next;
    REQUIRE(e && e->number == 5000 && e->weight == 1.25 && e->level == 65535, "the fifth node");
    REQUIRE(!e->next, "the list does not end after five nodes");
    REQUIRE(a != c && a != e && b != d, "two nodes are one");
    return NULL;
}

void sl_free(struct sl_node *root) {
    while (root) {
        struct sl_node *next = root->next;
        free(root);
        root = next;
    }
}

struct sl_node *sl_build_chain(size_t count) {
    struct sl_node *head = NULL, **end = &head;
    for (size_t index = 0; index < count; index++) {
        *end = NEW(struct sl_node);
        (*end)->number = (int32_t)index;
        (*end)->weight = (double)index * 0.5;
        (*end)->level = (uint16_t)(index & 0xFFFF);
        end = &(*end)->next;
    }
    return head;
}

const char *sl_check_chain(const struct sl_node *root, size_t count) {
    int32_t number = 0;
    double weight = 0;
    uint16_t level = 0;
    size_t seen = 0;
    for (const struct sl_node *node = root; node; node = node->next) {
        REQUIRE(seen < count, "the list is too long");
        REQUIRE(node->number == number, "a node's number: order is lost");
        REQUIRE(node->weight == weight, "a node's weight");
        REQUIRE(node->level == level, "a node's level");
        number++, level++, seen++;
        weight += 0.5;
    }
    REQUIRE(seen == count, "the list is too short");
    return NULL;
}
