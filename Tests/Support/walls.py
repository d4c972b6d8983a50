#!/usr/bin/env python3
"""Checks that each folder of the runtime uses only the layers below it.

The folders of Sources/ArchiveRuntime are in layers. Each folder is type-checked with the layers below it and nothing else, so
that code that uses a higher layer does not compile. Bodies of the files below are not checked again, so that all folders
take about the time of one check of the whole.

    walls.py [SWIFTC]
"""
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "Sources" / "ArchiveRuntime"

# From the lowest layer up. Folders of one layer do not use each other either.
LAYERS = [
    ["Errors"],
    ["Progress"],
    ["PropertyList"],
    ["Elements"],
    ["Records"],
    ["Files"],
    ["Graphs"],
    ["Objects"],
]


def files(folders):
    return [str(path) for folder in folders for path in sorted((SOURCES / folder).rglob("*.swift"))]


def frontend(swiftc):
    """The compiler's own command for one file without the file: the driver knows the target and where the plugins are."""
    file = files(["Errors"])[0]
    run = subprocess.run(
        [swiftc, "-###", "-typecheck", "-swift-version", "6", "-parse-as-library", "-package-name", "archivegen", "-module-name", "ArchiveRuntime", file],
        capture_output=True, text=True, check=True)
    command = shlex.split(run.stdout.splitlines()[0])
    return [word for word in command if word not in (file, "-primary-file")]


def check(command, name, below):
    """Type-checks a folder, without the others of its layer."""
    own = files([name])
    checked = [word for file in own for word in ("-primary-file", file)]
    run = subprocess.run([*command, *checked, *files(below)], capture_output=True, text=True)
    if run.returncode == 0:
        return f"{name}: {len(own)} files compile with the layers below alone", True
    errors = [line for line in run.stderr.splitlines() if ": error:" in line]
    shown = "\n".join("  " + os.path.relpath(error) for error in errors[:20]) or run.stderr
    return f"{name} uses a folder of a higher layer:\n{shown}", False


def main():
    swiftc = sys.argv[1] if len(sys.argv) > 1 else "swiftc"
    known = {folder for layer in LAYERS for folder in layer}
    found = {path.name for path in SOURCES.iterdir() if path.is_dir() and path.suffix != ".docc"}
    if known != found:
        print(f"walls.py names {sorted(known - found)} that do not exist, and not {sorted(found - known)}", file=sys.stderr)
        return 1
    command = frontend(swiftc)
    below, jobs = [], []
    for layer in LAYERS:
        jobs += [(name, below) for name in layer]
        below = below + layer
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda job: check(command, *job), jobs))
    for text, _ in results:
        print(text)
    return 0 if all(passed for _, passed in results) else 1


if __name__ == "__main__":
    sys.exit(main())
