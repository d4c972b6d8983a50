#!/usr/bin/env bash
# Golden archives of our own types: record.sh tests|release ARCHIVEGEN. `tests` writes the tests that read those of all releases,
# `release` adds those of the tool's version to the locks and folders here. select.py keeps one archive for each construct, and
# the tests of these.
set -euo pipefail
cd "$(dirname "$0")/../.."
task=$1
archivegen=$2
# A checkout says 1.4.0-dev before the release 1.4.0.
version=$("$archivegen" --version | sed -n '1s/^[^0-9]*\([0-9][0-9.]*[0-9]\).*/\1/p')
of() {
  local name=$1 module=$2 target=$3
  shift 3
  if [[ $task = release ]]; then
    "$archivegen" lock "$@" --lock "Tests/Goldens/$name.lock"
    "$archivegen" lock release "$version" "$@" --lock "Tests/Goldens/$name.lock" --goldens "Tests/Goldens/$name"
    # A release that changed nothing has no archives of its own.
    if [[ -d Tests/Goldens/$name/$version ]]; then
      python3 Tests/Goldens/select.py archives "Tests/Goldens/$name.lock" "Tests/Goldens/$name/$version"
    fi
  fi
  "$archivegen" lock tests "$@" --lock "Tests/Goldens/$name.lock" --goldens "Tests/Goldens/$name" --testable "$module" \
    -o "Tests/$target/Golden+Archive.swift"
  python3 Tests/Goldens/select.py tests "Tests/$target/Golden+Archive.swift" "Tests/Goldens/$name"
}
of Fixtures FixtureArchives FixtureTests Tests/Fixtures/include
of Graphs GraphArchives GraphTests Tests/Graphs/include
of Models ModelFixtures ModelFixtureTests Tests/Models Tests/CModels/include
