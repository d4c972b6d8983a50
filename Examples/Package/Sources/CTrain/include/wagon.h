#ifndef WAGON_H
#define WAGON_H

#include <stdint.h>

struct wagon {
    uint32_t number;
    double mass;               // archive: was("weight")
};

#endif
