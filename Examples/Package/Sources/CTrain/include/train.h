#ifndef TRAIN_H
#define TRAIN_H

#include "wagon.h"

struct train {
    char name[24];             // archive: cstring
    unsigned speed : 9;        // kilometres an hour
    unsigned is_late : 1;
    struct wagon wagons[4];
    void *display;             // archivegen.yml skips it
};

/// The mass of all wagons, in kilograms.
double train_mass(const struct train *train);

#endif
