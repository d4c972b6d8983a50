#pragma once

#include "orders.h"

#ifdef __cplusplus
typedef struct order::line::price order_price;
#else
typedef struct price order_price;
#endif

struct basket {
    order_price prices[2];
};
