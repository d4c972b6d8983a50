#!/usr/bin/env bash
# Puts a Python environment with packages of PyPI into the build folder: python.sh [--folder FOLDER] [PACKAGE…]
# Without arguments it is .build/python with NumPy, which the tests of python/ and Tests/Readers use.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=.build/python
if [[ ${1:-} = --folder ]]; then
  folder=$2
  shift 2
fi
packages=("$@")
((${#packages[@]})) || packages=('numpy>=1.26')
# What was installed last time, so that nothing is asked of the network again.
stamp=$folder/installed.txt
wanted=$(printf '%s\n' "$(python3 -c 'import sys; print(sys.version)')" "${packages[@]}")
[[ -x $folder/bin/python && -f $stamp && $(<"$stamp") == "$wanted" ]] && exit 0
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
  echo "python: Python 3.11 or newer is needed, and $(python3 --version) is installed" >&2
  exit 1
}
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
python3 -m venv "$folder" || {
  echo "python: no environment can be made; on Debian: apt-get install python3-venv" >&2
  exit 1
}
echo "python: installing ${packages[*]} into $folder"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check "${packages[@]}"
printf '%s\n' "$wanted" >"$stamp"
