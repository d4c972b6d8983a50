#!/usr/bin/env bash
# What `make demo` shows: real headers in, archives out, and another reader that agrees. DEMO_OFFLINE=1 keeps to the
# headers in Examples/Headers. BUILD is the command that builds, BUILT the folder in which it does.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=.build/demo
tool=$BUILT/archivegen
runtime=$work/libArchiveRuntime.a
mkdir -p "$work"
# What runs in the background ignores Ctrl-C.
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[[ -t 1 ]] || say() { printf '\n%s\n' "$*"; }

# Runs a step; prints what it said only if it fails.
quietly() {
  "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}

# The last line that archivegen printed: what it wrote. The notes before it are for whoever keeps the code.
written() { sed -n 's/^archivegen: //p' "$work/log" | tail -1; }

# generate MODULE ARGUMENT...: what archivegen wrote, in a line. A field in the way of its struct is left out.
modules=()
generate() {
  local module=$1
  shift
  quietly "$tool" "$@" --module "$module" -o "$work/$module" --unresolved skip
  printf '    %-10s %s\n' "$module" "$(written)"
  modules+=("$module")
}

headers=.build-corpus/headers
if [[ -z ${DEMO_OFFLINE:-} ]]; then
  # The network has no use for the processors. The folder is the one in which `make corpus` has them too.
  Tests/Corpus/fetch $headers linux-libc-dev libsdl2-dev libpng-dev libsqlite3-dev zlib1g-dev >"$work/fetch.log" 2>&1 &
  fetching=$!
fi

say 'Building archivegen and its runtime (minutes, the first time) ...'
read -ra build <<<"$BUILD"
Tests/Support/building.sh "${build[@]}" --product archivegen
Packaging/library.sh "$BUILT" "$runtime" ArchiveRuntime

clang=()
if [[ -z ${DEMO_OFFLINE:-} ]] && wait $fetching; then
  say 'archivegen reads headers of Debian packages: Linux, SDL2, libpng, SQLite'
  linux=$headers/linux-libc-dev/usr/include
  sdl=$headers/libsdl2-dev/usr/include
  png=$headers/libpng-dev/usr/include/libpng16
  zlib=$headers/zlib1g-dev/usr/include
  generate CLinux $linux/linux/{can,cdrom,fb,gpio,hdreg,if_ether,input,ip,joystick,rtc,videodev2}.h \
    -isystem $linux -isystem $linux/x86_64-linux-gnu
  generate CSDL $sdl/SDL2/SDL_{audio,events,gamecontroller,haptic,joystick,pixels,rect,render,surface,version,video}.h \
    -I $sdl/x86_64-linux-gnu -I $sdl/SDL2
  generate CPNG $png/png.h -I $zlib
  generate CSQLite $headers/libsqlite3-dev/usr/include/sqlite3.h
  clang=(-isystem $linux -isystem $linux/x86_64-linux-gnu -I $sdl/x86_64-linux-gnu -I $sdl/SDL2 -I $png -I $zlib)
else
  [[ -n ${DEMO_OFFLINE:-} ]] || echo "(Debian's packages cannot be had: $(tail -1 "$work/fetch.log"))"
  say 'archivegen reads the headers in Examples/Headers'
  generate CExamples Examples/Headers
fi
generate CDemo Examples/Demo/demo.h

echo '    left out: fields that need an annotation, such as pointers; refused: unions, which need one by themselves'

lines=$(for module in "${modules[@]}"; do cat "$work/$module"/*+Archive.swift; done | wc -l)
say "swiftc compiles the $lines lines that it wrote, warnings as errors"
# A module of Swift for each of C: two C libraries may well have types of one name.
swiftc=(swiftc -swift-version 6 -warnings-as-errors -wmo -I "$BUILT/Modules")
for flag in "${clang[@]}"; do swiftc+=(-Xcc "$flag"); done
objects=() compilers=()
for module in "${modules[@]}"; do
  [[ $module == CDemo ]] && continue
  "${swiftc[@]}" -c -parse-as-library -module-name "${module#C}Archives" -I "$work/$module" \
    "$work/$module"/*+Archive.swift -o "$work/$module.o" >"$work/$module.log" 2>&1 &
  compilers+=($!)
  objects+=("$work/$module.o")
done
for number in "${!compilers[@]}"; do
  wait "${compilers[number]}" || { cat "${objects[number]%.o}.log" >&2; exit 1; }
done
quietly "${swiftc[@]}" -module-name Demo -I $work/CDemo Examples/Demo/main.swift $work/CDemo/*+Archive.swift \
  "${objects[@]}" "$runtime" -o $work/demo

say "A program archives an IP packet, stat(2) of a file, the time of day and 1,000 pen positions"
$work/demo Examples/Demo/demo.h $work/demo.archive | python3 Examples/Demo/agree.py $work/demo.archive

say 'Pointers: a circular list in C (Examples/LinkedList) is archived as a graph, freed, and read back'
list=Examples/LinkedList
generate CPlaylist $list/headers
quietly clang -std=gnu17 -O -c $list/playlist.c -o $work/playlist.o
quietly "${swiftc[@]}" -module-name Playlist -I $work/CPlaylist $list/main.swift $work/CPlaylist/*+Archive.swift \
  $work/playlist.o "$runtime" -o $work/playlist
mkdir -p $work/build
(cd $work && ./playlist) | sed 's/^/    /'

say 'Swift classes: a league whose teams, games and players all know each other (Examples/League)'
league=Examples/League
quietly "$tool" $league/Model -o $work/League
printf '    %-10s %s\n' League "$(written)"
quietly "${swiftc[@]}" -module-name League $league/main.swift $league/Model/*.swift $work/League/*+Archive.swift \
  "$runtime" -o $work/league
(cd $work && ./league "$OLDPWD/$league/golden.archive") | sed 's/^/    /'
