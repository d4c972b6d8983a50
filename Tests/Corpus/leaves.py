"""The fields of a record in an archive: keys, columns, and the expected bytes, from DWARF's offsets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod
from typing import Protocol

from elements import Compound, Element, Number, Text
from layout import Array, Member, Obstacle, Pointer, Record, Type


class Choices(Protocol):
    """What is known about fields from annotations, and from archivegen's reports of skipped fields."""

    def key(self, record: Record, member: Member) -> str: ...
    def is_skipped(self, record: Record, member: Member) -> bool: ...
    def storage(self, record: Record, member: Member) -> str: ...
    def text(self, record: Record, member: Member) -> str | None: ...

    def pointer(self, record: Record, member: Member) -> dict[str, str] | None:
        """The attributes that describe a pointer's target: `ref`, `count` with a field's name, `cstring`."""

    def view(self, union: Record) -> str | None:
        """The member that is always live."""

    def tag(self, union: Record) -> tuple[str, dict[str, tuple[int, ...]]] | None:
        """The field beside the union that selects the live member, and the values for each member."""


class Unaccounted(Exception):
    """A field that cannot be archived and is not reported as left out."""


@dataclass(frozen=True)
class Link:
    """A pointer with its target: a record, a number or text; one, or as many as a field beside it says."""

    target: Record | Number | Compound | Text
    count: Leaf | None

    storage = 8
    name = "u32"

    @property
    def is_plain(self) -> bool:
        return False


@dataclass(frozen=True)
class Condition:
    """The condition of a union's member: the field `tag` has one of `values`; `all` are the values of all members."""

    tag: Leaf
    values: tuple[int, ...]
    all: tuple[int, ...]

    def holds(self, record: bytes, base: int) -> bool:
        return self.tag.number(record, base) in self.values


