#pragma once
#include <stdint.h>

/// What this process has cost so far.
struct cost_meter {
  /// Instructions; 0 outside of QEMU with the plugin `instructions.c`.
  uint64_t instructions;
  /// Bytes that were allocated.
  uint64_t allocated;
  /// Bytes that are allocated and not freed, and the most of them since `cost_meter_begin`.
  int64_t held, peak;
};

/// Begins to look for the peak.
void cost_meter_begin(void);
struct cost_meter cost_meter_read(void);
