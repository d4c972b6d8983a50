#!/usr/bin/env bash
# Tests the build plugin and the command plugin with a copy of Examples/Package: plugin.sh PREFIX [full]
# PREFIX is where archivegen is installed. Each change of an input has to generate once, and an unchanged build not at
# all. With `full`, in release too, and once with archivegen built from source.
set -euo pipefail
prefix=$(cd "${1:?usage: plugin.sh PREFIX [full]}" && pwd)
mode=${2:-short}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The space is one of the tests.
client="$work/a client"
mkdir "$client"
cp -r "$root/Examples/Package"/{Package.swift,Sources} "$client"
cd "$client"
sed -i "s|path: \"../..\"|path: \"$root\"|" Package.swift
unset ARCHIVEGEN
configuration=debug

fail() {
  printf 'Tests/Packages/plugin.sh, %s: %s\n' "$configuration" "$1" >&2
  grep -v '^/opt\|^/usr' "$work/build.log" | cut -c 1-300 >&2
  exit 1
}

# An archivegen that counts its runs. PATH has it, and no other.
mkdir "$work/bin"
printf '#!/bin/sh\necho run >>"%s"\nexec "%s" "$@"\n' "$work/runs" "$prefix/bin/archivegen" >"$work/bin/archivegen"
chmod +x "$work/bin/archivegen"
others=
while IFS= read -r -d : folder; do
  if [[ -e $folder/archivegen ]]; then
    # Where it is installed among the system's programs, links to the others.
    links=$(mktemp -d "$work/path.XXXXXX")
    ln -s "$folder"/* "$links"
    rm "$links/archivegen"
    folder=$links
  fi
  others+=:$folder
done <<<"$PATH:"
export PATH=$work/bin$others

# Without an index and debug information, which nothing here reads.
swift_build() { swift build -c "$configuration" --disable-index-store -debug-info-format none "$@"; }
build() {
  local status=0
  swift_build >"$work/build.log" 2>&1 || status=$?
  "$root/Tests/Support/next_second.sh"
  return $status
}
runs() {
  local count
  count=$(wc -l <"$work/runs")
  : >"$work/runs"
  echo "$count"
}
generated() { cat .build/plugins/outputs/*/Train/destination/ArchivegenPlugin/CTrain/Train+Archive.swift; }
: >"$work/runs"

# once WHAT [TEXT]: after a change, the build generates once, with TEXT in the code. With `full`, the next build does not;
# otherwise only some steps say `none`.
once() {
  build || fail "the build after $1 failed"
  local count
  count=$(runs)
  ((count == 1)) || fail "after $1 archivegen ran $count times instead of once"
  [[ -z ${2:-} ]] || generated | grep -qF -- "$2" || fail "after $1 the generated code has no '$2'"
  [[ $mode != full ]] || none "$1"
}
none() {
  build || fail "the second build after $1 failed"
  local count
  count=$(runs)
  ((count == 0)) || fail "after $1, in an unchanged build, archivegen ran $count times"
}
# refused MESSAGE: the build fails, with this message in the form of a compiler, and does so again.
refused() {
  for _ in 1 2; do
    build && fail "a mistake did not fail the build: $1"
    grep -qF -- "$client/$1" "$work/build.log" || fail "the build does not say '$1'"
  done
  runs >/dev/null
}

