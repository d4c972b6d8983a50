// A list with links both ways, and its ends in another struct.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct dl_node {
    struct dl_node *prev;
    int64_t value;
    struct dl_node *next;
};

struct dl_list {
    struct dl_node *first;  // archive: ref
    struct dl_node *last;   // archive: ref
    uint32_t length;
};

struct dl_list *dl_build(void);
const char *dl_check(const struct dl_list *root);
void dl_free(struct dl_list *root);

struct dl_list *dl_build_long(uint32_t length);
const char *dl_check_long(const struct dl_list *root, uint32_t length);
