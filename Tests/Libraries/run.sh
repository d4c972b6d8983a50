#!/usr/bin/env bash
# Real libraries and their untouched headers: run.sh PREFIX [SANITIZE], where archivegen is installed. Generates code by
# each folder's YAML, compiles its program with it and runs it; with SANITIZE (address), under that sanitizer and for leaks.
set -euo pipefail
prefix=$(cd "${1:?usage: run.sh PREFIX [SANITIZE]}" && pwd)
# gold, where it is the default, complains of the sanitizers.
sanitize=(${2:+-sanitize="$2" -use-ld=lld})
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# program NAME HEADER FLAG...: generates, and compiles to $work/NAME/run.
program() {
  local name=$1 header=$2
  shift 2
  "$prefix/bin/archivegen" "$name/$header" -o "$work/$name" --strict --quiet
  swiftc -swift-version 6 -warnings-as-errors -g "${sanitize[@]}" -module-name Program -I "$work/$name" \
    -I "$prefix/lib/archivegen" "$name/main.swift" "$work/$name"/*+Archive.swift \
    -L "$prefix/lib/archivegen" -lArchiveRuntime "$@" -o "$work/$name/run"
}
export ASAN_OPTIONS=detect_leaks=1

program libxml2 nodes.h -Xcc -I/usr/include/libxml2 -lxml2
# All of the document's DTD, and the first of its elements.
awk '{ print } /<\/mime-type>/ && ++types == 15 { print "</mime-info>"; exit }' \
  /usr/share/mime/packages/freedesktop.org.xml >"$work/freedesktop.org.xml"
"$work/libxml2/run" libxml2/document.xml "${LIBRARIES_DOCUMENT:-$work/freedesktop.org.xml}"
program addrinfo addresses.h
"$work/addrinfo/run"
program glibc results.h
"$work/glibc/run"
