"""Structures in memory that are connected by pointers: made from DWARF's records, and compared with the tables of an
archive, link by link.

The writer chooses the row of each record. So the comparison walks both: it begins with the root's row and record, and
continues with the row that a link leads to and the record that the corresponding pointer leads to. A row must
correspond to exactly one record, and a record to exactly one row.
"""

from __future__ import annotations

import io
import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod

import archives
import values
from archives import archive_reader
from elements import Element, Text
from layout import Record
from leaves import Choices, Column, Leaf, Link, columns, leaves

_GRAPHS = 3
_MOST_ELEMENTS = 24


@dataclass
class Block:
    """A block from `malloc`: a number of adjacent elements of one type, or a text."""

    target: Record | Element
    count: int
    stride: int
    data: bytearray


@dataclass
class Image:
    """A structure in memory. `links` maps the block and offset of each pointer to those of its target. The root is at
    the beginning of block 0."""

    blocks: list[Block] = field(default_factory=list)
    links: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)

    def packed(self) -> bytes:
        """The image in the form that Exercise.swift reads. Links are sorted by block, so that those of a decoded copy
        can be followed in this order."""
        data = struct.pack("<QQ", len(self.blocks), len(self.links))
        for block in self.blocks:
            data += struct.pack("<Q", len(block.data)) + block.data
        for (block, offset), (target, inside) in sorted(self.links.items()):
            data += struct.pack("<QQQQ", block, offset, target, inside)
        return data


