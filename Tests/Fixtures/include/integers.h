// Integers of every width and sign.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

struct integers {
    char c;
    signed char sc;
    unsigned char uc;
    short s;
    unsigned short us;
    int i;
    unsigned int ui;
    long l;
    unsigned long ul;
    long long ll;
    unsigned long long ull;
    int8_t i8;
    uint8_t u8;
    int16_t i16;
    uint16_t u16;
    int32_t i32;
    uint32_t u32;
    int64_t i64;
    uint64_t u64;
    size_t size;
    ptrdiff_t difference;
    intptr_t ip;
    uintptr_t up;
    wchar_t wide;
    intmax_t im;
    uintmax_t um;
};