@dataclass(frozen=True)
class Leaf:
    """A field of arithmetic type. Offsets count from the start of the record for which the leaves were computed."""

    key: str
    element: Element | Link
    dimensions: tuple[int, ...]
    bit_offset: int
    bit_width: int | None = None
    storage: str = "packed"  # or elements, native
    conditions: tuple[Condition, ...] = ()

    def is_live(self, record: bytes, base: int) -> bool:
        return all(condition.holds(record, base) for condition in self.conditions)

    def number(self, record: bytes, base: int) -> int:
        """The value of an integer."""
        assert isinstance(self.element, Number)
        return int.from_bytes(self.canonical(record, base), "little", signed=self.element.kind == "int")

    def canonical(self, record: bytes, base: int) -> bytes:
        if self.bit_width is not None:
            assert isinstance(self.element, Number)
            first = 8 * base + self.bit_offset
            last = first + self.bit_width
            window = int.from_bytes(record[first // 8 : (last + 7) // 8], "little") >> first % 8
            return self.element.canonical_bits(window & (1 << self.bit_width) - 1)
        start = base + self.bit_offset // 8
        if isinstance(self.element, Link):
            return bytes(record[start : start + self.element.storage * prod(self.dimensions)])
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
    conditions: tuple[Condition, ...] = ()

    def is_live(self, record: bytes, base: int) -> bool:
        return all(condition.holds(record, base) for condition in self.conditions)

    def bases(self, base: int) -> Iterator[int]:
        return (base + self.bit_offset // 8 + index * self.stride for index in range(prod(self.dimensions)))


def leaves(
    record: Record, choices: Choices, prefix: str = "", bit_base: int = 0, conditions: tuple[Condition, ...] = (),
) -> list[Leaf | RecordsLeaf]:
    """The leaves. Raises Unaccounted for a field that is neither archived nor reported as skipped."""
    result: list[Leaf | RecordsLeaf] = []
    view = choices.view(record) if record.kind == "union" else None
    if record.kind == "union" and view is None:
        raise Unaccounted(f"{record.display_name} is a union")
    for index, member in enumerate(record.members):
        if choices.is_skipped(record, member) or view is not None and member.name != view:
            continue
        element, dimensions = parts(member.type)
        tag = choices.tag(element) if isinstance(element, Record) and not dimensions else None
        if tag is not None:
            prefix_inside = prefix + (choices.key(record, member) + "." if member.name else "")
            offset = bit_base + member.bit_offset
            result += _live_members(element, tag, _sibling(record, tag[0], choices, prefix, bit_base), choices, prefix_inside, offset, conditions)
        else:
            result += _member(record, member, index == len(record.members) - 1, choices, prefix, bit_base, conditions)
    return result


def _live_members(
    union: Record, tag: tuple[str, dict[str, tuple[int, ...]]], number: Leaf, choices: Choices, prefix: str, bit_base: int,
    conditions: tuple[Condition, ...],
) -> Iterator[Leaf | RecordsLeaf]:
    every = tuple(value for values in tag[1].values() for value in values)
    for member in union.members:
        if member.name in tag[1] and not choices.is_skipped(union, member):
            inside = (*conditions, Condition(number, tag[1][member.name], every))
            yield from _member(union, member, False, choices, prefix, bit_base, inside)


def _sibling(record: Record, name: str, choices: Choices, prefix: str, bit_base: int) -> Leaf:
    """The numeric field of that name beside another one."""
    member = next(member for member in record.members if member.name == name)
    assert isinstance(member.type, Number)
    return Leaf(prefix + choices.key(record, member), member.type, (), bit_base + member.bit_offset)


def _member(
    record: Record, member: Member, is_last: bool, choices: Choices, prefix: str, bit_base: int,
    conditions: tuple[Condition, ...],
) -> Iterator[Leaf | RecordsLeaf]:
    element, dimensions = parts(member.type)
    key = prefix + choices.key(record, member)
    offset = bit_base + member.bit_offset
    if isinstance(element, Pointer) and (words := choices.pointer(record, member)) is not None:
        count = _sibling(record, words["count"], choices, prefix, bit_base) if "count" in words else None
        target = Text(words["cstring"] or "utf8", 0) if "cstring" in words else element.pointee()
        yield Leaf(key, Link(target, count), dimensions, offset, conditions=conditions)
        return
    why = obstacle(member.type, is_last)
    if why == "union" and isinstance(element, Record) and choices.view(element) is not None:
        why = None
    if why:
        raise Unaccounted(f"{member.name or 'an anonymous member'} of {record.display_name} (line {member.line}) is a {why}")
    if isinstance(element, Record) and not member.name:
        yield from leaves(element, choices, prefix, offset, conditions)
    elif isinstance(element, Record) and not dimensions:
        yield from leaves(element, choices, key + ".", offset, conditions)
    elif isinstance(element, Record):
        storage = "elements" if choices.storage(record, member) == "elements" else "columns"
        yield RecordsLeaf(key, dimensions, tuple(leaves(element, choices)), offset, element.size, storage, conditions)
    elif member.bit_width is not None:
        assert isinstance(element, Number)
        is_bool = element.kind == "bool" or (element.kind == "uint" and member.bit_width == 1)
        number = Number("bool" if is_bool else element.kind, member.bit_width, 0, element.cases)
        yield Leaf(key, number, (), offset, member.bit_width, conditions=conditions)
    elif encoding := choices.text(record, member):
        yield from _texts(key, encoding, dimensions, offset)
    else:
        assert not isinstance(element, (Array, Obstacle))
        yield Leaf(key, element, dimensions, offset, storage=choices.storage(record, member), conditions=conditions)


def _texts(key: str, encoding: str, dimensions: tuple[int, ...], bit_offset: int) -> Iterator[Leaf]:
    """The leaves of an array of texts: one text for each element, with its own key."""
    text = Text(encoding, dimensions[-1])
    for index in range(prod(dimensions[:-1])):
        yield Leaf(key + subscripts(index, dimensions[:-1]), text, (), bit_offset + 8 * index * text.storage)


def parts(type: Type) -> tuple[Type, tuple[int, ...]]:
    if isinstance(type, Array):
        return type.element, tuple(count or 0 for count in type.dimensions)
    return type, ()


def obstacle(type: Type, is_last: bool) -> str | None:
    """The reason why a member of this type cannot be archived as it is; records inside it are checked separately."""
    if isinstance(type, Array):
        if type.dimensions[0] is None:
            return "flexible array"
        # This is GNU C's older form of a flexible array.
        if is_last and type.dimensions[0] == 0:
            return obstacle(type.element, is_last=False) or "empty array"
        return obstacle(type.element, is_last=False)
    if isinstance(type, Obstacle):
        return type.kind
    return "union" if isinstance(type, Record) and type.kind == "union" else None


def subscripts(index: int, dimensions: tuple[int, ...]) -> str:
    """The subscripts, such as `[1][2]`, of an element's index in row-major order."""
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
    def is_conditional(self) -> bool:
        return bool(self.leaf.conditions) or any(array.conditions for array in self.around)

    @property
    def type_name(self) -> str:
        """The type's name. A member of a union has one value for each record where it is live, so the dimensions around
        it are omitted."""
        outer = () if self.is_conditional else tuple(count for array in self.around for count in array.dimensions)
        return replace(self.leaf, dimensions=outer + self.leaf.dimensions).type_name

    def bases(self, record: bytes, base: int) -> list[int]:
        """The offsets of the records that contain the leaf, where it is live."""
        bases = [base]
        for array in self.around:
            bases = [inner for outer in bases if array.is_live(record, outer) for inner in array.bases(outer)]
        return [inner for inner in bases if self.leaf.is_live(record, inner)]

    def conditions(self, record: bytes, base: int) -> Iterator[tuple[Condition, int]]:
        """Each condition with the offset of the record that it applies to, outer ones first. Later offsets depend on
        the caller's changes for earlier conditions."""
        bases = [base]
        for part in (*self.around, self.leaf):
            for inner in bases:
                yield from ((condition, inner) for condition in part.conditions)
            if isinstance(part, RecordsLeaf):
                bases = [inner for outer in bases if part.is_live(record, outer) for inner in part.bases(outer)]

    def canonical(self, record: bytes, base: int) -> bytes:
        return b"".join(self.leaf.canonical(record, inner) for inner in self.bases(record, base))


def columns(leaves: list[Leaf | RecordsLeaf] | tuple[Leaf | RecordsLeaf, ...]) -> list[Column]:
    result: list[Column] = []
    for leaf in leaves:
        if isinstance(leaf, Leaf):
            result.append(Column(leaf.key, leaf))
        else:
            result += [Column(f"{leaf.key}[].{inner.name}", inner.leaf, (leaf, *inner.around)) for inner in columns(leaf.leaves)]
    return result
