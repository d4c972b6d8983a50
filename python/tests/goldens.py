"""Compares archives, as the package reads them, with what the Swift runtime has found in them: the JSON beside golden archives
(Sources/ArchiveRuntime/Goldens/ContentsDocument.swift)."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import archivegen
from archivegen import Graph, Object, Part, Record, Table
from archivegen.encoding import encode, type_of
from archivegen.fields import BITS


@dataclass(frozen=True)
class Node:
    """A row of a graph's table of records."""

    graph: Graph
    table: str
    row: int


class Difference(AssertionError):
    """What is not the same."""


def compare(archive: archivegen.Archive, document: Path) -> int:
    """Compares all of an archive with Swift's JSON; returns how many values were compared.

    Raises:
        Difference: for the first value that is another.
    """
    golden = json.loads(document.read_text())
    return _Comparison(archive, golden.get("shared", {})).run(golden["values"])


class _Comparison:
    def __init__(self, archive: archivegen.Archive, shared: dict[str, Any]) -> None:
        self._archive = archive
        self._shared = shared
        # What each shared object of Swift's is here: one object has to stay one.
        self._met: dict[str, Any] = {}
        self._open: list[tuple[Any, Any, str]] = []
        self._count = 0
        # Arrays of records and graphs are compared key by key, as the objects that they are in the archive.
        self._wholes = {id(archive.object(one.uid)): one for one in archive.objects() if one.class_name.endswith(("[]", "*"))}

    def run(self, golden: Any) -> int:
        top = self._archive.top
        self._open.append((golden, top["root"] if list(top) == ["root"] else top, ""))
        while self._open:
            self._value(*self._open.pop())
        return self._count

    def _value(self, golden: Any, value: Any, path: str) -> None:
        self._count += 1
        if isinstance(golden, dict) and "$shared" in golden:
            number = golden["$shared"]
            identity = value if isinstance(value, Node) else id(value)
            if number in self._met:
                if self._met[number] != identity and not str(self._shared[number].get("$class", "")).startswith("NS"):
                    raise Difference(f"{path}: what is one object in Swift are two here")
                return
            self._met[number] = identity
            self._kept = [*getattr(self, "_kept", []), value]
            golden = self._shared[number]
        if isinstance(golden, dict) and len(golden) == 1 and next(iter(golden)) in ("$real", "$data", "$set", "$entries"):
            self._tagged(*next(iter(golden.items())), value, path)
        elif isinstance(golden, dict):
            self._object(golden, value, path)
        elif isinstance(golden, list):
            self._list(golden, value, path)
        elif golden is None:
            self._expect(value is None, golden, value, path)
        elif isinstance(golden, str):
            self._expect(isinstance(value, str) and str(value) == golden, golden, value, path)
        else:
            self._expect(isinstance(value, int | float | np.number | np.bool_) and value == golden, golden, value, path)

    def _expect(self, is_same: bool, golden: Any, value: Any, path: str) -> None:
        if not is_same:
            raise Difference(f"{path}: Swift has {str(golden)[:200]}, Python has {str(value)[:200]} ({type(value).__name__})")

    def _tagged(self, tag: str, golden: Any, value: Any, path: str) -> None:
        if tag == "$real":
            expected = float(golden)
            same = isinstance(value, float | np.floating) and (
                math.isnan(expected) and math.isnan(value) or float(value) == expected and math.copysign(1, value) == math.copysign(1, expected))
            self._expect(same, golden, value, path)
        elif tag == "$data":
            self._expect(as_bytes(value, len(golden) // 2) == bytes.fromhex(golden), golden, value, path)
        elif tag == "$set":
            # Sets of texts and numbers; the order is the archive's for both.
            self._list(golden, list(value), path)
        else:
            pairs = list(value.items()) if isinstance(value, dict) else list(value)
            self._list(golden, [list(pair) for pair in pairs], path)

    def _list(self, golden: list[Any], value: Any, path: str) -> None:
        if isinstance(value, np.ndarray):
            value = list(value)
        if isinstance(value, bytes):
            value = list(value)
        if isinstance(value, complex | np.complexfloating):
            value = [value.real, value.imag]
        self._expect(isinstance(value, list | tuple), golden, value, path)
        if len(value) > 64:
            # Swift's JSON leaves out the zeros at the end of a long array.
            self._expect(all(not np.any(one) for one in value[len(golden) :]), golden, value, path)
            value = value[: len(golden)]
        self._expect(len(golden) == len(value), golden, value, path)
        self._open += [(one, other, f"{path}[{index}]") for index, (one, other) in enumerate(zip(golden, value))]

    # Objects.

    def _object(self, golden: dict[str, Any], value: Any, path: str) -> None:
        if isinstance(value, Node):
            self._node(golden, value, path)
            return
        if str(golden.get("$class", "")).startswith("NS") and not isinstance(value, Record):
            # One of Foundation's values: the keys that it has when it is written again.
            value = archivegen.loads(archivegen.dumps(value)).resolver.instance(1)
        value = self._wholes.get(id(value), value)
        self._expect(isinstance(value, Record), golden, value, path)
        if isinstance(value, Object):
            self._expect(golden.get("$class", "") == value.class_name, golden, value, path)
        seen = set()
        for key, one in golden.items():
            if key == "$class":
                continue
            name = key[1:] if key.startswith("$$") else key
            found, used = self._field(value, name, path)
            seen |= used
            self._open.append((one, found, f"{path}.{name}"))
        missing = [key for key in value if key not in seen and not self._is_empty(value[key])]
        self._expect(not missing, golden, f"also {missing}", path)

    @staticmethod
    def _is_empty(value: Any) -> bool:
        return isinstance(value, Table) and not value.columns or isinstance(value, list) and not value

    def _field(self, record: Record, key: str, path: str) -> tuple[Any, set[str]]:
        """The value that Swift's JSON has under a key, and the fields here that it covers."""
        if "[]." in key and isinstance(record.get(key[: key.index("[].")]), list):
            return self._column(record, key), {key[: key.index("[].")]}
        if key == BITS or key.endswith("." + BITS):
            return record.map.text(key), set()
        groups = {one.group for one in record.map.fields.values() if type(one).__name__ == "BitField"}
        if key in groups:
            parts = {name for name, one in record.map.fields.items() if type(one).__name__ == "BitField" and one.group == key}
            return record.map.integer(key), parts
        if key == "#root" and "" in record or key in record and isinstance(record.get(key), Graph):
            name = "" if key == "#root" else key
            graph = record[name]
            links = [self._link(graph, archivegen.Links((next(iter(graph.tables)),), graph.roots), row) for row in graph.roots.tolist()]
            return (links[0] if len(links) == 1 else links), {name}
        if "[]." in key:
            base = key[: key.index("[].")]
            table = record[base]
            name = key[len(base) + 3 :]
            line = next(one for one in table.description.lines if one.name == name)
            if name not in table.columns:
                # A group: the integer itself.
                raw = np.frombuffer(table._data(name).view, f"<u{line.element.size}")
                return raw.reshape(*table.shape, *line.dimensions), {base}
            return (table.stored(name).reshape(-1) if line.conditions else table[name]), {base}
        if key not in record:
            raise Difference(f"{path}: Python has no {key!r}, only {list(record)[:40]}")
        return record[key], {key}

    @staticmethod
    def _column(record: Record, key: str) -> list[Any]:
        """One field of records whose keys are `K[0].x`, `K[1].x`."""
        at = key.index("[].")
        rest: list[Any] = [record[key[:at]]]
        flat: list[Record] = []
        while rest:
            one = rest.pop(0)
            if isinstance(one, list):
                rest = [*one, *rest]
            else:
                flat.append(one)
        name = key[at + 3 :]
        values = [one[name] if name in one else _stored(one, name) for one in flat if name in one or one.has_stored(name)]
        shape: list[int] = []
        outer: Any = record[key[:at]]
        while isinstance(outer, list):
            shape.append(len(outer))
            outer = outer[0] if outer else None
        if len(values) == math.prod(shape):
            for dimension in reversed(shape[1:]):
                values = [values[start : start + dimension] for start in range(0, len(values), dimension)]
        return values

    # Graphs.

    def _link(self, graph: Graph, links: archivegen.Links, row: int) -> Any:
        target = graph.resolve(links, row)
        if row < 0:
            return None
        if target is None:
            return []
        if isinstance(target, Part):
            if target.path is None:
                return graph[target.table].values[target.row].encode()[target.index :].decode()  # type: ignore[index,union-attr]
            return [Node(graph, target.table, target.row), target.path, target.index]
        table, at = target
        if isinstance(table.values, Table):
            return Node(graph, table.name, at)
        if isinstance(table.values, np.ndarray):
            return table.values[at : table.block_end(at)]
        return table.values[at]

    def _node(self, golden: dict[str, Any], node: Node, path: str) -> None:
        table = node.graph[node.table]
        self._expect(golden.get("$class") == node.table, golden, node.table, path)
        fields = table.table.row(node.row)
        groups = {}
        for line in table.table.description.lines:
            if line.part is not None and line.group is not None and line.name in fields:
                owner = table.table.description.lines[line.group]
                word = fields.pop(line.name) << line.part.position
                groups[owner.name] = groups.get(owner.name, 0) | word & ((1 << line.part.width) - 1) << line.part.position
        fields |= groups
        for column in table.links:
            if column in fields:
                links = table.link(column)
                value = links.rows[node.row]
                fields[column] = self._links(node.graph, links, value)
        if table.block_end(node.row) > node.row + 1:
            fields["(next)"] = Node(node.graph, node.table, node.row + 1)
        # Swift's JSON takes no notice of bit-fields, and so of unions with a bit-field as their tag.
        lines = table.table.description.lines
        unknown = {line.name for line in lines if any(lines[condition.column].part for condition in line.conditions)}
        golden = {key: one for key, one in golden.items() if key not in unknown}
        fields = {key: one for key, one in fields.items() if key not in unknown}
        self._expect(golden.keys() - {"$class"} == fields.keys(), sorted(golden), sorted(fields), path)
        self._open += [(one, fields[key], f"{path}.{key}") for key, one in golden.items() if key != "$class"]

    def _links(self, graph: Graph, links: archivegen.Links, value: Any) -> Any:
        return [self._links(graph, links, one) for one in value] if isinstance(value, np.ndarray) else self._link(graph, links, int(value))


def _stored(record: Record, name: str) -> Any:
    """What no field is: a group's integer, or its description."""
    value = record.resolver.target(record.reference(name))
    return value


def as_bytes(value: Any, size: int) -> bytes:
    """Archived bytes of what Swift's JSON has as data."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, int):
        return value.to_bytes(size, "little", signed=value < 0)
    if isinstance(value, np.void):
        return value.tobytes()
    array = np.asarray(value)
    return bytes(encode(*type_of(array)))
