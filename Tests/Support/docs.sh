#!/usr/bin/env bash
# Builds the documentation as a static site: docs.sh FOLDER [BASE_PATH]
# FOLDER becomes the root of a host, and the site is in FOLDER/BASE_PATH. SWIFT is the Swift to use; its docc is beside it.
# The symbols come from the sources by swiftc alone, so that SwiftPM's build folder stays as it is: public API, and no SPI.
# A warning of docc is an error.
set -euo pipefail
folder=${1:?usage: docs.sh FOLDER [BASE_PATH]}
base=${2:-}
base=${base#/}
base=${base%/}
swift=${SWIFT:-swift}
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"

swift_path=$(command -v "${swift%% *}") || {
  echo "docs: no Swift toolchain in PATH; install Swift 6.2 or newer (https://www.swift.org/install)" >&2
  exit 1
}
tools=$(dirname "$(readlink -f "$swift_path")")
docc=$tools/docc
[[ -x $docc ]] || docc=$(xcrun --find docc 2>/dev/null || command -v docc) || {
  echo "docs: this Swift toolchain has no docc; use one of swift.org" >&2
  exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/symbols"
# The catalog has Swift files too, those of the tutorials' steps.
sources=$(find Sources/ArchiveRuntime -name '*.swift' -not -path '*.docc/*' | LC_ALL=C sort)
"${swift_path}c" -wmo -emit-module -module-name ArchiveRuntime -package-name archivegen -swift-version 6 -parse-as-library -suppress-warnings \
  -experimental-skip-non-inlinable-function-bodies -emit-module-path "$work/ArchiveRuntime.swiftmodule" \
  -emit-symbol-graph -emit-symbol-graph-dir "$work/symbols" -symbol-graph-minimum-access-level public \
  -symbol-graph-skip-synthesized-members -emit-extension-block-symbols $sources

site=$work/site
SWIFT_DETERMINISTIC_HASHING=1 "$docc" convert Sources/ArchiveRuntime/ArchiveRuntime.docc --additional-symbol-graph-dir "$work/symbols" \
  --fallback-display-name ArchiveRuntime --fallback-bundle-identifier archivegen.ArchiveRuntime \
  --warnings-as-errors --transform-for-static-hosting ${base:+--hosting-base-path "$base"} --output-path "$site"

# docc writes keys in any order; the site is the same for the same sources.
python3 - "$site" <<'SORT'
import json, pathlib, sys
for path in pathlib.Path(sys.argv[1]).rglob("*.json"):
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")), sort_keys=True, ensure_ascii=False, separators=(",", ":")), "utf-8")
SORT

for styles in "$site"/css/documentation-topic.*.css "$site"/css/topic.*.css; do cat Tests/Support/docs.css >>"$styles"; done

# The site's own root leads to the landing page; docc leaves an empty page there.
cat >"$site/index.html" <<PAGE
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>archivegen</title>
<meta http-equiv="refresh" content="0; url=documentation/archiveruntime/">
<link rel="canonical" href="documentation/archiveruntime/">
<p><a href="documentation/archiveruntime/">The documentation of archivegen</a></p>
</html>
PAGE

rm -rf "$folder"
mkdir -p "$folder/$base"
cp -r "$site/." "$folder/$base/"
