#!/usr/bin/env bash
# Makes Debian packages of what `make build` has built: deb.sh FOLDER
# BUILT is the folder of the build, SWIFT_VERSION the compiler's version, DEBFULLNAME and DEBEMAIL the maintainer (default:
# the author of the last commit). The same build and commit give the same packages.
set -euo pipefail
umask 022
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "${1:?usage: deb.sh FOLDER}"
out=$(cd "$1" && pwd)
version=$("$BUILT/archivegen" --version | sed -n '1s/^[^0-9]*\([0-9][0-9A-Za-z.+-]*\).*/\1/p')
# A version before a release sorts before it, and '-' would begin Debian's revision.
version=${version/-/\~}
commit() { git -C "$root" log -1 --format="$1"; }
maintainer="${DEBFULLNAME:-$(commit %an)} <${DEBEMAIL:-$(commit %ae)}>"
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(commit %ct)} ROOT=$root BUILT

rm -f "$out"/*.deb "$out"/*.changes "$out"/*.buildinfo
work=$out/archivegen-$version
rm -rf "$work"
mkdir "$work"
cp -r "$root/Packaging/debian" "$work/debian"
sed -i "s|@MAINTAINER@|$maintainer|" "$work/debian/control"
{
  printf 'archivegen (%s) unstable; urgency=medium\n\n  * The changes are in CHANGELOG.md of the sources.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$(LC_ALL=C date -R -u -d "@$SOURCE_DATE_EPOCH")"
} >"$work/debian/changelog"
# The compiler is not a package of Debian's, so that its presence cannot be checked (-d).
(cd "$work" && dpkg-buildpackage -b -us -uc -d) >"$out/build.log" 2>&1 || {
  cat "$out/build.log" >&2
  exit 1
}
rm -r "$work"
ls "$out"/*.deb
