#!/usr/bin/env bash
# Fetches FlatBuffers for Swift into .build-bench/flatbuffers if it is not there, and prints the folder. Where it cannot be
# fetched, it says so and prints nothing, and the benchmarks leave it out. FLATBUFFERS_REPOSITORY is another place to fetch from.
set -euo pipefail
# The first one with the faster code for Swift 6, after 25.12.19. FlatBuffersMessages/*.swift were made with the flatc of it.
commit=81edeb17d9118143f2c81caf27edfb0df401279e
folder=$PWD/.build-bench/flatbuffers
if [[ $(git -C "$folder" rev-parse --verify -q refs/tags/fetched 2>/dev/null) != "$commit" ]]; then
  rm -rf "$folder"
  git init -q "$folder"
  git -C "$folder" fetch -q --depth 1 "${FLATBUFFERS_REPOSITORY:-https://github.com/google/flatbuffers}" "$commit" 2>/dev/null || {
    echo 'flatbuffers: FlatBuffers for Swift cannot be fetched, so it is left out' >&2
    rm -rf "$folder"
    exit 0
  }
  git -C "$folder" checkout -q FETCH_HEAD -- Package.swift LICENSE swift
  git -C "$folder" tag fetched FETCH_HEAD
fi
echo "$folder"
