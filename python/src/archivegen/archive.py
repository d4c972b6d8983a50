"""An archive: a file, mapped, whose values are read when they are asked for."""

from __future__ import annotations

import base64
import mmap
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from io import open as io_open
from types import TracebackType
from typing import Any, Literal

from .binary import MAGIC, BinaryDocument
from .errors import ArchiveError, ChecksumMismatch, Damaged, Missing, NotAnArchive, WrongKind, quoted
from .graph import Graph
from .nodes import UID, ArrayNode, Data, DictNode, Document
from .record import Object, Record
from .resolver import Resolver
from .table import Table
from .xmlform import XMLDocument

VERSION = 100_000
EXPANSION = 64.0
Checksum = Literal["verified", "required", "ignored"]


class Archive:
    """A keyed archive: one of archivegen's, or any other that NSKeyedArchiver or a writer like it has made.

    `archive.root` is what was archived. `archive["key"]` is a value of the root, or of the top where there is no root.
    No class that the archive names is made or run. `archive.archiver` is what wrote it: "NSKeyedArchiver", or the name of a subclass.

    Arrays, memory views and tables that come from it keep the file mapped as long as they are used, also after `close`.
    """

    def __init__(self, buffer: memoryview, *, expansion: float = EXPANSION, checksum: Checksum = "verified", map_: mmap.mmap | None = None) -> None:
        """Reads an archive's outermost dictionary. `archivegen.open` and `archivegen.loads` are simpler.

        Raises:
            NotAnArchive: if it is another kind of file.
            Damaged: if it contradicts itself.
            ChecksumMismatch: if it has a checksum that does not fit.
        """
        self.buffer = buffer
        self._map = map_
        self.document: Document = _document(buffer)
        self.format = "binary" if isinstance(self.document, BinaryDocument) else "xml"
        outer = self.document.node(self.document.root)
        entries = outer.entries if isinstance(outer, DictNode) else {}
        found = {key: self.document.node(entries[key]) if key in entries else None for key in ("$archiver", "$version", "$objects", "$top")}
        objects, top = found["$objects"], found["$top"]
        if not isinstance(found["$archiver"], str) or not isinstance(objects, ArrayNode) or not isinstance(top, DictNode):
            raise NotAnArchive("a property list that is no keyed archive: it has not '$archiver', '$objects' and '$top'")
        if found["$version"] != VERSION:
            version = found["$version"] if isinstance(found["$version"], int) else "unknown"
            raise NotAnArchive(f"written by {quoted(found['$archiver'])} in the version {version} of the format, and not in {VERSION}")
        # Subclasses of NSKeyedArchiver write their own name, and the same form.
        self.archiver: str = found["$archiver"]
        self._resolver = Resolver(self.document, objects.references, expansion, Object)
        if not objects.references or self.document.node(objects.references[0]) != "$null":
            raise Damaged("the first of '$objects' is not '$null'")
        self._top = top
        self.has_checksum = "$crc32" in entries or "$hasChecksum" in entries
        """Whether the archive carries a checksum."""
        if checksum not in ("verified", "required", "ignored"):
            raise ValueError(f"checksum is 'verified', 'required' or 'ignored', and not {quoted(checksum)}")
        if checksum != "ignored":
            self._verify(entries, checksum)

    def _verify(self, entries: Mapping[str, int], checksum: Checksum) -> None:
        if not self.has_checksum:
            if checksum == "required":
                raise ChecksumMismatch("the archive has no checksum, and one is required")
            return
        stored, mark = (self.document.node(entries[key]) if key in entries else None for key in ("$crc32", "$hasChecksum"))
        if mark is not True or not isinstance(stored, Data) or len(stored) != 4:
            raise ChecksumMismatch("one of the keys '$crc32' and '$hasChecksum' is missing or has another value")
        if stored.offset is not None:
            start, end = stored.offset, stored.offset + 4
        else:
            found = re.search(rb"<key>\$crc32</key>[ \t\r\n]*<data>([^<]*)</data>", self.buffer)
            if found is None:
                raise ChecksumMismatch("the checksum is not in the file's UTF-8 text")
            start, end = found.span(1)
        value = zlib.crc32(self.buffer[end:], zlib.crc32(self.buffer[:start])).to_bytes(4, "big")
        digits = value if stored.offset is not None else base64.b64encode(value)
        if self.buffer[start:end] != digits:
            raise ChecksumMismatch(f"the checksum is {bytes(stored).hex()}, and that of the bytes is {value.hex()}: they were damaged, or rewritten by another program")

    @property
    def resolver(self) -> Resolver:
        """What makes values of references, for other readers of the same archive."""
        return self._resolver

    @property
    def top(self) -> Record:
        """What is stored by key beside each other: for most archives the one key `root`."""
        return Record(self._resolver, self._top)

    @property
    def root(self) -> Any:
        """What was archived: the value under `root` if that is the only key, and otherwise `top`.

        Returns:
            `Object` for a record or an object, `Table` for an array of records, `Graph` for a graph, and any other value as it is.

        Raises:
            ArchiveError: if its bytes are no value.
        """
        if set(self._top.entries) != {"root"}:
            return self.top
        return self.top["root"]

    def __getitem__(self, key: str) -> Any:
        """A value of the root, or of the top where there is no root.

        Raises:
            Missing: if there is no such key.
            WrongKind: if the root has no keys.
        """
        root = self.root
        if isinstance(root, Record | Table | Graph | Mapping):
            return root[key]
        raise WrongKind(f"the root is {type(root).__name__}, and has no keys")

    def __contains__(self, key: object) -> bool:
        root = self.root
        return key in root if isinstance(root, Record | Table | Graph | Mapping) else False

    def find(self, key_path: str | None) -> Any:
        """The value at keys that are joined by `/`: `teams/0/players`. Numbers are indices of lists. None or "" is the root.

        Raises:
            Missing: if there is none.
        """
        value = self.root
        for step in key_path.split("/") if key_path else []:
            try:
                if isinstance(value, Record | Graph | Mapping | Table):
                    value = value[step]
                elif isinstance(value, list) and step.isascii() and step.isdigit():
                    value = value[int(step[:18])]
                else:
                    raise Missing(f"there is nothing below {type(value).__name__}")
            except ArchiveError:
                raise
            except LookupError:
                raise Missing(f"there is no {quoted(step)}") from None
        return value

    def tables(self) -> Iterator[tuple[str, Table]]:
        """All arrays of records, also those of graphs, in objects, lists and dictionaries, with the keys that lead to them, as `find`
        takes them; the nearest to the root first, and one to which several references lead once.

        Raises:
            ArchiveError: for the first value whose bytes are none.
        """
        room = self._resolver.room()
        # What holds a value, and the key in it: a chain of objects would have paths of the square of its length.
        found: list[tuple[Any, int, str]] = [(self.root, -1, "")]
        seen = {id(found[0][0])}
        for place, (value, _, _) in enumerate(found):
            if isinstance(value, Table):
                path, at = [], place
                while at > 0:
                    path.append(found[at][2])
                    at = found[at][1]
                room.take(sum(map(len, path)) + len(path))
                yield "/".join(reversed(path)), value
            for key, inner in _parts(value):
                # What is held in `found` keeps its identity for itself.
                if isinstance(inner, Record | Table | Graph | list | Mapping) and id(inner) not in seen:
                    room.take(64)
                    seen.add(id(inner))
                    found.append((inner, place, key))

    def __len__(self) -> int:
        """The number of elements of `$objects`, `$null` included."""
        return len(self._resolver.objects)

    def object(self, uid: int) -> Any:
        """The value of an element of `$objects`.

        Raises:
            Damaged: if there is none, or its bytes are no value.
        """
        return self._resolver.object(uid)

    def objects(self) -> Iterator[Object]:
        """All objects with a class, in the order of `$objects`: also those that are Foundation's values or collections.

        Raises:
            Damaged: for one whose class is none.
        """
        for number in range(1, len(self._resolver.objects)):
            node = self.document.node(self._resolver.objects[number])
            if isinstance(node, DictNode) and "$class" in node.entries and isinstance(self.document.node(node.entries["$class"]), UID):
                yield self._resolver.instance(number)

    def close(self) -> None:
        """Lets go of the file. What still uses it keeps it mapped."""
        if self._map is not None:
            try:
                self.buffer.release()
                self._map.close()
            except BufferError:
                # Arrays lead into it; it is unmapped with the last one.
                pass
            self._map = None

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Archive of {len(self)} objects, {self.document.size} bytes, {self.format}>"


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What a value holds, by the keys that `Archive.find` takes."""
    if isinstance(value, Graph):
        yield from ((name, table.table) for name, table in value.tables.items() if not name.startswith("#"))
    elif isinstance(value, Mapping):
        yield from ((key, value[key]) for key in value if isinstance(key, str))
    elif isinstance(value, list):
        yield from ((str(index), element) for index, element in enumerate(value))


def _document(buffer: memoryview) -> Document:
    if buffer[: len(MAGIC)] == MAGIC:
        return BinaryDocument(buffer)
    head = bytes(buffer[:256]).lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith((b"<", b"\xff\xfe", b"\xfe\xff")):
        return XMLDocument(buffer)
    what = "an empty file" if not len(buffer) else f"a file that begins with {quoted(head[:16].decode('latin-1'))}"
    raise NotAnArchive(f"{what}, and no property list in the binary form or as XML", offset=0)


def open(path: str | os.PathLike[str], *, expansion: float = EXPANSION, checksum: Checksum = "verified", map: bool = True) -> Archive:
    """Opens an archive. Its bytes are read when values are asked for.

    Args:
        path: A file. What cannot be mapped, such as a pipe, is read.
        expansion: How many times the size of the file decoded values may take in one operation. Only archives of hostile make need more
            than the usual 64, and archives in which hundreds of equal columns share their bytes.
        checksum: "verified" refuses an archive whose checksum does not fit; "required" also one without a checksum; "ignored" reads
            archives that another program has rewritten without knowing their checksum.
        map: Whether the file is mapped. A mapped file must not be shortened while it is in use; replacing it by another is harmless.

    Raises:
        OSError: if it cannot be read.
        NotAnArchive: if it is another kind of file.
        Damaged: if it contradicts itself.
        ChecksumMismatch: if it has a checksum that does not fit.
    """
    with io_open(path, "rb") as file:
        try:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if map else None
        except (ValueError, OSError):
            # An empty file, a pipe, or a file system without maps.
            mapped = None
        buffer = memoryview(file.read() if mapped is None else mapped)
    return Archive(buffer, expansion=expansion, checksum=checksum, map_=mapped)


def loads(data: bytes | bytearray | memoryview, *, expansion: float = EXPANSION, checksum: Checksum = "verified") -> Archive:
    """Opens an archive in memory, which is not copied. Errors are those of `open`, without OSError."""
    return Archive(memoryview(data).toreadonly().cast("B"), expansion=expansion, checksum=checksum)


__all__ = ["Archive", "loads", "open"]
