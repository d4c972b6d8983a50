// setenv, beside ISO C.
#define _GNU_SOURCE

#include "CClang.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static void say(char *detail, size_t capacity, const char *text) {
  if (capacity > 0) snprintf(detail, capacity, "%s", text ? text : "unknown error");
}

CClangLoadResult cclang_load(const char *path, CClangFunctions *functions, char *detail, size_t capacity) {
  memset(functions, 0, sizeof *functions);
  // Local, so that the LLVM inside does not bind to another one in the process.
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    say(detail, capacity, dlerror());
    return CClangNotLoadable;
  }
  const char *missing = NULL;
  // POSIX lets a function's address go through void *; ISO C only through a copy of its bytes.
#define CCLANG_RESOLVE(name)                                                                                          \
  {                                                                                                                   \
    void *address = dlsym(library, "clang_" #name);                                                                   \
    if (address == NULL && missing == NULL) missing = "clang_" #name;                                                 \
    memcpy(&functions->name, &address, sizeof address);                                                               \
  }
  CCLANG_FUNCTIONS(CCLANG_RESOLVE)
#undef CCLANG_RESOLVE
  if (missing == NULL) return CClangLoaded;
  say(detail, capacity, missing);
  memset(functions, 0, sizeof *functions);
  dlclose(library);
  return CClangLacksFunction;
}

void cclang_prepare_short_process(void) {
  setenv("LIBCLANG_NOTHREADS", "1", 0);
#ifdef __GLIBC__
  mallopt(M_TOP_PAD, 64 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
#endif
}
