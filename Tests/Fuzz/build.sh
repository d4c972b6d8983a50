#!/bin/sh
# build.sh TARGET: builds Tests/Fuzz/TARGET.swift together with the runtime as a libFuzzer program, .build-fuzz/TARGET,
# and lays a seed corpus in .build-fuzz/TARGET-corpus (made by Tests/Fuzz/TARGET-seeds.py, when there is one).
#
#   Tests/Fuzz/build.sh PropertyListFuzzer
#   .build-fuzz/PropertyListFuzzer .build-fuzz/PropertyListFuzzer-corpus -max_total_time=300
#
# A new target is one file, TARGET.swift, with a function marked @_cdecl("LLVMFuzzerTestOneInput"). Everything is one
# module, so nothing is imported from the runtime. Overflow checks stay on: a trap is a finding.
set -eu
target=${1:?usage: build.sh TARGET}
root=$(cd "$(dirname "$0")/../.." && pwd)
out="$root/.build-fuzz"
mkdir -p "$out/$target-corpus"
# The main function is libFuzzer's; -parse-as-library keeps Swift from making its own.
find "$root/Sources/ArchiveRuntime" -name '*.swift' | sort | xargs swiftc -swift-version 6 -O -g \
  -parse-as-library -sanitize=fuzzer,address -use-ld=lld -module-name Fuzz \
  "$root/Tests/Fuzz/$target.swift" "$root/Tests/ArchiveRuntimeTests/PropertyList/Walk.swift" \
  -o "$out/$target"
if [ -f "$root/Tests/Fuzz/$target-seeds.py" ]; then
  python3 "$root/Tests/Fuzz/$target-seeds.py" "$out/$target-corpus"
fi
echo "$out/$target"
