#define _GNU_SOURCE
#include "CostMeter.h"

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

static _Atomic uint64_t allocated;
static _Atomic int64_t held, peak;

#ifdef __GLIBC__
#include <malloc.h>

// The program that links this allocates through these functions, Swift's and Foundation's libraries too. They count, and call
// those of glibc.

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static void *counted(void *block) {
  if (!block) return block;
  size_t size = malloc_usable_size(block);
  allocated += size;
  int64_t now = (held += size);
  if (now > peak) peak = now;
  return block;
}

static void forget(void *block) {
  if (block) held -= malloc_usable_size(block);
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *found = memalign(alignment, size);
  if (!found) return ENOMEM;
  *block = found;
  return 0;
}

void *realloc(void *block, size_t size) {
  forget(block);
  return counted(__libc_realloc(block, size));
}

void free(void *block) {
  forget(block);
  __libc_free(block);
}

#endif

void cost_meter_begin(void) { peak = held; }

struct cost_meter cost_meter_read(void) {
  struct cost_meter cost = {0, allocated, held, peak};
#ifdef __linux__
  // The plugin answers this call; the kernel knows none of this number.
  syscall(77777, &cost.instructions);
#endif
  return cost;
}
