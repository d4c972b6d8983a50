#pragma once
#include <stdint.h>

enum unit { UNIT_PIECE, UNIT_GRAM, UNIT_LITRE };

struct quantity {
    int64_t amount;
    enum unit unit;
};
