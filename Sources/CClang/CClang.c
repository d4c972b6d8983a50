// This macro declares setenv, which ISO C does not have.
#define _GNU_SOURCE

#include "CClang.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

static void say(char *detail, size_t capacity, const char *text) {
  if (capacity > 0) snprintf(detail, capacity, "%s", text ? text : "unknown error");
}

CClangLoadResult cclang_load(const char *path, CClangFunctions *functions, char *detail, size_t capacity) {
  memset(functions, 0, sizeof *functions);
  // Symbols are local, so that libclang's LLVM is not bound to another LLVM in the process.
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    say(detail, capacity, dlerror());
    return CClangNotLoadable;
  }
  const char *missing = NULL;
  // POSIX allows a function's address in a void *; in ISO C only a copy of its bytes is allowed.
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

// At least the size of most main threads' stacks, because the parser recurses over nested code. Only the used part
// takes memory.
static const size_t stack_size = (size_t)16 << 20;

typedef struct CClangCall {
  void (*body)(void *);
  void *context;
} CClangCall;

static void *run_call(void *argument) {
  CClangCall call = *(CClangCall *)argument;
  free(argument);
  call.body(call.context);
  return NULL;
}

bool cclang_thread_start(CClangThread *thread, void (*body)(void *), void *context) {
  CClangCall *call = malloc(sizeof *call);
  pthread_attr_t attributes;
  if (call == NULL) return false;
  if (pthread_attr_init(&attributes) != 0) {
    free(call);
    return false;
  }
  *call = (CClangCall){body, context};
  bool started = pthread_attr_setstacksize(&attributes, stack_size) == 0
      && pthread_create(&thread->handle, &attributes, run_call, call) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) free(call);
  return started;
}

void cclang_thread_join(const CClangThread *thread) { pthread_join(thread->handle, NULL); }

size_t cclang_take_number(size_t *counter) { return __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED); }

size_t cclang_processor_count(void) {
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return (size_t)CPU_COUNT(&set);
#endif
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : (size_t)count;
}
