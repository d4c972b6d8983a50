#!/usr/bin/env bash
# Waits for the second after the one in which it is started. Swift's incremental builds compare the times of imported headers in whole
# seconds: a header that changes in the second in which a build read it is not compiled again.
set -euo pipefail
start=$(date +%s)
while (($(date +%s) == start)); do sleep 0.05; done
