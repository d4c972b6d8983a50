// Several roots in one archive: a shared tail, the same root twice, a node within another's list, and NULL.
#pragma once
#include <stdint.h>

struct rt_node {
    uint32_t id;
    struct rt_node *next;
};

enum { RT_COUNT = 5 };

void rt_build(struct rt_node *roots[RT_COUNT]);
const char *rt_check(struct rt_node *const roots[RT_COUNT]);
void rt_free(struct rt_node *roots[RT_COUNT]);
