"""The keys of one dictionary of fields, and how each is stored: directly, or as a description beside it says."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .descriptions import (
    ArrayDescription,
    BitPart,
    ColumnsDescription,
    Description,
    GraphDescription,
    RecordsDescription,
    looks_described,
)
from .elements import product
from .errors import ArchiveError, Damaged, Excessive, Missing, WrongKind, quoted
from .nodes import Data, DictNode, kind

if TYPE_CHECKING:
    from .resolver import Resolver

BITS = "[bits]"
# Keys with more of these are no field's.
_MOST_COLUMNS = 64


@dataclass(frozen=True, slots=True)
class BitField:
    """A field in a group: the group's key, and its bits."""

    group: str
    part: BitPart


class FieldMap:
    """The stored keys of a dictionary, without `$class`, and the fields that they are.

    Attributes:
        names: References by key; a key that begins with two `$` has lost one.
        fields: What each field is stored as: None for a value of its own, a description, or bits in a group. Keys that
            belong to a field's description are not in it.
    """

    def __init__(self, resolver: Resolver, node: DictNode) -> None:
        """Reads the descriptions, and no values.

        Raises:
            Damaged: for a description that describes nothing.
        """
        self.resolver = resolver
        self._sorted: list[str] | None = None
        # Fields of records in arrays whose elements have keys of their own: `K[0].x`.
        self._hidden: dict[str, None | Description | BitField] = {}
        self.names = {key[1:] if key.startswith("$$") else key: reference for key, reference in node.entries.items() if key != "$class"}
        self.fields: dict[str, None | Description | BitField] = {}
        described = self._descriptions()
        groups, hidden = self._groups()
        used = self._used(described)
        for key in self.names:
            if key in hidden or self._is_within(key, used):
                continue
            own = key[:-2] if key.endswith("[]") else None
            if own is not None and own in described:
                self.fields[own] = described[own]
            elif key not in described:
                self.fields[key] = None
        self.fields.update(groups)
        self._hide_elements(described)

    def _descriptions(self) -> dict[str, Description]:
        """By the key that each is of. Another writer's key may end in `[]`, too."""
        found: dict[str, Description] = {}
        for key, reference in self.names.items():
            if not key.endswith("[]"):
                continue
            text = self.resolver.target(reference)
            if isinstance(text, str) and (looks_described(text) or isinstance(self._target(key[:-2]), Data)):
                try:
                    found[key[:-2]] = self.resolver.description(text)
                except ArchiveError as flaw:
                    flaw.offset = self.resolver.target_offset(reference) if flaw.offset is None else flaw.offset
                    raise flaw.within(key)
        return found

    def _target(self, key: str) -> object:
        return self.resolver.target(self.names[key]) if key in self.names else None

    def _groups(self) -> tuple[dict[str, BitField], set[str]]:
        """The fields in groups of bit-fields, and the keys that they take the place of."""
        found: dict[str, BitField] = {}
        hidden: set[str] = set()
        for key, reference in self.names.items():
            if key != BITS and not key.endswith("." + BITS):
                continue
            text = self.resolver.target(reference)
            if not isinstance(text, str):
                continue
            prefix = key[: -len(BITS)]
            hidden.add(key)
            for name, _, parts in self.resolver.groups(text):
                if prefix + name not in self.names:
                    raise Damaged(f"the group {quoted(prefix + name)} has no key", key_path=(key,))
                hidden.add(prefix + name)
                for part in parts:
                    found[prefix + part.name] = BitField(prefix + name, part)
        return found, hidden

    def _used(self, described: dict[str, Description]) -> set[str]:
        """What keys begin with that belong to a description. A graph's tables have descriptions of their own."""
        used: set[str] = set()
        for key, one in described.items():
            if isinstance(one, GraphDescription):
                used.add(f"{key}[].")
                for table in one.tables:
                    prefix = f"{key}.{table.name}" if key else table.name
                    used.update((f"{prefix}[].", f"{prefix}[]"))
        used.update(f"{key}[]." for key, one in described.items() if isinstance(one, ColumnsDescription) and f"{key}[]" not in used)
        return used

    @staticmethod
    def _is_within(key: str, used: set[str]) -> bool:
        if key in used and key.endswith("[]"):
            return True
        at = key.find("[].")
        for _ in range(_MOST_COLUMNS):
            if at < 0:
                return False
            if key[: at + 3] in used:
                return True
            at = key.find("[].", at + 1)
        raise Excessive("a key with too many brackets", key_path=(key[:80],))

    def _hide_elements(self, described: dict[str, Description]) -> None:
        """Elements with keys of their own are parts of the arrays that describe them."""
        owners = {
            key for key, one in described.items()
            if isinstance(one, RecordsDescription) or isinstance(one, ArrayDescription) and one.is_elements}
        if not owners:
            return
        for key in list(self.fields):
            at = key.find("[")
            for _ in range(_MOST_COLUMNS):
                if at < 0:
                    break
                if key[:at] in owners and key[at + 1 : at + 2].isdigit():
                    self._hidden[key] = self.fields.pop(key)
                    break
                at = key.find("[", at + 1)

    def single_fields(self) -> Iterator[tuple[str, None | Description | BitField]]:
        """All fields with what they are stored as; elements with keys of their own stand for the arrays that they are in."""
        for key, how in (*self.fields.items(), *self._hidden.items()):
            if not isinstance(how, RecordsDescription) and not (isinstance(how, ArrayDescription) and how.is_elements):
                yield key, how

    def has(self, key: str) -> bool:
        """Whether there is such a field."""
        return key in self.fields or key in self._hidden

    def how(self, key: str) -> None | Description | BitField:
        """What a field is stored as.

        Raises:
            KeyError: if there is no such field.
        """
        return self.fields[key] if key in self.fields else self._hidden[key]

    def subscripts(self, key: str, shape: tuple[int, ...]) -> list[str]:
        """The keys of an array's elements: `K[0][0]`, `K[0][1]`, and so on.

        Raises:
            Excessive: if there are more of them than keys bear out.
        """
        count = product(shape)
        if count > 64 * len(self.names) + 1024:
            raise Excessive(f"{count} elements, and {len(self.names)} keys in all")
        keys = [key]
        for dimension in shape:
            keys = [f"{one}[{index}]" for one in keys for index in range(dimension)]
        return keys

    def below(self, prefix: str) -> list[str]:
        """The fields whose keys begin with `prefix`, sorted. Those that elements of an array hide are found as well."""
        if self._sorted is None:
            self._sorted = sorted([*self.fields, *self._hidden])
        # No key has a greater character than the last one of Unicode.
        return self._sorted[bisect_left(self._sorted, prefix) : bisect_left(self._sorted, prefix + "\U0010ffff")]

    # Single keys.

    def reference(self, key: str) -> int:
        """The reference at a stored key.

        Raises:
            Missing: if there is none.
        """
        if key not in self.names:
            raise Missing(f"the key {quoted(key)} is missing")
        return self.names[key]

    def data(self, key: str) -> Data:
        """The data at a stored key.

        Raises:
            Missing: if there is none.
            WrongKind: if it is something else.
        """
        node = self.resolver.target(self.reference(key))
        if not isinstance(node, Data):
            raise WrongKind(f"{quoted(key)} is {kind(node)}, not data", offset=self.resolver.target_offset(self.names[key]))
        return node

    def text(self, key: str) -> str:
        """The text at a stored key; errors as for `data`."""
        node = self.resolver.target(self.reference(key))
        if not isinstance(node, str):
            raise WrongKind(f"{quoted(key)} is {kind(node)}, not a text", offset=self.resolver.target_offset(self.names[key]))
        return node

    def integer(self, key: str) -> int:
        """The integer at a stored key; errors as for `data`."""
        node = self.resolver.target(self.reference(key))
        if not isinstance(node, int):
            raise WrongKind(f"{quoted(key)} is {kind(node)}, not an integer", offset=self.resolver.target_offset(self.names[key]))
        return node
