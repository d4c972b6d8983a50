"""C's types and records as described by DWARF."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from dwarf import DebugInformation, Entry
from elements import Compound, Element, Number


@dataclass(frozen=True)
class Obstacle:
    """A type that cannot be archived without an annotation."""

    kind: str  # pointer, function pointer, union, flexible array, empty array, incomplete, void, unknown


@dataclass(frozen=True)
class Pointer(Obstacle):
    """A pointer. Its target is resolved on demand, because records may point to themselves."""

    pointee: Callable[[], Type] = field(compare=False)


@dataclass
class Array:
    element: Type
    dimensions: list[int | None]
    """The dimensions; `None` is C's `[]`."""


@dataclass
class Member:
    """A member. `bit_offset` counts from the start of the record; `bit_width` is None except for a bit-field."""

    name: str
    type: Type
    bit_offset: int
    bit_width: int | None
    file: Path | None
    line: int


@dataclass
class Record:
    kind: str  # struct or union
    tag: str | None
    size: int
    file: Path | None
    line: int
    members: list[Member] = field(default_factory=list)
    typedefs: list[str] = field(default_factory=list)

    @property
    def display_name(self) -> str:
        """The name that archivegen's messages use: `struct order`, `Point`."""
        if self.tag:
            return f"{self.kind} {self.tag}"
        return self.typedefs[0] if self.typedefs else f"unnamed {self.kind}"

    @property
    def is_named(self) -> bool:
        return bool(self.tag or self.typedefs)


Type = Element | Array | Record | Obstacle


def holds(outer: Record, inner: Record) -> bool:
    """Whether `inner` is defined inside `outer`, at any depth. DWARF does not show this for C's named records; their
    locations do."""
    for member in outer.members:
        type = member.type.element if isinstance(member.type, Array) else member.type
        if isinstance(type, Record) and type is not outer and (type.file, type.file) == (outer.file, member.file):
            if outer.line <= type.line <= member.line and (type is inner or holds(type, inner)):
                return True
    return False

_QUALIFIERS = {"const_type", "volatile_type", "restrict_type", "atomic_type", "typedef"}
_FLOATS = {2: "f16", 4: "f32", 8: "f64", 16: "f80"}


