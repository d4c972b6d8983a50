#!/usr/bin/env python3
"""Prints all keys and values of archives as JSON: what the tests of other languages compare with.

The reader is the package in python/, which knows Sources/ArchiveRuntime/FORMAT.md alone; `archivegen.plain` describes the JSON. It needs
NumPy, which Tests/Support/python.sh puts into the build folder.

usage: archive_reader.py FILE…, with a line for each
"""
from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python" / "src"))
try:
    import archivegen
except ImportError:
    # The Python that runs the tests may have no NumPy. The same program begins again with the one of the build folder.
    own = ROOT / ".build" / "python" / "bin" / "python"
    if not own.exists() or Path(sys.prefix) == own.parents[1]:
        sys.exit(f"archive_reader.py: this needs NumPy, in {sys.executable} or in .build/python: run {ROOT}/Tests/Support/python.sh")
    os.execv(own, [str(own), *sys.orig_argv[1:]])

from archivegen import ArchiveError, plain
from archivegen.elements import split_type
from archivegen.plain import numbers


class Archive:
    """An archive in a file, as JSON's values."""

    def __init__(self, file: BinaryIO) -> None:
        self._archive = archivegen.loads(file.read())

    def read(self) -> dict[str, Any]:
        return plain(self._archive)


def parse_type(text: str) -> tuple[str, list[int], str]:
    """'i32[2][3] rest' -> (element type, [2, 3], ' rest')"""
    element, dimensions, rest = split_type(text)
    return element.name, list(dimensions), rest


def array_value(name: str, dimensions: list[int], raw: bytes) -> Any:
    """An array's archived bytes as lists."""
    return numbers(split_type(name)[0], tuple(dimensions), memoryview(raw))


def main(path: str) -> int:
    try:
        with archivegen.open(path) as archive:
            text = json.dumps(plain(archive), sort_keys=True, ensure_ascii=False, allow_nan=False)
    except (ArchiveError, OSError) as flaw:
        print(f"archive_reader.py: {path}: {flaw}", file=sys.stderr)
        return 1
    sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass") + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(max(main(path) for path in sys.argv[1:]))
