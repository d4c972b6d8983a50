#!/usr/bin/env bash
# Tests that Examples/CMake is rebuilt when it must be, and only then: test.sh PREFIX, where archivegen is installed.
# CMAKE is the cmake to use.
set -euo pipefail
prefix=$(cd "${1:?usage: test.sh PREFIX}" && pwd)
cmake=${CMAKE:-cmake}
support=$(cd "$(dirname "$0")/../../Tests/Support" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/.cache
mkdir "$work/a project"
cp -r "$(dirname "$0")"/{CMakeLists.txt,main.swift,stock.c,report.c,headers} "$work/a project"
cd "$work/a project"

fail() {
  printf 'Examples/CMake: %s\nwhat was said:\n' "$1" >&2
  cat build.log >&2
  exit 1
}
configure() { "$cmake" -G Ninja -B build -DCMAKE_PREFIX_PATH="$prefix" "$@" >build.log 2>&1; }
build() {
  local status=0
  "$cmake" --build build -v -- -d explain >build.log 2>&1 || status=$?
  "$support/next_second.sh"
  return $status
}
# The tool, Swift's compiler and C's.
generated() { grep -q 'bin/archivegen .*--single-file' build.log; }
swift_compiled() { grep -q 'bin/swiftc ' build.log; }
c_compiled() { grep -q -- '-c .*stock\.c' build.log; }
idle() { build || fail "the build after $1 failed"; grep -q 'no work to do' build.log || fail "nothing had changed after $1, and something was run"; }

configure || fail 'the project cannot be configured'
build || fail 'the first build failed'
generated && swift_compiled && c_compiled || fail 'the first build did not generate and compile'
[[ $(build/inventory) == '500 g on shelf 3, [10, 20, 30, 40] on the shelves' ]] || fail 'the Swift program did not read its item back'
build/report | grep -q '^nails: 500 g, 4 shelves' || fail 'the C program does not work with the same headers'
idle 'the first build'

sed -i 's/unsigned shelf : 7;/unsigned shelf : 7, sold : 3;/' headers/item.h
build || fail 'the build after a change to a header failed'
generated && swift_compiled && c_compiled || fail 'a header had changed, and not all was built anew'
grep -qw 'sold' build/inventory-archivegen/CStock/CStock+Archive.swift || fail 'the field that was added is not archived'
[[ $(build/inventory) == '500 g on shelf 3,'* ]] || fail 'the program does not work after a change to a header'
idle 'a change to a header'

# Headers that no folder of inputs has, but that an input includes.
mkdir more && mv headers/quantity.h more/
sed -i 's|PUBLIC headers)|PUBLIC headers more)|' CMakeLists.txt
build || fail 'the build after a header was moved failed'
idle 'the move of a header'
sed -i 's/int64_t amount;/int64_t amount, reserved;/' more/quantity.h
build || fail 'the build after a change to an included header failed'
generated && swift_compiled && c_compiled || fail 'an included header had changed, and not all was built anew'
grep -q 'reserved' build/inventory-archivegen/CStock/CStock+Archive.swift || fail 'the field of an included header is not archived'
build/inventory >/dev/null || fail 'the program does not work after a change to an included header'
idle 'a change to an included header'

printf '/* a remark */\n' >>more/quantity.h
build || fail 'the build after a remark was added failed'
generated || fail 'a header had changed, and archivegen did not read it'
idle 'a remark in a header'

sed -i 's/SHELVES=4/SHELVES=6/' CMakeLists.txt
build || fail 'the build after a macro changed failed'
[[ $(build/inventory) == *'[10, 20, 30, 40, 50, 60] on the shelves' ]] || fail 'a macro of the build has another value for Swift'
build/report | grep -q ' 6 shelves' || fail 'a macro of the build has another value for C'
idle 'a change to a macro'

printf 'struct supplier {\n    int number;\n};\n' >headers/supplier.h
build || fail 'the build after a header was added failed'
grep -q 'supplier' build/inventory-archivegen/CStock/CStock+Archive.swift || fail 'the header that was added was not read'
idle 'a new header'
rm headers/supplier.h
build || fail 'the build after a header was removed failed'
! grep -q 'supplier' build/inventory-archivegen/CStock/CStock+Archive.swift || fail 'the removed header left its output behind'
idle 'the removal of a header'

printf '\n' >>main.swift
build || fail 'the build after a change to a Swift source failed'
swift_compiled || fail 'a Swift source had changed, and was not compiled'
generated && fail 'a Swift source had changed, and archivegen was run'

printf 'types:\n  item:\n    fields:\n      shelf: key("board")\n' >headers/archivegen.yml
build || fail 'the build after a configuration was added failed'
grep -qw 'board' build/inventory-archivegen/CStock/CStock+Archive.swift || fail 'the configuration was not read'
idle 'a new configuration'

printf 'struct broken {\n    int a b;\n};\n' >headers/broken.h
build && fail 'a header with an error did not fail the build'
grep -q "headers/broken.h:2:10: error: expected ';'" build.log || fail 'the error in a header was not shown'
build && fail 'a header with an error failed the build only once'
rm headers/broken.h
build || fail 'the build after the error was gone failed'
idle 'an error'

touch -d '+1 second' CMakeLists.txt
build || fail 'the build after CMake ran again failed'
generated || swift_compiled && fail 'CMake ran again with the same result, and something was built'

# Mistakes.
says() { # says TEXT ARGUMENTS OF archivegen_add
  mkdir -p mistake && printf 'cmake_minimum_required(VERSION 3.21)\nproject(m LANGUAGES C Swift)\nfind_package(archivegen REQUIRED)\nadd_executable(app ../main.swift)\narchivegen_add(%s)\n' "$2" >mistake/CMakeLists.txt
  "$cmake" -G Ninja -S mistake -B mistake/build -DCMAKE_PREFIX_PATH="$prefix" >build.log 2>&1 && fail "this mistake was accepted: $2"
  # CMake wraps messages.
  tr -s ' \n' ' ' <build.log | grep -qF "$1" || fail "the message does not say '$1'"
}
says "there is no target 'apps'" 'TARGET apps MODULE CStock HEADERS ../headers'
says "name the C module" 'TARGET app HEADERS ../headers'
says "is not an argument" 'TARGET app MODULE CStock HEADER ../headers'
says "there is no '$PWD/no/item.h'" 'TARGET app MODULE CStock HEADERS ../no/item.h'
says "is the build folder" 'TARGET app MODULE CStock HEADERS build'
echo 'Examples/CMake: rebuilt after each change that matters, and only then; C and Swift share the headers'
