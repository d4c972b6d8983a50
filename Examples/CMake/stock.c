#include "item.h"

#include <string.h>

void item_fill(struct item *item, const char *name, int64_t amount) {
    memset(item, 0, sizeof *item);
    strncpy(item->name, name, sizeof item->name - 1);
    item->stock.amount = amount;
    item->stock.unit = UNIT_GRAM;
    item->shelf = 3;
    for (int shelf = 0; shelf < SHELVES; shelf++) item->on_shelves[shelf] = (uint16_t)(10 * (shelf + 1));
}

int64_t item_amount(const struct item *item) { return item->stock.amount; }
