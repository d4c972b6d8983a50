// Structs of an earlier version, and what they became: brought up to date by a method in Swift, and by a function in C.
#pragma once
#include <stdint.h>

struct mg_price_v1 {
    int32_t cents;
    char currency[4];             // archive: cstring
};

// archive: was("mg_price_v1"), version(2), migrate(update)
struct mg_price {
    double amount;
    char currency[8];             // archive: cstring
};

struct mg_account_v1 {
    int32_t cents;
    struct mg_price_v1 limits[2];
    struct mg_account_v1 *next;
};

/// What the function wants to know of a former account.
struct mg_account_former {
    int32_t cents;
};

// archive: was("mg_account_v1"), version(3), migrate(mg_account_update)
struct mg_account {
    double amount;
    struct mg_price limits[3];
    struct mg_account *next;
    int32_t updated;
};

/// 0, or a number that says what is wrong.
int mg_account_update(struct mg_account *account, int version, const struct mg_account_former *former);
