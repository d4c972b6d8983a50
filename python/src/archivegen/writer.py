"""Writes keyed archives in the binary form. Values are followed by a list, so no chain of them is too long."""

from __future__ import annotations

import datetime
import decimal
import os
import struct
import tempfile
import uuid
from collections.abc import Mapping
from typing import Any, BinaryIO

import numpy as np

from .emit import write
from .encoding import encode, single, type_of
from .errors import ArchiveError, NotArchivable, quoted
from .foundation import EPOCH, GEOMETRY, URL, Date, Entries, Geometry, IndexSet, Locale, OrderedSet, Range, Set, TimeZone
from .made import NewGraph, NewObject, NewRecord, NewTable
from .nodes import UID

_DEEPEST = 256
"""How many records are within each other, at most."""
_NUMBER_CLASSES = ("NSDecimalNumber", "NSNumber", "NSValue", "NSObject")


def save(path: str | os.PathLike[str], root: Any = None, *, values: Mapping[str, Any] | None = None, checksum: bool = False) -> None:
    """Writes an archive. The file is replaced when the new one is complete.

    Args:
        root: A `NewObject`, `NewTable` or `NewGraph`, or one of Foundation's values.
        values: Several values by key, in place of a root. A `NewRecord` among them is stored field by field, as Swift's
            `encode(record, forKey:)` stores it; a `NewObject` is an object.
        checksum: Whether the archive carries a checksum, which readers verify.

    Raises:
        NotArchivable: for a value that an archive cannot hold as it is.
        OSError: if the file cannot be written; what was there is still there then.
    """
    archive = _Archiver(root, values, checksum)
    folder = os.path.dirname(os.path.abspath(path))
    handle, temporary = tempfile.mkstemp(prefix=".archivegen-", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            archive.write(file)
            mask = os.umask(0)
            os.umask(mask)
            os.fchmod(file.fileno(), 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def dumps(root: Any = None, *, values: Mapping[str, Any] | None = None, checksum: bool = False) -> bytes:
    """An archive as bytes. Arguments and errors are those of `save`, without OSError."""
    import io

    file = io.BytesIO()
    _Archiver(root, values, checksum).write(file)
    return file.getvalue()


class _Archiver:
    """The table of a binary property list. Numbers in it are of `_nodes`; UIDs are of `_objects`."""

    def __init__(self, root: Any, values: Mapping[str, Any] | None, checksum: bool) -> None:
        self._nodes: list[Any] = []
        self._unique: dict[tuple[Any, ...], int] = {}
        self._objects: list[int] = [self._scalar("$null")]
        self._uids: dict[Any, int] = {}
        self._kept: list[Any] = []
        self._open: list[tuple[int, Any]] = []
        if values is not None and root is not None:
            raise NotArchivable("an archive has either a root or values")
        top = self._fields(values) if values is not None else {"root": self._scalar(UID(self._uid(root)))}
        while self._open:
            number, value = self._open.pop()
            self._nodes[self._objects[number]] = self._content(value)
        self._top = self._add(top)
        outer = {"$archiver": self._scalar("NSKeyedArchiver"), "$version": self._scalar(100000), "$objects": self._add(list(self._objects)), "$top": self._top}
        self._sealed = self._add(memoryview(bytes(4))) if checksum else None
        if self._sealed is not None:
            outer |= {"$crc32": self._sealed, "$hasChecksum": self._scalar(True)}
        self._root = self._add(outer)
        # Keys are values of the table, too.
        for node in list(self._nodes):
            if isinstance(node, dict):
                for key in node:
                    self._scalar(key)

    # Nodes.

    def _add(self, node: Any) -> int:
        self._nodes.append(node)
        return len(self._nodes) - 1

    def _scalar(self, value: Any) -> int:
        # 1, True and 1.0 are different values, and so are 0.0 and -0.0.
        key = (type(value), struct.pack("<d", value) if isinstance(value, float) else value)
        if key not in self._unique:
            self._unique[key] = self._add(value)
        return self._unique[key]

    def _object(self, node: Any) -> int:
        """A new element of `$objects`."""
        self._objects.append(self._add(node))
        return len(self._objects) - 1

    def _class(self, *names: str) -> int:
        key = ("class", *names)
        if key not in self._uids:
            listed = self._add([self._scalar(name) for name in names])
            self._uids[key] = self._object({"$classname": self._scalar(names[0]), "$classes": listed})
        return self._scalar(UID(self._uids[key]))

    # Values.

    def _uid(self, value: Any) -> int:
        """A value as an element of `$objects`."""
        if value is None:
            return 0
        value = _number(value)
        if isinstance(value, datetime.datetime):
            if value.tzinfo is None:
                raise NotArchivable("a datetime without a time zone")
            value = Date((value - EPOCH).total_seconds())
        if isinstance(value, bool | int | float | np.float32) or isinstance(value, str) and value != "$null":
            _check_text(value)
            node = self._scalar(value)
            if ("object", node) not in self._uids:
                self._objects.append(node)
                self._uids["object", node] = len(self._objects) - 1
            return self._uids["object", node]
        if isinstance(value, bytes | bytearray | memoryview):
            return self._object(memoryview(value).cast("B"))
        key = ("value", id(value))
        if key not in self._uids:
            self._kept.append(value)
            self._uids[key] = self._object(None)
            self._open.append((self._uids[key], value))
        return self._uids[key]

    def _element(self, value: Any) -> int:
        """In a collection nil is an object."""
        if value is None:
            if "null" not in self._uids:
                self._uids["null"] = self._object({"$class": self._class("NSNull", "NSObject")})
            return self._scalar(UID(self._uids["null"]))
        return self._scalar(UID(self._uid(value)))

    def _elements(self, values: Any) -> int:
        return self._add([self._element(value) for value in values])

    def _content(self, value: Any) -> dict[str, int]:
        if isinstance(value, NewObject):
            return {"$class": self._class(value.class_name, *value.superclasses, "NSObject"), **self._fields(value)}
        if isinstance(value, NewTable | NewGraph):
            return {"$class": self._class(value.name + ("[]" if isinstance(value, NewTable) else "*"), "NSObject"), **self._fields({"": value})}
        if isinstance(value, np.ndarray):
            value = value.tolist()
        if isinstance(value, dict | Entries):
            pairs = list(value.items()) if isinstance(value, dict) else list(value)
            return {
                "$class": self._class("NSDictionary", "NSObject"), "NS.keys": self._elements([key for key, _ in pairs]),
                "NS.objects": self._elements([one for _, one in pairs])}
        if isinstance(value, list | tuple | set | frozenset):
            name = "NSSet" if isinstance(value, Set | set | frozenset) else "NSOrderedSet" if isinstance(value, OrderedSet) else "NSArray"
            return {"$class": self._class(name, "NSObject"), "NS.objects": self._elements(value)}
        return self._foundation(value)

    def _foundation(self, value: Any) -> dict[str, int]:
        def text(one: Any) -> int:
            return self._scalar(UID(self._uid(one)))

        if isinstance(value, Date):
            return {"$class": self._class("NSDate", "NSObject"), "NS.time": self._scalar(float(value.seconds))}
        if isinstance(value, uuid.UUID):
            return {"$class": self._class("NSUUID", "NSObject"), "NS.uuidbytes": self._add(memoryview(value.bytes))}
        if isinstance(value, URL):
            return {"$class": self._class("NSURL", "NSObject"), "NS.base": text(value.base), "NS.relative": text(value.relative)}
        if isinstance(value, decimal.Decimal):
            return {"$class": self._class(*_NUMBER_CLASSES), **{key: self._add(one) if isinstance(one, memoryview) else self._scalar(one) for key, one in _decimal(value).items()}}
        if isinstance(value, Locale):
            return {"$class": self._class("NSLocale", "NSObject"), "NS.identifier": text(value.identifier)}
        if isinstance(value, TimeZone):
            return {"$class": self._class("NSTimeZone", "NSObject"), "NS.name": text(value.name)}
        if isinstance(value, Range):
            return {
                "$class": self._class("NSValue", "NSObject"), "NS.special": self._scalar(4),
                "NS.rangeval.location": text(value.location), "NS.rangeval.length": text(value.length)}
        if isinstance(value, Geometry):
            special = next((number for number, kind in GEOMETRY.items() if kind == value.kind), None)
            if special is None:
                raise NotArchivable(f"{quoted(value.kind)} is no point, size or rect")
            return {"$class": self._class("NSValue", "NSObject"), "NS.special": self._scalar(special), f"NS.{value.kind}val": text(value.text)}
        if isinstance(value, IndexSet):
            fields = {"$class": self._class("NSIndexSet", "NSObject"), "NSRangeCount": self._scalar(len(value.ranges))}
            if len(value.ranges) == 1:
                return fields | {"NSLocation": self._scalar(value.ranges[0].location), "NSLength": self._scalar(value.ranges[0].length)}
            if value.ranges:
                raw = b"".join(_seven_bits(number) for one in value.ranges for number in (one.location, one.length))
                fields["NSRangeData"] = text(raw)
            return fields
        if isinstance(value, str):
            return {"$class": self._class("NSString", "NSObject"), "NS.string": self._scalar(value)}
        raise NotArchivable(f"a value of {type(value).__name__}, which no archive has; a `NewObject` names the class that it is of")

    def _fields(self, fields: Mapping[str, Any]) -> dict[str, int]:
        result: dict[str, int] = {}

        def put(key: str, node: int) -> None:
            stored = "$" + key if key.startswith("$") else key
            _check_text(stored)
            if stored in result:
                raise NotArchivable(f"the key {quoted(key)} is there twice")
            result[stored] = node

        open_ = [(key, value, 0) for key, value in reversed(list(fields.items()))]
        while open_:
            key, value, depth = open_.pop()
            try:
                if isinstance(value, NewRecord):
                    if depth > _DEEPEST:
                        raise NotArchivable("a record within itself")
                    open_ += [(f"{key}.{name}", one, depth + 1) for name, one in reversed(list(value.items()))]
                else:
                    self._field(key, _number(value), put)
            except ArchiveError as flaw:
                raise flaw.within(key)
        return result

    def _field(self, key: str, value: Any, put: Any) -> None:
        if isinstance(value, NewTable):
            text, columns = value.encoded()
            put(f"{key}[]", self._scalar(UID(self._uid(text))))
            for name, data in columns.items():
                put(f"{key}[].{name}", self._add(data))
        elif isinstance(value, NewGraph):
            texts, data_ = value.encoded(key)
            for name, text in texts.items():
                put(name, self._scalar(UID(self._uid(text))))
            for name, data in data_.items():
                put(name, self._add(data))
        elif isinstance(value, np.ndarray):
            element, array, length = type_of(value)
            put(key, self._add(encode(element, array, length)))
            if element.name not in ("u8", "i8") or array.ndim != 1:
                dimensions = (*array.shape, length) if length else array.shape
                put(f"{key}[]", self._scalar(UID(self._uid(element.name + "".join(f"[{one}]" for one in dimensions)))))
        elif (wide := single(value)) is not None:
            put(key, self._add(wide[1]))
            put(f"{key}[]", self._scalar(UID(self._uid(wide[0].name))))
        elif isinstance(value, bool | int | float | np.float32):
            put(key, self._scalar(value))
        elif isinstance(value, bytes | bytearray | memoryview):
            put(key, self._add(memoryview(value).cast("B")))
        else:
            put(key, self._scalar(UID(self._uid(value))))

    def write(self, file: BinaryIO) -> None:
        """Writes the file. Data are written from where they are."""
        write(file, self._nodes, self._root, {key: number for (kind, key), number in self._unique.items() if kind is str}, self._sealed)


def _number(value: Any) -> Any:
    """NumPy's scalars as Python's; float32 and long double stay what they are, because they are archived as such."""
    if isinstance(value, np.ndarray) and value.shape == ():
        value = value[()]
    if isinstance(value, np.generic) and not isinstance(value, np.float32 | np.longdouble | np.complexfloating | np.float64):
        return np.float32(value) if isinstance(value, np.float16) else value.item()
    return float(value) if type(value) is np.float64 else value


def _check_text(value: Any) -> None:
    if isinstance(value, str):
        try:
            value.encode("utf-16-be")
        except UnicodeEncodeError:
            raise NotArchivable(f"{quoted(value)} is no Unicode text") from None


def _seven_bits(number: int) -> bytes:
    pieces = []
    while number > 127:
        pieces.append(number & 127 | 128)
        number >>= 7
    return bytes([*pieces, number])


def _decimal(value: decimal.Decimal) -> dict[str, Any]:
    sign, digits, exponent = value.as_tuple()
    if value.is_infinite():
        raise NotArchivable("an infinite decimal number")
    mantissa = 0 if value.is_nan() else int("".join(map(str, digits)))
    exponent = 0 if isinstance(exponent, str) else exponent
    while mantissa >= 1 << 128 and mantissa % 10 == 0:
        mantissa, exponent = mantissa // 10, exponent + 1
    while exponent > 127 and mantissa * 10 < 1 << 128:
        mantissa, exponent = mantissa * 10, exponent - 1
    if mantissa >= 1 << 128 or not -128 <= exponent <= 127:
        raise NotArchivable(f"the decimal number {quoted(value)} has more than 128 bits, or an exponent outside -128 to 127")
    return {
        "NS.mantissa": memoryview(mantissa.to_bytes(16, "little")), "NS.mantissa.bo": 1, "NS.compact": True,
        "NS.length": (mantissa.bit_length() + 15) // 16, "NS.exponent": exponent, "NS.negative": bool(sign) and mantissa != 0 or value.is_nan()}
