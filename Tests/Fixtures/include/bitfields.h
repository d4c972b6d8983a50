// Bit-fields of every sort.
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum __attribute__((packed)) level { LOW, MIDDLE, HIGH };

struct bits_basic {
    unsigned flag : 1;
    unsigned three : 3;
    int negative : 5;
    bool yes : 1;
    unsigned : 2;
    unsigned after_gap : 4;
    unsigned : 0;
    unsigned next_unit : 9;
};

struct bits_wide {
    uint64_t all : 64;
    int64_t most : 63;
    uint64_t last : 1;
    uint32_t whole : 32;
};

struct __attribute__((packed)) bits_straddling {
    unsigned char a : 5;
    unsigned b : 23;
    uint64_t c : 41;
    int d : 31;
    unsigned short e : 12;
};

struct bits_mixed {
    char c;
    int a : 7;
    short s;
    signed char b : 3;
    unsigned long long wide : 40;
    enum level level : 2;
};

struct bits_nested {
    struct {
        unsigned x : 4;
        unsigned y : 4;
    };
    struct {
        unsigned x : 6;
        int y : 6;
    } named;
    unsigned z : 8;
};

struct bits_128 {
    unsigned __int128 low : 70;
    __int128 high : 58;
};
