#!/bin/sh
# smoke.sh: the part of the fuzzers that `make test` runs, under AddressSanitizer and LeakSanitizer. It first tests the
# meter with superlinear costs. For SMOKE_SECONDS (15) it grows seeds and checks that reading them takes proportional
# time and memory. Every graph of Tests/Graphs is built, archived, decoded, checked and freed by C code, and every kind
# of object makes a round trip in both forms. Then damaged archives are read for SMOKE_SECONDS.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
out="$root/.build-fuzz"
log="$out/smoke.log"
for target in GraphFuzzer ObjectFuzzer; do
  FUZZ_OPTIMIZE=-Onone "$root/Tests/Fuzz/build.sh" "$target"
  ARCHIVE_FUZZ_GROWTH="$out/$target-corpus" ARCHIVE_FUZZ_GROWTH_SECONDS="${SMOKE_SECONDS:-15}" ARCHIVE_FUZZ_GROWTH_SIZE=25000 ARCHIVE_FUZZ_GROWTH_ROUNDS=1 \
    "$out/$target" -runs=0 2>"$log" || { cat "$log"; exit 1; }
  if ! "$out/$target" "$out/$target-corpus" -seed=1 -rss_limit_mb=2048 -timeout=20 -artifact_prefix="$out/" \
    -max_total_time="${SMOKE_SECONDS:-15}" >"$log" 2>&1; then
    cat "$log"
    exit 1
  fi
  tail -n 1 "$log"
done
