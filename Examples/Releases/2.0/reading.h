#include <stdint.h>

// archive: name("Reading")
struct reading {
    char place[16];            // archive: cstring
    uint32_t level;            // wider: archives of 1.0 are converted
    double price;              // archive: was("cost")
    unsigned verified : 1;     // archive: default(1)
};
