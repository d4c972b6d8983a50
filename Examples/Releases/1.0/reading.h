#include <stdint.h>

// archive: name("Reading")
struct reading {
    char place[16];            // archive: cstring
    uint16_t level;
    double cost;
};
