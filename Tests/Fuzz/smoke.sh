#!/bin/sh
# smoke.sh: the part of the fuzzers that `make test` runs, under AddressSanitizer and LeakSanitizer. It first tests the
# meter with superlinear costs. For SMOKE_SECONDS (8) it grows seeds and checks that reading them takes proportional
# time and memory. Every graph of Tests/Graphs is built, archived, decoded, checked and freed by C code, and every kind
# of object makes a round trip in both forms. Then damaged archives are read for SMOKE_SECONDS.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
out="$root/.build-fuzz"
log="$out/smoke.log"
# The report of a finding: its kind, the stack and what a function of ours printed before, without the tables of shadow
# memory that follow, so that the end of a long log still shows it.
report() {
  grep -v '^ *0x\|^=>0x\|^  [A-Z].*: *[0-9a-f][0-9a-f]$' "$log" | head -n 400
  exit 1
}
for target in GraphFuzzer ObjectFuzzer; do
  FUZZ_OPTIMIZE=-Onone "$root/Tests/Fuzz/build.sh" "$target"
  ARCHIVE_FUZZ_GROWTH="$out/$target-corpus" ARCHIVE_FUZZ_GROWTH_SECONDS="${SMOKE_SECONDS:-8}" ARCHIVE_FUZZ_GROWTH_SIZE=25000 ARCHIVE_FUZZ_GROWTH_ROUNDS=1 \
    "$out/$target" -runs=0 2>"$log" || report
  if ! "$out/$target" "$out/$target-corpus" -seed=1 -rss_limit_mb=2048 -timeout=20 -artifact_prefix="$out/" \
    -max_total_time="${SMOKE_SECONDS:-8}" >"$log" 2>&1; then
    report
  fi
  tail -n 1 "$log"
done
