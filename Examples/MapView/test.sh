#!/usr/bin/env bash
# Tests what Examples/MapView prints, its golden archive included: test.sh PREFIX, where archivegen is installed.
set -euo pipefail
prefix=$(cd "${1:?usage: test.sh PREFIX}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/.cache
cp -r "$(dirname "$0")"/{Makefile,main.swift,Model,golden.archive,expected.txt} "$work"
cd "$work"
fail() {
  printf 'Examples/MapView: %s\n' "$1" >&2
  cat make.log >&2
  exit 1
}
make ARCHIVEGEN_PREFIX="$prefix" >make.log 2>&1 || fail 'the build failed'
! grep -q warning: make.log || fail 'there are warnings'
build/mapview golden.archive >found.txt 2>make.log || fail 'the program failed'
diff expected.txt found.txt >make.log || fail 'the program prints something else'
echo 'Examples/MapView: the objects came back, from this archive and the golden one'
