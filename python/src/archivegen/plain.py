"""A whole archive as JSON's values: all keys and values, each object once.

An object is `{"object": N}` wherever something leads to it, and is under N among "objects" with its class and values; so objects
may lead to each other. An array or dictionary to which one reference leads is printed in its place. Records are dictionaries, and
links of graphs row indices from 1 on with the numbers of the tables. Numbers that JSON has not (NaN, formats wider than a double,
bytes) are {"type": hexadecimal archived bytes}; Foundation's values are {"date": seconds}, {"uuid": …}, {"url": …}, {"decimal": …},
{"set": […]}, {"entries": [[key, value], …]} and so on.
"""

from __future__ import annotations

import decimal
import math
import struct
import uuid
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from .archive import Archive
from .descriptions import ArrayDescription, ColumnsDescription, GraphDescription, RecordsDescription
from .elements import ElementType, decode, element_type
from .errors import ArchiveError, Damaged, Excessive
from .fields import BitField, FieldMap
from .foundation import (
    COLLECTIONS,
    VALUES,
    Date,
    Geometry,
    IndexSet,
    Locale,
    OrderedSet,
    Range,
    Set,
    TimeZone,
    collection_references,
    foundation_value,
)
from .nodes import UID, ArrayNode, Data, DictNode, Node, PlistDate
from .record import Record
from .table import Table

MOST_NESTED = 64
"""Collections inside each other that are printed in place."""
MOST_BITS = 1024
"""Integers that are wider are printed as bytes: no reader of JSON takes them."""


def plain(archive: Archive) -> dict[str, Any]:
    """All of an archive, as dictionaries, lists, numbers and texts that `json.dumps(…, allow_nan=False)` takes.

    Returns:
        "class" and "superclasses" of the root, if it is an object; "values"; "object", its number, if something leads back to it; and
        "objects".

    Raises:
        Damaged: for bytes that contradict the format.
        Excessive: if it would take memory out of proportion to the file.
    """
    return _Plain(archive).whole()


