#!/usr/bin/env bash
# Runs the example for Meson in BuildSystems.md: meson.sh PREFIX, where archivegen is installed.
set -euo pipefail
prefix=$(cd "${1:?usage: meson.sh PREFIX}" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/.cache PATH=$prefix/bin:$PATH PKG_CONFIG_PATH=$prefix/lib/pkgconfig
cd "$work"
sed -n '/^```meson$/,/^```$/{/^```/d;p}' "$root/Sources/ArchiveRuntime/ArchiveRuntime.docc/BuildSystems.md" >meson.build
cp -r "$root"/Examples/CMake/{headers,stock.c,main.swift} .
sed -i 's/\[SHELVES\]/[4]/' headers/item.h
sed -i 's/SHELVES/4/' stock.c

fail() { printf 'Meson: %s\nwhat was said:\n' "$1" >&2; cat build.log >&2; exit 1; }
build() {
  ninja -v -C build >build.log 2>&1 || fail "the build $1 failed"
  "$root/Tests/Support/next_second.sh"
}

meson setup build >build.log 2>&1 || fail 'the project cannot be configured'
build 'of a new project'
[[ $(build/inventory) == '500 g on shelf 3, [10, 20, 30, 40] on the shelves' ]] || fail 'the program did not read its item back'
build 'without a change'
grep -q 'no work to do' build.log || fail 'nothing had changed, and something was run'
sed -i 's/int64_t amount;/int64_t amount, reserved;/' headers/quantity.h
build 'after a change to an included header'
grep -q 'reserved' 'build/CStock+Archive.swift' || fail 'a changed header was not read'
[[ $(build/inventory) == '500 g on shelf 3,'* ]] || fail 'the program does not work after a change'
build 'at the end'
grep -q 'no work to do' build.log || fail 'nothing had changed at the end, and something was run'
echo 'Meson: the documented example is rebuilt after a change to a header, and only then'
