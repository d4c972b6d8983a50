#ifndef SWITCHES_H
#define SWITCHES_H

#include <stdint.h>

/* Sixteen bit-fields of 40 bits, each under its own key. */
struct switches {
    uint32_t id;
    uint64_t urgent : 1;
    uint64_t priority : 3;
    uint64_t acknowledged : 1;
    uint64_t kind : 5;
    uint64_t dirty : 1;
    uint64_t colour : 2;
    uint64_t hidden : 1;
    uint64_t level : 4;
    uint64_t locked : 1;
    uint64_t align : 3;
    uint64_t bold : 1;
    uint64_t size : 6;
    uint64_t italic : 1;
    uint64_t weight : 2;
    uint64_t underlined : 1;
    uint64_t style : 7;
};

/* The same in one integer. */
struct grouped_switches {
    uint32_t id;
    uint64_t urgent : 1;  // archive: bitgroup("flags")
    uint64_t priority : 3;  // archive: bitgroup("flags")
    uint64_t acknowledged : 1;  // archive: bitgroup("flags")
    uint64_t kind : 5;  // archive: bitgroup("flags")
    uint64_t dirty : 1;  // archive: bitgroup("flags")
    uint64_t colour : 2;  // archive: bitgroup("flags")
    uint64_t hidden : 1;  // archive: bitgroup("flags")
    uint64_t level : 4;  // archive: bitgroup("flags")
    uint64_t locked : 1;  // archive: bitgroup("flags")
    uint64_t align : 3;  // archive: bitgroup("flags")
    uint64_t bold : 1;  // archive: bitgroup("flags")
    uint64_t size : 6;  // archive: bitgroup("flags")
    uint64_t italic : 1;  // archive: bitgroup("flags")
    uint64_t weight : 2;  // archive: bitgroup("flags")
    uint64_t underlined : 1;  // archive: bitgroup("flags")
    uint64_t style : 7;  // archive: bitgroup("flags")
};

#endif
