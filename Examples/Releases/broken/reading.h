#include <stdint.h>

struct amount {
    double value;              // archive: was("/price", "/cost")
    uint8_t currency;          // archive: default(1)
};

// archive: name("Reading")
struct reading {
    char site[32];             // archive: cstring
    uint32_t levels[3];        // archive: was("level")
    struct amount price;       // price.value, which was price, and cost before
    unsigned verified : 1;     // archive: default(1)
};
