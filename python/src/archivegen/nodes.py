"""What a property list consists of, whichever form it has on disk.

A node is None, bool, int, float, str, or one of the classes here. Containers hold *references*: numbers that `Document.node`
takes. So a document is read node by node, and nothing here is nested.
"""

from __future__ import annotations

from typing import Protocol, Union


class UID(int):
    """A reference to an element of `$objects`, by its index."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"UID({int(self)})"


class PlistDate(float):
    """A property list's own date: seconds since 2001-01-01 00:00:00 UTC."""

    __slots__ = ()


class Data:
    """Bytes in the file, which are not copied.

    Attributes:
        view: The bytes, read-only. For a binary archive they are those of the map.
        offset: Where they begin in the file; None for XML, where they are Base64.
    """

    __slots__ = ("offset", "view")

    def __init__(self, view: memoryview, offset: int | None) -> None:
        self.view = view
        self.offset = offset

    def __len__(self) -> int:
        return len(self.view)

    def __bytes__(self) -> bytes:
        return bytes(self.view)


class ArrayNode:
    """An array, or a property list's own set: references to the elements."""

    __slots__ = ("references",)

    def __init__(self, references: list[int]) -> None:
        self.references = references


class DictNode:
    """A dictionary: references to the values by their keys. `fields` is what the keys mean, once somebody has asked."""

    __slots__ = ("entries", "fields")

    def __init__(self, entries: dict[str, int]) -> None:
        self.entries = entries
        self.fields: object = None


Node = Union[None, bool, int, float, str, UID, PlistDate, Data, ArrayNode, DictNode]


class Document(Protocol):
    """A property list, read node by node."""

    root: int
    """The reference of the outermost value."""
    size: int
    """The length of the file in bytes."""
    buffer: memoryview
    """The whole file, read-only."""

    def node(self, reference: int) -> Node:
        """The value there.

        Raises:
            Damaged: for bytes that are no value.
        """
        ...

    def offset(self, reference: int) -> int | None:
        """The byte at which the value begins; None for no value."""
        ...


KINDS = {
    type(None): "null", bool: "a truth value", int: "an integer", float: "a real", str: "a text", UID: "a reference",
    PlistDate: "a date", Data: "data", ArrayNode: "an array", DictNode: "a dictionary",
}


def kind(node: object) -> str:
    """What a node is, in words."""
    return KINDS.get(type(node), type(node).__name__)
