#include "CClang.h"
