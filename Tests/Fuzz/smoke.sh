#!/bin/sh
# smoke.sh: what `make test` runs of the fuzzers, under AddressSanitizer and LeakSanitizer. Every graph of Tests/Graphs is
# built, archived, read back, checked and freed by C, every kind of object goes round in both forms; then damaged
# archives of them are read for SMOKE_SECONDS (15). Before, seeds are grown for as long, to see that reading them takes time
# and memory in proportion; the meter is tried on what does not, first.
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
