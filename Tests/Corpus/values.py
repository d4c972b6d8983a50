"""Bit patterns for records: all zeros, all ones, and random ones that are the same in each run."""

from __future__ import annotations

import random
from math import prod

from elements import Number, Text
from leaves import Column, Leaf

PATTERNS = 6
_MOST_TURNS = 32


def turns(columns: list[Column], least: int) -> int:
    """The number of records in which each member of each union is live once; at least `least`."""
    cases = [len(condition.all) for column in columns for part in (*column.around, column.leaf) for condition in part.conditions]
    return min(max([least, *cases]), max(least, _MOST_TURNS))


def patterns(size: int, columns: list[Column], seed: str) -> list[bytes]:
    source = random.Random(seed)
    records = [bytearray(size), bytearray(b"\xff" * size)]
    records += [bytearray(source.randbytes(size)) for _ in range(turns(columns, PATTERNS) - 2)]
    for turn, record in enumerate(records):
        settle(record, 0, columns, source, turn)
    return [bytes(record) for record in records]


def settle(record: bytearray, base: int, columns: list[Column], source: random.Random, turn: int | None = None) -> None:
    """Replaces invalid bit patterns by valid ones: tags of unions, values of closed enumerations, texts. `turn` selects
    the live member."""
    settled: set[int] = set()
    for column in columns:
        for condition, inner in column.conditions(record, base):
            place = inner + condition.tag.bit_offset // 8
            if place not in settled:
                settled.add(place)
                value = source.choice(condition.all) if turn is None else condition.all[turn % len(condition.all)]
                size = condition.tag.element.storage
                record[place : place + size] = value.to_bytes(size, "little")
    for column in columns:
        if column.leaf.bit_width is not None:
            for inner in column.bases(record, base):
                _write_bits_of_case(record, 8 * inner + column.leaf.bit_offset, column.leaf, source)
            continue
        for start in _places(column, record, base):
            if isinstance(column.leaf.element, Text):
                _write_text(record, start, column.leaf.element, source)
            elif isinstance(column.leaf.element, Number):
                _write_case(record, start, column.leaf.element, source)


def _places(column: Column, record: bytearray, base: int) -> list[int]:
    """The byte offsets of a text or an enumeration; called only for these."""
    if not (isinstance(column.leaf.element, Text) or isinstance(column.leaf.element, Number) and column.leaf.element.cases):
        return []
    size, count = column.leaf.element.storage, prod(column.leaf.dimensions)
    return [inner + column.leaf.bit_offset // 8 + index * size for inner in column.bases(record, base) for index in range(count)]


def _write_text(record: bytearray, start: int, text: Text, source: random.Random) -> None:
    """Writes a text in its encoding. The bytes after its NUL are ignored."""
    encoded = b""
    for _ in range(source.randrange(text.storage + 1)):
        more = chr(source.choice([0x41, 0x7E, 0xE9, 0xFC])).encode("utf-8" if text.encoding == "utf8" else "latin-1")
        if len(encoded) + len(more) <= text.storage:
            encoded += more
    record[start : start + text.storage] = encoded.ljust(text.storage, b"\0")


def _write_case(record: bytearray, start: int, enumeration: Number, source: random.Random) -> None:
    value = source.choice(enumeration.cases) & (1 << enumeration.bits) - 1
    record[start : start + enumeration.storage] = value.to_bytes(enumeration.storage, "little")


def _write_bits_of_case(record: bytearray, first: int, leaf: Leaf, source: random.Random) -> None:
    """Writes a value of a closed enumeration into a bit-field; `first` is its first bit in the record."""
    if not (isinstance(leaf.element, Number) and leaf.element.cases and leaf.bit_width is not None):
        return
    mask = (1 << leaf.bit_width) - 1
    value = source.choice([case for case in leaf.element.cases if case >> leaf.bit_width in (0, -1)]) & mask
    last = (first + leaf.bit_width + 7) // 8
    window = int.from_bytes(record[first // 8 : last], "little") & ~(mask << first % 8) | value << first % 8
    record[first // 8 : last] = window.to_bytes(last - first // 8, "little")
