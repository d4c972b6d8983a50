#!/usr/bin/env bash
# Draws the pictures of the documentation: pictures.sh ARCHIVEGEN [--check]
# With --check nothing is written, and a picture that is out of date is an error.
set -euo pipefail
archivegen=$(realpath "$1")
check=${2:-}
cd "$(dirname "$0")"
catalog=../../Sources/ArchiveRuntime/ArchiveRuntime.docc
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
draw() { "$archivegen" layout shipment.h -C shipment --target x86_64-unknown-linux-gnu "${@:2}" --svg "$made/$1"; }
draw layout-shipment.svg
draw layout-reorganized.svg --reorganize
for picture in "$made"/*.svg; do
  name=$(basename "$picture")
  cmp -s "$picture" "$catalog/$name" && continue
  if [[ $check == --check ]]; then
    echo "pictures: $name is out of date; write it with 'make reference'" >&2
    exit 1
  fi
  cp "$picture" "$catalog/$name"
done
