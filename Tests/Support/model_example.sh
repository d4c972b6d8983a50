#!/usr/bin/env bash
# Checks the output of an example with Swift models, including its golden archive: model_example.sh NAME PREFIX, where
# PREFIX is where archivegen is installed.
set -euo pipefail
name=${1:?usage: model_example.sh NAME PREFIX}
prefix=$(cd "${2:?usage: model_example.sh NAME PREFIX}" && pwd)
program=build/${name,,}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/.cache
cp -r "$(dirname "$0")/../../Examples/$name"/{Makefile,main.swift,Model,golden.archive,expected.txt} "$work"
cd "$work"
fail() {
  printf 'Examples/%s: %s\n' "$name" "$1" >&2
  cat make.log >&2
  exit 1
}
make ARCHIVEGEN_PREFIX="$prefix" >make.log 2>&1 || fail 'the build failed'
! grep -q warning: make.log || fail 'there are warnings'
cp golden.archive before
$program golden.archive >found.txt 2>make.log || fail 'the program failed'
diff expected.txt found.txt >make.log || fail 'the program prints something else'
cmp golden.archive before >make.log || fail 'the golden archive was written over'
echo "Examples/$name: the objects came back, from this archive and the golden one"
