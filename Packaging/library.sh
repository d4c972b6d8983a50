#!/usr/bin/env bash
# Makes libArchiveRuntime.a of what `make build` has built: library.sh BUILT, the folder of the build.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "${1:?usage: library.sh BUILT}"
objects=()
while read -r module _; do
  # The build folder also contains the objects of deleted sources. A catalog has Swift files of tutorials, which are not
  # compiled.
  while read -r source; do
    objects+=("$module.build/${source##*/}.o")
  done < <(find "$root/Sources/$module" -name '*.swift' -not -path '*.docc/*' | LC_ALL=C sort)
done < <(grep -v '^#' "$root/Packaging/modules.txt")
rm -f libArchiveRuntime.a
# Files of two modules may have the same name.
ar -qcs libArchiveRuntime.a "${objects[@]}"
# The objects of the tool on Linux name Swift's static libraries. A program names those that it links.
[[ $(uname -s) != Linux ]] || objcopy --remove-section .swift1_autolink_entries libArchiveRuntime.a
