"""Records and objects: keys and values, read when they are asked for."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from .descriptions import ArrayDescription, ColumnsDescription, GraphDescription, RecordsDescription
from .elements import Array, byte_count, decode, element_type
from .errors import ArchiveError, Damaged, Missing, WrongKind, listed, quoted
from .fields import BitField, FieldMap
from .graph import Graph
from .nodes import Data, DictNode, kind
from .table import Table

if TYPE_CHECKING:
    from .resolver import Resolver


class Record(Mapping[str, Any]):
    """The fields of a record, by their keys.

    Keys are those of the archive: a field of a nested record is `price.amount`. `record["price"]` is the nested record, too,
    with keys of its own. Values are Python's numbers, texts and bytes, NumPy arrays, `Table` (an array of records), `Graph`,
    Foundation's values, lists, dictionaries, and `Object`. Nothing is read before it is asked for.
    """

    def __init__(self, resolver: Resolver, node: DictNode, prefix: str = "") -> None:
        self._resolver = resolver
        self._node = node
        self._prefix = prefix

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        """Identity: objects may lead to each other in circles."""
        return self is other

    @property
    def resolver(self) -> Resolver:
        """What makes values of the archive's references."""
        return self._resolver

    @property
    def node(self) -> DictNode:
        """The dictionary of the property list."""
        return self._node

    @property
    def map(self) -> FieldMap:
        """What its keys mean.

        Raises:
            Damaged: for a description that describes nothing.
        """
        # Several elements of `$objects` may be one dictionary of the file.
        if not isinstance(self._node.fields, FieldMap):
            self._node.fields = FieldMap(self._resolver, self._node)
        return self._node.fields

    def __iter__(self) -> Iterator[str]:
        prefix = self._prefix
        if not prefix:
            return iter(self.map.fields)
        return (key[len(prefix) :] for key in self.map.below(prefix))

    def __len__(self) -> int:
        return len(self.map.below(self._prefix)) if self._prefix else len(self.map.fields)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and (self.map.has(self._prefix + key) or self._has_below(key))

    def _has_below(self, key: str) -> bool:
        return len(self.map.below(f"{self._prefix}{key}.")) > 0

    def __getitem__(self, key: str) -> Any:
        """The value of a field, or the nested record whose keys begin with `key.`.

        Raises:
            Missing: if there is no such field.
            ArchiveError: if its bytes are no value of its type.
        """
        full = self._prefix + key
        map_ = self.map
        if not map_.has(full):
            if self._has_below(key):
                return Record(self._resolver, self._node, full + ".")
            # The comparison takes the square of the keys' lengths.
            near = difflib.get_close_matches(key[:100], [one for one in islice(self, 500) if len(one) <= 100], n=1)
            raise Missing(f"there is no key {quoted(key)}; " + (f"did you mean {quoted(near[0])}?" if near else f"there are {listed(self)}"))
        try:
            return self._value(full)
        except ArchiveError as flaw:
            raise flaw.within(key)

    def _value(self, key: str) -> Any:
        map_, how = self.map, self.map.how(key)
        if how is None:
            return self._resolver.value(map_.names[key])
        if isinstance(how, BitField):
            return how.part.value(map_.integer(how.group))
        if isinstance(how, ColumnsDescription):
            return Table(self._resolver, how, lambda name: map_.data(f"{key}[].{name}"), self._table_name(key))
        if isinstance(how, GraphDescription):
            return Graph(self._resolver, how, map_, key)
        if isinstance(how, RecordsDescription):
            records = [Record(self._resolver, self._node, one + ".") for one in map_.subscripts(key, how.shape)]
            return _nested(records, how.shape)
        return self._elements(key, how) if how.is_elements else self._array(key, how)

    def _table_name(self, key: str) -> str:
        return key

    def _array(self, key: str, how: ArrayDescription) -> Any:
        """An array that is stored as data, or one number that is no plain value."""
        node = self._resolver.target(self.map.reference(key))
        if not isinstance(node, Data):
            # A number object, which Foundation's writer has for what it cannot store otherwise.
            if how.dimensions or isinstance(node, bool) or not isinstance(node, int | float):
                raise WrongKind(f"{quoted(key)} is {kind(node)}, not data")
            return node
        array = decode(how.element, how.dimensions, node.view, is_big=how.is_big, offset=node.offset)
        return array[()] if array.shape else _scalar(array)

    def _elements(self, key: str, how: ArrayDescription) -> Any:
        """An array whose elements have keys of their own."""
        element, map_ = how.element, self.map
        shape = how.dimensions[:-1] if element.is_text else how.dimensions
        values: list[Any] = []
        for one in map_.subscripts(key, shape):
            node = self._resolver.target(map_.reference(one))
            if isinstance(node, Data) and not element.is_text:
                node = _scalar(decode(element, (), node.view, offset=node.offset))
            elif not isinstance(node, str if element.is_text else int | float):
                raise WrongKind(f"{quoted(one)} is {kind(node)}, not {element.name}")
            values.append(node)
        dtype = np.dtype(object) if element.is_text or element.lane_shape else element.converted_type
        array = np.empty(len(values), dtype)
        try:
            for index, value in enumerate(values):
                array[index] = value
        except (OverflowError, ValueError, TypeError):
            raise Damaged(f"an element that is no {element.name}") from None
        return array.reshape(shape)

    # What the archive has, in other forms.

    def data(self, key: str) -> memoryview:
        """The bytes at a stored key, which are not copied.

        Any stored key will do, such as `K[].x` for a column.

        Raises:
            Missing: if there is none.
            WrongKind: if it is something else.
        """
        try:
            return self.map.data(self._prefix + key).view
        except ArchiveError as flaw:
            raise flaw.within(key)

    def array(self, key: str, type_name: str) -> Array:
        """The data at a key as an array of one dimension, without a copy where NumPy has the type.

        For arrays of bytes, which an archive has without a description: `record.array("pixels", "u8")`.

        Args:
            type_name: An element type without dimensions.

        Raises:
            Missing: if there is no such key.
            Damaged: if the bytes are no whole number of elements.
        """
        element, data = element_type(type_name), self.map.data(self._prefix + key)
        count = len(data) // max(byte_count(element, ()), 1)
        return decode(element, (count,), data.view, offset=data.offset)

    def reference(self, key: str) -> int:
        """The property list's reference at a stored key.

        Raises:
            Missing: if there is none.
        """
        return self.map.reference(self._prefix + key)

    def has_stored(self, key: str) -> bool:
        """Whether the archive has such a key, also of a description, a column or a group of bit-fields."""
        return self._prefix + key in self.map.names

    def stored_keys(self) -> list[str]:
        """All keys as they stand in the archive, with those of descriptions and columns."""
        return [key for key in self.map.names if key.startswith(self._prefix)]

    def to_dict(self) -> dict[str, Any]:
        """All fields with their values. Objects in it are not expanded, so it is finite.

        Raises:
            ArchiveError: for the first field whose bytes are no value of its type.
        """
        return {key: self[key] for key in self}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} keys>"


