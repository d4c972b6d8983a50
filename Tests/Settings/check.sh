#!/usr/bin/env bash
# check.sh [SETTING…]: type-checks what archivegen writes for the fixtures, graphs and models under the compiler settings
# that people use, with warnings as errors. Without names it does so under all, tries what must not compile, runs the
# models of an app whose default isolation is the main actor, and an app with and without C++ interoperability. It needs
# a debug build.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
swiftc=${SWIFTC:-swiftc}
clang=$(dirname "$(realpath "$(command -v "$swiftc")")")/clang
archivegen=.build/debug/archivegen
modules=.build/debug/Modules
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

features() { for name in "$@"; do printf -- '-enable-upcoming-feature %s ' "$name"; done; }
imports=$(features InternalImportsByDefault MemberImportVisibility ExistentialAny)
# SWIFT_APPROACHABLE_CONCURRENCY of Xcode 26.
approachable=$(features NonisolatedNonsendingByDefault InferIsolatedConformances)
approachable5="$(features DisableOutwardActorInference GlobalActorIsolatedTypesUsability InferSendableFromCaptures)$approachable"

# Each is a combination that somebody uses; together they have every setting in both language modes.
declare -A settings=(
  [swift5]="-swift-version 5"
  [swift6]="-swift-version 6"
  # A new app project of Xcode 26, and the same in Swift 6 mode.
  [app5]="-swift-version 5 -default-isolation MainActor $approachable5"
  [app6]="-swift-version 6 -default-isolation MainActor $approachable"
  [main6]="-swift-version 6 -default-isolation MainActor"
  [strict5]="-swift-version 5 -strict-concurrency=complete -strict-memory-safety $imports $approachable5"
  [strict6]="-swift-version 6 -strict-memory-safety $imports $approachable"
  [strictapp6]="-swift-version 6 -default-isolation MainActor -strict-memory-safety $imports $approachable"
  [cxx6]="-swift-version 6 -cxx-interoperability-mode=default"
  [evolution6]="-swift-version 6 -enable-library-evolution $imports"
)
order=(swift5 swift6 app5 app6 main6 strict5 strict6 strictapp6 cxx6 evolution6)
if (($# > 0)); then order=("$@"); fi

# What a library with a stable interface imports has to have one.
resilient() {
  [[ -e $scratch/resilient/ArchiveRuntime.swiftmodule ]] && return
  mkdir -p "$scratch/resilient"
  find Sources/ArchiveRuntime -name '*.swift' -not -path '*.docc/*' -print0 | xargs -0 "$swiftc" -emit-module -parse-as-library -swift-version 6 \
    -enable-library-evolution -package-name main -module-name ArchiveRuntime -Xfrontend -experimental-skip-non-inlinable-function-bodies \
    -suppress-warnings -o "$scratch/resilient/ArchiveRuntime.swiftmodule"
}

failed=0
# compile SETTING MODULE OPTION… FILE…: the compiler's messages go to $scratch/log.
compile() {
  local setting=$1 module=$2 path=$modules
  shift 2
  if [[ $setting == evolution* ]]; then
    resilient
    path=$scratch/resilient
  fi
  # shellcheck disable=SC2086
  "$swiftc" -typecheck -wmo -parse-as-library -package-name main -module-name "$module" \
    -module-cache-path .build/settings-cache ${settings[$setting]} -I "$path" "$@" >"$scratch/log" 2>&1
}

check() {
  local strictness=-warnings-as-errors
  # Foundation on Linux has no stable interface itself; any other warning is looked for below.
  if [[ $1 == evolution* ]]; then strictness=; fi
  if ! compile "$1" "$2" $strictness "${@:3}" ||
    grep -E '(error|warning): ' "$scratch/log" | grep -v "module 'Foundation' was not compiled" >/dev/null; then
    echo "Tests/Settings: $2 does not compile under '$1': ${settings[$1]}" >&2
    grep -E '^[^ ]+: (error|warning):|<unknown>:0' "$scratch/log" | sort -u >&2 || cat "$scratch/log" >&2
    failed=1
  fi
}

# C++ reads the headers too; those of the fixtures that are not C++ are left out, and what is written for them.
cxx() {
  local folder=$1 module=$2 archives=$3 header
  local map=$scratch/$module files=()
  mkdir -p "$map"
  echo "module $module {" >"$map/module.modulemap"
  for header in "$folder"/include/*.h; do
    if "$clang" -x c++ -std=c++17 -fsyntax-only -Werror -Wno-pragma-once-outside-header "$header" 2>/dev/null; then
      echo "header \"$root/$header\"" >>"$map/module.modulemap"
      files+=("$archives/$(basename "$header" .h)+Archive.swift")
    fi
  done
  echo 'export * }' >>"$map/module.modulemap"
  for header in "${files[@]}"; do [[ -e $header ]] && printf '%s\n' "$header"; done
}

if (($# == 0)); then
  # Two at a time, each by this script.
  printf '%s\n' "${order[@]}" | xargs -P 2 -n 1 "$0" || failed=1
  order=()
fi
mapfile -t models < <(find Tests/Models -name '*.swift' | sort)
for setting in "${order[@]}"; do
  if [[ $setting == cxx* ]]; then
    mapfile -t fixtures < <(cxx Tests/Fixtures CFixtures Tests/FixtureArchives)
    mapfile -t graphs < <(cxx Tests/Graphs CGraphs Tests/GraphArchives)
    check "$setting" FixtureArchives -I "$scratch/CFixtures" "${fixtures[@]}"
    check "$setting" GraphArchives -I "$scratch/CGraphs" "${graphs[@]}" Tests/GraphArchives/Handles.swift Tests/GraphArchives/Migrations.swift
  else
    check "$setting" FixtureArchives -I Tests/Fixtures/include Tests/FixtureArchives/*.swift
    check "$setting" GraphArchives -I Tests/Graphs/include Tests/GraphArchives/*.swift
  fi
  check "$setting" ModelFixtures -I Tests/CModels/include "${models[@]}"
done

# What must not compile: each line that says so, with that message.
refused() {
  local source=$1 setting generated=() line text
  setting=$(sed -n 's|^// setting: ||p' "$source")
  if grep -q '^// archive:' "$source"; then
    rm -rf "$scratch/refused"
    "$archivegen" "$source" -o "$scratch/refused" --quiet
    generated=("$scratch"/refused/*.swift)
  fi
  compile "$setting" Refused "$source" "${generated[@]}" || true
  while IFS=: read -r line text; do
    text=${text#*// error: }
    # The message may be about generated code or a macro's; lines that quote the source are none.
    if ! grep -vE '^ *[0-9]+ \|' "$scratch/log" | grep -F 'error: ' | grep -F -e "$text" >/dev/null; then
      echo "$source:$line: this compiles under '$setting', and should be an error: $text" >&2
      cat "$scratch/log" >&2
      failed=1
    fi
  done < <(grep -n '// error: ' "$source")
}

if (($# == 0)); then
  for source in Tests/Settings/Refused/*.swift; do refused "$source"; done
  # Run, not only compiled: every model there looks on which actor it is.
  "$archivegen" Tests/Settings/MainActor -o "$scratch/main" --quiet
  # shellcheck disable=SC2086
  "$swiftc" ${settings[app6]} -warnings-as-errors -module-cache-path .build/settings-cache -I "$modules" \
    Tests/Settings/MainActor/*.swift "$scratch"/main/*.swift .build/debug/ArchiveRuntime.build/*.o -o "$scratch/run"
  "$scratch/run"

  # Run with and without C++ interoperability, once with the tool's module map and once with another.
  "$clang" -c Tests/Settings/Cxx/orders.c -o "$scratch/orders.o"
  "$archivegen" Tests/Settings/Cxx/include -o "$scratch/own-map" --module COrders --quiet
  mkdir "$scratch/other-map"
  echo "module COrders { umbrella \"$root/Tests/Settings/Cxx/include\" export * }" >"$scratch/other-map/module.modulemap"
  for setting in swift6 cxx6; do
    map=own-map
    if [[ $setting == cxx* ]]; then map=other-map; fi
    # shellcheck disable=SC2086
    "$swiftc" ${settings[$setting]} -warnings-as-errors -module-cache-path .build/settings-cache -I "$modules" \
      -I "$scratch/$map" -Xcc -ITests/Settings/Cxx/include Tests/Settings/Cxx/main.swift "$scratch"/own-map/*.swift \
      "$scratch/orders.o" .build/debug/ArchiveRuntime.build/*.o -o "$scratch/run-$setting"
    "$scratch/run-$setting" write "$scratch/archive-$setting"
  done
  "$scratch/run-swift6" read "$scratch/archive-cxx6"
  "$scratch/run-cxx6" read "$scratch/archive-swift6"
fi
exit $failed