changes() {
  once 'the start' 'extension CTrain.train:'
  proposal="there is no lock: before the first release run 'swift package --allow-writing-to-package-directory archivegen lock --target Train'"
  grep -qF "$proposal" "$work/build.log" || fail 'the first build does not propose a lock'
  none 'the start'
  .build/"$configuration"/Train "$work/journey.archive" >"$work/found.txt" || fail 'the program failed'
  diff - "$work/found.txt" >"$work/build.log" <<'END' || fail 'the program prints something else'
Sud Express to Lisbon: 79750.0 kg at 220 km/h
Irun after 95 minutes
Coimbra after 610 minutes
END
  [[ -z $(find .build/checkouts .build/repositories -mindepth 1 2>/dev/null) ]] || fail 'SwiftPM fetched a package'
  local built
  built=$(cd ".build/$configuration" && find . -name '*.o' -path './*.build/*' | cut -d/ -f2 | sort -u | tr '\n' ' ')
  [[ $built == 'ArchiveRuntime.build CTrain.build Train.build ' ]] || fail "SwiftPM built other modules: $built"

  sed -i 's|unsigned speed : 9;  |unsigned speed : 10; |' Sources/CTrain/include/train.h
  once 'a change of a header' 'speed:b10u@'
  sed -i 's|// kilometres an hour|// archive: key("pace")|' Sources/CTrain/include/train.h
  once 'a change of an annotation' '.bits("pace", 10,'
  sed -i 's|uint32_t number;|uint32_t number, axles;|' Sources/CTrain/include/wagon.h
  sed -i 's|(number: \([0-9]*\),|(number: \1, axles: 4,|' Sources/Train/main.swift
  once 'a change of a header that another includes' 'axles:u32@'
  none 'a change of a header that another includes'

  # Outside the public folder, where the target searches for headers.
  mkdir Sources/CTrain/private
  printf '#define SEATS 3\n' >Sources/CTrain/private/seats.h
  printf '#include "../private/seats.h"\nstruct seat {\n    int row[SEATS];\n};\n' >'Sources/CTrain/include/seat plan.h'
  once 'a new header, with a space in its name' 'row:[3]i32@'
  printf '#define SEATS 5\n' >Sources/CTrain/private/seats.h
  once 'a change of a header that is not public' 'row:[5]i32@'
  printf 'struct seat {\n    int row[7];\n};\n' >'Sources/CTrain/include/seat plan.h'
  once 'a change of the new header' 'row:[7]i32@'
  rm -r 'Sources/CTrain/include/seat plan.h' Sources/CTrain/private
  once 'the removal of a header'
  ! generated | grep -q seat || fail 'the removed header left its type behind'

  printf '// archive:\nstruct Ticket {\n  var price = 1\n}\n' >'Sources/Train/Ticket Office.swift'
  once 'a new Swift model' 'extension Ticket'
  sed -i 's|price = 1|fare = 1|' 'Sources/Train/Ticket Office.swift'
  once 'a change of a Swift model' '"fare"'
  sed -i 's|fare = 1|fare = 1 // archive: was("price")|' 'Sources/Train/Ticket Office.swift'
  once 'an annotation of a Swift model' '"price"'
  sed -i 's|// archive:$||' 'Sources/Train/Ticket Office.swift'
  sed -i 's| // archive: was("price")||' 'Sources/Train/Ticket Office.swift'
  once 'the removal of a mark'
  ! generated | grep -q Ticket || fail 'the type without a mark is still archived'
  rm 'Sources/Train/Ticket Office.swift'
  once 'the removal of a Swift source'

  printf '  wagon:\n    fields:\n      axles: default(2)\n' >>Sources/Train/archivegen.yml
  once 'a change of archivegen.yml' '.default(2)'
  mv Sources/Train/archivegen.yml "$work"
  sed -i '/void \*display/d' Sources/CTrain/include/train.h
  once 'the removal of archivegen.yml'
  ! generated | grep -qF '.default(2)' || fail 'the removed archivegen.yml still counts'
  sed -i '/struct wagon wagons/a\    void *display;' Sources/CTrain/include/train.h
  mv "$work/archivegen.yml" Sources/Train
  once 'a new archivegen.yml' '.default(2)'

  # A lock is read and never written.
  archivegen lock Sources/CTrain/include Sources/Train --config Sources/Train/archivegen.yml \
    --lock Sources/Train/archivegen.lock 2>"$work/build.log" || fail 'the lock was not written'
  runs >/dev/null
  cp Sources/Train/archivegen.lock "$work"
  once 'a new lock'
  sed -i '/double mass;/a\    float length;' Sources/CTrain/include/wagon.h
  sed -i 's|mass: \([0-9_]*\))|mass: \1, length: 20)|' Sources/Train/main.swift
  build || fail 'a compatible change failed the build'
  grep -qF "warning: '$client/Sources/Train/archivegen.lock' lacks changes" "$work/build.log" ||
    fail 'nothing tells that the lock lacks a change'
  [[ $(runs) == 1 ]] || fail 'a compatible change did not generate once'
  none 'a compatible change'
  cmp Sources/Train/archivegen.lock "$work/archivegen.lock" || fail 'the build wrote to the lock'
  sed -i 's|uint32_t number, axles;|uint32_t axles;|' Sources/CTrain/include/wagon.h
  refused "Sources/CTrain/include/wagon.h:6:8: error: wagon.number: 'number' is gone, and archives have it [key-removed]"
  sed -i 's|uint32_t axles;|uint32_t number, axles;|' Sources/CTrain/include/wagon.h
  build || fail 'the build after the break was undone failed'
  runs >/dev/null
  rm Sources/Train/archivegen.lock
  once 'the removal of the lock'
  # The lock that is written by hand for the headers is beside the C target.
  archivegen lock Sources/CTrain/include --config Sources/Train/archivegen.yml --lock Sources/CTrain/archivegen.lock \
    2>"$work/build.log" || fail 'the lock of the headers was not written'
  runs >/dev/null
  once 'a lock beside the C target'
  sed -i 's|uint32_t number, axles;|uint32_t axles;|' Sources/CTrain/include/wagon.h
  refused "Sources/CTrain/include/wagon.h:6:8: error: wagon.number: 'number' is gone, and archives have it [key-removed]"
  sed -i 's|uint32_t axles;|uint32_t number, axles;|' Sources/CTrain/include/wagon.h
  build || fail 'the build after the break was undone failed'
  cp Sources/CTrain/archivegen.lock Sources/Train/archivegen.lock
  build || fail 'a second lock with the same types failed the build'
  grep -qF "warning: '$client/Sources/CTrain/archivegen.lock' is not read, because the lock of these inputs is '$client/Sources/Train/archivegen.lock'" \
    "$work/build.log" || fail 'a second lock is not named'
  rm Sources/CTrain/archivegen.lock Sources/Train/archivegen.lock
  build || fail 'the build without a lock failed'
  runs >/dev/null

  generated >"$work/before"
  sed -i 's|uint32_t number, axles;|uint32_t number axles;|' Sources/CTrain/include/wagon.h
  refused "Sources/CTrain/include/wagon.h:7:20: error: expected ';'"
  generated | cmp - "$work/before" || fail 'a failed run changed the code'
  sed -i 's|uint32_t number axles;|uint32_t number, axles;|' Sources/CTrain/include/wagon.h
  build || fail 'the build after the error was gone failed'
  runs >/dev/null
  sed -i 's|// archive:$|// archive: versoin(2)|' Sources/Train/Journey.swift
  refused 'Sources/Train/Journey.swift:3:13: error: '
  sed -i 's|// archive: versoin(2)|// archive:|' Sources/Train/Journey.swift
  build || fail 'the build after the second error was gone failed'
  runs >/dev/null
  none 'all errors were gone'
}