class Object(Record):
    """An object: a record that other values refer to. There is one for each, so `is` and dictionaries work by identity.

    Attributes:
        uid: Its index in `$objects`.
        class_name: The name of its class; a record's is the archived name of its type, and that of an array of records
            ends in `[]`, of a graph in `*`.
        classes: The names of its class and the superclasses.
    """

    def __init__(self, resolver: Resolver, uid: int, class_name: str, classes: tuple[str, ...], node: DictNode) -> None:
        super().__init__(resolver, node)
        self.uid = uid
        self.class_name = class_name
        self.classes = classes

    @property
    def offset(self) -> int | None:
        """The byte of the file at which it begins."""
        return self._resolver.document.offset(self._resolver.objects[self.uid])

    def whole(self) -> Any:
        """What it stands for: the array of records or the graph that an object of a class `X[]` or `X*` is, and otherwise itself.

        Raises:
            Damaged: for a description that describes nothing.
        """
        if self.class_name.endswith(("[]", "*")) and self.map.has("") and isinstance(self.map.how(""), ColumnsDescription | GraphDescription):
            return self._value("")
        return self

    def _table_name(self, key: str) -> str:
        return self.class_name.removesuffix("[]") if not key else key

    def __repr__(self) -> str:
        return f"<Object {self.uid} of {self.class_name!r}>"


def _scalar(array: Array) -> Any:
    """An array without dimensions as Python's own number, where it has one."""
    value = array.item() if array.shape == () and array.dtype.kind in "biufcO" and array.dtype != np.longdouble else array[()]
    return value.tobytes() if isinstance(value, np.void) and value.dtype.names is None else value


def _nested(records: list[Any], shape: tuple[int, ...]) -> list[Any]:
    for dimension in reversed(shape[1:]):
        records = [records[at : at + dimension] for at in range(0, len(records), dimension)] if dimension else []
    return records
