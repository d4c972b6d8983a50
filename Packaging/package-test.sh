#!/usr/bin/env bash
# Installs the Debian packages in a system that has nothing else, uses them there, and removes them: package-test.sh FOLDER
# It needs root and a mirror of Debian's. CHROOT names a system made by debootstrap to use, which is kept.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
packages=$(cd "${1:?usage: package-test.sh FOLDER}" && pwd)
((EUID == 0)) || { echo 'package-test.sh: debootstrap and chroot need root' >&2; exit 1; }
. /etc/os-release
work=$(mktemp -d)
chroot=${CHROOT:-$work/chroot}
mounted=()
finish() {
  for folder in "${mounted[@]}"; do umount -l "$folder" || true; done
  rm -rf --one-file-system "$work"
}
trap finish EXIT
fail() { echo "package-test.sh: $1" >&2; exit 1; }
inside() { chroot "$chroot" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"; }
mount_in() { # mount_in FOLDER OPTIONS…: a folder of this machine, under its own name
  mkdir -p "$chroot$1"
  mount "${@:2}" "$1" "$chroot$1"
  mounted=("$chroot$1" "${mounted[@]}")
}
# Every file besides those in which dpkg, apt and the linker's cache keep their records.
files() {
  (cd "$chroot" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./opt -o -path ./root -o -path './var/lib/dpkg' -o -path './var/log' \
    -o -path ./var/cache -o -path ./var/lib/apt -o -path './etc/ld.so.cache' -o -path './var/lib/systemd' \) -prune -o -print | LC_ALL=C sort)
}
# Packages come through this machine's apt, which knows the way to the mirror.
apt() {
  apt-get -qq -o Dir="$chroot" -o Dir::Etc=/etc/apt -o Dir::State::status="$chroot/var/lib/dpkg/status" -o DPkg::Chroot-Directory="$chroot" \
    -o Acquire::Languages=none -o APT::Install-Recommends=false -o APT::Sandbox::User=root -y "$@" >>"$work/apt.log" 2>&1 || {
    tail -40 "$work/apt.log" >&2
    fail "apt-get $* failed"
  }
}

if [[ ! -e $chroot/etc/os-release ]]; then
  echo "package-test.sh: making a Debian $VERSION_CODENAME with nothing but what every system has"
  debootstrap --variant=minbase "$VERSION_CODENAME" "$chroot" "${MIRROR:-http://deb.debian.org/debian}" >"$work/debootstrap.log" 2>&1 || {
    tail -20 "$work/debootstrap.log" >&2
    fail 'debootstrap failed'
  }
fi
mount_in /proc -t proc
mount_in /dev --bind
export DEBIAN_FRONTEND=noninteractive
apt update
mkdir -p "$chroot/tmp/debs"
cp "$packages"/*.deb "$chroot/tmp/debs"
inside sh -c 'command -v swift' && fail 'the new system has Swift'
apt install libc6-dev
files >"$work/before"

# The tool alone: libclang and no Swift.
inside sh -c 'dpkg --unpack /tmp/debs/archivegen_*.deb' >>"$work/apt.log"
apt -f install
inside archivegen --version
inside sh -c 'ls -l /usr/bin/archivegen; dpkg -L archivegen | grep -c "man1/archivegen"'
mkdir -p "$chroot/tmp/use"
cp -r "$root/Examples/CMake" "$root/Examples/Inventory/headers" "$chroot/tmp/use"
inside sh -c 'cd /tmp/use && archivegen headers --module CInventory -o Generated' || fail 'the tool does not generate without Swift'
[[ -s $chroot/tmp/use/Generated/item+Archive.swift && -s $chroot/tmp/use/Generated/module.modulemap ]] || fail 'the tool wrote nothing'
inside sh -c 'cd /tmp/use && printf "// archive:\nfinal class Team { let name: String\n  init(name: String) { self.name = name } }\n" >Team.swift && archivegen Team.swift -o Models'
[[ -s $chroot/tmp/use/Models/Team+Archive.swift ]] || fail 'the tool does not read Swift models'
inside sh -c 'cd /tmp/use && archivegen lock headers && archivegen lock release 1.0.0 headers --goldens goldens && archivegen check headers && ls goldens' ||
  fail 'locks and golden archives do not work'
inside sh -c 'cd /tmp/use && printf "struct broken { int a b; };\n" >broken.h && archivegen broken.h -o broken 2>&1' && fail 'an error in a header was not reported'
inside sh -c 'archivegen explain unresolved-pointer >/dev/null && archivegen attributes >/dev/null && archivegen schema >/dev/null && archivegen rules --format json >/dev/null'

# The library, with this machine's Swift.
swift=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")")
apt install cmake ninja-build g++ binutils pkg-config libncurses6 libsqlite3-0 libxml2 zlib1g-dev tzdata
inside sh -c 'dpkg -i /tmp/debs/*.deb' >>"$work/apt.log" 2>&1 || fail 'the packages for the library and the documentation do not install'
mount_in "$swift" --bind -o ro
with_swift() { inside env PATH="$swift/usr/bin:/usr/bin:/bin" "$@"; }
with_swift sh -c 'cd /tmp/use/CMake && cmake -G Ninja -B build && cmake --build build && build/inventory && build/report' >"$work/cmake.log" 2>&1 &&
  grep -q '^500 g on shelf 3' "$work/cmake.log" || { cat "$work/cmake.log" >&2; fail 'the example for CMake does not build with the packages'; }
with_swift sh -c 'cd /tmp/use && cp -r /usr/share/doc/archivegen-doc/examples/Inventory . && cd Inventory && mkdir build &&
  swiftc -swift-version 6 -I ../Generated $(pkg-config --cflags archiveruntime) main.swift ../Generated/*+Archive.swift $(pkg-config --libs archiveruntime) -o inventory && ./inventory' \
  >"$work/pkg-config.log" 2>&1 && grep -q '^item 2: 200 g' "$work/pkg-config.log" || { cat "$work/pkg-config.log" >&2; fail 'a program does not compile with pkg-config'; }
echo 'package-test.sh: compiling the library from its installed sources, as for another version of the compiler'
with_swift sh -c 'cd /tmp/use/CMake && cmake -G Ninja -B build2 -DARCHIVEGEN_RUNTIME_FROM_SOURCE=ON && cmake --build build2 && build2/inventory' >"$work/source.log" 2>&1 &&
  grep -q '^500 g on shelf 3' "$work/source.log" || { tail -50 "$work/source.log" >&2; fail 'the example does not build with the installed sources'; }

# Gone without a trace.
umount "$chroot$swift"
mounted=("${mounted[@]:1}")
apt purge archivegen libarchiveruntime-swift-dev archivegen-doc cmake ninja-build g++ pkg-config libncurses6 libsqlite3-0 libxml2 zlib1g-dev tzdata
apt autoremove --purge
rm -rf "$chroot/tmp/use" "$chroot/tmp/debs"
files >"$work/after"
diff "$work/before" "$work/after" >"$work/diff" || true
# gp-archive is a tool of binutils.
if grep -i 'archivegen\|archiveruntime\|archiveannotations' "$work/diff"; then fail 'the packages leave something behind'; fi
echo 'package-test.sh: the packages install, work with and without Swift, and are removed without a trace'
