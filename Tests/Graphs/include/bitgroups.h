// Bit-fields that are archived together, in nodes: a union's tag among them, and those of a struct in the union.
#pragma once

struct figure {
    unsigned colour : 3;          // archive: bitgroup("style")
    unsigned kind : 2;            // archive: bitgroup("style")
    struct figure *next;
    union {
        struct {
            unsigned width : 9;   // archive: bitgroup("size")
            unsigned height : 9;  // archive: bitgroup("size")
        };                        // archive: case(1)
        double radius;            // archive: case(2)
    };                            // archive: tag(kind), none(default)
};