changes
if [[ $mode == full ]]; then
  rm -rf Sources
  cp -r "$root/Examples/Package/Sources" .
  configuration=release
  changes
  configuration=debug
fi

# A second C target, which the first includes, with macros and folders of its own, and a system library.
rm -rf Sources
cp -r "$root/Examples/Package/Sources" .
mkdir -p Sources/CSignal/include Sources/CSignal/search Sources/CHost
printf '#pragma once\n#include <count.h>\nstruct lamp {\n    int colours[COLOURS];\n    int states[STATES];\n};\n' >Sources/CSignal/include/lamp.h
printf '#define COLOURS 3\n' >Sources/CSignal/search/count.h
printf '#include "lamp.h"\n' >Sources/CSignal/lamp.c
printf 'module CHost [system] {\n  header "host.h"\n  export *\n}\n' >Sources/CHost/module.modulemap
printf 'struct host {\n    int port;\n};\n' >Sources/CHost/host.h
sed -i -e 's|#include "wagon.h"|#include "lamp.h"\n&|' -e 's|struct wagon wagons\[4\];|&\n    struct lamp lamp;|' \
  Sources/CTrain/include/train.h
printf 'import CHost\nimport CSignal\n\n// archive:\nstruct Crossing {\n  var lamp: lamp = .init()\n  var host: host = .init()\n}\n' \
  >Sources/Train/Crossing.swift
sed -i -e 's|    .target(name: "CTrain"),|    .target(name: "CTrain", dependencies: ["CSignal"]),\
    .systemLibrary(name: "CHost"),\
    .target(name: "CSignal", cSettings: [.headerSearchPath("search"), .define("STATES", to: "2")]),|' \
  -e 's|dependencies: \["CTrain",|dependencies: ["CTrain", "CHost",|' Package.swift
