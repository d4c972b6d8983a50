#!/usr/bin/env bash
# Prints the arguments of 'swift build' and 'swift test' for debug builds: debug_flags.sh
# SWIFT is the Swift to use.
#
# A compiler reads a module once (-wmo), not once for each batch of its files and again for its interface: a clean build takes
# two thirds of the time. A change then compiles its module again; INCREMENTAL=1 has Swift's own way, which compiles the changed
# files alone, for those who work on the sources.
#
# Swift's toolchain has swift-syntax as libraries for macros. If they are of the version that Package.resolved names, a debug
# build uses them, and is spared the fetching and compiling of the largest dependency. Otherwise it is built from source. A
# build folder that has swift-syntax from source goes on with it, because the compiler would find its modules first.
# The index, which SwiftPM searches for tests, is of our own modules only: that of Foundation took a third of the time.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
information=$(${SWIFT:-swift} -print-target-info)
value() { sed -n "s/.*\"$1\" *: *\"\(.*\)\".*/\1/p" <<<"$information"; }
libraries=$(value runtimeResourcePath)/host
# "Swift version 6.3.1 (…)" has version 603.
toolchain=$(value compilerVersion | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | awk '{ print $1 * 100 + $2 }')
declared=$(sed -n 's/.*swift-syntax", from: "\([0-9]*\)\..*/\1/p' "$root/Package.swift")
flags=(-Xswiftc -index-ignore-system-modules)
if [[ -z ${INCREMENTAL:-} ]]; then
  # SwiftPM wants an object for each file, which the compiler writes only with threads.
  flags+=(-Xswiftc -wmo -Xswiftc -disable-batch-mode -Xswiftc -num-threads -Xswiftc "$(getconf _NPROCESSORS_ONLN)" -Xswiftc -no-emit-module-separately-wmo)
fi
if [[ ! -e $root/.build/debug/Modules/SwiftSyntax.swiftmodule && $toolchain == "$declared" && $libraries != *[[:space:]]* && -e $libraries/libSwiftSyntax.so ]]; then
  echo "${flags[@]} --traits GeneratorWithToolchain -Xswiftc -I$libraries -Xlinker -L$libraries -Xlinker -rpath=$libraries"
else
  echo "${flags[@]} --traits Generator"
fi
