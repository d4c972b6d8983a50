"""Binary property lists (`bplist00`), read in place: a value is parsed when it is asked for, and data are views of the file.

The trailer and the table of offsets are checked when the file is opened. Each offset's text or container is parsed once, and
what has been parsed is never more than the file has bytes: values that overlap are refused.
"""

from __future__ import annotations

import struct

import numpy as np

from .errors import Damaged, Excessive, NotAnArchive
from .nodes import UID, ArrayNode, Data, DictNode, Node, PlistDate

MAGIC = b"bplist0"
TRAILER = struct.Struct(">6xBBQQQ")
HEADER_SIZE = 8


class BinaryDocument:
    """A binary property list over a buffer."""

    def __init__(self, buffer: memoryview) -> None:
        """Reads the trailer alone.

        Raises:
            NotAnArchive: if it does not begin as a binary property list.
            Damaged: if the table of offsets is not inside the file.
        """
        if bytes(buffer[: len(MAGIC)]) != MAGIC:
            raise NotAnArchive("it is no binary property list", offset=0)
        self.buffer = buffer
        self.size = size = len(buffer)
        if size < HEADER_SIZE + TRAILER.size + 1:
            raise Damaged(f"it ends after {size} bytes, before the table of objects", offset=size)
        self._offset_size, self._reference_size, count, root, table = TRAILER.unpack(buffer[-TRAILER.size :])
        self._end = size - TRAILER.size
        if not 1 <= self._offset_size <= 8 or not 1 <= self._reference_size <= 8:
            raise Damaged(
                f"the trailer has offsets of {self._offset_size} and references of {self._reference_size} bytes",
                offset=self._end + 6)
        if table < HEADER_SIZE or count > self._end or table > self._end - count * self._offset_size:
            raise Damaged(f"the table of {count} objects at byte {table} is not inside the file", offset=self._end + 8)
        if root >= count:
            raise Damaged(f"the outermost object is number {root} of {count}", offset=self._end + 16)
        self.root = root
        self.count: int = count
        """The number of objects in the table."""
        self._table: int = table
        self._parsed: dict[int, str | ArrayNode | DictNode] = {}
        self._parsed_size = 0

    def offset(self, reference: int) -> int | None:
        if not 0 <= reference < self.count:
            return None
        start = self._table + reference * self._offset_size
        return int.from_bytes(self.buffer[start : start + self._offset_size], "big")

    def node(self, reference: int) -> Node:
        offset = self.offset(reference)
        if offset is None:
            raise Damaged(f"a reference to value {reference} of {self.count}")
        if not HEADER_SIZE <= offset < self._table:
            raise Damaged(f"value {reference} is said to be at byte {offset}, outside the values", offset=offset)
        known = self._parsed.get(offset)
        if known is not None:
            return known
        marker = self.buffer[offset]
        kind, low = marker >> 4, marker & 15
        if kind == 0x0:
            if marker in (0x00, 0x08, 0x09):
                return None if marker == 0 else marker == 0x09
        elif kind == 0x1 and low <= 4:
            return self._integer(offset + 1, 1 << low)
        elif kind == 0x2 and low in (2, 3):
            code, width = (">f", 4) if low == 2 else (">d", 8)
            value: float = struct.unpack(code, self._bytes(offset + 1, width))[0]
            return value
        elif marker == 0x33:
            return PlistDate(struct.unpack(">d", self._bytes(offset + 1, 8))[0])
        elif kind == 0x4:
            start, count = self._count(offset, low)
            return Data(self._bytes(start, count), start)
        elif kind in (0x5, 0x6, 0x7):
            start, count = self._count(offset, low)
            return self._text(offset, kind, start, count)
        elif kind == 0x8:
            return UID(int.from_bytes(self._bytes(offset + 1, low + 1), "big"))
        elif kind in (0xA, 0xB, 0xC):
            start, count = self._count(offset, low)
            references = self._references(start, count)
            self._charge(offset, start, count * self._reference_size)
            array = self._parsed[offset] = ArrayNode(references)
            return array
        elif kind == 0xD:
            start, count = self._count(offset, low)
            return self._dictionary(offset, start, count)
        raise Damaged(f"the byte 0x{marker:02x} begins no value", offset=offset)

    def _bytes(self, start: int, count: int) -> memoryview:
        if count > self._table - start:
            raise Damaged(f"a value of {count} bytes, and {max(0, self._table - start)} are left", offset=start)
        return self.buffer[start : start + count]

    def _integer(self, start: int, width: int) -> int:
        # One to four bytes are unsigned, eight are signed, and sixteen are for what eight cannot hold.
        value = int.from_bytes(self._bytes(start, width), "big", signed=width >= 8)
        if width == 16 and not -(1 << 63) <= value < 1 << 64:
            raise Damaged(f"the integer {value} is beyond 64 bits", offset=start - 1)
        return value

    def _count(self, offset: int, low: int) -> tuple[int, int]:
        """Where the contents begin, and how many there are."""
        if low != 15:
            return offset + 1, low
        marker = self._bytes(offset + 1, 1)[0]
        if marker >> 4 != 1 or marker & 15 > 3:
            raise Damaged("a length that is no integer", offset=offset + 1)
        width = 1 << (marker & 15)
        return offset + 2 + width, int.from_bytes(self._bytes(offset + 2, width), "big")

    def _text(self, offset: int, kind: int, start: int, count: int) -> str:
        raw = self._bytes(start, count * 2 if kind == 0x6 else count)
        self._charge(offset, start, len(raw))
        try:
            # ASCII, UTF-16 big-endian (in which other writers store lone surrogates), UTF-8.
            text = str(raw, "ascii") if kind == 0x5 else str(raw, "utf-16-be", "surrogatepass") if kind == 0x6 else str(raw, "utf-8")
        except UnicodeDecodeError as flaw:
            raise Damaged(f"a text that is not {flaw.encoding}", offset=start + flaw.start) from None
        self._parsed[offset] = text
        return text

    def _references(self, start: int, count: int) -> list[int]:
        width = self._reference_size
        raw = self._bytes(start, count * width)
        if count < 16:
            return [int.from_bytes(raw[at : at + width], "big") for at in range(0, count * width, width)]
        if width in (1, 2, 4, 8):
            numbers: list[int] = np.frombuffer(raw, f">u{width}").tolist()
            return numbers
        wide = np.zeros((count, 8), np.uint8)
        wide[:, 8 - width :] = np.frombuffer(raw, np.uint8).reshape(count, width)
        numbers = wide.view(">u8").reshape(count).tolist()
        return numbers

    def _dictionary(self, offset: int, start: int, count: int) -> DictNode:
        references = self._references(start, 2 * count)
        self._charge(offset, start, 2 * count * self._reference_size)
        entries: dict[str, int] = {}
        for key, value in zip(references[:count], references[count:]):
            # Containers as keys would be parsed in vain.
            where = self.offset(key)
            text = self.node(key) if where is not None and where < self._table and self.buffer[where] >> 4 in (5, 6, 7) else None
            if not isinstance(text, str):
                raise Damaged("a dictionary's key that is no text", offset=offset)
            if text in entries:
                raise Damaged("a dictionary with the same key twice", offset=offset)
            entries[text] = value
        node = self._parsed[offset] = DictNode(entries)
        return node

    def _charge(self, offset: int, start: int, size: int) -> None:
        self._parsed_size += start - offset + size
        if self._parsed_size > self.size:
            raise Excessive("values overlap each other", offset=offset)
