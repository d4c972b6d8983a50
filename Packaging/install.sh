#!/usr/bin/env bash
# Installs what `make build` has built, and removes it again: install.sh install|uninstall
#
# DESTDIR, PREFIX and LIBDIR (relative to PREFIX) say where; BUILT is the folder of the build, STRIP is not empty if the
# tool is to be stripped, and SWIFT_VERSION is the compiler's version.
#
# The manifest has a line for every file and folder that was made, so that `uninstall` removes these and nothing else, also
# those that an earlier version installed.
set -euo pipefail
umask 022
root=$(cd "$(dirname "$0")/.." && pwd)
: "${DESTDIR=}" "${PREFIX:=/usr/local}" "${LIBDIR:=lib}"
PREFIX=${PREFIX%/}
[[ $PREFIX == /* || -z $PREFIX ]] || { echo "make: PREFIX is not an absolute path: '$PREFIX'" >&2; exit 1; }
manifest=$PREFIX/$LIBDIR/archivegen/installed.txt
# Each is a module and those that it imports, separated by spaces.
mapfile -t modules < <(grep -v '^#' "$root/Packaging/modules.txt")

# Paths in these lists are those on the machine that the files are for, without DESTDIR.
files=() folders=()

folder() {
  [[ -d $DESTDIR$1 || -z $1 ]] && return
  folder "${1%/*}"
  mkdir "$DESTDIR$1"
  folders+=("$1")
}

# put MODE FILE PATH; '-' is standard input.
put() {
  folder "${3%/*}"
  if [[ $2 == - ]]; then
    # As `install` does: what a running program has open is not written to.
    rm -f "$DESTDIR$3"
    cat >"$DESTDIR$3"
    chmod "$1" "$DESTDIR$3"
  else
    install -m "$1" "$2" "$DESTDIR$3"
  fi
  files+=("$3")
}

# The way from a folder below PREFIX back to PREFIX.
up() { sed 's|[^/][^/]*|..|g' <<<"$1"; }

filled() {
  sed -e "s|@MODULES@|$(IFS=';'; echo "${modules[*]}")|g" -e "s|@VERSION@|$version|g" -e "s|@LIBDIR@|$LIBDIR|g" -e "s|@SWIFT_VERSION@|${SWIFT_VERSION:-}|g" \
    -e "s|@UP_FROM_CMAKE@|$(up "$LIBDIR/cmake/archivegen")|g" -e "s|@UP_FROM_PKGCONFIG@|$(up "$LIBDIR/pkgconfig")|g" \
    "$root/Packaging/$1"
}

install_all() {
  local tool=$BUILT/archivegen lib=$PREFIX/$LIBDIR share=$PREFIX/share module source
  version=$("$tool" --version | sed -n '1s/^[^0-9]*\([0-9][0-9A-Za-z.+-]*\).*/\1/p')

  put 755 "$tool" "$PREFIX/bin/archivegen"
  [[ -z ${STRIP:-} ]] || strip "$DESTDIR$PREFIX/bin/archivegen"
  put 644 "$BUILT/libArchiveRuntime.a" "$lib/archivegen/libArchiveRuntime.a"
  # Another compiler than the one that made the library needs its sources.
  filled ArchiveRuntime/Package.swift | put 644 - "$share/archivegen/ArchiveRuntime/Package.swift"
  for module in "${modules[@]%% *}"; do
    put 644 "$BUILT/Modules/$module.swiftmodule" "$lib/archivegen/$module.swiftmodule"
    put 644 "$BUILT/Modules/$module.swiftdoc" "$lib/archivegen/$module.swiftdoc"
    while read -r source; do
      put 644 "$root/Sources/$module/$source" "$share/archivegen/ArchiveRuntime/Sources/$module/$source"
    done < <(cd "$root/Sources/$module" && find . -name '*.swift' -not -path '*.docc/*' | sed 's|^\./||' | LC_ALL=C sort)
  done

  filled cmake/archivegenConfig.cmake | put 644 - "$lib/cmake/archivegen/archivegenConfig.cmake"
  filled cmake/archivegenConfigVersion.cmake | put 644 - "$lib/cmake/archivegen/archivegenConfigVersion.cmake"
  filled archiveruntime.pc | put 644 - "$lib/pkgconfig/archiveruntime.pc"

  # For C headers with macros for annotations, and for editors.
  "$tool" attributes --header | put 644 - "$PREFIX/include/ArchiveAnnotations.h"
  "$tool" schema | put 644 - "$share/archivegen/archivegen.schema.json"
  "$tool" attributes --snippets | put 644 - "$share/archivegen/archivegen.code-snippets"

  for source in "$root"/Packaging/man/*.1; do put 644 "$source" "$share/man/man1/${source##*/}"; done
  # bash reads the file, and does not run it.
  "$tool" --generate-completion-script bash | sed '1{/^#!/d}' | put 644 - "$share/bash-completion/completions/archivegen"
  "$tool" --generate-completion-script zsh | put 644 - "$share/zsh/site-functions/_archivegen"
  "$tool" --generate-completion-script fish | put 644 - "$share/fish/vendor_completions.d/archivegen.fish"
  put 644 "$root/Packaging/completions/archivegen.elv" "$share/elvish/lib/archivegen.elv"
}

