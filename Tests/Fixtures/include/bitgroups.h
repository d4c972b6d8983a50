// Bit-fields that are archived together, in one integer.
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum __attribute__((packed, enum_extensibility(closed))) mood { CALM, HAPPY, ANGRY };

struct packet {
    uint32_t sequence;
    unsigned priority : 3;    // archive: bitgroup("flags")
    unsigned urgent : 1;      // archive: bitgroup("flags"), default(1)
    int delta : 5;            // archive: bitgroup("flags"), was("drift")
    bool acknowledged : 1;    // archive: bitgroup("flags")
    unsigned : 2;
    enum mood mood : 3;       // archive: bitgroup("flags")
    unsigned window : 12;     // archive: bitgroup("flags"), key("size"), required
    unsigned alone : 6;
    uint64_t low : 40;        // archive: bitgroup("rest")
    uint64_t high : 24;       // archive: bitgroup("rest")
};

struct packet_list {
    unsigned kind : 2;        // archive: bitgroup("head")
    unsigned level : 4;       // archive: bitgroup("head")
    struct packet first;
    struct packet others[3];
    struct packet singles[2];  // archive: elements
};
