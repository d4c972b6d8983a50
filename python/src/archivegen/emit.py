"""Binary property lists, from a list of nodes."""

from __future__ import annotations

import struct
import zlib
from typing import Any, BinaryIO

import numpy as np

from .nodes import UID


def write(file: BinaryIO, nodes: list[Any], root: int, keys: dict[str, int], sealed: int | None = None) -> None:
    """Writes a file. Data are written from where they are.

    Args:
        nodes: Booleans, integers, floats and `numpy.float32` (of 4 bytes), texts, data, UIDs, and lists and dictionaries of numbers of nodes.
        root: The number of the outermost node.
        keys: The numbers of dictionaries' keys.
        sealed: The number of data of four bytes that become the CRC-32 of all others. The file has to be one that can be written again.
    """
    crc = 0

    def put(part: bytes | memoryview) -> None:
        nonlocal crc
        if sealed is not None:
            crc = zlib.crc32(part, crc)
        file.write(part)

    start = file.tell()
    width = _width(len(nodes))
    offsets = np.zeros(len(nodes), ">u8")
    put(b"bplist00")
    at = 8
    for number, node in enumerate(nodes):
        offsets[number] = at
        head, body = _encoded(node, width, keys)
        put(head)
        if number == sealed:
            file.write(body)
        elif len(body):
            put(body)
        at += len(head) + len(body)
    size = _width(at)
    put(np.ascontiguousarray(offsets.view(np.uint8).reshape(-1, 8)[:, 8 - size :]).tobytes())
    put(struct.pack(">6xBBQQQ", size, width, len(nodes), root, at))
    if sealed is not None:
        file.seek(start + int(offsets[sealed]) + 1)
        file.write(crc.to_bytes(4, "big"))
        file.seek(0, 2)


def _encoded(node: Any, width: int, keys: dict[str, int]) -> tuple[bytes, bytes | memoryview]:
    if isinstance(node, bool):
        return (b"\x09" if node else b"\x08"), b""
    if isinstance(node, UID):
        size = _width(int(node) + 1)
        return bytes([0x80 | size - 1]), int(node).to_bytes(size, "big")
    if isinstance(node, int):
        return _integer(node), b""
    if isinstance(node, np.float32):
        return b"\x22" + struct.pack(">f", node), b""
    if isinstance(node, float):
        return b"\x23" + struct.pack(">d", node), b""
    if isinstance(node, str):
        if node.isascii():
            return _head(0x50, len(node)), node.encode()
        raw = node.encode("utf-16-be")
        return _head(0x60, len(raw) // 2), raw
    if isinstance(node, memoryview):
        return _head(0x40, len(node)), node
    if isinstance(node, list):
        return _head(0xA0, len(node)), b"".join(one.to_bytes(width, "big") for one in node)
    references = (keys[key] for key in node)
    return _head(0xD0, len(node)), b"".join(one.to_bytes(width, "big") for one in (*references, *node.values()))


def _width(count: int) -> int:
    return max(1, ((count - 1).bit_length() + 7) // 8)


def _integer(value: int) -> bytes:
    if value < 0:
        return b"\x13" + struct.pack(">q", value)
    for power, marker in enumerate((0x10, 0x11, 0x12, 0x13)):
        if value < 1 << (8 << power) - (power == 3):
            return bytes([marker]) + value.to_bytes(1 << power, "big")
    return b"\x14" + value.to_bytes(16, "big")


def _head(marker: int, count: int) -> bytes:
    return bytes([marker | count]) if count < 15 else bytes([marker | 15]) + _integer(count)
