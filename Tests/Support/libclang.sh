#!/usr/bin/env bash
# Prints the libclang that archivegen would find: libclang.sh; exits with 1 if there is none.
# SWIFT is the Swift to use; LIBCLANG_ROOTS (default: /usr/lib, /usr/lib64, Homebrew) are folders with installed libraries.
# Sources/HeaderReader/Clang/LibrarySearch.swift is the search itself.
set -euo pipefail
shopt -s nullglob
swift=${SWIFT:-swift}
folders=()
if found=$(command -v "${swift%% *}"); then folders+=("$(dirname "$(dirname "$(readlink -f "$found")")")/lib"); fi
if [[ $(uname -s) == Darwin ]]; then
  folders+=(/Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/lib
    /Library/Developer/CommandLineTools/usr/lib)
fi
for root in ${LIBCLANG_ROOTS-/usr/lib /usr/lib64 /usr/local/lib /opt/homebrew/opt/llvm/lib /usr/local/opt/llvm/lib}; do
  folders+=("$root" "$root"/llvm*/lib "$root"/*-linux-gnu)
done
for folder in "${folders[@]}"; do
  for library in "$folder"/libclang.so "$folder"/libclang.dylib "$folder"/libclang.so.* "$folder"/libclang-[0-9]*.so*; do
    [[ -e $library ]] && echo "$library" && exit 0
  done
done
exit 1
