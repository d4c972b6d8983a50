#!/usr/bin/env bash
# Archives made in Python are read by generated Swift, and one of Swift's by Python: run.sh PREFIX PYTHON, where archivegen is installed in
# PREFIX, and PYTHON has NumPy.
set -euo pipefail
prefix=$(cd "${1:?usage: run.sh PREFIX PYTHON}" && pwd)
python=$(realpath -s "$(command -v "${2:?usage: run.sh PREFIX PYTHON}")")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SWIFT_BACKTRACE=enable=no XDG_CACHE_HOME=$work/.cache PYTHONPATH=$here/../../src
fail() {
  printf 'python/tests/swift: %s\n' "$1" >&2
  cat "$work/log" >&2
  exit 1
}
cd "$here"
"$python" make_archives.py "$work" >"$work/log" 2>&1 || fail 'the archives were not written'
"$prefix/bin/archivegen" headers --module CSample -o "$work/C" >"$work/log" 2>&1 || fail 'the headers were not read'
"$prefix/bin/archivegen" Model -o "$work/Swift" >"$work/log" 2>&1 || fail 'the model was not read'
${SWIFTC:-swiftc} -swift-version 6 -warnings-as-errors -module-name Sample -I "$work/C" -I "$prefix/lib/archivegen" main.swift Model/*.swift \
  "$work"/C/*+Archive.swift "$work"/Swift/*+Archive.swift -L "$prefix/lib/archivegen" -lArchiveRuntime -o "$work/sample" >"$work/log" 2>&1 ||
  fail 'the program was not built'
"$work/sample" "$work" >"$work/found.txt" 2>"$work/log" || fail 'Swift did not read what Python wrote'
diff expected.txt "$work/found.txt" >"$work/log" || fail 'Swift read something else than Python wrote'
"$python" check.py "$work" >"$work/log" 2>&1 || fail 'Python read something else than Swift wrote'
sed 's/^/python: /' "$work/log"
echo 'python: records, columns, a union, a graph and objects that Python archived came back in Swift'
