// The target consists of its header; SwiftPM needs a source.
#include "ArchiveAnnotations.h"
