// Structs in structs.
#pragma once

struct point {
    int x, y;
};

struct segment {
    struct point from;
    struct point to;
    struct inner_tag {
        short weight;
        struct point middle;
    } inner;
    struct {
        double length;
        struct point best;
    } unnamed;
    struct {
        char letter;
        struct {
            float deep;
        };
    };
};
