#pragma once
#include "includes_first.h"
#include <sys/time.h>

struct shared {
    short s;
};

struct second {
    struct shared common;
    struct timeval when;
    struct timespec_like {
        long seconds;
    } other;
};