class _Plain:
    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._resolver = archive.resolver
        self._document = archive.document
        self._room = self._resolver.room()
        self._references: Counter[int] | None = None
        self._found: dict[int, Any] = {}
        self._queue: list[int] = []

    def whole(self) -> dict[str, Any]:
        top = self._archive.top
        stored = top.stored_keys()
        node = self._document.node(top.reference("root")) if stored == ["root"] else None
        root = self._resolver.index(node) if isinstance(node, UID) else None
        name = self._class_name(root) if root else None
        if root is None or name is None or name in COLLECTIONS or name in VALUES or name == "NSURL":
            root, result = None, dict[str, Any](values=self._values(top))
        else:
            self._found[root] = None
            result = self._described(root)
            if self._leading_to(root) > 1:
                result["object"] = root
        for number in self._queue:
            try:
                self._found[number] = self._described(number)
            except ArchiveError as flaw:
                flaw.offset = self._document.offset(self._resolver.objects[number]) if flaw.offset is None else flaw.offset
                raise flaw.within(f"object {number}")
        objects = {str(number): found for number, found in self._found.items() if number != root}
        return result | ({"objects": objects} if objects else {})

    # Objects.

    def _class_name(self, number: int) -> str | None:
        node = self._document.node(self._resolver.objects[number])
        names = self._resolver.classes(node) if isinstance(node, DictNode) else None
        return names[0] if names else None

    def _leading_to(self, number: int) -> int:
        """The number of references to an object. An object with one reference is printed in its place."""
        if self._references is None:
            self._references = Counter()
            top = self._archive.top.node
            for node in (top, *map(self._document.node, self._resolver.objects)):
                for reference in node.entries.values() if isinstance(node, DictNode) else ():
                    held = self._document.node(reference)
                    targets = map(self._document.node, held.references) if isinstance(held, ArrayNode) else (held,)
                    self._references.update(int(target) for target in targets if isinstance(target, UID))
        return self._references[number]

    def _reference(self, number: int) -> dict[str, int]:
        if number not in self._found:
            self._found[number] = None
            self._queue.append(number)
        self._room.take(1)
        return {"object": number}

    def _described(self, number: int) -> dict[str, Any]:
        node = self._document.node(self._resolver.objects[number])
        names = self._resolver.classes(node) if isinstance(node, DictNode) else None
        if names is None or not isinstance(node, DictNode):
            return {"values": self._plain(node, 0)}
        is_value, value = self._foundation(names[0], node, 0)
        if is_value:
            return {"class": names[0], "values": value}
        result = {"class": names[0], "values": self._values(self._resolver.instance(number))}
        superclasses = [name for name in names[1][1:] if name != "NSObject"]
        return result | ({"superclasses": superclasses} if superclasses else {})

    def _value(self, reference: int, depth: int = 0) -> Any:
        """A value under a key or in a collection."""
        node = self._document.node(reference)
        if not isinstance(node, UID):
            return self._plain(node, depth)
        number = self._resolver.index(node)
        if number == 0:
            return None
        target = self._document.node(self._resolver.objects[number])
        if isinstance(target, ArrayNode | DictNode):
            names = self._resolver.classes(target) if isinstance(target, DictNode) else None
            is_collection = names is None or names[0] in COLLECTIONS
            if is_collection and (depth >= MOST_NESTED or self._leading_to(number) > 1):
                return self._reference(number)
            if names is None:
                return self._plain(target, depth)
            is_value, value = self._foundation(names[0], target, depth)  # type: ignore[arg-type]
            return value if is_value else self._reference(number)
        return self._plain(target, depth)

    def _plain(self, node: Node, depth: int) -> Any:
        if isinstance(node, PlistDate):
            return {"date": _real(float(node))}
        if isinstance(node, float):
            return _real(node)
        if isinstance(node, Data):
            self._room.take(2 * len(node))
            return {"bytes": node.view.hex()}
        if isinstance(node, str):
            self._room.take(len(node))
        if isinstance(node, ArrayNode | DictNode):
            if depth >= MOST_NESTED:
                raise Excessive(f"arrays and dictionaries inside each other, more than {MOST_NESTED}")
            if isinstance(node, ArrayNode):
                return self._elements(node.references, depth + 1)
            self._room.take(len(node.entries))
            return {"dictionary": {key: self._value(reference, depth + 1) for key, reference in node.entries.items()}}
        return node

    # Foundation's values.

    def _elements(self, references: list[int], depth: int) -> list[Any]:
        self._room.take(len(references))
        return [self._value(reference, depth) for reference in references]

    def _foundation(self, name: str, fields: DictNode, depth: int) -> tuple[bool, Any]:
        make = COLLECTIONS.get(name)
        if make is not None and ("NS.objects" in fields.entries or collection_references(name, fields) is not None):
            elements = self._elements(self._resolver.elements(fields, "NS.objects"), depth + 1)
            if make is not dict:
                return True, {"set": elements} if make is Set else {"orderedSet": elements} if make is OrderedSet else elements
            keys = self._elements(self._resolver.elements(fields, "NS.keys"), depth + 1)
            if len(keys) != len(elements):
                raise Damaged(f"a dictionary of {len(keys)} keys and {len(elements)} values")
            return True, {"entries": [list(entry) for entry in zip(keys, elements)]}
        if name == "NSURL" and "NS.relative" in fields.entries:
            base = self._document.node(fields.entries["NS.base"]) if "NS.base" in fields.entries else None
            text = self._resolver.content(fields.entries["NS.relative"])
            if not isinstance(text, str):
                raise Damaged("a URL without a text")
            result: dict[str, Any] = {"url": self._plain(text, depth)}
            return True, result | ({"base": self._reference(self._resolver.index(base))} if isinstance(base, UID) and base else {})
        is_value, value = foundation_value(name, self._resolver.content, fields)
        return is_value, self._foundation_text(value) if is_value else None

    def _foundation_text(self, value: Any) -> Any:
        if isinstance(value, Date):
            return {"date": _real(value.seconds)}
        if isinstance(value, uuid.UUID):
            return {"uuid": str(value).upper()}
        if isinstance(value, decimal.Decimal):
            sign, digits, exponent = value.as_tuple()
            return {"decimal": "NaN" if value.is_nan() else f"{'-' * sign}{''.join(map(str, digits))}e{exponent}"}
        if isinstance(value, Locale | TimeZone):
            return {"locale": value.identifier} if isinstance(value, Locale) else {"timeZone": value.name}
        if isinstance(value, Range):
            return {"range": [value.location, value.length]}
        if isinstance(value, IndexSet):
            return {"indexes": [[one.location, one.length] for one in value.ranges]}
        if isinstance(value, bytes):
            self._room.take(2 * len(value))
            return {"bytes": value.hex()}
        if isinstance(value, Geometry):
            return value.text
        if isinstance(value, str):
            self._room.take(len(value))
        return value

    # Fields.

    def _values(self, record: Record) -> dict[str, Any]:
        map_, result = record.map, {}
        for key, how in map_.single_fields():
            self._room.take(8)
            try:
                if how is None:
                    result[key] = self._value(map_.names[key])
                elif isinstance(how, BitField):
                    result[key] = how.part.value(map_.integer(how.group))
                elif isinstance(how, GraphDescription):
                    result[key] = self._graph(how, map_, key)
                elif isinstance(how, ColumnsDescription):
                    rows = self._rows(Table(self._resolver, how, lambda name, key=key: map_.data(f"{key}[].{name}"), key), how)  # type: ignore[misc]
                    result[key] = _nested(rows, how.shape)
                elif isinstance(how, ArrayDescription) and not how.is_elements:
                    result[key] = self._array(map_, key, how)
                else:
                    assert isinstance(how, ArrayDescription | RecordsDescription)
            except ArchiveError as flaw:
                raise flaw.within(key)
        return result

    def _array(self, map_: FieldMap, key: str, how: ArrayDescription) -> Any:
        node = self._resolver.target(map_.reference(key))
        if not isinstance(node, Data):
            if how.dimensions or not isinstance(node, int | float):
                raise Damaged(f"an array that is {type(node).__name__}")
            return self._plain(node, 0)
        self._room.take(len(node))
        return numbers(how.element, how.dimensions, node.view, how.is_big)

    def _rows(self, table: Table, how: ColumnsDescription) -> list[dict[str, Any]]:
        self._room.take(len(table))
        records: list[dict[str, Any]] = [{} for _ in range(len(table))]
        for name in table.columns:
            line, live = table.line(name), table.live(name)
            self._room.take(len(table))
            if line.part is not None:
                values = table.stored(name).tolist()
            else:
                data = table.data(name)
                self._room.take(len(data))
                count = len(table) if live is None else int(np.count_nonzero(live))
                values = numbers(line.element, (count, *line.dimensions), data.view)
            for record, value in zip(records, values if live is None else _spread(values, live, "[]" in name)):
                if value is not None:
                    record[name] = {"rows": value, "of": list(line.tables)} if line.tables else value
        return records

    def _graph(self, how: GraphDescription, map_: FieldMap, key: str) -> dict[str, Any]:
        from .graph import Graph

        graph = Graph(self._resolver, how, map_, key)
        tables: list[dict[str, Any]] = []
        for described in how.tables:
            table = graph.tables[described.name]
            one: dict[str, Any] = {"name": table.name}
            values = table.values
            if isinstance(values, Table):
                one["rows"] = self._rows(values, values.description)
            elif isinstance(values, np.ndarray):
                element = element_type(table.name[1:])
                data = map_.data(f"{key}.{table.name}[].value" if key else f"{table.name}[].value")
                self._room.take(len(data))
                one["rows"] = numbers(element, (table.rows,), data.view)
            else:
                self._room.take(sum(map(len, values)))
                one["rows"] = [value.hex() if isinstance(value, bytes) else value for value in values]
            if table.blocks is not None:
                one["blocks"] = [[count] for count in table.blocks.tolist()]
            if table.parts:
                one["parts"] = table.runs.tolist()
            if described.sites:
                one["sites"] = [[str(number), path] for number, path in described.sites]
            tables.append(one)
        return {"roots": (graph.roots + 1).tolist(), "tables": tables}


