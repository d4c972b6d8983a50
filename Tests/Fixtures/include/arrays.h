// Arrays of many lengths.
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct arrays {
    int one[1];
    short none[0];
    short three[3];
    int matrix[2][3];
    bool flags[5];
    unsigned char bytes[7];
    float floats[2][2][2];
};

struct array_4096 {
    uint32_t values[4096];
};

struct array_4097 {
    char before;
    uint16_t values[4097];
    char after;
};

struct array_100000 {
    uint64_t values[100000];
};

struct array_storage {
    uint16_t packed_values[3];
    uint16_t single_values[3];  // archive: elements
    int16_t grid[2][2];         // archive: elements
    uint32_t host_values[3];    // archive: native
};
