#!/usr/bin/env bash
# Tests that Examples/Progress follows a save and a load, and that an interrupted save leaves the old file: test.sh PREFIX,
# where archivegen is installed.
set -euo pipefail
prefix=$(cd "${1:?usage: test.sh PREFIX}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/.cache
cp -r "$(dirname "$0")"/{Makefile,main.swift,headers} "$work"
cd "$work"
fail() {
  printf 'Examples/Progress: %s\n' "$1" >&2
  cat make.log >&2
  exit 1
}
make ARCHIVEGEN_PREFIX="$prefix" >make.log 2>&1 || fail 'the build failed'
! grep -q warning: make.log || fail 'there are warnings'
build/progress track.archive 300000 >found.txt 2>make.log || fail 'the program failed'
cp found.txt make.log
for phase in encoding writing reading decoding; do
  grep -q "^$phase" found.txt || fail "it shows nothing of $phase"
done
grep -q '^300000 points came back' found.txt || fail 'the points did not come back'
(($(grep -c '^decoding' found.txt) > 10)) || fail 'it does not follow the decoding'
cp track.archive before
# Interrupted at its first report. Whether the signal comes before the end of the save is for the machine to say, so it is
# tried again if it did not.
cancelled=
for _ in {1..10}; do
  build/progress track.archive 3000000 >interrupted.txt 2>make.log &
  until [[ -s interrupted.txt ]]; do sleep 0.01; done
  kill -INT $!
  status=0
  wait $! || status=$?
  if ((status != 0)); then
    # Not by a signal or a trap.
    ((status == 1)) && grep -q '^The save was cancelled; track.archive is as it was.$' interrupted.txt || {
      cat interrupted.txt make.log >found.log && mv found.log make.log
      fail "the interrupted program ended with the status $status"
    }
    cancelled=yes
    break
  fi
  cp track.archive before
done
[[ -n $cancelled ]] || fail 'no save was cancelled'
cmp track.archive before >make.log || fail 'the cancelled save changed the file'
[[ $(ls -A | grep -c archivefile) == 0 ]] || fail 'the cancelled save left something'
echo 'Examples/Progress: both ways were followed, and an interrupted save left the old file'