def _spread(values: list[Any], live: np.ndarray[Any, Any], is_list: bool) -> Iterator[Any]:
    """For each record the values that it has: one, a list of those of an array's elements, or None."""
    at = 0
    for count in np.count_nonzero(live.reshape(len(live), -1), axis=1).tolist() if live.size else [0] * len(live):
        own = values[at : at + count]
        at += count
        yield own[0] if own and not is_list else own or None


def _real(value: float) -> Any:
    return value if math.isfinite(value) else {"f64": struct.pack("<d", value).hex()}


def numbers(element: ElementType, dimensions: tuple[int, ...], raw: memoryview, is_big: bool = False) -> Any:
    """An array as lists, with numbers that JSON has not as their archived bytes."""
    if element.is_text:
        return decode(element, dimensions, raw).tolist()
    lane = element_type(element.lane)
    shape = dimensions + ((element.lanes,) if element.is_composite else ())
    array = decode(lane, shape, raw, is_big=is_big)
    flat: list[Any] | None = None
    if lane.real is not None and not lane.real.is_json or (lane.bits or 0) > MOST_BITS:
        size = lane.real.part or lane.size if lane.real is not None else lane.size
        little = b"".join(bytes(raw[at : at + size])[::-1] for at in range(0, len(raw), size)) if is_big else bytes(raw)
        flat = [{lane.name: little[at : at + lane.size].hex()} for at in range(0, len(little), lane.size)]
    elif lane.real is not None and not np.isfinite(array).all():
        whole = array.astype(array.dtype.newbyteorder("<")).tobytes()
        pieces = (whole[at : at + lane.size] for at in range(0, len(whole), lane.size))
        flat = [value if math.isfinite(value) else {lane.name: piece.hex()} for value, piece in zip(array.reshape(-1).tolist(), pieces)]
    if flat is None:
        return array.tolist()
    return _nested(flat, shape) if shape else flat[0]


def _nested(values: list[Any], shape: tuple[int, ...]) -> list[Any]:
    for dimension in reversed(shape[1:]):
        values = [values[at : at + dimension] for at in range(0, len(values), dimension)] if dimension else []
    return values
