#pragma once
#include "quantity.h"
#include <time.h>

// archive: name("Item")
struct item {
    char name[32];             // archive: cstring
    struct quantity stock;     // stock.amount, stock.unit
    unsigned fragile : 1;
    unsigned shelf : 7;        // archive: default(1)
    double price;              // archive: was("cost")
    struct timespec counted;   // from the system's headers: it comes along
    void *view;                // archive: skip
};
