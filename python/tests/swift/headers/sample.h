#pragma once
#include <stdbool.h>
#include <stdint.h>

struct price {
    int64_t cents;
    uint32_t currency;
};

struct order {
    uint32_t number;
    unsigned status : 3;
    int delta : 5;
    bool paid;
    char note[16];            // archive: cstring
    uint16_t parts[2];
    uint8_t raw[4];
    float ratio;
    double grid[2][3];
    struct price price;
    struct price lines[2];
};

struct value {
    uint8_t kind;
    // archive: tag(kind)
    union {
        int32_t integer;      // archive: case(1)
        double real;          // archive: case(2)
    };
};

struct station {
    uint16_t id;
    char *name;               // archive: cstring
    struct station *next;
    uint8_t count;
    double *depths;           // archive: count(count)
};
