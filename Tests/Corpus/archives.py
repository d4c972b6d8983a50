"""Compares archives with the raw bytes. Reads archives with Python's plistlib, using only knowledge from FORMAT.md.

A second reader, Tests/Readers/archive_reader.py, has to agree on all integers and booleans.
"""

from __future__ import annotations

import io
import plistlib
import re
import sys
from collections.abc import Callable, Iterator
from math import prod
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Readers"))

import archive_reader
from elements import Number, Text, same_value
from leaves import Column, Leaf, Link, RecordsLeaf, columns, subscripts

Object = dict[str, object]


def root(archive: bytes, class_name: str) -> Object:
    """The root's keys and values, with strings in place of references to them. Raises ValueError for any other
    archive."""
    list = plistlib.loads(archive, fmt=plistlib.FMT_BINARY)
    if list.get("$archiver") != "NSKeyedArchiver" or list.get("$version") != 100_000:
        raise ValueError("not a keyed archive")
    objects = list["$objects"]
    stored = objects[list["$top"]["root"].data]
    name = objects[stored["$class"].data]["$classname"]
    if name != class_name:
        raise ValueError(f"the root's class is {name!r}, not {class_name!r}")
    return {
        key.removeprefix("$") if key.startswith("$$") else key: objects[value.data] if isinstance(value, plistlib.UID) else value
        for key, value in stored.items() if key != "$class"}


def expected_single(leaves: list[Leaf | RecordsLeaf] | tuple[Leaf | RecordsLeaf, ...], record: bytes) -> Object:
    return dict(item for leaf in leaves for item in _items(leaf, record, 0, ""))


def expected_array(leaves: list[Leaf | RecordsLeaf], records: list[bytes]) -> Object:
    return dict(_column_items("", (len(records),), columns(leaves), [(record, 0) for record in records]))


def _items(leaf: Leaf | RecordsLeaf, record: bytes, base: int, prefix: str) -> Iterator[tuple[str, object]]:
    key = prefix + leaf.key
    if not leaf.is_live(record, base):
        return
    if isinstance(leaf, RecordsLeaf):
        bases = list(leaf.bases(base))
        if leaf.storage == "columns":
            yield from _column_items(key, leaf.dimensions, columns(leaf.leaves), [(record, inner) for inner in bases])
            return
        yield f"{key}[]", "elements count " + " ".join(map(str, leaf.dimensions))
        for index, inner in enumerate(bases):
            for part in leaf.leaves:
                yield from _items(part, record, inner, f"{key}{subscripts(index, leaf.dimensions)}.")
        return
    canonical = leaf.canonical(record, base)
    element = leaf.element
    if isinstance(element, Text):
        yield key, element.string(canonical)
    elif leaf.storage == "elements" and leaf.dimensions:
        yield f"{key}[]", f"elements {leaf.type_name}"
        for index in range(prod(leaf.dimensions)):
            one = canonical[index * element.size : (index + 1) * element.size]
            yield key + subscripts(index, leaf.dimensions), element.plist_value(one) if element.is_plain else one
    elif leaf.dimensions:
        yield key, canonical
        if leaf.storage == "native":
            yield f"{key}[]", f"native little {leaf.type_name}"
        elif not leaf.is_bytes:
            yield f"{key}[]", leaf.type_name
    elif element.is_plain:
        yield key, element.plist_value(canonical)
    else:
        yield key, canonical
        yield f"{key}[]", leaf.type_name


def _column_items(
    key: str, dimensions: tuple[int, ...], columns: list[Column], records: list[tuple[bytes, int]]
) -> Iterator[tuple[str, object]]:
    yield f"{key}[]", description(dimensions, columns)
    for column in columns:
        yield f"{key}[].{column.name}", b"".join(column.canonical(record, base) for record, base in records)


def description(dimensions: tuple[int, ...], columns: list[Column], table: Callable[[Link], object] = repr) -> str:
    """The text at `K[]`; `table` gives the index of the table that a link leads to."""
    names = [column.name for column in columns]
    lines = ["count " + " ".join(map(str, dimensions))]
    for column in columns:
        conditions = [
            ("".join(f"{array.key}[]." for array in column.around[:depth]), condition)
            for depth, part in enumerate((*column.around, column.leaf)) for condition in part.conditions]
        words = [
            f"@{names.index(prefix + condition.tag.key) + 1}={','.join(map(str, sorted(condition.values)))} "
            for prefix, condition in conditions]
        link = f"&{table(column.leaf.element)}" if isinstance(column.leaf.element, Link) else ""
        lines.append(f"{''.join(words)}{column.type_name}{link} {column.name}")
    return "\n".join(lines)


