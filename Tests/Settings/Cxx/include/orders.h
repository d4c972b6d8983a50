#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void order_paid(int32_t number);
void order_sent(int32_t number);

struct order {
    enum state { OPEN, PAID, SENT } state;
    struct line {
        uint32_t article;
        struct price {
            int64_t cents;
            uint8_t rate : 5;
        } price;
        struct price *former; // archive: ref
        struct line *next;
        void (*done)(int32_t); // archive: symbols(order_paid, order_sent)
    } first, lines[2];
    struct line *best; // archive: ref
    struct {
        struct note {
            char text[16];
            uint32_t flags : 4;
            void (*read)(int32_t); // archive: symbols(order_paid, order_sent)
            struct line *about; // archive: ref
        } inside;
    } notes;
    // Swift has other names for these.
    struct Type {
        int16_t number;
    } type;
    struct renamed {
        int16_t number;
    } __attribute__((swift_name("Renamed"))) renamed;
    union amount {
        float weight;
        uint32_t pieces;
    } amount; // archive: view(pieces)
};

#ifdef __cplusplus
}
#endif
