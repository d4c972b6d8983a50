#pragma once
#include <stdint.h>

struct position {
    double latitude, longitude;
    int32_t altitude;
};

enum flight_phase { FLIGHT_TAXI, FLIGHT_CLIMB = 5, FLIGHT_CRUISE };

struct flight_header {
    unsigned priority : 3;
    unsigned delayed : 1;
    enum flight_phase phase;
    uint16_t codes[4];
    struct position origin;
    char callsign[8];            // archive: cstring
};

/* No struct has a field of this type. */
typedef enum { SKY_CLEAR, SKY_FOG = 7 } sky;

struct runway {
    struct position ends[2];
    uint8_t number;              // archive: key("id")
};
