// Booleans and the floating types that Swift has.
#pragma once
#include <stdbool.h>

struct floats {
    _Bool b;
    bool b2;
    _Float16 half;
    float single;
    double wide;
};