class Shapes:
    """The columns of each record that a graph refers to."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._columns: dict[int, list[Column]] = {}

    def columns(self, record: Record) -> list[Column]:
        """The columns. Raises Unaccounted for a record with a field that is neither archived nor reported."""
        if id(record) not in self._columns:
            self._columns[id(record)] = columns(leaves(record, self._choices))
        return self._columns[id(record)]

    def has_links(self, record: Record) -> bool:
        """Whether the record has pointers, so that it is archived as a graph."""
        return any(isinstance(column.leaf.element, Link) for column in self.columns(record))

    def table(self, target: Record | Element) -> str:
        if isinstance(target, Record):
            return self._choices.archived_name(target)
        return "#text" if isinstance(target, Text) else f"#{target.name}"


def images(root: Record, shapes: Shapes, seed: str) -> list[Image]:
    """Several structures; each member of each union in the root is live in one of them."""
    count = values.turns(shapes.columns(root), _GRAPHS)
    return [_Builder(shapes, random.Random(f"{seed} {turn}"), turn).build(root) for turn in range(count)]


class _Builder:
    def __init__(self, shapes: Shapes, source: random.Random, turn: int) -> None:
        self._shapes = shapes
        self._turn = turn
        self._source = source
        self._image = Image()
        self._elements: dict[tuple[str, str], list[tuple[int, int]]] = {}
        """By table and encoding, the locations that a `ref` can lead to."""
        self._followed: set[tuple[str, str]] = set()
        """The links and counts that have had a target already, by record and key."""

    def build(self, root: Record) -> Image:
        self._add(root, 1)
        position = 0
        while position < len(self._image.blocks):
            block = self._image.blocks[position]
            if isinstance(block.target, Record):
                for index in range(block.count):
                    self._fill(block.target, position, index * block.stride)
            position += 1
        return self._image

    def _add(self, target: Record | Element, count: int) -> int:
        number = len(self._image.blocks)
        if isinstance(target, Text):
            text = "".join(self._source.choice("aZ~éü") for _ in range(self._source.randrange(6)))
            data = bytearray(text.encode("utf-8" if target.encoding == "utf8" else "latin-1") + b"\0")
            stride = len(data)
        else:
            stride = target.size if isinstance(target, Record) else target.storage
            data = bytearray(self._source.randbytes(stride * count))
        self._image.blocks.append(Block(target, count, stride, data))
        self._elements.setdefault(self._kind(target), []).extend((number, index * stride) for index in range(count))
        return number

    def _kind(self, target: Record | Element) -> tuple[str, str]:
        return self._shapes.table(target), target.encoding if isinstance(target, Text) else ""

    def _fill(self, record: Record, block: int, base: int) -> None:
        data = self._image.blocks[block].data
        all_columns = self._shapes.columns(record)
        values.settle(data, base, all_columns, self._source, self._turn if block == 0 else None)
        counts: dict[int, int] = {}
        links = [column for column in all_columns if isinstance(column.leaf.element, Link)]
        for column in links:
            for inner in column.bases(data, base):
                if (counter := column.leaf.element.count) is not None and (place := inner + counter.bit_offset // 8) not in counts:
                    counts[place] = self._count(record, counter.key)
                    data[place : place + counter.element.storage] = counts[place].to_bytes(counter.element.storage, "little")
        for column in links:
            for inner in column.bases(data, base):
                for index in range(prod(column.leaf.dimensions)):
                    place = inner + column.leaf.bit_offset // 8 + 8 * index
                    data[place : place + 8] = bytes(8)
                    if (target := self._target(record, column, data, inner)) is not None:
                        self._image.links[block, place] = target

    def _count(self, record: Record, counter: str) -> int:
        """A count; the first one of each field is greater than one."""
        first = (record.display_name, counter) not in self._followed
        self._followed.add((record.display_name, counter))
        return self._source.randrange(2 if first else 0, 4) if self._has_room else 0

    @property
    def _has_room(self) -> bool:
        return sum(block.count for block in self._image.blocks) < _MOST_ELEMENTS

    def _target(self, record: Record, column: Column, data: bytearray, base: int) -> tuple[int, int] | None:
        """The target of a pointer: a new one the first time, so that every link leads somewhere, and later sometimes an
        existing one."""
        link = column.leaf.element
        assert isinstance(link, Link)
        if link.count is not None:
            count = link.count.number(data, base)
            return (self._add(link.target, count), 0) if count else None
        first = (record.display_name, column.name) not in self._followed
        self._followed.add((record.display_name, column.name))
        known = self._elements.get(self._kind(link.target), [])
        if self._has_room and (first or self._source.random() < 0.4):
            return self._add(link.target, 1), 0
        return self._source.choice(known) if known and self._source.random() < 0.7 else None


def differences(archive: bytes, root: Record, made: Image, shapes: Shapes) -> Iterator[str]:
    """Differences between an archive and the structure from which it was made."""
    try:
        found = archives.root(archive, shapes.table(root) + "*")
        graph = archive_reader.Archive(io.BytesIO(archive)).read()["values"][""]
    except (ValueError, KeyError, IndexError) as flaw:
        yield f"the archive cannot be read: {flaw!r}"
        return
    numbers = {table["name"]: index + 1 for index, table in enumerate(graph["tables"])}
    tables = [table["rows"] for table in graph["tables"]]
    things: dict[tuple[int, int], tuple[int, int]] = {}
    rows: dict[tuple[int, int], tuple[int, int]] = {}
    queue: list[tuple[int, int]] = []

    def meet(table: int, row: int, thing: tuple[int, int], what: str) -> Iterator[str]:
        if not 1 <= row <= len(tables[table - 1]):
            yield f"{what} leads to row {row} of {len(tables[table - 1])}"
        elif things.get((table, row), thing) != thing or rows.get(thing, (table, row)) != (table, row):
            yield f"{what} leads to row {row}, which is something else"
        elif (table, row) not in things:
            things[table, row], rows[thing] = thing, (table, row)
            queue.append((table, row))

    if graph["roots"] != [graph["roots"][0]] or shapes.table(root) not in numbers:
        yield "there is not one root in a table of its type"
        return
    yield from meet(numbers[shapes.table(root)], graph["roots"][0], (0, 0), "the root")
    for table, row in queue:
        number, offset = things[table, row]
        block = made.blocks[number]
        what = f"{graph['tables'][table - 1]['name']}[{row}]"
        if not isinstance(block.target, Record):
            yield from _value_differences(what, tables[table - 1][row - 1], block, offset)
            continue
        for difference in _row_differences(what, tables[table - 1][row - 1], block, offset, shapes):
            yield difference
        for column in shapes.columns(block.target):
            if not isinstance(column.leaf.element, Link):
                continue
            link = tables[table - 1][row - 1].get(column.name, {})
            found_rows = list(archives.flat(link.get("rows", [])))
            of = numbers.get(shapes.table(column.leaf.element.target))
            places = [inner + column.leaf.bit_offset // 8 + 8 * index
                for inner in column.bases(block.data, offset) for index in range(prod(column.leaf.dimensions))]
            if len(found_rows) != len(places) or (places and link.get("of") != [of]):
                yield f"{what}.{column.name} has {len(found_rows)} links into {link.get('of')}, and should have {len(places)} into [{of}]"
                continue
            for place, found_row in zip(places, found_rows):
                target = made.links.get((number, place))
                if (target is None) != (found_row == 0):
                    yield f"{what}.{column.name} is row {found_row}, and the pointer is {'NULL' if target is None else 'not'}"
                elif target is not None:
                    there = made.blocks[target[0]]
                    # Further elements of a counted link follow its first target.
                    count = there.count if column.leaf.element.count is not None else 1
                    for index in range(count):
                        yield from meet(of, found_row + index, (target[0], target[1] + index * there.stride), f"{what}.{column.name}")
    yield from _description_differences(found, graph, numbers, things, made, shapes)


def _value_differences(what: str, found: object, block: Block, offset: int) -> Iterator[str]:
    if isinstance(block.target, Text):
        expected: object = block.data[:-1].decode("utf-8" if block.target.encoding == "utf8" else "latin-1")
    else:
        one = block.target.canonical_array(bytes(block.data[offset : offset + block.stride]))
        expected = archive_reader.array_value(block.target.name, [], one)
    if found != expected or type(found) is not type(expected):
        yield f"{what} is {found!r}, and should be {expected!r}"


def _row_differences(what: str, found: dict[str, object], block: Block, offset: int, shapes: Shapes) -> Iterator[str]:
    expected: dict[str, object] = {}
    for column in shapes.columns(block.target):
        if isinstance(column.leaf.element, Link):
            if column.bases(block.data, offset):
                expected[column.name] = found.get(column.name)
            continue
        bases = column.bases(block.data, offset)
        raw = [column.leaf.canonical(bytes(block.data), inner) for inner in bases]
        name, own, _ = archive_reader.parse_type(column.leaf.type_name)
        if column.is_conditional and column.around:
            live = [archive_reader.array_value(name, own, one) for one in raw]
            if live:
                expected[column.name] = live
        elif bases or column.around:
            outer = [count for array in column.around for count in array.dimensions]
            expected[column.name] = archive_reader.array_value(name, outer + own, b"".join(raw))
    yield from (f"{what}: {difference}" for difference in archives.differences(found, expected))


def _description_differences(
    found: dict[str, object], graph: dict, numbers: dict[str, int], things: dict[tuple[int, int], tuple[int, int]],
    made: Image, shapes: Shapes,
) -> Iterator[str]:
    records = {shapes.table(block.target): block.target for block in made.blocks if isinstance(block.target, Record)}
    for table in graph["tables"]:
        name, number = table["name"], numbers[table["name"]]
        reached = [thing for (of, _), thing in things.items() if of == number]
        if len(table["rows"]) != len(reached):
            yield f"{name} has {len(table['rows'])} rows, of which {len(reached)} are led to"
        counts = sorted(made.blocks[block].count for block in {block for block, _ in reached})
        blocks = sorted(count for (count,) in table.get("blocks", [[1]] * len(table["rows"])))
        if name != "#text" and blocks != counts:
            yield f"{name} has blocks of {blocks} rows, and should have {counts}"
        if (record := records.get(name)) is not None:
            said = found.get(f"{name}[]")
            text = archives.description(
                (len(table["rows"]),), shapes.columns(record), lambda link: numbers.get(shapes.table(link.target)))
            if archives.normalized(said) != archives.normalized(text):
                yield f"{name} is described as {said!r}, and should be {text!r}"
    if missing := set(range(len(made.blocks))) - {block for block, _ in things.values()}:
        yield f"{len(missing)} of {len(made.blocks)} blocks are not in the archive"


def decoded_differences(decoded: list[bytes], made: Image, shapes: Shapes) -> Iterator[str]:
    """Differences in decoded values; the links were checked by Exercise.swift, which followed them."""
    for number, (block, after) in enumerate(zip(made.blocks, decoded, strict=True)):
        if isinstance(block.target, Text):
            if after != block.data:
                yield f"the text {bytes(block.data)!r} came back as {after!r}"
        elif not isinstance(block.target, Record):
            if block.target.canonical_array(after) != block.target.canonical_array(bytes(block.data)):
                yield f"{block.target.name} came back as {after.hex()}, and was {block.data.hex()}"
        else:
            for index in range(block.count):
                before, base = bytes(block.data), index * block.stride
                for column in shapes.columns(block.target):
                    if isinstance(column.leaf.element, Link):
                        yield from _null_differences(column, number, after, block, base, made)
                    elif column.canonical(after, base) != column.canonical(before, base):
                        yield f"{column.name!r} of {block.target.display_name} came back as {column.canonical(after, base).hex()[:80]}"


def _null_differences(column: Column, number: int, after: bytes, block: Block, base: int, made: Image) -> Iterator[str]:
    for inner in column.bases(block.data, base):
        for index in range(prod(column.leaf.dimensions)):
            place = inner + column.leaf.bit_offset // 8 + 8 * index
            if (number, place) not in made.links and any(after[place : place + 8]):
                yield f"{column.name!r} of {block.target.display_name} was NULL and came back as a pointer"
