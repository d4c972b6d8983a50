"""From references to values: what is in `$objects`, with its identity, and without recursion.

An element of `$objects` is one Python value, however many references lead to it: so cycles and sharing are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .descriptions import BitPart, Description, bit_groups, description
from .elements import ElementType
from .errors import ArchiveError, Damaged, Excessive, quoted
from .foundation import COLLECTIONS, URL, Date, Entries, collection_references, foundation_value
from .nodes import UID, ArrayNode, Data, DictNode, Document, Node, PlistDate, kind

_UNKNOWN = object()
# Containers without their elements: each with its node, its offset for messages, and whether it is an instance of a class.
_Open = list[tuple[Any, DictNode | ArrayNode, int | None, bool]]


class Room:
    """What one operation may use for what it makes of the file.

    A file of 1,000 bytes can describe arrays of many gigabytes, all from the same bytes. Decoded values may have `expansion`
    times the size of the file.
    """

    def __init__(self, size: int, expansion: float) -> None:
        self.left = int(size * expansion) + 65536

    def take(self, amount: int) -> None:
        """Uses `amount` bytes.

        Raises:
            Excessive: if that is more than the file warrants.
        """
        self.left -= amount
        if self.left < 0:
            raise Excessive("what is in it takes more memory than the file's size warrants; `expansion=` allows more")


class Memory:
    """Room for values of bytes in memory, which belong to no archive."""

    def __init__(self, size: int, expansion: float = 64.0) -> None:
        self.size = size
        self.expansion = expansion

    def room(self) -> Room:
        """Room for one operation."""
        return Room(self.size, self.expansion)


class Resolver:
    """The values of one archive."""

    def __init__(self, document: Document, objects: list[int], expansion: float, make_object: Callable[..., Any]) -> None:
        """Reads nothing yet.

        Args:
            objects: The references of `$objects`' elements.
            expansion: See `Room`.
            make_object: Makes the public object of the resolver, a number, the class's name, the superclasses' names and the node.
        """
        self.document = document
        self.objects = objects
        self.expansion = expansion
        self._make_object = make_object
        self._values: dict[int, Any] = {0: None}
        # Containers that are no objects, by their references.
        self._inline: dict[int, Any] = {}
        self._classes: dict[int, tuple[str, tuple[str, ...]]] = {}
        self._descriptions: dict[str, Description] = {}
        self._groups: dict[str, list[tuple[str, ElementType, list[BitPart]]]] = {}
        self._filling = self.room()

    def room(self) -> Room:
        """Room for one operation."""
        return Room(self.document.size, self.expansion)

    # Nodes.

    def index(self, uid: UID) -> int:
        """The number of an element of `$objects`, checked."""
        if uid >= len(self.objects):
            raise Damaged(f"a reference to object {int(uid)} of {len(self.objects)}")
        return int(uid)

    def target(self, reference: int) -> Node:
        """The node at a reference, behind a UID if there is one."""
        node = self.document.node(reference)
        return self.document.node(self.objects[self.index(node)]) if isinstance(node, UID) else node

    def content(self, reference: int) -> Node:
        """`target`, and the text or data of an NSString or NSData that is an object."""
        node = self.target(reference)
        names = self.classes(node) if isinstance(node, DictNode) else None
        if names is not None and isinstance(node, DictNode):
            key = {"NSString": "NS.string", "NSMutableString": "NS.string", "NSData": "NS.data", "NSMutableData": "NS.data"}.get(names[0])
            if key in node.entries:
                return self.target(node.entries[key])
        return node

    def target_offset(self, reference: int) -> int | None:
        """The byte at which `target` begins."""
        node = self.document.node(reference)
        return self.document.offset(self.objects[node] if isinstance(node, UID) and node < len(self.objects) else reference)

    def classes(self, fields: DictNode) -> tuple[str, tuple[str, ...]] | None:
        """The name of an object's class, and the names of it and its superclasses; None for a dictionary without a class.

        Raises:
            Damaged: if `$class` leads to no class.
        """
        reference = fields.entries.get("$class")
        if reference is None:
            return None
        node = self.document.node(reference)
        if not isinstance(node, UID):
            return None
        number = self.index(node)
        if number not in self._classes:
            described = self.document.node(self.objects[number])
            entries = described.entries if isinstance(described, DictNode) else {}
            name = self.target(entries["$classname"]) if "$classname" in entries else None
            if not isinstance(name, str):
                raise Damaged("an object whose '$class' leads to no class", offset=self.document.offset(self.objects[number]))
            names = self.target(entries["$classes"]) if "$classes" in entries else None
            all_names = [self.target(one) for one in names.references] if isinstance(names, ArrayNode) else [name]
            self._filling.take(8 * len(all_names))
            if not all(isinstance(one, str) for one in all_names):
                raise Damaged("a class whose '$classes' are not all texts", offset=self.document.offset(self.objects[number]))
            self._classes[number] = name, tuple(all_names)  # type: ignore[arg-type]
        return self._classes[number]

    def description(self, text: str) -> Description:
        """`descriptions.description`, each text once."""
        if text not in self._descriptions:
            self._descriptions[text] = description(text)
        return self._descriptions[text]

    def groups(self, text: str) -> list[tuple[str, ElementType, list[BitPart]]]:
        """`descriptions.bit_groups`, each text once."""
        if text not in self._groups:
            self._groups[text] = bit_groups(text)
        return self._groups[text]

    # Values.

    def object(self, number: int) -> Any:
        """The value of an element of `$objects`.

        Raises:
            Damaged: if there is none, or its bytes are no value.
            Excessive: if collections have more elements than the file has room for.
        """
        if not 0 <= number < len(self.objects):
            raise Damaged(f"a reference to object {number} of {len(self.objects)}")
        open_: _Open = []
        value = self._object(number, open_)
        self._fill(open_)
        return value

    def value(self, reference: int) -> Any:
        """The value at a reference: under a key, or in a collection."""
        open_: _Open = []
        value = self._value(reference, open_)
        self._fill(open_)
        return value

    def _value(self, reference: int, open_: _Open) -> Any:
        node = self.document.node(reference)
        if isinstance(node, UID):
            return self._object(self.index(node), open_)
        return self._plain(node, reference, open_)

    def _plain(self, node: Node, reference: int, open_: _Open) -> Any:
        if isinstance(node, Data):
            if reference not in self._inline:
                self._filling.take(len(node))
                self._inline[reference] = bytes(node)
            return self._inline[reference]
        if isinstance(node, PlistDate):
            return Date(float(node))
        if not isinstance(node, ArrayNode | DictNode):
            return node
        if reference not in self._inline:
            self._inline[reference] = [] if isinstance(node, ArrayNode) else {}
            open_.append((self._inline[reference], node, self.document.offset(reference), False))
        return self._inline[reference]

    def _object(self, number: int, open_: _Open) -> Any:
        known = self._values.get(number, _UNKNOWN)
        if known is not _UNKNOWN:
            return known
        reference = self.objects[number]
        node = self.document.node(reference)
        names = self.classes(node) if isinstance(node, DictNode) else None
        if names is None or not isinstance(node, DictNode):
            value = self._plain(node, reference, open_)
        else:
            value = self._instance(number, names, node, open_)
        self._values[number] = value
        return value

    def _instance(
        self, number: int, names: tuple[str, tuple[str, ...]], fields: DictNode,
        open_: _Open,
    ) -> Any:
        name, offset = names[0], self.document.offset(self.objects[number])
        value: Any
        try:
            make = COLLECTIONS.get(name)
            if make is not None and ("NS.objects" in fields.entries or collection_references(name, fields) is not None):
                value = make()
                if make is dict:
                    value = {} if self._has_text_keys(fields) else Entries()
                open_.append((value, fields, offset, True))
                return value
            if name == "NSURL" and "NS.relative" in fields.entries:
                relative = self.content(fields.entries["NS.relative"])
                if not isinstance(relative, str):
                    raise Damaged(f"a URL whose text is {kind(relative)}")
                value = URL(relative)
                open_.append((value, fields, offset, True))
                return value
            is_known, value = foundation_value(name, self.content, fields)
            return value if is_known else self.instance(number).whole()
        except ArchiveError as flaw:
            flaw.offset = offset if flaw.offset is None else flaw.offset
            raise

    def instance(self, number: int) -> Any:
        """An element of `$objects` as an object with keys, even if it is one of Foundation's."""
        reference = self.objects[number]
        node = self.document.node(reference)
        names = self.classes(node) if isinstance(node, DictNode) else None
        if not isinstance(node, DictNode) or names is None:
            raise Damaged(f"object {number} is {kind(node)}", offset=self.document.offset(reference))
        return self._make_object(self, number, names[0], names[1], node)

    def elements(self, fields: DictNode, key: str) -> list[int]:
        """The references of a collection's elements, at `NS.objects`, or of its keys, at `NS.keys`.

        Raises:
            Damaged: if there are none.
        """
        if key not in fields.entries:
            names = self.classes(fields)
            found = collection_references(names[0], fields) if names and names[0] in COLLECTIONS else None
            if found is not None and (references := found[key == "NS.objects"]) is not None:
                return references
            raise Damaged(f"a collection without {quoted(key)}")
        node = self.target(fields.entries[key])
        if not isinstance(node, ArrayNode):
            raise Damaged(f"a collection whose {quoted(key)} is {kind(node)}")
        return node.references

    def _has_text_keys(self, fields: DictNode) -> bool:
        """Whether a dictionary's keys are different texts."""
        keys = [self.target(key) for key in self.elements(fields, "NS.keys")]
        self._filling.take(8 * len(keys))
        return all(isinstance(key, str) for key in keys) and len(set(keys)) == len(keys)

    def _fill(self, open_: _Open) -> None:
        """Gives containers their elements, and theirs, until none is open."""
        offset: int | None = None
        try:
            while open_:
                container, node, offset, is_instance = open_.pop()
                if isinstance(node, ArrayNode):
                    self._extend(container, node.references, open_)
                elif isinstance(container, URL):
                    base = node.entries.get("NS.base")
                    container.base = None if base is None else self._value(base, open_)
                elif not is_instance:
                    self._filling.take(64 * len(node.entries))
                    for key, reference in node.entries.items():
                        container[key] = self._value(reference, open_)
                else:
                    self._fill_collection(container, node, open_)
        except ArchiveError as flaw:
            if flaw.offset is None:
                flaw.offset = offset
            # What is half filled must not be found again.
            self._values = {0: None}
            self._inline = {}
            raise

    def _fill_collection(self, container: Any, fields: DictNode, open_: _Open) -> None:
        elements = self.elements(fields, "NS.objects")
        if not isinstance(container, dict | Entries):
            self._extend(container, elements, open_)
            return
        keys = self.elements(fields, "NS.keys")
        if len(keys) != len(elements):
            raise Damaged(f"a dictionary of {len(keys)} keys and {len(elements)} values")
        self._filling.take(64 * len(keys))
        pairs = ((self._value(key, open_), self._value(element, open_)) for key, element in zip(keys, elements))
        container.update(pairs) if isinstance(container, dict) else container.extend(pairs)

    def _extend(self, container: list[Any], references: list[int], open_: _Open) -> None:
        self._filling.take(8 * len(references))
        container.extend([self._value(reference, open_) for reference in references])
