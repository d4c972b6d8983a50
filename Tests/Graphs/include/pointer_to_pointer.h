// Pointers to pointers: to one in a block of its own, and to one that is a field of a node.
#pragma once
#include <stdint.h>

struct pp_node {
    int32_t value;
    struct pp_node *next;
};

/// As in <sys/queue.h>: `last` is where the next node will be linked in.
struct pp_queue {
    struct pp_node *first;   // archive: ref
    struct pp_node **last;   // archive: ref
    uint32_t length;
    struct pp_node **middle; // archive: ref -- the `next` of a node in the middle
    struct pp_node **alone;  // archive: ref -- a pointer in its own block
    struct pp_node **shared; // archive: ref -- the same one
    struct pp_node **empty;  // archive: ref -- a pointer in its own block that is NULL
    int32_t **number;        // archive: ref -- one in its own block, to a node's value
};

struct pp_queue *pp_build(void);
const char *pp_check(const struct pp_queue *root);
void pp_free(struct pp_queue *root);

/// `last` leads to the queue's own `first`.
struct pp_queue *pp_build_empty(void);
const char *pp_check_empty(const struct pp_queue *root);
