// One point of a recorded track; a recording has millions.
#include <stdint.h>

struct track_point {
    double latitude, longitude;
    float altitude;
    uint32_t time;
    unsigned quality : 3;
    unsigned is_moving : 1;
};
