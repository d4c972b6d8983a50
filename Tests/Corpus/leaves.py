"""A record's fields as an archive has them: keys, columns, and the bytes that belong there, from DWARF's offsets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod
from typing import Protocol

from elements import Element, Number, Text
from layout import Array, Member, Obstacle, Record, Type


class Choices(Protocol):
    """What was said about fields: by annotations, and by archivegen's own reports of what it skips."""

    def key(self, record: Record, member: Member) -> str: ...
    def is_skipped(self, record: Record, member: Member) -> bool: ...
    def storage(self, record: Record, member: Member) -> str: ...
    def text(self, record: Record, member: Member) -> str | None: ...


class Unaccounted(Exception):
    """A field that cannot be archived and that nobody has reported."""


@dataclass(frozen=True)
class Leaf:
    """A field of arithmetic type. Offsets count from the start of the record that the leaves were asked of."""

    key: str
    element: Element
    dimensions: tuple[int, ...]
    bit_offset: int
    bit_width: int | None = None
    storage: str = "packed"  # or elements, native

    def canonical(self, record: bytes, base: int) -> bytes:
        if self.bit_width is not None:
            assert isinstance(self.element, Number)
            first = 8 * base + self.bit_offset
            last = first + self.bit_width
            window = int.from_bytes(record[first // 8 : (last + 7) // 8], "little") >> first % 8
            return self.element.canonical_bits(window & (1 << self.bit_width) - 1)
        start = base + self.bit_offset // 8
        return self.element.canonical_array(record[start : start + self.element.storage * prod(self.dimensions)])

    @property
    def type_name(self) -> str:
        subscripts = "".join(f"[{count}]" for count in self.dimensions)
        if isinstance(self.element, Text):
            return f"{self.element.encoding}{subscripts}[{self.element.storage}]"
        return self.element.name + subscripts

    @property
    def is_bytes(self) -> bool:
        return self.element.name in ("u8", "i8") and len(self.dimensions) == 1


@dataclass(frozen=True)
class RecordsLeaf:
    """An array of records."""

    key: str
    dimensions: tuple[int, ...]
    leaves: tuple[Leaf | RecordsLeaf, ...]
    bit_offset: int
    stride: int
    storage: str = "columns"  # or elements

    def bases(self, base: int) -> Iterator[int]:
        return (base + self.bit_offset // 8 + index * self.stride for index in range(prod(self.dimensions)))


def leaves(record: Record, choices: Choices, prefix: str = "", bit_base: int = 0) -> list[Leaf | RecordsLeaf]:
    """Raises Unaccounted for a field that can be neither archived nor found among those reported as skipped."""
    result: list[Leaf | RecordsLeaf] = []
    for index, member in enumerate(record.members):
        if choices.is_skipped(record, member):
            continue
        if why := obstacle(member.type, is_last=index == len(record.members) - 1):
            raise Unaccounted(f"{member.name or 'an anonymous member'} of {record.display_name} (line {member.line}) is a {why}")
        key = prefix + choices.key(record, member)
        offset = bit_base + member.bit_offset
        element, dimensions = parts(member.type)
        if isinstance(element, Record) and not member.name:
            result += leaves(element, choices, prefix, offset)
        elif isinstance(element, Record) and not dimensions:
            result += leaves(element, choices, key + ".", offset)
        elif isinstance(element, Record):
            storage = "elements" if choices.storage(record, member) == "elements" else "columns"
            result.append(RecordsLeaf(key, dimensions, tuple(leaves(element, choices)), offset, element.size, storage))
        elif member.bit_width is not None:
            assert isinstance(element, Number)
            is_bool = element.kind == "bool" or (element.kind == "uint" and member.bit_width == 1)
            number = Number("bool" if is_bool else element.kind, member.bit_width, 0)
            result.append(Leaf(key, number, (), offset, member.bit_width))
        elif encoding := choices.text(record, member):
            result += _texts(key, encoding, dimensions, offset)
        else:
            assert not isinstance(element, (Array, Obstacle))
            result.append(Leaf(key, element, dimensions, offset, storage=choices.storage(record, member)))
    return result


def _texts(key: str, encoding: str, dimensions: tuple[int, ...], bit_offset: int) -> Iterator[Leaf]:
    """An array of texts is a text for each element, under a key of its own."""
    text = Text(encoding, dimensions[-1])
    for index in range(prod(dimensions[:-1])):
        yield Leaf(key + subscripts(index, dimensions[:-1]), text, (), bit_offset + 8 * index * text.storage)


def parts(type: Type) -> tuple[Type, tuple[int, ...]]:
    if isinstance(type, Array):
        return type.element, tuple(count or 0 for count in type.dimensions)
    return type, ()


def obstacle(type: Type, is_last: bool) -> str | None:
    """Why a member of this type cannot be archived as it is; records within it answer for themselves."""
    if isinstance(type, Array):
        if type.dimensions[0] is None:
            return "flexible array"
        # GNU C's older spelling of a flexible array.
        if is_last and type.dimensions[0] == 0:
            return obstacle(type.element, is_last=False) or "empty array"
        return obstacle(type.element, is_last=False)
    if isinstance(type, Obstacle):
        return type.kind
    return "union" if isinstance(type, Record) and type.kind == "union" else None


def subscripts(index: int, dimensions: tuple[int, ...]) -> str:
    """`[1][2]` for the index of an element in row-major order."""
    text = ""
    for count in reversed(dimensions):
        text, index = f"[{index % count}]" + text, index // count
    return text


@dataclass(frozen=True)
class Column:
    """A leaf with the arrays of records around it, innermost last."""

    name: str
    leaf: Leaf
    around: tuple[RecordsLeaf, ...] = ()

    @property
    def type_name(self) -> str:
        outer = tuple(count for array in self.around for count in array.dimensions)
        return replace(self.leaf, dimensions=outer + self.leaf.dimensions).type_name

    def canonical(self, record: bytes, base: int) -> bytes:
        bases = [base]
        for array in self.around:
            bases = [inner for outer in bases for inner in array.bases(outer)]
        return b"".join(self.leaf.canonical(record, inner) for inner in bases)


def columns(leaves: list[Leaf | RecordsLeaf] | tuple[Leaf | RecordsLeaf, ...]) -> list[Column]:
    result: list[Column] = []
    for leaf in leaves:
        if isinstance(leaf, Leaf):
            result.append(Column(leaf.key, leaf))
        else:
            result += [Column(f"{leaf.key}[].{inner.name}", inner.leaf, (leaf, *inner.around)) for inner in columns(leaf.leaves)]
    return result
