#!/usr/bin/env bash
# Makes the library that programs link, of modules that are built: library.sh BUILT LIBRARY [MODULE…]
# BUILT is the folder of the build, LIBRARY the file to write; the modules are those of modules.txt if none is named.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
built=${1:?usage: library.sh BUILT LIBRARY [MODULE…]} library=${2:?usage: library.sh BUILT LIBRARY [MODULE…]}
modules=("${@:3}")
((${#modules[@]})) || mapfile -t modules < <(sed '/^#/d; s/ .*//' "$root/Packaging/modules.txt")
objects=()
for module in "${modules[@]}"; do
  # The build folder also contains the objects of deleted sources. A catalog has Swift files of tutorials, which are not
  # compiled.
  while read -r source; do
    objects+=("$built/$module.build/${source##*/}.o")
  done < <(find "$root/Sources/$module" -name '*.swift' -not -path '*.docc/*' | LC_ALL=C sort)
done
rm -f "$library"
# Files of two modules may have the same name.
ar -qcs "$library" "${objects[@]}"
# The objects of the tool on Linux name Swift's static libraries. A program names those that it links.
[[ $(uname -s) != Linux ]] || objcopy --remove-section .swift1_autolink_entries "$library"
