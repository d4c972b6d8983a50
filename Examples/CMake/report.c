#include "item.h"

#include <stdio.h>

int main(void) {
    struct item item;
    item_fill(&item, "nails", 500);
    printf("%s: %lld g, %d shelves, %zu bytes\n", item.name, (long long)item_amount(&item), SHELVES, sizeof item);
    return 0;
}
