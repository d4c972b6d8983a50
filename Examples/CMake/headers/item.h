#pragma once
#include "quantity.h"

// archive: name("Item")
struct item {
    char name[32];                     // archive: cstring
    struct quantity stock;
    unsigned fragile : 1;
    unsigned shelf : 7;
    uint16_t on_shelves[SHELVES];      // a macro of the build
};

void item_fill(struct item *item, const char *name, int64_t amount);
int64_t item_amount(const struct item *item);
