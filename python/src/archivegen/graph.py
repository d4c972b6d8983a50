"""Graphs: what C pointers lead to, as one table for each type, with links as row indices."""

from __future__ import annotations

from collections.abc import Iterator, KeysView, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from .descriptions import GraphDescription
from .elements import Array, decode, split_type
from .errors import Missing, listed, quoted
from .graphtable import GraphTable, Links, Part, numbered

if TYPE_CHECKING:
    import networkx

    from .fields import FieldMap
    from .resolver import Resolver


class Graph:
    """A graph: goes through the names of its tables, as a mapping does.

    Attributes:
        tables: By name: the records of each type, and the numbers and texts that pointers lead to.
        roots: The rows of the roots in the first table, from 0; -1 is NULL. As int64.
    """

    def __init__(self, resolver: Resolver, description: GraphDescription, map_: FieldMap, key: str) -> None:
        """Reads the roots.

        Raises:
            Damaged: if their number is another.
        """
        self._resolver = resolver
        self.map = map_
        self._tables: list[GraphTable] = []
        self._tables.extend(GraphTable(map_, self._tables, one, f"{key}.{one.name}" if key else one.name) for one in description.tables)
        self.tables: Mapping[str, GraphTable] = MappingProxyType({one.name: one for one in self._tables})
        roots = map_.data(f"{key}[].#root")
        element = split_type("u32")[0]
        self.roots: Array = decode(element, (description.roots,), roots.view, offset=roots.offset).astype(np.int64) - 1

    @property
    def resolver(self) -> Resolver:
        """The archive's values."""
        return self._resolver

    def __getitem__(self, name: str) -> GraphTable:
        """A table by its name.

        Raises:
            Missing: if there is none.
        """
        if name not in self.tables:
            raise Missing(f"there is no table {quoted(name)}; there are {listed(self.tables)}")
        return self.tables[name]

    def __iter__(self) -> Iterator[str]:
        """The names of the tables."""
        return iter(self.tables)

    def __len__(self) -> int:
        """The number of tables."""
        return len(self.tables)

    def __contains__(self, name: object) -> bool:
        return name in self.tables

    def keys(self) -> KeysView[str]:
        """The names of the tables, so that `dict(graph)` works."""
        return self.tables.keys()

    def table(self, number: int) -> GraphTable:
        """A table by its number, from 1.

        Raises:
            Damaged: if there is none.
        """
        return numbered(self._tables, number)

    def resolve(self, links: Links, row: int) -> tuple[GraphTable, int] | Part | None:
        """Where one index of `links.rows` leads: a table and a row in it from 0, a part, or None for NULL and for no elements."""
        if row < 0:
            return None
        for name in links.tables:
            table = self[name]
            if row < table.rows:
                return table, row
            if row < table.rows + table.part_rows:
                return table.part(row - table.rows)
            row -= table.rows + table.part_rows
        return None

    def to_networkx(self) -> networkx.MultiDiGraph[Any]:
        """A networkx graph: a node `("item", 3)` for each record, with its fields, and an edge for each link, whose key is the field's.

        Texts, handles and numbers that a record leads to are attributes of it: of numbers all up to the end of their block, because only
        the program knows the count. A root's node has the attribute `root`, its number. A link to a part leads to the record that the part
        is in, with `path` and `index` as attributes.

        Raises:
            ImportError: without networkx (`pip install networkx`).
            ArchiveError: for links that lead to no row.
            Excessive: if it would be out of proportion to the file.
        """
        from .networks import network

        return network(self.tables, self.roots, self.resolve, self._resolver.room())

    def __repr__(self) -> str:
        return f"<Graph of {', '.join(f'{table.rows} {table.name}' for table in self._tables)}>"
