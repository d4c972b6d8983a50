// Structs, unions and enumerations that are defined inside others. C has them outside, C++ under the outer one's name.
#pragma once

#include <stdint.h>

struct nt_order {
    enum nt_state { NT_OPEN, NT_PAID, NT_SENT } state;
    struct nt_line {
        uint32_t article;
        struct nt_price {
            int64_t cents;
            enum nt_currency { NT_EUR, NT_USD } currency;
            uint8_t rate : 5;
        } price;
        union nt_amount {
            float weight;
            uint32_t pieces;
        } amount; // archive: view(pieces)
    } first, lines[3], grid[2][2];
    // What is in an unnamed struct C++ lets nobody name.
    struct {
        struct nt_within {
            int16_t depth;
            uint16_t low : 3;
            struct nt_deep_within {
                int16_t depth;
            } deep;
        } inside, several[2];
    } unnamed;
};

typedef struct {
    struct nt_in_typedef {
        char letter;
    } inside;
} nt_typedef;
