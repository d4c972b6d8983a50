// Layouts that attributes and pragmas change.
#pragma once
#include <stdint.h>

struct __attribute__((packed)) packed_record {
    char a;
    int b;
    double c;
    short d;
};

struct aligned_16 {
    int a;
    double b __attribute__((aligned(16)));
};

struct __attribute__((aligned(64))) aligned_64 {
    int a;
    unsigned flags : 3;
    int values[2];
    double b;
};

struct holds_aligned {
    char tag;
    struct aligned_64 inner;
};

#pragma pack(push, 2)
struct pragma_packed {
    char a;
    int b;
    uint64_t c;
    struct {
        char x;
        int y;
    } inner;
};
#pragma pack(pop)
