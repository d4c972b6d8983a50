#!/usr/bin/env bash
# Unpacks the headers of Debian packages, each into DIR/PACKAGE, without installing them: headers.sh DIR PACKAGE...
# What is there already is not fetched again. Fails when a package can be had neither from apt nor from DIR.
set -euo pipefail
dir=${1:?usage: headers.sh DIR PACKAGE...}
shift
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
missing=()
for package in "$@"; do [[ -d $dir/$package ]] || missing+=("$package"); done
((${#missing[@]})) || exit 0

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# apt's own user has to be able to write here.
chmod 777 "$scratch"
cd "$scratch"
download() { apt-get download -qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20 "${missing[@]}" >/dev/null 2>errors; }
if ! download; then
  # A new machine has no package lists.
  as_root=()
  ((EUID == 0)) || as_root=(sudo -n)
  "${as_root[@]}" apt-get update -qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20 >/dev/null 2>>errors || true
  download || { cat errors >&2; exit 1; }
fi
for package in "${missing[@]}"; do
  # Unpacked whole or not at all.
  dpkg -x "$package"_*.deb "$package"
  mv "$package" "$dir/$package"
done