_COLUMN = re.compile(r"^((?:@\S+ )*)(\S+) (.*)$")


def normalized(description: object) -> object:
    """The description in a normal form: the writer chooses the positions of links and of members of unions among the
    columns, so here they come last, and conditions name a column instead of its number."""
    if not isinstance(description, str) or not description.startswith("count "):
        return description
    first, *lines = description.split("\n")
    columns = [match.groups() for line in lines if (match := _COLUMN.match(line))]

    def name(match: re.Match[str]) -> str:
        number = int(match[1])
        return f"@{columns[number - 1][2] if 1 <= number <= len(columns) else number}"

    plain = [line for line in lines if "&" not in line.split(" ")[0] and not line.startswith("@")]
    others = sorted(re.sub(r"(?<!\S)@(\d+)(?=[=!])", name, line) for line in lines if line not in plain)
    return "\n".join([first, *plain, *others])


def reader_differences(archive: bytes, columns: list[Column], records: list[bytes], is_array: bool) -> Iterator[str]:
    """Differences between integers or booleans from the reader of FORMAT.md and the raw bytes."""
    try:
        values = archive_reader.Archive(io.BytesIO(archive)).read()["values"]
    except (ValueError, KeyError, IndexError) as flaw:
        yield f"archive_reader.py cannot read the archive: {flaw!r}"
        return
    rows = values.get("", [{}] * len(records)) if is_array else [values]
    for record, row in zip(records, rows, strict=True):
        for column in columns:
            leaf = column.leaf
            if column.around or leaf.storage == "elements" or not isinstance(leaf.element, Number):
                continue
            if leaf.element.kind not in ("bool", "int", "uint") or (leaf.is_bytes and not is_array) or not prod(leaf.dimensions):
                continue
            canonical, size = column.canonical(record, 0), leaf.element.size
            expected = [_integer(leaf.element, canonical[at : at + size]) for at in range(0, len(canonical), size)]
            found = list(flat(row[column.name])) if column.name in row else []
            if found != expected:
                yield f"archive_reader.py finds {_short(row.get(column.name))} for {column.name!r}, and should find {_short(expected)}"


def _integer(number: Number, canonical: bytes) -> bool | int:
    if number.kind == "bool":
        return canonical != b"\0"
    return int.from_bytes(canonical, "little", signed=number.kind == "int")


def flat(value: object) -> Iterator[object]:
    if isinstance(value, list):
        for part in value:
            yield from flat(part)
    else:
        yield value


def differences(found: Object, expected: Object) -> Iterator[str]:
    for key in expected.keys() - found.keys():
        yield f"the key {key!r} is missing"
    for key in found.keys() - expected.keys():
        # The version of a type that has had others, which is no field.
        if key.startswith(("$", "[].$")) and key.endswith(".version") and isinstance(found[key], int):
            continue
        yield f"the key {key!r} is not one of the record's"
    for key in expected.keys() & found.keys():
        form = normalized if key.endswith("[]") else lambda value: value
        if not same_value(form(found[key]), form(expected[key])):
            yield f"{key!r} is {_short(found[key])}, and should be {_short(expected[key])}"


def decoded_differences(columns: list[Column], decoded: bytes, original: bytes) -> Iterator[str]:
    """Differences, field by field. Padding is ignored, and a bool may come back with another of its bit patterns."""
    if len(decoded) != len(original):
        yield f"{len(decoded)} bytes came back of {len(original)}"
        return
    for column in columns:
        after, before = column.canonical(decoded, 0), column.canonical(original, 0)
        if after != before:
            yield f"{column.name!r} came back as {_short(after)}, and was {_short(before)}"


def _short(value: object) -> str:
    text = value.hex() if isinstance(value, bytes) else repr(value)
    return text if len(text) <= 80 else f"{text[:80]}… ({len(text)} characters)"
