// Records for the runtime's tests: each shows one thing. The schemas in Tests/ArchiveRuntimeTests/Schemas.swift are
// written as archivegen writes them for x86-64 and arm64 Linux.
#ifndef RUNTIME_TEST_C_H
#define RUNTIME_TEST_C_H

#include <stdbool.h>
#include <stdint.h>

/// The example.
struct order {
  uint32_t order;
  unsigned status : 3;
  unsigned flag : 1;
  unsigned kind : 5;
  int delta : 7;
  uint16_t numbers[2][3];
  char name[16];
  double price;
};

/// Eight scalars: what speed is measured with.
struct sample {
  int64_t a;
  double b;
  uint32_t c;
  float d;
  int16_t e;
  uint8_t f;
  bool g;
  uint32_t h;
  uint64_t padding;  // archive: skip
};

struct point {
  int32_t x;
  int32_t y;
};

struct line {
  struct point from;
  struct point to;
  char label[8];
};

/// Arrays of records, and records inside those.
struct drawing {
  uint16_t id;
  struct line lines[3];
  struct point grid[2][2];
};

/// Every type that Swift imports.
struct numbers {
  bool b;
  int8_t i8;
  int16_t i16;
  int32_t i32;
  int64_t i64;
  uint8_t u8;
  uint16_t u16;
  uint32_t u32;
  uint64_t u64;
  float f32;
  double f64;
};

#ifdef __x86_64__
/// A number that is aligned to 16 bytes elsewhere.
struct __attribute__((packed)) misaligned {
  char kind;
  long double level;
};
#endif

/// Nothing at all: size 0 in C.
struct empty {};

#endif
