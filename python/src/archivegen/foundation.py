"""Foundation's values, and how they are stored as objects."""

from __future__ import annotations

import datetime
import decimal
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .errors import Damaged, quoted, shown
from .nodes import Data, DictNode, Node

Content = Callable[[int], Node]
"""Gives the node at a number, behind a reference if there is one."""

EPOCH = datetime.datetime(2001, 1, 1, tzinfo=datetime.UTC)


@dataclass(frozen=True, slots=True)
class Date:
    """An NSDate.

    Attributes:
        seconds: Since 2001-01-01 00:00:00 UTC, exactly as archived.
    """

    seconds: float

    @property
    def datetime(self) -> datetime.datetime:
        """The moment in UTC, rounded to microseconds.

        Raises:
            OverflowError: outside the years 1 to 9999, and for what is no number.
        """
        try:
            return EPOCH + datetime.timedelta(seconds=self.seconds)
        except ValueError as flaw:
            raise OverflowError(str(flaw)) from None


class URL:
    """An NSURL.

    Attributes:
        relative: The text.
        base: The URL that it is relative to, or None. In a hostile archive bases may lead in a circle.
    """

    __slots__ = ("base", "relative")

    def __init__(self, relative: str, base: Any = None) -> None:
        self.relative = relative
        self.base = base

    def __repr__(self) -> str:
        return f"URL({self.relative!r}{', …' if self.base is not None else ''})"

    def __str__(self) -> str:
        return self.relative


@dataclass(frozen=True, slots=True)
class Range:
    """An NSRange in an NSValue: `length` indices from `location` on."""

    location: int
    length: int


@dataclass(frozen=True, slots=True)
class Geometry:
    """A point, a size or a rectangle in an NSValue.

    Attributes:
        kind: `point`, `size` or `rect`.
        text: As archived: `{x, y}`, `{width, height}`, `{{x, y}, {width, height}}`.
    """

    kind: str
    text: str

    @property
    def numbers(self) -> tuple[float, ...]:
        """The two or four numbers, in the order of the text.

        Raises:
            ValueError: if the text is of another form.
        """
        numbers = tuple(float(one) for one in self.text.translate({123: None, 125: None}).split(","))
        if len(numbers) != (4 if self.kind == "rect" else 2):
            raise ValueError(f"{quoted(self.text)} is no {self.kind}")
        return numbers


@dataclass(frozen=True, slots=True)
class IndexSet:
    """An NSIndexSet: ranges of indices, ascending."""

    ranges: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class Locale:
    """An NSLocale, by its identifier: `nb_NO`."""

    identifier: str


@dataclass(frozen=True, slots=True)
class TimeZone:
    """An NSTimeZone, by its name: `Europe/Oslo`."""

    name: str


class Set(list[Any]):
    """An NSSet: the elements in the order of the archive, which means nothing.

    It is no Python set, because 1, 1.0 and True would be one element of that, and lists and dictionaries none.
    """

    __slots__ = ()


class OrderedSet(list[Any]):
    """An NSOrderedSet: its elements in their order."""

    __slots__ = ()


class Entries(list[tuple[Any, Any]]):
    """An NSDictionary with keys that are not all texts: its keys and values."""

    __slots__ = ()


COLLECTIONS: dict[str, type[list[Any]] | type[dict[Any, Any]]] = {
    "NSArray": list, "NSMutableArray": list, "GSArray": list, "GSMutableArray": list, "NSSet": Set, "NSMutableSet": Set, "NSOrderedSet": OrderedSet,
    "NSMutableOrderedSet": OrderedSet, "NSDictionary": dict, "NSMutableDictionary": dict,
}


class _Absent(Exception):
    """The object has not the keys that Foundation's has, so that it is shown as any other."""


class Stored:
    """The keys of one of Foundation's objects."""

    def __init__(self, content: Content, fields: DictNode) -> None:
        self._content = content
        self._fields = fields

    def __contains__(self, key: str) -> bool:
        return key in self._fields.entries

    def get(self, key: str, *kinds: type) -> Any:
        """The node at a key, behind a reference if there is one."""
        if key not in self._fields.entries:
            raise _Absent
        node: Node = self._content(self._fields.entries[key])
        if not isinstance(node, kinds) or isinstance(node, bool) and bool not in kinds:
            raise Damaged(f"{shown(key)} of one of Foundation's values is {type(node).__name__}")
        return node


def _uuid(stored: Stored) -> uuid.UUID:
    raw = bytes(stored.get("NS.uuidbytes", Data))
    if len(raw) != 16:
        raise Damaged(f"a UUID of {len(raw)} bytes")
    return uuid.UUID(bytes=raw)


def _string(stored: Stored) -> str:
    if "NS.bytes" not in stored:
        return str(stored.get("NS.string", str))
    try:
        return str(stored.get("NS.bytes", Data).view, "utf-8")
    except UnicodeDecodeError:
        raise Damaged("a text that is not UTF-8") from None


