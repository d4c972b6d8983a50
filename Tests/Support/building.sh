#!/usr/bin/env bash
# Runs a build and says how far it is: building.sh COMMAND...
# On a terminal one line changes every second; elsewhere there is a line each half minute (BUILDING_SECONDS). A compiler that is at work on one
# large module says nothing for minutes, so the line has the time as well. What the build prints follows if it fails, and its warnings in
# any case. PROGRESS is the descriptor for the line, if standard output is kept back, as by `make test`.
set -uo pipefail
(($#)) || { echo 'usage: building.sh COMMAND...' >&2; exit 64; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
exec {line}>&"${PROGRESS:-1}" || exit 70
terminal=0
[[ -t $line ]] && terminal=1
start=$SECONDS
"$@" >"$log" 2>&1 &
build=$!
trap 'kill $build 2>/dev/null; wait $build; exit 130' INT TERM

# The last step that the build has named, or else its last words.
step() {
  local words
  words=$(tail -c 8192 "$log" | tr '\r' '\n' | grep -a '^\[[0-9]*/[0-9]*\]' | tail -1)
  [[ -n $words ]] || words=$(tail -c 8192 "$log" | tr '\r' '\n' | grep -a . | tail -1)
  printf '%s' "${words:-starting}" | tr -d '[:cntrl:]' | cut -c 1-100
}

next=$((start + ${BUILDING_SECONDS:-30}))
while kill -0 $build 2>/dev/null; do
  if ((terminal)); then
    printf '\r\033[K    %d s: %s' $((SECONDS - start)) "$(step)" >&"$line"
  elif ((SECONDS >= next)); then
    next=$((SECONDS + ${BUILDING_SECONDS:-30}))
    printf '    %d s: %s\n' $((SECONDS - start)) "$(step)" >&"$line"
  fi
  sleep 0.5
done
wait $build
status=$?
((terminal)) && printf '\r\033[K' >&"$line"
if ((status)); then
  cat "$log" >&2
elif ((SECONDS - start >= ${BUILDING_SECONDS:-30})); then
  printf '    built in %d s\n' $((SECONDS - start)) >&"$line"
fi
# Swift's static Foundation refers to mktemp, and the linker warns of it; nothing here calls it.
((status)) || grep -aE '(^|: )warning: ' "$log" | grep -av "the use of .mktemp. is dangerous" >&2
exit $status
