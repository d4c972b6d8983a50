"""Bit patterns for records: all zeros, all ones, and random ones that repeat from run to run."""

from __future__ import annotations

import random

from elements import Text
from leaves import Column

PATTERNS = 6


def patterns(size: int, columns: list[Column], seed: str) -> list[bytes]:
    source = random.Random(seed)
    records = [bytearray(size), bytearray(b"\xff" * size)]
    records += [bytearray(source.randbytes(size)) for _ in range(PATTERNS - 2)]
    for record in records:
        for column in columns:
            if isinstance(column.leaf.element, Text):
                _write_text(record, column, source)
    return [bytes(record) for record in records]


def _write_text(record: bytearray, column: Column, source: random.Random) -> None:
    """Text must be in its encoding; what follows its NUL is nobody's."""
    text = column.leaf.element
    bases = [0]
    for array in column.around:
        bases = [inner for outer in bases for inner in array.bases(outer)]
    for base in bases:
        encoded = b""
        for _ in range(source.randrange(text.storage + 1)):
            more = chr(source.choice([0x41, 0x7E, 0xE9, 0xFC])).encode("utf-8" if text.encoding == "utf8" else "latin-1")
            if len(encoded) + len(more) <= text.storage:
                encoded += more
        start = base + column.leaf.bit_offset // 8
        record[start : start + text.storage] = encoded.ljust(text.storage, b"\0")
