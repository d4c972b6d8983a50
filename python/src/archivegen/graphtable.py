"""The tables of a graph: records with links, numbers, texts and handles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from .descriptions import ColumnsDescription, TableDescription
from .elements import Array, byte_count, decode, split_type
from .errors import ArchiveError, Damaged, Missing, quoted
from .table import Table

if TYPE_CHECKING:
    from .fields import FieldMap


@dataclass(frozen=True, slots=True)
class Part:
    """What a pointer into something that is archived elsewhere leads to.

    Attributes:
        table: The table of the record that it leads into.
        row: That record, from 0.
        path: The key path of the array in it; None in a table of texts, where it is the end of text `row`.
        index: The element, counted through all dimensions; in a text the number of UTF-8 bytes before.
    """

    table: str
    row: int
    path: str | None
    index: int


@dataclass(frozen=True, slots=True)
class Links:
    """A column of links.

    Attributes:
        tables: The tables that they lead to: almost always one; in an intrusive list a second one, whose rows follow the first's.
        rows: Row indices from 0 on, and -1 for NULL, as int64; the shape is that of the column. An index at or behind the table's
            number of rows is a part (`GraphTable.part`), or leads to no elements if it is behind those as well. Where a member of a union
            is not live, -1.
    """

    tables: tuple[str, ...]
    rows: Array


class GraphTable:
    """A table of a graph.

    Attributes:
        name: An archived type's name, or `#f64`, `#text`, `#handles`.
        rows: The number of rows.
        parts: The number of runs of rows that are archived elsewhere, and that follow these rows.
    """

    def __init__(self, map_: FieldMap, tables: list[GraphTable], described: TableDescription, prefix: str) -> None:
        """Reads nothing yet.

        Args:
            tables: All tables of the graph, in its order; the list is filled while they are made.
        """
        self._map = map_
        self._tables = tables
        self._described = described
        self._prefix = prefix
        self.name = described.name
        self.rows = described.rows
        self.parts = described.parts

    @cached_property
    def values(self) -> Table | Array | list[str] | list[bytes]:
        """The rows: a `Table` of records, an array of numbers (a view of the file where NumPy has the type), a list of texts, or
        of the bytes of handles.

        Raises:
            Damaged: if they are not as many as the graph's description says.
        """
        map_, prefix = self._map, self._prefix
        if self.name == "#text":
            data = map_.data(f"{prefix}[].utf8")
            pieces = bytes(data).split(b"\0")
            if pieces.pop() or len(pieces) != self.rows:
                raise Damaged(f"{len(pieces)} texts, and {self.rows} in the description", offset=data.offset)
            try:
                return [piece.decode("utf-8") for piece in pieces]
            except UnicodeDecodeError:
                raise Damaged("a text that is not UTF-8", offset=data.offset) from None
        if self.name == "#handles":
            data, lengths = map_.data(f"{prefix}[].bytes"), self._integers("length", 1)
            ends = np.cumsum(lengths.astype(object)).tolist() if len(lengths) else []
            if len(lengths) != self.rows or (ends[-1] if ends else 0) != len(data):
                raise Damaged(f"the lengths of {self.rows} handles are not those of {len(data)} bytes", offset=data.offset)
            return [bytes(data.view[start:end]) for start, end in zip([0, *ends], ends)]
        if self.name.startswith("#"):
            element, dimensions, rest = split_type(self.name[1:])
            if rest or dimensions or element.is_text:
                raise Damaged(f"no table is called {quoted(self.name)}")
            data = map_.data(f"{prefix}[].value")
            byte_count(element, (self.rows,))
            return decode(element, (self.rows,), data.view, offset=data.offset)
        description = map_.resolver.description(map_.text(f"{prefix}[]"))
        if not isinstance(description, ColumnsDescription) or description.shape != (self.rows,):
            raise Damaged(f"the table {quoted(self.name)} has not {self.rows} rows")
        return Table(map_.resolver, description, lambda column: map_.data(f"{prefix}[].{column}"), self.name)

    @property
    def table(self) -> Table:
        """The rows as a table of records.

        Raises:
            Missing: if they are numbers or texts.
        """
        values = self._values()
        if not isinstance(values, Table):
            raise Missing(f"the table {quoted(self.name)} has no columns")
        return values

    def _values(self) -> Table | Array | list[str] | list[bytes]:
        try:
            return self.values
        except ArchiveError as flaw:
            raise flaw.within(self.name)

    @cached_property
    def blocks(self) -> Array | None:
        """The numbers of rows that were allocated together, as uint64; None if each row is a block of its own."""
        if self._described.blocks is None:
            return None
        blocks = self._integers("#blocks", 1)
        if len(blocks) != self._described.blocks or sum(blocks.tolist()) != self.rows:
            raise Damaged(f"the blocks of the table {quoted(self.name)} are not its rows")
        return blocks

    def block_end(self, row: int) -> int:
        """The row after the last one of the block of `row`, all from 0."""
        if self.blocks is None:
            return row + 1
        return int(self._block_ends[np.searchsorted(self._block_ends, row, side="right")])

    @cached_property
    def _block_ends(self) -> Array:
        return np.cumsum(self.blocks if self.blocks is not None else np.zeros(0, "<u8"))

    @cached_property
    def runs(self) -> Array:
        """The parts, as uint64, and from 1 where they are row indices. Of texts (text, bytes before); otherwise (site, record, first value, count)."""
        runs = self._integers("#parts", 2 if self.name == "#text" else 4) if self.parts else np.zeros((0, 4), "<u8")
        if len(runs) != self.parts:
            raise Damaged(f"{len(runs)} parts of the table {quoted(self.name)}, and {self.parts} in the description")
        return runs

    @cached_property
    def part_rows(self) -> int:
        """The number of rows that are archived elsewhere."""
        return self.parts if self.name == "#text" else sum(self.runs[:, 3].tolist())

    @cached_property
    def _run_ends(self) -> list[int]:
        ends, end = [], 0
        for length in self.runs[:, 3].tolist():
            end += length
            ends.append(end)
        return ends

    def part(self, index: int) -> Part:
        """What row `rows + index` is, which is archived elsewhere.

        Raises:
            Missing: if there is no such part.
            Damaged: if it leads to nothing.
        """
        from bisect import bisect_right

        if not 0 <= index < self.part_rows:
            raise Missing(f"part {index} of {self.part_rows} of the table {quoted(self.name)}")
        if self.name == "#text":
            text, before = self.runs[index].tolist()
            if not 1 <= text <= self.rows:
                raise Damaged("a part that is the end of no text")
            return Part(self.name, text - 1, None, before)
        run = bisect_right(self._run_ends, index)
        site, record, first, length = self.runs[run].tolist()
        if site >= len(self._described.sites):
            raise Damaged(f"a part at site {site} of {len(self._described.sites)}")
        number, path = self._described.sites[site]
        owner = numbered(self._tables, number)
        if not 1 <= record <= owner.rows:
            raise Damaged(f"a part of record {record} of {owner.rows}")
        return Part(owner.name, record - 1, path, first + index - (self._run_ends[run] - length))

    def _integers(self, column: str, width: int) -> Array:
        """64-bit integers, `width` in a row."""
        data = self._map.data(f"{self._prefix}[].{column}")
        if len(data) % (8 * width):
            raise Damaged(f"{len(data)} bytes of 64-bit integers, {width} in a row", offset=data.offset)
        array = np.frombuffer(data.view, "<u8") if len(data) else np.zeros(0, "<u8")
        return array.reshape(-1, width) if width > 1 else array

    @property
    def links(self) -> list[str]:
        """The columns that are links."""
        values = self._values()
        return [name for name in values.columns if values.line(name).tables] if isinstance(values, Table) else []

    def link(self, column: str) -> Links:
        """A column of links, as indices from 0.

        Raises:
            Missing: if there is no such column, or it has no links.
        """
        table = self.table
        line = table.line(column)
        if not line.tables:
            raise Missing(f"{quoted(column)} has no links")
        stored = table[column]
        if stored.dtype.itemsize == 8 and stored.size and stored.max() > 1 << 62:
            raise Damaged(f"a link in {quoted(column)} to a row that no table has")
        names = tuple(numbered(self._tables, number).name for number in line.tables)
        return Links(names, np.ma.filled(stored, 0).astype(np.int64) - 1)

    def __len__(self) -> int:
        return self.rows

    def __repr__(self) -> str:
        return f"<GraphTable {self.name!r} of {self.rows} rows>"


def numbered(tables: list[GraphTable], number: int) -> GraphTable:
    """A table by its number, from 1.

    Raises:
        Damaged: if there is none.
    """
    if not 1 <= number <= len(tables):
        raise Damaged(f"table {number} of {len(tables)}")
    return tables[number - 1]
