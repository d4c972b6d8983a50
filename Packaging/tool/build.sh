#!/usr/bin/env bash
# Builds the tool for Linux as it is installed, with Swift's libraries linked in: build.sh FOLDER [ARGUMENT…]
# SWIFT is the compiler, FOLDER that of the build, and the arguments are for 'swift build'.
#
# The tool is made small: 30 MB for 51. Code is optimised for size, which takes a tenth of its speed at most. What nothing
# uses is left out, which link.sh, ReleasableLibraries.swift and Sources/ReducedICU are for.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?usage: build.sh FOLDER [ARGUMENT…]}
shift
swift=$(command -v "$SWIFT")
bin=$(dirname "$(readlink -f "$swift")")
static=$(dirname "$bin")/lib/swift_static/linux
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
export TOOL_LINKER=$bin/ld.lld TOOL_LIBRARIES=$folder/libraries
[[ -d $static && -x $TOOL_LINKER ]] || {
  echo "make: Swift's toolchain in '$bin' has no static libraries or no ld.lld: install the one of swift.org" >&2
  exit 1
}
if [[ ! -e $folder/libraries.of || $(<"$folder/libraries.of") != "$static $(stat -c %Y "$static/libFoundation.a")" ]]; then
  rm -rf "$TOOL_LIBRARIES"
  "$bin/swiftc" -O "$here/ReleasableLibraries.swift" -o "$folder/releasable-libraries"
  "$folder/releasable-libraries" "$static" "$TOOL_LIBRARIES"
  echo "$static $(stat -c %Y "$static/libFoundation.a")" >"$folder/libraries.of"
fi
# SwiftPM does not know when what is in this folder changes.
rm -f "$folder/release/archivegen"
exec "$swift" build "$@" -c release --product archivegen --scratch-path "$folder" --static-swift-stdlib \
  -Xswiftc -Osize -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xfrontend -Xswiftc -internalize-at-link \
  -Xswiftc -use-ld=lld -Xswiftc -ld-path="$here/link.sh"
