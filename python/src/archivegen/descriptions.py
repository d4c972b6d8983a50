"""What the texts at `K[]` and `[bits]` say about the bytes beside them. Nothing here touches the bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .elements import ElementType, count, product, split_type
from .errors import Damaged, quoted
from .reals import REALS

MOST_CONDITIONS = 64


@dataclass(frozen=True, slots=True)
class BitPart:
    """A bit-field in a group's integer.

    Attributes:
        name: The field's key: what follows the last dot of the group's key, replaced.
        position: Its lowest bit.
        width: In bits.
        is_signed: Whether it is in two's complement.
    """

    name: str
    position: int
    width: int
    is_signed: bool

    def value(self, word: int) -> int:
        """The field's value in the group's integer."""
        value = word >> self.position & (1 << self.width) - 1
        return value - (1 << self.width) if self.is_signed and value >> self.width - 1 else value


@dataclass(frozen=True, slots=True)
class Condition:
    """That an earlier column has one of these values, or none of them (`is_exclusion`)."""

    column: int
    values: tuple[int, ...]
    is_exclusion: bool


@dataclass(frozen=True, slots=True)
class ColumnDescription:
    """A column's line, or a part's.

    Attributes:
        name: The field's key.
        element: The type of its elements; for a part that of the group's integer.
        dimensions: Within one record, with a text's length last.
        conditions: Of members of unions, that of the outermost union first.
        tables: The numbers of the tables that a link leads to, from 1; empty for other columns.
        part: The bits of the column `group` that this field is.
        group: The number of that column, from 0.
    """

    name: str
    element: ElementType
    dimensions: tuple[int, ...]
    conditions: tuple[Condition, ...] = ()
    tables: tuple[int, ...] = ()
    part: BitPart | None = None
    group: int | None = None


@dataclass(frozen=True, slots=True)
class ColumnsDescription:
    """An array of records in columns. `lines` are numbered from 0 here, and from 1 in conditions.

    Attributes:
        shape: The dimensions of the array.
        lines: The columns, and the parts of groups.
    """

    shape: tuple[int, ...]
    lines: tuple[ColumnDescription, ...]


@dataclass(frozen=True, slots=True)
class ArrayDescription:
    """An array of numbers or texts, or one number that is stored as data."""

    element: ElementType
    dimensions: tuple[int, ...]
    is_big: bool = False
    is_elements: bool = False


@dataclass(frozen=True, slots=True)
class RecordsDescription:
    """An array of records whose keys stand under `K[i].`."""

    shape: tuple[int, ...]


@dataclass(slots=True)
class TableDescription:
    """A table of a graph. `sites` are the tables and key paths into which its parts lead."""

    rows: int
    name: str
    blocks: int | None = None
    parts: int = 0
    sites: list[tuple[int, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class GraphDescription:
    """The number of roots, and the tables of a graph."""

    roots: int
    tables: tuple[TableDescription, ...]


Description = ArrayDescription | ColumnsDescription | RecordsDescription | GraphDescription


def looks_described(text: str) -> bool:
    """Whether a text at a key that ends in `[]` is a description; other writers may use such keys as well."""
    if text.startswith(("count ", "graph ", "elements ", "native ")):
        return True
    return re.match(rf"(utf8|latin1|bool|[ui]\d+|f\d+|{'|'.join(REALS)}|c\(|v\d+\()[\w()]*(\[\d+\])*\Z", text, re.ASCII) is not None


def description(text: str) -> Description:
    """Parses the text at `K[]`.

    Raises:
        Damaged: if it describes nothing.
    """
    if text.startswith("count "):
        return columns_description(text)
    if text.startswith("graph "):
        return _graph(text)
    is_elements = text.startswith("elements ")
    if text.startswith("elements count "):
        return RecordsDescription(_shape(text[len("elements count ") :]))
    order = "little"
    if is_elements:
        text = text[len("elements ") :]
    elif text.startswith("native "):
        order, _, text = text[len("native ") :].partition(" ")
    element, dimensions, rest = split_type(text)
    if rest or order not in ("little", "big"):
        raise Damaged(f"{quoted(text)} describes nothing")
    return ArrayDescription(element, dimensions, order == "big", is_elements)


def _shape(text: str) -> tuple[int, ...]:
    shape = tuple(count(one) for one in text.split(" "))
    product(shape)
    return shape


def columns_description(text: str) -> ColumnsDescription:
    """Parses `count …` and its columns."""
    first, *rest = text.split("\n")
    if not first.startswith("count "):
        raise Damaged(f"{quoted(first)} describes no records")
    shape = _shape(first[len("count ") :])
    lines: list[ColumnDescription] = []
    names: set[str] = set()
    group: int | None = None
    end = 0
    for line in rest:
        if line.startswith(" "):
            if group is None:
                raise Damaged(f"{quoted(line)} is in no group")
            owner = lines[group]
            # The group's own key is no field, so a field may have it.
            if end == 0 and lines[-1] is owner:
                names.discard(owner.name)
            part = bit_part(line, end, owner.element)
            end = part.position + part.width
            column = ColumnDescription(
                sibling(part.name, owner.name), owner.element, owner.dimensions, owner.conditions, (), part, group)
        else:
            column = _column(line, lines)
            group, end = len(lines) if can_have_parts(column.element) and not column.tables else None, 0
        if column.name in names:
            raise Damaged(f"two columns are called {quoted(column.name)}")
        names.add(column.name)
        lines.append(column)
    return ColumnsDescription(shape, tuple(lines))


def _column(line: str, lines: list[ColumnDescription]) -> ColumnDescription:
    conditions: list[Condition] = []
    while line.startswith("@"):
        word, _, line = line.partition(" ")
        conditions.append(_condition(word, len(lines)))
        if len(conditions) > MOST_CONDITIONS:
            raise Damaged(f"a column with more than {MOST_CONDITIONS} conditions")
    element, dimensions, rest = split_type(line)
    match = re.match(r"((?:&\d+)*) ", rest, re.ASCII)
    if match is None:
        raise Damaged(f"{quoted(line)} is no column")
    tables = tuple(count(one) for one in match[1].split("&")[1:])
    if tables and (element.name not in ("u32", "u64") or 0 in tables):
        raise Damaged(f"{quoted(line)} is no column of links")
    if element.is_text and not dimensions:
        raise Damaged("a text without a length")
    return ColumnDescription(rest[match.end() :], element, dimensions, tuple(conditions), tables)


def _condition(word: str, before: int) -> Condition:
    match = re.fullmatch(r"@(\d{1,15})([=!])(-?\d{1,20}(?:,-?\d{1,20})*)", word, re.ASCII)
    if match is None or not 1 <= int(match[1]) <= before:
        raise Damaged(f"{quoted(word)} is no condition on an earlier column")
    return Condition(int(match[1]) - 1, tuple(int(value) for value in match[3].split(",")), match[2] == "!")


def can_have_parts(element: ElementType) -> bool:
    """Whether a column, or a value, can be a group of bit-fields."""
    return not element.is_composite and element.name in ("u8", "u16", "u32", "u64")


def bit_part(line: str, end: int, element: ElementType) -> BitPart:
    """` i5@8 delta`: a line below a group's.

    Args:
        end: Where the part before ends.
    """
    match = re.fullmatch(r" ([ui])([1-9]\d{0,2})(?:@(\d{1,3}))? (.+)", line, re.ASCII | re.DOTALL)
    if match is None:
        raise Damaged(f"{quoted(line)} is no part of a group")
    position = end if match[3] is None else count(match[3])
    width = int(match[2])
    if position < end or position + width > 8 * element.size:
        raise Damaged(f"{quoted(line)} is not inside the group's {8 * element.size} bits")
    return BitPart(match[4], position, width, match[1] == "i")


def bit_groups(text: str) -> list[tuple[str, ElementType, list[BitPart]]]:
    """Parses the text at `[bits]`: the last part of each group's key, its type and its parts."""
    groups: list[tuple[str, ElementType, list[BitPart]]] = []
    for line in text.split("\n"):
        if line.startswith(" "):
            if not groups:
                raise Damaged(f"{quoted(line)} is in no group")
            parts = groups[-1][2]
            parts.append(bit_part(line, parts[-1].position + parts[-1].width if parts else 0, groups[-1][1]))
            continue
        element, dimensions, rest = split_type(line)
        if not can_have_parts(element) or dimensions or not re.match(r" .", rest, re.DOTALL):
            raise Damaged(f"{quoted(line)} is no group of bit-fields")
        groups.append((rest[1:], element, []))
    return groups


def sibling(name: str, owner: str) -> str:
    """The key with another last part: `inner.flags` and `priority` are `inner.priority`."""
    return owner[: owner.rfind(".") + 1] + name


def _graph(text: str) -> GraphDescription:
    first, *lines = text.split("\n")
    tables: list[TableDescription] = []
    names: set[str] = set()
    for line in lines:
        if not line.startswith(" "):
            rows, _, name = line.partition(" ")
            if not name or name in names:
                raise Damaged(f"{quoted(line)} is no table")
            names.add(name)
            tables.append(TableDescription(count(rows), name))
            continue
        word, _, rest = line[1:].partition(" ")
        if not tables or word not in ("blocks", "parts", "site"):
            raise Damaged(f"{quoted(line)} says nothing about a table")
        if word == "site":
            number, _, path = rest.partition(" ")
            tables[-1].sites.append((count(number), path))
        elif word == "blocks":
            tables[-1].blocks = count(rest)
        else:
            tables[-1].parts = count(rest)
    return GraphDescription(count(first[len("graph ") :]), tuple(tables))
