#!/usr/bin/env bash
# check.sh [SETTING…]: type-checks what archivegen writes for the fixtures, graphs and models under the compiler settings
# that people use, with warnings as errors. It needs a built ArchiveRuntime in .build/debug. Without names, all settings.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
swiftc=${SWIFTC:-swiftc}
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
  find Sources/ArchiveRuntime -name '*.swift' -print0 | xargs -0 "$swiftc" -emit-module -parse-as-library -swift-version 6 \
    -enable-library-evolution -module-name ArchiveRuntime -Xfrontend -experimental-skip-non-inlinable-function-bodies \
    -suppress-warnings -o "$scratch/resilient/ArchiveRuntime.swiftmodule"
}

failed=0
# check SETTING MODULE [OPTION…] -- FILE…
check() {
  local setting=$1 module=$2 path=$modules
  shift 2
  if [[ $setting == evolution* ]]; then
    resilient
    path=$scratch/resilient
  fi
  # shellcheck disable=SC2086
  if ! "$swiftc" -typecheck -parse-as-library -warnings-as-errors -package-name main -module-name "$module" \
    -module-cache-path .build/settings-cache ${settings[$setting]} -I "$path" "$@" >"$scratch/log" 2>&1; then
    echo "Tests/Settings: $module does not compile under '$setting': ${settings[$setting]}" >&2
    grep -E '^[^ ]+: (error|warning):|<unknown>:0' "$scratch/log" | sort -u >&2 || cat "$scratch/log" >&2
    failed=1
  fi
}

mapfile -t models < <(find Tests/Models Tests/Settings/Models -name '*.swift' | sort)
for setting in "${order[@]}"; do
  check "$setting" FixtureArchives -I Tests/Fixtures/include Tests/FixtureArchives/*.swift
  check "$setting" GraphArchives -I Tests/Graphs/include Tests/GraphArchives/*.swift
  check "$setting" ModelFixtures -I Tests/CModels/include "${models[@]}"
done
exit $failed
