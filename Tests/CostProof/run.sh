#!/usr/bin/env bash
# run.sh PROGRAM [SIZE] [WORD]: runs `cost-proof` where its instructions are counted, see Tests/CostMeter/instructions.c. Two
# processes have half of the shapes each.
set -euo pipefail
# The same hashes at every run.
export SWIFT_DETERMINISTIC_HASHING=1
root=$(cd "$(dirname "$0")/../.." && pwd)
plugin=$(mktemp -d)
trap 'rm -rf "$plugin"' EXIT
gcc -O2 -shared -fPIC "$root/Tests/CostMeter/instructions.c" -o "$plugin/instructions.so"
parts=() status=0
for part in 0 1; do
  COST_PROOF_PART=$part "qemu-$(uname -m)" -plugin "$plugin/instructions.so" "$@" &
  parts+=($!)
done
for part in "${parts[@]}"; do wait "$part" || status=1; done
exit $status