def _decimal(stored: Stored) -> decimal.Decimal:
    raw, length, exponent = bytes(stored.get("NS.mantissa", Data)), stored.get("NS.length", int), stored.get("NS.exponent", int)
    order = stored.get("NS.mantissa.bo", int) if "NS.mantissa.bo" in stored else 1
    is_negative = bool(stored.get("NS.negative", bool, int))
    if len(raw) != 16 or not 0 <= length <= 8 or not -128 <= exponent <= 127 or order not in (0, 1, 2):
        raise Damaged("a decimal number of another size")
    if not length and is_negative:
        return decimal.Decimal("NaN")
    pieces = [raw[at : at + 2] for at in range(0, 2 * length, 2)]
    mantissa = sum(int.from_bytes(piece, "big" if order == 2 else "little") << 16 * index for index, piece in enumerate(pieces))
    # Without a context, so that all of up to 39 digits are kept.
    return decimal.Decimal((int(is_negative), tuple(map(int, str(mantissa))), exponent))


# By `NS.special`.
GEOMETRY = {1: "point", 2: "size", 3: "rect"}


def _value(stored: Stored) -> Any:
    special = stored.get("NS.special", int)
    if special == 4:
        return Range(stored.get("NS.rangeval.location", int), stored.get("NS.rangeval.length", int))
    if special not in GEOMETRY:
        raise _Absent
    return Geometry(GEOMETRY[special], stored.get(f"NS.{GEOMETRY[special]}val", str))


def _indexes(stored: Stored) -> IndexSet:
    count = stored.get("NSRangeCount", int)
    if count == 1:
        return IndexSet((Range(stored.get("NSLocation", int), stored.get("NSLength", int)),))
    numbers: list[int] = []
    value = shift = 0
    for byte in stored.get("NSRangeData", Data).view if count else b"":
        value, shift = value | (byte & 127) << shift, shift + 7
        if byte < 128:
            numbers.append(value)
            value = shift = 0
        elif shift > 63:
            raise Damaged("an index of more than 64 bits")
    if len(numbers) != 2 * count or shift:
        raise Damaged(f"{len(numbers)} numbers for {count} ranges of indices")
    return IndexSet(tuple(Range(*numbers[at : at + 2]) for at in range(0, len(numbers), 2)))


# By the names of classes. URLs and collections lead to other objects, and are made by the resolver.
_VALUES: dict[str, Callable[[Stored], Any]] = {
    "NSNull": lambda stored: None,
    "NSDate": lambda stored: Date(float(stored.get("NS.time", float, int))),
    "NSUUID": _uuid,
    "NSDecimalNumber": _decimal,
    "NSLocale": lambda stored: Locale(stored.get("NS.identifier", str)),
    "NSTimeZone": lambda stored: TimeZone(stored.get("NS.name", str)),
    "NSValue": _value,
    "NSIndexSet": _indexes,
    "NSString": _string,
    "NSData": lambda stored: bytes(stored.get("NS.data" if "NS.data" in stored else "NS.bytes", Data)),
}
# Other names of the same classes, GNUstep's among them. The last is that of Foundation on Apple's platforms.
for _name, _others in {
    "NSString": ("NSMutableString", "GSString", "GSMutableString", "NSConstantString"),
    "NSData": ("NSMutableData", "NSDataMalloc", "NSDataStatic"),
    "NSDate": ("NSGDate", "__NSDate", "NSCalendarDate"),
    "NSTimeZone": ("__NSTimeZone",),
    "NSIndexSet": ("NSMutableIndexSet",),
    "NSDecimalNumber": ("NSDecimalNumberPlaceholder",),
}.items():
    _VALUES.update(dict.fromkeys(_others, _VALUES[_name]))

VALUES = frozenset(_VALUES)


def numbered(prefix: str, fields: DictNode) -> list[int] | None:
    """References at `NS.object.0`, `NS.object.1` and so on, as Foundation stores ordered sets, and old versions all collections.

    None if there are others, so that nothing is left out.
    """
    found = [fields.entries[f"{prefix}{index}"] for index in range(len(fields.entries)) if f"{prefix}{index}" in fields.entries]
    count = sum(key.startswith(prefix) for key in fields.entries)
    is_whole = all(f"{prefix}{index}" in fields.entries for index in range(count))
    return found if is_whole and len(found) == count else None


def collection_references(name: str, fields: DictNode) -> tuple[list[int] | None, list[int] | None] | None:
    """The references of a collection's keys (a dictionary's) and elements where each has a key of its own; None if they have not."""
    is_dictionary = COLLECTIONS[name] is dict
    elements, keys = numbered("NS.object.", fields), numbered("NS.key.", fields)
    if elements is None or keys is None or len(keys) != (len(elements) if is_dictionary else 0):
        return None
    # Any other key would be left out.
    return (keys, elements) if len(fields.entries) == 1 + len(elements) + len(keys) else None


def foundation_value(name: str, content: Content, fields: DictNode) -> tuple[bool, Any]:
    """Whether an object is one of Foundation's values, and which.

    Args:
        content: The node behind a reference.

    Raises:
        Damaged: if it has that class's keys, and what is there is no such value.
    """
    make = _VALUES.get(name)
    if make is None:
        return False, None
    try:
        return True, make(Stored(content, fields))
    except _Absent:
        return False, None
    except Damaged as flaw:
        flaw.reason = f"{quoted(name)}: {flaw.reason}"
        raise
