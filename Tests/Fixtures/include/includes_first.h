// Headers that include each other, and a struct that both show.
#pragma once
#include "includes_second.h"

struct first {
    int a;
    struct shared common;
};
