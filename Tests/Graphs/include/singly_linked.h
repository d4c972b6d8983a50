// A list with one link, whose default needs no word.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct sl_node {
    int32_t number;
    double weight;
    uint16_t level;
    struct sl_node *next;
};

/// Five nodes.
struct sl_node *sl_build(void);
const char *sl_check(const struct sl_node *root);
void sl_free(struct sl_node *root);

/// A list of any length; NULL for 0.
struct sl_node *sl_build_chain(size_t count);
const char *sl_check_chain(const struct sl_node *root, size_t count);