class Layouts:
    """Every complete record of a compilation unit."""

    def __init__(self, information: DebugInformation, closed_enumerations: frozenset[str] = frozenset()) -> None:
        self._information = information
        self._closed = closed_enumerations
        self._records: dict[int, Record] = {}
        self._types: dict[int, Type] = {}
        entries = [child for unit in information.units for child in unit.children]
        for entry in entries:
            self._find_records(entry)
        for entry in entries:
            if entry.tag == "typedef":
                self._name(entry)
        for offset, record in self._records.items():
            record.members = [self._member(child) for child in information.by_offset[offset].children if child.tag == "member"]
        self.all = list(self._records.values())
        self._by_name: dict[str, list[Record]] = {}
        for record in self.all:
            for name in {record.tag, *record.typedefs} - {None}:
                self._by_name.setdefault(name, []).append(record)

    def named(self, name: str) -> list[Record]:
        """The records whose tag or typedef is `name`."""
        return self._by_name.get(name, [])

    def displayed(self, name: str) -> list[Record]:
        """The records that messages call `name`: `struct order`, `Point`."""
        return [record for record in self.named(name.split()[-1]) if record.display_name == name]

    def _find_records(self, entry: Entry) -> None:
        if entry.tag in ("structure_type", "union_type") and "declaration" not in entry.attributes:
            self._records[entry.offset] = Record(
                kind="struct" if entry.tag == "structure_type" else "union", tag=entry.name,
                size=entry.number("byte_size") or 0, file=self._file(entry), line=entry.number("decl_line") or 0)
        if entry.tag in ("structure_type", "union_type"):
            for child in entry.children:
                self._find_records(child)

    def _name(self, typedef: Entry) -> None:
        target = self._target(typedef)
        while target is not None and target.tag == "typedef":
            target = self._target(target)
        if target is not None and target.offset in self._records and typedef.name:
            self._records[target.offset].typedefs.append(typedef.name)

    def _member(self, entry: Entry) -> Member:
        bit_width = entry.number("bit_size")
        bit_offset = entry.number("data_bit_offset")
        if bit_offset is None:
            bit_offset = 8 * (entry.number("data_member_location") or 0)
        target = self._target(entry)
        type = self._type(target)
        # An anonymous member has no location of its own, so that of its record is used.
        place = entry if "decl_line" in entry.attributes or target is None else target
        return Member(entry.name or "", type, bit_offset, bit_width, self._file(place), place.number("decl_line") or 0)

    def _file(self, entry: Entry) -> Path | None:
        number = entry.number("decl_file")
        return None if number is None else self._information.files.get(number)

    def _target(self, entry: Entry) -> Entry | None:
        offset = entry.type_offset
        return None if offset is None else self._information.by_offset[offset]

    def _type(self, entry: Entry | None) -> Type:
        if entry is None:
            return Obstacle("void")
        known = self._types.get(entry.offset)
        if known is None:
            known = self._types[entry.offset] = self._read_type(entry)
        return known

    def _read_type(self, entry: Entry) -> Type:
        if entry.tag in _QUALIFIERS:
            return self._type(self._target(entry))
        match entry.tag:
            case "base_type":
                return _base(entry)
            case "enumeration_type":
                size = entry.number("byte_size") or 0
                cases = [child.number("const_value") or 0 for child in entry.children if child.tag == "enumerator"]
                kind = "int" if entry.number("encoding") in (5, 6) else "uint"
                return Number(kind, size * 8, size, tuple(cases) if entry.name in self._closed else (), "enum")
            case "pointer_type":
                pointee = self._target(entry)
                while pointee is not None and pointee.tag in _QUALIFIERS:
                    pointee = self._target(pointee)
                if pointee is not None and pointee.tag == "subroutine_type":
                    return Obstacle("function pointer")
                return Pointer("pointer", lambda: self._type(pointee))
            case "structure_type" | "union_type":
                return self._records.get(entry.offset) or Obstacle("incomplete")
            case "array_type":
                return self._array(entry)
        return Obstacle("unknown " + entry.tag)

    def _array(self, entry: Entry) -> Type:
        element = self._type(self._target(entry))
        dimensions: list[int | None] = []
        for child in entry.children:
            if child.tag == "subrange_type":
                bound, count = child.number("upper_bound"), child.number("count")
                dimensions.append(count if count is not None else None if bound is None else bound + 1)
        if "GNU_vector" in entry.attributes:
            lanes = dimensions[0] or 0
            assert isinstance(element, Number)
            storage = entry.number("byte_size") or 1 << (lanes * element.storage - 1).bit_length()
            return Compound(element, lanes, True, storage)
        if isinstance(element, Array):
            return Array(element.element, dimensions + element.dimensions)
        return Array(element, dimensions)


def _base(entry: Entry) -> Type:
    size = entry.number("byte_size") or 0
    match entry.number("encoding"):
        case 2:
            return Number("bool", 8 * size, size)
        case 3:
            part = size // 2
            return Compound(Number(_float(entry.name or "", part), 8 * part, part), 2, False, size)
        case 4:
            return Number(_float(entry.name or "", size), 8 * size, size)
        case 5 | 6:
            return Number("int", 8 * size, size, spelling=entry.name or "")
        case 7 | 8 | 16:
            return Number("uint", 8 * size, size, spelling=entry.name or "")
    return Obstacle(f"unknown base type {entry.name}")


def _float(name: str, size: int) -> str:
    if size == 16 and "Float128" in name.replace("__float128", "Float128"):
        return "f128"
    return _FLOATS[size]
