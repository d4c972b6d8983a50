#!/bin/sh
# thread.sh: runs under ThreadSanitizer what several threads do at once: encoders, one decoder's value used by all, and
# files saved and loaded. It builds in a folder of its own, .build-thread; the first time takes minutes.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
log="$root/.build-thread/thread.log"
cd "$root"
Tests/Support/building.sh ${SWIFT:-swift} build --traits Generator --build-tests --sanitize=thread --scratch-path .build-thread
# One report is a failure, wherever the threads are by then.
if ! TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1" ${SWIFT:-swift} test --traits Generator --skip-build --sanitize=thread \
  --scratch-path .build-thread --filter 'ConcurrentCoderTests|ConcurrencyTests' >"$log" 2>&1; then
  cat "$log"
  exit 1
fi
tail -n 1 "$log"
