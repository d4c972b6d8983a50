#include "train.h"

double train_mass(const struct train *train) {
    double mass = 0;
    for (int wagon = 0; wagon < 4; wagon++) mass += train->wagons[wagon].mass;
    return mass;
}
