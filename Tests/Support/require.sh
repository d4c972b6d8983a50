#!/usr/bin/env bash
# Reports what is missing to build archivegen, and installs nothing: require.sh
# SWIFT is the Swift to use.
set -euo pipefail
swift=${SWIFT:-swift}
root=$(cd "$(dirname "$0")/../.." && pwd)

command -v "${swift%% *}" >/dev/null || {
  echo "make: no Swift toolchain in PATH; install Swift 6.2 or newer (https://www.swift.org/install)" >&2
  exit 1
}

# The command that installs libclang here. LibraryPackage.swift has the same commands.
package() {
  if [[ $(uname -s) == Darwin ]]; then
    echo 'brew install llvm'
    return
  fi
  local id
  # The IDs of os-release(5) are the system's own, then those of similar systems.
  for id in $(. "${OS_RELEASE:-/etc/os-release}" 2>/dev/null && echo "${ID:-} ${ID_LIKE:-}"); do
    case $id in
      debian | ubuntu) echo 'apt-get install libclang-dev' ;;
      fedora | rhel | centos | amzn) echo 'dnf install clang-devel' ;;
      arch) echo 'pacman -S clang' ;;
      alpine) echo 'apk add clang-dev' ;;
      suse | opensuse*) echo 'zypper install clang-devel' ;;
      gentoo) echo 'emerge llvm-core/clang' ;;
      void) echo 'xbps-install clang' ;;
      *) continue ;;
    esac
    return
  done
}

# Building needs no libclang; archivegen loads it. Swift's toolchain for Linux brings one.
if ! SWIFT=$swift "$root/Tests/Support/libclang.sh" >/dev/null; then
  install=$(package)
  echo "make: libclang is not installed: ${install:-install the package of this system that has libclang}" >&2
  exit 1
fi
