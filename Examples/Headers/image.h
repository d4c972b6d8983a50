// The header of an image file.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum color_type { COLOR_GRAY, COLOR_RGB = 2, COLOR_PALETTE, COLOR_GRAY_ALPHA, COLOR_RGB_ALPHA = 6 };

struct palette_entry {
    uint8_t red, green, blue, alpha;  // archive: default(255)
};

// archive: version(2), was("picture_info")
struct image_info {
    uint32_t width, height;            // archive: required
    uint8_t bit_depth : 5;
    bool interlaced : 1;
    enum color_type color;             // archive: default(COLOR_RGB)
    double gamma;                      // archive: default(2.2)
    struct palette_entry palette[256];
    struct timespec modified;          // from the system's headers
    char title[80];                    // archive: cstring
    uint8_t *pixels;                   // archive: skip
};
