// Forwards to the installed header of this name; see Installed.h.
#include "clang-c/Installed.h"
#include CCLANG_INSTALLED(CXErrorCode.h)
