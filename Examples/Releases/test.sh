#!/usr/bin/env bash
# Tests that each release of Examples/Releases reads the archives of those before it, and that the gate refuses the broken
# header: test.sh PREFIX, where archivegen is installed.
set -euo pipefail
prefix=$(cd "${1:?usage: test.sh PREFIX}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/.cache
cp -r "$(dirname "$0")"/{Makefile,main.swift,1.0,2.0,3.0,broken,expected.txt,saved.txt} "$work"
cd "$work"
fail() {
  printf 'Examples/Releases: %s\n' "$1" >&2
  cat make.log >&2
  exit 1
}
make ARCHIVEGEN_PREFIX="$prefix" >make.log 2>&1 || fail 'a release failed'
grep -E '^[0-9.]+ reads' make.log | diff expected.txt - >difference.txt ||
  { cat difference.txt >>make.log; fail 'an archive of an earlier release was read as something else'; }
for release in 1.0 2.0 3.0; do
  grep -q "$release" build/archivegen.lock || fail "the lock has no release $release"
done
make ARCHIVEGEN_PREFIX="$prefix" saved >make.log 2>&1 || fail 'saving for an earlier release failed'
grep -E '^(for [0-9.]+|[0-9.]+ reads)' make.log | diff saved.txt - >difference.txt ||
  { cat difference.txt >>make.log; fail 'the earlier release was given something else'; }
make ARCHIVEGEN_PREFIX="$prefix" broken >make.log 2>&1 && fail 'the broken header passed'
grep -q "'place' is gone, and archives have it \[key-removed\]" make.log || fail 'the check does not say what is lost'
grep -q 'was("place")' make.log || fail 'the check does not propose the line to write'
echo 'Examples/Releases: each release read the archives of those before it, 1.0 what 3.0 saved for it, and the broken one was refused'
