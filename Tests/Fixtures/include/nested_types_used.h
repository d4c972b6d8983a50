// A nested type of another header.
#pragma once

#include "nested_types.h"

#ifdef __cplusplus
typedef nt_order::nt_line nt_line_t;
typedef nt_order::nt_line::nt_price nt_price_t;
#else
typedef struct nt_line nt_line_t;
typedef struct nt_price nt_price_t;
#endif

struct nt_basket {
    nt_line_t lines[2];
    nt_price_t price;
};
