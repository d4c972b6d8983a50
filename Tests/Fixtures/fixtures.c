#include "integers.h"