# Swift has to find and to know what the header needs.
sed -i 's|      plugins:|      cSettings: [.headerSearchPath("../CSignal/search"), .define("STATES", to: "2")],\n&|' Package.swift
sed -i 's|.target(name: "CTrain", dependencies: \["CSignal"\])|.target(name: "CTrain", dependencies: ["CSignal"], cSettings: [.headerSearchPath("../CSignal/search"), .define("STATES", to: "2")])|' Package.swift
generated() { cat .build/plugins/outputs/*/Train/destination/ArchivegenPlugin/*/Train+Archive.swift; }
rm -rf .build/plugins/outputs
once 'a second C target and a system library' 'extension CSignal.lamp:'
for text in 'extension CTrain.train:' 'extension CHost.host:' 'colours:[3]i32@' 'states:[2]i32@' \
  '.record("lamp", CSignal.lamp.archiveSchema,' 'extension Crossing'; do
  generated | grep -qF -- "$text" || fail "the code of several modules has no '$text'"
done

# The command plugin.
command_plugin() { swift package --allow-writing-to-package-directory archivegen "$@" >"$work/build.log" 2>&1; }
printf 'struct Ticket: Codable { private var price = 1 }\n' >Sources/Train/Ticket.swift
command_plugin mark Ticket --target Train || fail 'mark failed'
grep -q '^+// archive: owncoding$' "$work/build.log" || fail 'mark shows no diff'
grep -q archive Sources/Train/Ticket.swift && fail 'mark writes without --write'
command_plugin mark Ticket --target Train --write || fail 'mark --write failed'
grep -q '^// archive: owncoding$' Sources/Train/Ticket.swift || fail 'mark wrote no mark'
rm Sources/Train/Ticket.swift
command_plugin check && fail 'check passed without a lock'
grep -q 'nothing was checked' "$work/build.log" || fail 'check does not say that there is no lock'
command_plugin lock || fail 'lock failed'
[[ -f Sources/Train/archivegen.lock ]] || fail 'lock wrote no lock'
command_plugin lock release 1.0 || fail 'lock release failed'
grep -q 'release 1.0' Sources/Train/archivegen.lock || fail 'the release is not in the lock'
command_plugin check || fail 'check failed, and nothing had changed'
swift package archivegen-check >"$work/build.log" 2>&1 || fail 'archivegen-check needs permission to write, or failed'
grep -q 'checked against' "$work/build.log" || fail 'archivegen-check does not say what it checked'
sed -i 's|double mass;|float mass;|' Sources/CTrain/include/wagon.h
command_plugin check && fail 'check passed in spite of a break'
grep -q 'Sources/CTrain/include/wagon.h:8:11: error: ' "$work/build.log" || fail 'check does not say where the break is'
# SwiftPM makes 1 of every exit code of a plugin; SwiftPackages.md says so.
grep -q "archivegen check ended with exit code 2 for 'Train'" "$work/build.log" || fail 'check does not say its exit code'
status=0
command_plugin check || status=$?
((status == 1)) || fail "SwiftPM passes on the exit code $status now: SwiftPackages.md says that it does not"
command_plugin lock release 2.0 && fail 'a lock that is not that of the sources was released'
grep -q 'release 2.0' Sources/Train/archivegen.lock && fail 'a release that was refused is in the lock'
sed -i 's|float mass;|double mass;|' Sources/CTrain/include/wagon.h
command_plugin lock release 2.0 --as-is || fail 'lock release --as-is failed'

# A release that failed for one of two targets is made by the same command.
cp Package.swift "$work/one-target.swift"
mkdir Sources/Extra
printf '// archive:\nstruct Extra {\n  var a = 1\n}\n' >Sources/Extra/Extra.swift
sed -i 's|    .systemLibrary(name: "CHost"),|&\n    .target(name: "Extra", dependencies: [.product(name: "ArchiveRuntime", package: "archivegen")]),|' Package.swift
command_plugin lock --target Extra || fail 'lock of a second target failed'
sed -i 's|a = 1|a = 1, b = 2|' Sources/Extra/Extra.swift
command_plugin lock release 3.0 && fail 'a second target was released whose lock lacks changes'
command_plugin lock --target Extra || fail 'lock of a second target failed after a change'
command_plugin lock release 3.0 || fail 'a release that failed for one of two targets cannot be repeated'
grep -q "Train: '.*' has the release 3.0 already" "$work/build.log" || fail 'lock release does not say what has the release'
rm -r Sources/Extra
mv "$work/one-target.swift" Package.swift

