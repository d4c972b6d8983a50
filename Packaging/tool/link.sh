#!/usr/bin/env bash
# The linker of the tool for Linux: lld, with the libraries that ReleasableLibraries.swift has made. The Makefile sets
# TOOL_LINKER, the lld of Swift's toolchain, and TOOL_LIBRARIES.
#
# Nothing loads symbols of the tool, so that it has no table of them. Functions that are the same stand there once.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
options=(--no-export-dynamic --icf=all --no-eh-frame-hdr -T "$here/tool.ld" -O2)
# glibc 2.36 reads a short form of relocations, which takes 3 MB less. The tool then needs that version.
version=$(getconf GNU_LIBC_VERSION 2>/dev/null || true)
version=${version#glibc }
if [[ $version == *.* ]] && ((${version%%.*} > 2 || ${version#*.} >= 36)); then options+=(-z pack-relative-relocs); fi
exec "$TOOL_LINKER" -L "$TOOL_LIBRARIES" "$@" "${options[@]}"
