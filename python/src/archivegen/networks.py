"""Graphs for networkx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .graph import Graph, GraphTable, Links, Part
from .table import Table

if TYPE_CHECKING:
    import networkx


def network(graph: Graph) -> networkx.MultiDiGraph[Any]:
    """What `Graph.to_networkx` gives."""
    import networkx

    result: networkx.MultiDiGraph[Any] = networkx.MultiDiGraph()
    room = graph.resolver.room()
    for name, table in graph.tables.items():
        if isinstance(table.values, Table):
            links = set(table.links)
            for row, record in enumerate(table.values):
                result.add_node((name, row), **{key: value for key, value in record.items() if key not in links})
    for name, table in graph.tables.items():
        for column in table.links:
            links_ = table.link(column)
            rows = links_.rows.reshape(table.rows, int(np.prod(links_.rows.shape[1:])))
            for row, place in np.argwhere(rows >= 0).tolist():
                key = column if rows.shape[1] == 1 else f"{column}[{place}]"
                _add(graph, result, (name, row), key, links_, int(rows[row, place]), room)
    for number, root in enumerate(graph.roots.tolist()):
        if root >= 0 and graph.tables:
            first = next(iter(graph.tables))
            if (first, root) in result:
                result.nodes[first, root]["root"] = number
    return result


def _add(graph: Graph, result: Any, source: tuple[str, int], key: str, links: Links, row: int, room: Any) -> None:
    target = graph.resolve(links, row)
    if isinstance(target, Part) and target.path is not None:
        result.add_edge(source, (target.table, target.row), key=key, path=target.path, index=target.index)
    elif isinstance(target, Part):
        text = graph[target.table].values[target.row].encode()[target.index :]  # type: ignore[index,union-attr]
        room.take(len(text))
        result.nodes[source][key] = text.decode("utf-8", "replace")
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
    return values[row : table.block_end(row)] if isinstance(values, np.ndarray) else values[row]  # type: ignore[index]
