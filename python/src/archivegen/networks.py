"""Graphs for networkx."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .elements import Array
from .graphtable import GraphTable, Links, Part
from .resolver import Room
from .table import Table

if TYPE_CHECKING:
    import networkx


Resolve = Callable[[Links, int], tuple[GraphTable, int] | Part | None]


def network(tables: Mapping[str, GraphTable], roots: Array, resolve: Resolve, room: Room) -> networkx.MultiDiGraph[Any]:
    """What `Graph.to_networkx` gives."""
    try:
        import networkx
    except ImportError as flaw:
        raise ImportError("this needs networkx: pip install networkx") from flaw

    result: networkx.MultiDiGraph[Any] = networkx.MultiDiGraph()
    for name, table in tables.items():
        if isinstance(table.values, Table):
            links = set(table.links)
            for row, record in enumerate(table.values):
                result.add_node((name, row), **{key: value for key, value in record.items() if key not in links})
    for name, table in tables.items():
        for column in table.links:
            links_ = table.link(column)
            rows = links_.rows.reshape(table.rows, int(np.prod(links_.rows.shape[1:])))
            for row, place in np.argwhere(rows >= 0).tolist():
                key = column if rows.shape[1] == 1 else f"{column}[{place}]"
                _add(result, (name, row), key, resolve(links_, int(rows[row, place])), tables, room)
    for number, root in enumerate(roots.tolist()):
        if root >= 0 and tables:
            first = next(iter(tables))
            if (first, root) in result:
                result.nodes[first, root]["root"] = number
    return result


def _add(result: Any, source: tuple[str, int], key: str, target: Any, tables: Mapping[str, GraphTable], room: Room) -> None:
    if isinstance(target, Part) and target.path is not None:
        result.add_edge(source, (target.table, target.row), key=key, path=target.path, index=target.index)
    elif isinstance(target, Part):
        text = tables[target.table].values[target.row].encode()[target.index :]  # type: ignore[call-overload,union-attr]
        room.take(len(text))
        try:
            result.nodes[source][key] = text.decode("utf-8")
        except UnicodeDecodeError:
            # The pointer leads into a character, so that there are bytes and no text.
            result.nodes[source][key] = text
    elif target is not None:
        table, at = target
        if isinstance(table.values, Table):
            result.add_edge(source, (table.name, at), key=key)
        else:
            result.nodes[source][key] = _elements(table, at)
            room.take(16)


def _elements(table: GraphTable, row: int) -> Any:
    """A text, a handle, or numbers to the end of their block, as a view."""
    values = table.values
    return values[row : table.block_end(row)] if isinstance(values, np.ndarray) else values[row]  # type: ignore[call-overload]
