#!/bin/sh
# smoke.sh: what `make test` runs of the fuzzers, under AddressSanitizer and LeakSanitizer. Every graph of Tests/Graphs is
# built, archived, read back, checked and freed by C; then damaged archives of them are read for SMOKE_SECONDS (15).
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
FUZZ_OPTIMIZE=-Onone "$root/Tests/Fuzz/build.sh" GraphFuzzer
out="$root/.build-fuzz"
log="$out/smoke.log"
if ! "$out/GraphFuzzer" "$out/GraphFuzzer-corpus" -seed=1 -rss_limit_mb=2048 -timeout=20 -artifact_prefix="$out/" \
  -max_total_time="${SMOKE_SECONDS:-15}" >"$log" 2>&1; then
  cat "$log"
  exit 1
fi
tail -n 1 "$log"
