#!/usr/bin/env bash
# Tests what Examples/LinkedList prints, under AddressSanitizer and for leaks: test.sh PREFIX, where archivegen is
# installed.
set -euo pipefail
prefix=$(cd "${1:?usage: test.sh PREFIX}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/.cache ASAN_OPTIONS=detect_leaks=1
cp -r "$(dirname "$0")"/{Makefile,main.swift,playlist.c,headers,expected.txt} "$work"
cd "$work"
fail() {
  printf 'Examples/LinkedList: %s\n' "$1" >&2
  cat make.log >&2
  exit 1
}
# gold, where it is the default, complains of the sanitizers.
make ARCHIVEGEN_PREFIX="$prefix" CFLAGS=-fsanitize=address SWIFTFLAGS='-sanitize=address -use-ld=lld' >make.log 2>&1 ||
  fail 'the build failed'
build/playlist >found.txt 2>make.log || fail 'the program failed'
diff expected.txt found.txt >make.log || fail 'the program prints something else'
echo 'Examples/LinkedList: the list came back, owned and released; nothing leaked'
