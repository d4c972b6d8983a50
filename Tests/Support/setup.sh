#!/usr/bin/env bash
# Installs missing Debian packages: setup.sh PACKAGE...
# For `libclang` it installs libclang-dev only where no libclang is found, neither the Swift toolchain's nor another.
set -euo pipefail
command -v swift >/dev/null || {
  echo "setup: no Swift toolchain in PATH; install Swift 6.2 or newer (https://www.swift.org/install)" >&2
  exit 1
}
missing=()
for package in "$@"; do
  if [[ $package == libclang ]]; then
    "$(dirname "$0")/libclang.sh" >/dev/null && continue
    package=libclang-dev
  fi
  [[ $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) == "install ok installed" ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0
command -v apt-get >/dev/null || {
  echo "setup: these are missing, and there is no apt-get to install them: ${missing[*]}" >&2
  exit 1
}
as_root=()
((EUID == 0)) || as_root=(sudo)
echo "setup: installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
