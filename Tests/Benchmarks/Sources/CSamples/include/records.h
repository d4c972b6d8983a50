#ifndef RECORDS_H
#define RECORDS_H

#include <stdint.h>

struct place {
    double latitude;
    double longitude;
    int32_t height;
    uint32_t accuracy;
};

struct contact {
    char mail[32];  // archive: cstring
    uint16_t kind;
};

/* Texts, a struct of numbers and a struct with text. */
struct station {
    uint64_t id;
    char name[32];  // archive: cstring
    struct place place;
    struct contact contact;
    char note[32];  // archive: cstring
    float level;
};

struct point {
    double x;
    double y;
};

/* One of three members, as `kind` says. */
struct event {
    uint64_t time;
    uint32_t source;
    uint32_t kind;
    union {
        struct point point;  // archive: case(0)
        int64_t count;  // archive: case(1)
        uint32_t code;  // archive: case(2)
    } value;  // archive: tag(kind)
};

#endif
