#!/usr/bin/env python3
"""Checks that each room of the runtime uses only those below it.

The folders of Sources/ArchiveRuntime are rooms in layers. For each layer this compiles it with the layers below and nothing
else: code that uses a room above does not compile. The compiler only checks types, so that this takes seconds.

    walls.py [SWIFTC]
"""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "Sources" / "ArchiveRuntime"

# From the lowest up. The rooms of one layer do not use each other either, except those that one tuple joins by "+".
LAYERS = [
    ["Progress", "Errors"],
    ["PropertyList"],
    ["Elements"],
    ["Records"],
    ["Files"],
    ["Graphs"],
    ["Objects"],
    ["Goldens"],
]
# What stands directly above and below each other, and each layer that is worth compiling by itself: the others are checked with
# the next one. The whole is compiled by the build.
CHECKED = ["PropertyList", "Elements", "Records", "Graphs"]


def files(rooms):
    return [str(path) for room in rooms for path in sorted((SOURCES / room).rglob("*.swift"))]


def check(swiftc, name, rooms):
    run = subprocess.run(
        [swiftc, "-typecheck", "-swift-version", "6", "-parse-as-library", "-module-name", "ArchiveRuntime", *files(rooms)],
        capture_output=True, text=True)
    errors = [line for line in run.stderr.splitlines() if ": error:" in line]
    if run.returncode == 0:
        return f"{name}: {len(files(rooms))} files compile with the rooms below alone", True
    shown = "\n".join("  " + os.path.relpath(error) for error in errors[:20]) or run.stderr
    return f"{name} uses a room above it:\n{shown}", False


def main():
    swiftc = sys.argv[1] if len(sys.argv) > 1 else "swiftc"
    known = {room for layer in LAYERS for room in layer}
    found = {path.name for path in SOURCES.iterdir() if path.is_dir() and path.suffix != ".docc"}
    if known != found:
        print(f"walls.py names {sorted(known - found)} that are no rooms, and not {sorted(found - known)}", file=sys.stderr)
        return 1
    below, jobs = [], []
    for layer in LAYERS:
        below = below + layer
        for name in layer:
            if name in CHECKED:
                jobs.append((name, below))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda job: check(swiftc, *job), reversed(jobs)))
    for text, _ in results:
        print(text)
    return 0 if all(passed for _, passed in results) else 1


if __name__ == "__main__":
    sys.exit(main())
