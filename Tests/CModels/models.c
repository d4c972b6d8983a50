#include "flight.h"
