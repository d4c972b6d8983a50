#include "RuntimeTestC.h"