recorded() { [[ ! -f $DESTDIR$manifest ]] || sed -n "s/^$1 //p" "$DESTDIR$manifest"; }

remove_files() {
  local path
  while IFS= read -r path; do [[ -z $path ]] || rm -f "$DESTDIR$path"; done
}

# What was installed, and whether a shell and pkg-config find it. Below DESTDIR it is for another place.
summary() {
  local where=$PREFIX found note
  printf 'archivegen %s is installed in %s%s: %d files, listed in %s\n' "$version" "$DESTDIR" "${PREFIX:-/}" "${#files[@]}" "$DESTDIR$manifest"
  note=
  if [[ -z $DESTDIR ]]; then
    found=$(command -v archivegen || true)
    if [[ -z $found ]]; then
      note="; PATH does not have the folder: export PATH=$(printf %q "$where/bin"):\$PATH"
    elif [[ ! $found -ef $where/bin/archivegen ]]; then
      note="; PATH has another one before it: $found"
    else
      note='; PATH finds it'
    fi
  fi
  printf '  tool        %s/bin/archivegen%s\n' "$where" "$note"
  printf '  library     %s/%s/archivegen/libArchiveRuntime.a, and its sources for other compilers in %s/share/archivegen/ArchiveRuntime\n' "$where" "$LIBDIR" "$where"
  note=
  if [[ -z $DESTDIR ]]; then
    if ! command -v pkg-config >/dev/null; then
      note='; pkg-config itself is not installed'
    elif [[ $(pkg-config --variable=pcfiledir archiveruntime 2>/dev/null) -ef $where/$LIBDIR/pkgconfig ]]; then
      note='; pkg-config finds it'
    else
      note="; for pkg-config: export PKG_CONFIG_PATH=$(printf %q "$where/$LIBDIR/pkgconfig")"
    fi
  fi
  printf '  pkg-config  archiveruntime%s\n' "$note"
  printf '  CMake       find_package(archivegen)%s\n' "$([[ $where == /usr || $where == /usr/local ]] || printf ', with -DCMAKE_PREFIX_PATH=%q' "$where")"
  printf '  besides     manual pages (man archivegen), completions for bash, zsh, fish and Elvish, ArchiveAnnotations.h\n'
}

case ${1:-} in
install)
  [[ -z $DESTDIR ]] || mkdir -p "$DESTDIR"
  earlier_files=$(recorded file) earlier_folders=$(recorded folder)
  # In a pipe, `put` would extend the lists of another process.
  shopt -s lastpipe
  install_all
  files+=("$manifest")
  # What an earlier version installed, and this one does not.
  LC_ALL=C comm -23 <(LC_ALL=C sort <<<"$earlier_files") <(printf '%s\n' "${files[@]}" | LC_ALL=C sort) | remove_files
  folders=("${folders[@]}" $'\n'"$earlier_folders")
  {
    printf 'file %s\n' "${files[@]}" | LC_ALL=C sort -u
    printf '%s\n' "${folders[@]}" | sed '/^$/d; s/^/folder /' | LC_ALL=C sort -u
  } >"$DESTDIR$manifest.new"
  mv "$DESTDIR$manifest.new" "$DESTDIR$manifest"
  summary
  ;;
uninstall)
  [[ -f $DESTDIR$manifest ]] || {
    echo "make: there is no '$DESTDIR$manifest', so nothing is known to be installed; name the PREFIX, LIBDIR and DESTDIR of 'make install'" >&2
    exit 1
  }
  earlier_folders=$(recorded folder | LC_ALL=C sort -r)
  recorded file | tac | remove_files
  while IFS= read -r path; do
    # A folder in which somebody else has put something stays.
    [[ -z $path ]] || rmdir --ignore-fail-on-non-empty "$DESTDIR$path" 2>/dev/null || true
  done <<<"$earlier_folders"
  ;;
*)
  echo 'usage: install.sh install|uninstall' >&2
  exit 64
  ;;
esac