command_plugin generate && fail 'generate wrote code for a target with the build plugin'
grep -q 'Package.swift applies ArchivegenPlugin' "$work/build.log" || fail 'generate does not say why it does nothing'
command_plugin generate --target Train || fail 'generate failed'
[[ -f Sources/Train/Generated/train+Archive.swift ]] || fail 'generate wrote nothing'
build && fail 'generated code beside the plugin was accepted'
grep -q 'was written by archivegen, and ArchivegenPlugin generates the same' "$work/build.log" ||
  fail 'the build does not say that the code is generated twice'
sed -i '/plugins:/d; s|.define("STATES", to: "2")\],$|.define("STATES", to: "2")]),|' Package.swift
build || fail 'the committed code does not compile without the build plugin'
command_plugin explain unresolved-pointer || fail 'explain failed'
grep -q 'pointer' "$work/build.log" || fail 'explain printed nothing'
rm -r Sources/Train/Generated Sources/Train/archivegen.lock

# Where the tool is found.
cp "$root/Examples/Package/Package.swift" .
sed -i "s|path: \"../..\"|path: \"$root\"|" Package.swift
rm -r Sources
cp -r "$root/Examples/Package/Sources" .
plan() {
  touch Package.swift
  swift_build --verbose >"$work/build.log" 2>&1
}
# used PATH ORIGIN
used() { grep -qF "archivegen for 'Train': $1, $2" "$work/build.log" || fail "the build does not say '$1, $2'"; }
plan || fail 'the build failed'
used "$work/bin/archivegen" "in PATH"
rm "$work/bin/archivegen"
plan && fail 'the build passed without archivegen'
for text in "archivegen was not found, so no code can be generated for the target 'Train'" 'ARCHIVEGEN' 'tool: PATH' \
  'binary target' 'traits: ["ToolFromSource"]'; do
  grep -qF -- "$text" "$work/build.log" || fail "the message about a missing tool has no '$text'"
done
triple=$(uname -m)-unknown-linux-gnu
mkdir -p Tools/archivegen.artifactbundle/bin
cp "$prefix/bin/archivegen" Tools/archivegen.artifactbundle/bin
cat >Tools/archivegen.artifactbundle/info.json <<END
{"schemaVersion": "1.0", "artifacts": {"archivegen": {"version": "1.0.0", "type": "executable",
  "variants": [{"path": "bin/archivegen", "supportedTriples": ["$triple"]}]}}}
END
sed -i 's|    .target(name: "CTrain"),|&\n    .binaryTarget(name: "ArchivegenTool", path: "Tools/archivegen.artifactbundle"),|' Package.swift
plan || fail 'the build with an artifact bundle failed'
used "$client/Tools/archivegen.artifactbundle/bin/archivegen" 'in archivegen.artifactbundle'
mkdir "$work/other tools"
cp "$prefix/bin/archivegen" "$work/other tools/mine"
printf 'tool: "../../../other tools/mine" # ours\n' >>Sources/Train/archivegen.yml
plan || fail 'the build with a tool of archivegen.yml failed'
used "$work/other tools/mine" "named by 'tool' in archivegen.yml"
cp "$prefix/bin/archivegen" "$work/other tools/preferred"
export ARCHIVEGEN="$work/other tools/preferred"
plan || fail 'the build with ARCHIVEGEN failed'
used "$work/other tools/preferred" 'named by the environment variable ARCHIVEGEN'
export ARCHIVEGEN="$work/nothing"
plan && fail 'the build passed with an ARCHIVEGEN that does not exist'
grep -q "nothing', named by the environment variable ARCHIVEGEN, is not an executable file" "$work/build.log" ||
  fail 'a wrong ARCHIVEGEN is not reported'
unset ARCHIVEGEN

if [[ $mode == full ]]; then
  sed -i -e '/binaryTarget/d' -e "s|path: \"$root\")|path: \"$root\", traits: [\"ToolFromSource\"])|" Package.swift
  sed -i '/^tool:/d' Sources/Train/archivegen.yml
  plan || fail 'the build with archivegen from source failed'
  grep -q "archivegen for 'Train': .*, built from source" "$work/build.log" ||
    fail 'the build does not say that archivegen was built'
fi
echo 'Tests/Packages: each change generated once, an unchanged build never, and mistakes failed the build'
