#include "pointer_to_pointer.h"

#include "check.h"

struct pp_queue *pp_build(void) {
    struct pp_queue *queue = pp_build_empty();
    for (int value = 5; value <= 8; value++) {
        *queue->last = NEW(struct pp_node);
        (*queue->last)->value = value;
        queue->last = &(*queue->last)->next;
        queue->length++;
        if (value == 6) queue->middle = queue->last;
    }
    queue->alone = queue->shared = NEW(struct pp_node *);
    *queue->alone = queue->first->next;
    queue->empty = NEW(struct pp_node *);
    queue->number = NEW(int32_t *);
    *queue->number = &queue->first->next->value;
    return queue;
}

const char *pp_check(const struct pp_queue *root) {
    REQUIRE(root && root->length == 4, "the length");
    const struct pp_node *five = root->first;
    REQUIRE(five && five->value == 5, "the first node");
    const struct pp_node *six = five->next;
    REQUIRE(six && six->value == 6, "the second node");
    const struct pp_node *seven = six->next;
    REQUIRE(seven && seven->value == 7, "the third node");
    const struct pp_node *eight = seven->next;
    REQUIRE(eight && eight->value == 8 && !eight->next, "the fourth node");
    REQUIRE(root->last == &eight->next, "the end is not the last node's link");
    REQUIRE(root->middle == &six->next, "the middle is not the second node's link");
    REQUIRE(root->alone && *root->alone == six, "the pointer in its own block");
    REQUIRE(root->alone != &five->next, "the pointer in its own block has become a node's");
    REQUIRE(root->shared == root->alone, "the shared pointer");
    REQUIRE(root->empty && !*root->empty && root->empty != root->alone, "the empty pointer");
    REQUIRE(root->number && *root->number == &six->value, "the pointer to the pointer to a value");
    return NULL;
}

void pp_free(struct pp_queue *root) {
    free(root->number);
    free(root->empty);
    free(root->alone);
    for (struct pp_node *node = root->first; node;) {
        struct pp_node *next = node->next;
        free(node);
        node = next;
    }
    free(root);
}

struct pp_queue *pp_build_empty(void) {
    struct pp_queue *queue = NEW(struct pp_queue);
    queue->last = &queue->first;
    return queue;
}

const char *pp_check_empty(const struct pp_queue *root) {
    REQUIRE(root && root->length == 0 && !root->first, "the queue is not empty");
    REQUIRE(root->last == &root->first, "the end is not the queue's own first pointer");
    REQUIRE(!root->middle && !root->alone && !root->shared && !root->empty && !root->number, "a pointer is not NULL");
    return NULL;
}
