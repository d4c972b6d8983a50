#!/bin/sh
# build.sh TARGET: builds Tests/Fuzz/TARGET.swift as a libFuzzer program, .build-fuzz/TARGET, with the runtime and the
# fixtures' generated code instrumented, and writes a seed corpus to .build-fuzz/TARGET-corpus.
#
#   Tests/Fuzz/build.sh RecordFuzzer
#   .build-fuzz/RecordFuzzer .build-fuzz/RecordFuzzer-corpus -max_total_time=300
#
# A new target is one file, TARGET.swift, with a function marked @_cdecl("LLVMFuzzerTestOneInput"), and optionally
# TARGET-seeds.py. Overflow checks stay on: a trap is a finding. FUZZ_OPTIMIZE=-Onone builds faster, for a short run. C
# code is also built with UndefinedBehaviorSanitizer. ArchiveMutation.swift has the mutations of all targets, and
# FuzzMeter.swift measures the cost of reading. RUNTIME_SOURCES=DIR uses another state of the runtime, such as an old
# one or one with planted faults. To grow every seed in every way, and to compare the costs of two sizes:
#
#   ARCHIVE_FUZZ_GROWTH=.build-fuzz/ObjectFuzzer-corpus .build-fuzz/ObjectFuzzer -runs=0
set -eu
target=${1:?usage: build.sh TARGET}
root=$(cd "$(dirname "$0")/../.." && pwd)
out="$root/.build-fuzz"
mkdir -p "$out/$target-corpus"
common=
for source in ArchiveMutation ArchiveGrowth GrownList FuzzMeter GrowthSweep; do common="$common $root/Tests/Fuzz/$source.swift"; done
flags="-swift-version 6 ${FUZZ_OPTIMIZE:--O} -gline-tables-only -parse-as-library -package-name archivegen -sanitize=fuzzer,address"

# The runtime is a separate module, because generated code imports it. It takes longer than everything else, so it is
# built once for all fuzzers with the same flags and sources.
runtime=$(find "${RUNTIME_SOURCES:-$root/Sources/ArchiveRuntime}" -name '*.swift' -not -path '*.docc/*' | sort)
state=$({ echo "$flags"; swiftc --version 2>&1; echo "$runtime"; echo "$runtime" | xargs cat; } | cksum)
if [ ! -f "$out/ArchiveRuntime.o" ] || [ "$(cat "$out/ArchiveRuntime.state" 2>/dev/null)" != "$state" ]; then
  rm -f "$out/ArchiveRuntime.state"
  echo "$runtime" | xargs swiftc $flags -wmo -enable-testing \
    -module-name ArchiveRuntime -emit-module -emit-module-path "$out/ArchiveRuntime.swiftmodule" \
    -emit-object -o "$out/ArchiveRuntime.o"
  echo "$state" > "$out/ArchiveRuntime.state"
fi

case $target in
  Graph*|Object*)
    # The graphs' C code builds, checks and frees what is archived.
    objects=
    more=
    case $target in
      ObjectFuzzer) more="$root/Tests/Fuzz/ObjectModels.swift $root/Tests/ArchiveRuntimeTests/Objects/CodableTypes.swift" ;;
      GraphFuzzer) more="$root/Tests/Fuzz/GrowingGraphs.swift $root/Tests/ArchiveRuntimeTests/Labels.swift" ;;
    esac
    for source in "$root"/Tests/Graphs/*.c; do
      object="$out/$(basename "$source" .c).o"
      clang -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -I "$root/Tests/Graphs/include" -c "$source" -o "$object"
      objects="$objects $object"
    done
    swiftc $flags -use-ld=lld -module-name Fuzz -I "$out" -I "$root/Tests/Graphs/include" \
      "$root/Tests/Fuzz/$target.swift" $common $more "$root"/Tests/GraphArchives/*.swift "$out/ArchiveRuntime.o" $objects \
      -o "$out/$target"
    ARCHIVE_FUZZ_SEEDS="$out/$target-corpus" "$out/$target"
    echo "$out/$target"
    exit
    ;;
esac

# libFuzzer provides the main function; -parse-as-library prevents Swift from generating one.
case $target in
  Record*)
    # The file lists every type of the fixtures.
    {
      echo "import ArchiveRuntime"
      echo "import CFixtures"
      echo "nonisolated(unsafe) let fixtureTypes: [any ArchivableRecord.Type] = ["
      sed -nE 's/^([a-z]+ )*(extension|struct) ([^: ]+): ArchiveRuntime\..*/  \3.self,/p' "$root"/Tests/FixtureArchives/*.swift | sort
      echo "]"
    } > "$out/FixtureTypes.swift"
    grep -q '\.self,' "$out/FixtureTypes.swift" || { echo "build.sh: no type is found in Tests/FixtureArchives" >&2; exit 1; }
    set -- "$out/FixtureTypes.swift" "$root"/Tests/FixtureArchives/*.swift
    ;;
  *) set -- "$root/Tests/ArchiveRuntimeTests/PropertyList/Walk.swift" ;;
esac
swiftc $flags -use-ld=lld -module-name Fuzz -I "$out" -I "$root/Tests/Fixtures/include" \
  "$root/Tests/Fuzz/$target.swift" $common "$@" "$out/ArchiveRuntime.o" -o "$out/$target"

if [ -f "$root/Tests/Fuzz/$target-seeds.py" ]; then
  python3 "$root/Tests/Fuzz/$target-seeds.py" "$out/$target-corpus"
else
  # A target that writes its own seeds exits before fuzzing.
  ARCHIVE_FUZZ_SEEDS="$out/$target-corpus" "$out/$target" -runs=0
fi
echo "$out/$target"
