#include "list.h"

#include <stdlib.h>

int32_t list_number(size_t index) { return (int32_t)(index * 2654435761u); }
uint32_t list_flags(size_t index) { return (uint32_t)(index & 0xfff); }
double list_weight(size_t index) { return (double)index / 3; }

size_t *list_order(size_t count, bool shuffled) {
    size_t *order = malloc(count * sizeof *order);
    if (!order) abort();
    for (size_t i = 0; i < count; i++) order[i] = i;
    uint64_t state = 0x9e3779b97f4a7c15;
    for (size_t i = count; shuffled && i > 1; i--) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        size_t other = state % i, kept = order[i - 1];
        order[i - 1] = order[other];
        order[other] = kept;
    }
    return order;
}

struct list_node *list_make(size_t count, bool shuffled) {
    size_t *order = list_order(count, shuffled);
    struct list_node **nodes = malloc(count * sizeof *nodes);
    if (!nodes) abort();
    for (size_t i = 0; i < count; i++) {
        struct list_node *node = nodes[order[i]] = malloc(sizeof *node);
        if (!node) abort();
    }
    for (size_t i = 0; i < count; i++) {
        *nodes[i] = (struct list_node){
            list_number(i), list_flags(i), list_weight(i), i + 1 < count ? nodes[i + 1] : NULL,
            i > 0 ? nodes[i - 1] : NULL};
    }
    struct list_node *head = count > 0 ? nodes[0] : NULL;
    free(order);
    free(nodes);
    return head;
}

void list_free(struct list_node *head) {
    while (head) {
        struct list_node *next = head->next;
        free(head);
        head = next;
    }
}

bool list_is_right(const struct list_node *head, size_t count) {
    const struct list_node *before = NULL;
    size_t index = 0;
    for (; head && index < count; head = head->next, index++) {
        if (head->number != list_number(index) || head->flags != list_flags(index) || head->prev != before) return false;
        if (head->weight != list_weight(index)) return false;
        before = head;
    }
    return !head && index == count;
}
