// What input devices report. Where more than one header needs a type, it is generated once.
#pragma once
#include "geometry.h"
#include <stdbool.h>
#include <stdint.h>
#include <sys/time.h>

struct device_id {
    uint16_t bus, vendor, product, version;
};

struct axis {
    int32_t value, minimum, maximum, fuzz, flat, resolution;
};

struct touch {
    vector2 position;
    float pressure;
    unsigned finger : 4;
    unsigned tool : 3;
    bool down : 1;
};

struct device_state {
    struct device_id id;
    struct timeval time;
    uint64_t keys[12];  // a bit a key
    struct axis axes[6];
    struct touch touches[10];
    struct {
        bool num : 1, caps : 1, scroll : 1;
    } leds;
};
