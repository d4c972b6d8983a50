#pragma once
#include "quantity.h"
#include <time.h>

// archive: name("Item")
struct item {
    char name[32];             // archive: cstring
    struct quantity stock;
    unsigned fragile : 1;
    unsigned shelf : 7;
    struct timespec counted;
};
