#ifndef LIST_H
#define LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A doubly linked list: three scalars, two links. */
struct list_node {
    int32_t number;
    uint32_t flags;
    double weight;
    struct list_node *next;
    struct list_node *prev;
};

/* What the node at `index` holds. */
int32_t list_number(size_t index);
uint32_t list_flags(size_t index);
double list_weight(size_t index);

/* For each index another, all different, below `count`; in order or not. The caller frees it. */
size_t *list_order(size_t count, bool shuffled);

/* Every node a block of its own from malloc; in the list's order, or in no order. */
struct list_node *list_make(size_t count, bool shuffled);
void list_free(struct list_node *head);

/* Whether these are `count` nodes with their values and links right. */
bool list_is_right(const struct list_node *head, size_t count);

#ifdef __cplusplus
}
#endif

#endif
