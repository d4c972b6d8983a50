#include "packed_nodes.h"

#include "check.h"

_Static_assert(sizeof(struct pk_node) == 28, "packed");

struct pk_node *pk_build(void) {
    struct pk_node *head = NULL;
    for (int i = 2; i >= 0; i--) {
        struct pk_node *node = NEW(struct pk_node);
        node->tag = (uint8_t)(0x10 + i);
        node->end = (uint8_t)(0xF0 + i);
        node->next = head;
        node->count = (uint16_t)i;
        if (i) node->numbers = NEW_ARRAY(int32_t, (size_t)i);
        for (int k = 0; k < i; k++) node->numbers[k] = -100 * i - k;
        if (i != 1) node->name = copy_text(i ? "two" : "zero");
        head = node;
    }
    // A ring.
    head->next->next->next = head;
    return head;
}

const char *pk_check(const struct pk_node *a) {
    REQUIRE(a && a->tag == 16 && a->end == 240 && a->count == 0 && !a->numbers, "the first node");
    REQUIRE(a->name && !strcmp(a->name, "zero"), "the first node's name");
    const struct pk_node *b = a->next;
    REQUIRE(b && b->tag == 17 && b->end == 241 && b->count == 1 && b->numbers && !b->name, "the second node");
    REQUIRE(b->numbers[0] == -100, "the second node's number");
    const struct pk_node *c = b->next;
    REQUIRE(c && c->tag == 18 && c->end == 242 && c->count == 2 && c->numbers, "the third node");
    REQUIRE(c->numbers[0] == -200 && c->numbers[1] == -201, "a number of the third node");
    REQUIRE(c->name && !strcmp(c->name, "two"), "the third node's name");
    REQUIRE(c->next == a, "the ring is not closed");
    return NULL;
}

void pk_free(struct pk_node *root) {
    struct pk_node *b = root->next, *c = b->next;
    free(root->name);
    free(b->numbers);
    free(c->numbers);
    free(c->name);
    free(c);
    free(b);
    free(root);
}
