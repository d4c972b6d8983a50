#!/bin/bash
# Runs the cases' builders, checkers and releasers by themselves under the sanitizers, with every compiler there is.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for compiler in ${CC:-clang gcc}; do
  command -v "$compiler" >/dev/null || continue
  # gold, where it is the default, complains of clang's sanitizers.
  "$compiler" -fuse-ld=bfd -std=c17 -g -O1 -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all \
    -Iinclude -I. ./*.c selfcheck/main.c -o "$out/selfcheck"
  echo -n "$compiler: "
  ASAN_OPTIONS=detect_leaks=1 "$out/selfcheck"
done
