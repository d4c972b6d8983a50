// Arrays of structs, and arrays within these.
#pragma once
#include <stdint.h>

struct cell {
    uint8_t kind;
    unsigned solid : 1;
    unsigned height : 6;
    float weights[3];
};

struct row {
    struct cell cells[4];
    int16_t number;
};

struct board {
    struct row rows[3];
    struct cell corners[2][2];
    struct cell listed[2];  // archive: elements
    struct {
        int x;
        char name[4];
    } marks[2];
};
