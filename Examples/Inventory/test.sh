#!/usr/bin/env bash
# Tests that Examples/Inventory is rebuilt when it must be, and only then: test.sh PREFIX, where archivegen is installed.
set -euo pipefail
prefix=$(cd "${1:?usage: test.sh PREFIX}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/.cache
cp -r "$(dirname "$0")"/{Makefile,main.swift,headers} "$work"
cd "$work"

fail() {
  printf 'Examples/Inventory: %s\nwhat make said:\n' "$1" >&2
  cat make.log >&2
  exit 1
}
build() { make ARCHIVEGEN_PREFIX="$prefix" "$@" >make.log 2>&1; }
generated() { grep -q 'bin/archivegen headers' make.log; }
linked() { grep -q -- '-o build/inventory' make.log; }
# make compares times, and some file systems have whole seconds. So all that is there becomes ten seconds older.
later() { find . -type f -exec sh -c 'for file; do touch -r "$file" -d "-10 seconds" "$file"; done' sh {} +; }

build run || fail 'the first build failed'
generated && linked || fail 'the first build did not generate and link'
grep -qx 'item 2: 200 g on shelf 2, fragile' make.log || fail 'the program did not read its items back'

build || fail 'the second build failed'
generated || linked && fail 'nothing had changed, and something was built'

later
sed -i 's/int64_t amount;/int64_t amount, reserved;/' headers/quantity.h
sed -i 's/, unit: UNIT_GRAM/, reserved: 7, unit: UNIT_GRAM/' main.swift
build run || fail 'the build after a change to an included header failed'
generated && linked || fail 'an included header had changed, and not all was built anew'
grep -qw 'reserved' build/Generated/quantity+Archive.swift || fail 'the field that was added is not archived'

later
printf 'struct supplier {\n    int number;\n};\n' >headers/supplier.h
build || fail 'the build after a header was added failed'
[[ -f build/Generated/supplier+Archive.swift ]] || fail 'the header that was added was not read'

later
rm headers/supplier.h
build || fail 'the build after a header was removed failed'
[[ ! -e build/Generated/supplier+Archive.swift ]] || fail 'the removed header left its output behind'

later
printf 'struct broken {\n    int a b;\n};\n' >headers/broken.h
build && fail 'a header with an error did not fail the build'
grep -q "headers/broken.h:2:10: error: expected ';'" make.log || fail 'the error in a header was not shown'

build && fail 'a header with an error failed the build only once'
rm headers/broken.h
build || fail 'the build after the error was gone failed'
build || fail 'the last build failed'
generated || linked && fail 'nothing had changed, and something was built at the end'
echo 'Examples/Inventory: rebuilt after each change to a header, and only then'
