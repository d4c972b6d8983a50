#include "roots.h"

#include "check.h"

static struct rt_node *push(uint32_t id, struct rt_node *next) {
    struct rt_node *node = NEW(struct rt_node);
    node->id = id;
    node->next = next;
    return node;
}

void rt_build(struct rt_node *roots[RT_COUNT]) {
    struct rt_node *tail = push(8, push(9, NULL));
    roots[0] = push(1, tail);
    roots[1] = NULL;
    roots[2] = push(2, push(3, tail));
    roots[3] = roots[0];
    roots[4] = tail;
}

const char *rt_check(struct rt_node *const roots[RT_COUNT]) {
    REQUIRE(roots[0] && roots[0]->id == 1, "the first root");
    REQUIRE(!roots[1], "the second root is not NULL");
    REQUIRE(roots[2] && roots[2]->id == 2, "the third root");
    REQUIRE(roots[3] == roots[0], "the fourth root is not the first");
    REQUIRE(roots[4] && roots[4]->id == 8, "the fifth root");
    REQUIRE(roots[0]->next == roots[4], "the first list's tail is not the fifth root");
    REQUIRE(roots[2]->next && roots[2]->next->id == 3, "the third list's second node");
    REQUIRE(roots[2]->next->next == roots[4], "the third list's tail is not the fifth root");
    REQUIRE(roots[4]->next && roots[4]->next->id == 9 && !roots[4]->next->next, "the tail's end");
    return NULL;
}

void rt_free(struct rt_node *roots[RT_COUNT]) {
    free(roots[2]->next);
    free(roots[2]);
    free(roots[0]);
    free(roots[4]->next);
    free(roots[4]);
}
