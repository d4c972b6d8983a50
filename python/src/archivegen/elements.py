"""Element types (`u16`, `f80`, `v3(f32)`, `utf8[16]`) and the arrays that their archived bytes are.

Bytes are little-endian and packed, so most types are a view of the file. What NumPy has no type for is converted, and copied.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import Damaged, Excessive, quoted
from .reals import REALS, Real

Array = npt.NDArray[Any]

MOST = 1 << 48
"""Counts and dimensions, and their products."""
MOST_DIMENSIONS = 24
"""NumPy has a limit of 32 or 64, and columns add dimensions of their own."""
MOST_BITS = 1 << 23
"""The widest `_BitInt` of any compiler."""

_TYPE = re.compile(rf"(utf8|latin1|bool|[ui][1-9]\d*|{'|'.join(REALS)}|c\([a-z0-9]+\)|v[1-9]\d*\([a-z0-9]+\))((?:\[\d+\])*)", re.ASCII)
_COMPOSITE = re.compile(r"(?:c|v(\d+))\(([a-z0-9]+)\)", re.ASCII)
TEXTS = ("utf8", "latin1")


def count(text: str) -> int:
    """A decimal number without leading zeros, no greater than 2^48."""
    if not re.fullmatch(r"0|[1-9]\d{0,14}", text, re.ASCII) or int(text) > MOST:
        raise Damaged(f"{quoted(text)} is no count")
    return int(text)


def product(counts: tuple[int, ...]) -> int:
    """The number of elements. A dimension of 0 does not make the others harmless: NumPy multiplies them, too."""
    if len(counts) > MOST_DIMENSIONS:
        raise Excessive(f"{len(counts)} dimensions, and {MOST_DIMENSIONS} are the most")
    result = 1
    for one in counts:
        result *= max(one, 1)
        if result > MOST:
            raise Damaged("the dimensions are too large")
    return 0 if 0 in counts else result


@dataclass(frozen=True, slots=True)
class ElementType:
    """The type of an array's elements.

    Attributes:
        name: As in the archive: `u16`, `c(f64)`.
        lane: The number that it consists of; `utf8` and `latin1` are bytes.
        lanes: How many; 1 unless it is a complex number or a vector.
        lane_size: Archived bytes of a lane.
    """

    name: str
    lane: str
    lanes: int
    lane_size: int

    @property
    def size(self) -> int:
        """Archived bytes of one element."""
        return self.lanes * self.lane_size

    @property
    def is_text(self) -> bool:
        """Whether the last dimension is a text's length in bytes."""
        return self.lane in TEXTS

    @property
    def is_composite(self) -> bool:
        """Whether it is a complex number or a vector."""
        return self.name != self.lane

    @property
    def bits(self) -> int | None:
        """The width of an integer; None for other types."""
        return int(self.lane[1:]) if self.lane[0] in "ui" and self.lane not in TEXTS else None

    @property
    def real(self) -> Real | None:
        """The format of its lanes; None for integers, Booleans and texts."""
        return REALS.get(self.lane)

    @property
    def lane_shape(self) -> tuple[int, ...]:
        """The dimensions that an element adds to an array: those of vectors, and of complex numbers that NumPy does not have."""
        return () if not self.is_composite or self.name in ("c(f32)", "c(f64)") else (self.lanes,)

    @property
    def view_type(self) -> np.dtype[Any] | None:
        """The NumPy type that archived bytes have as they are, little-endian; None where they have to be converted."""
        if self.name in ("c(f32)", "c(f64)"):
            return np.dtype("<c8" if self.lane == "f32" else "<c16")
        if self.lane == "bool":
            return np.dtype(bool)
        if self.real is not None:
            return self.real.view
        if self.bits is not None and self.lane_size in (1, 2, 4, 8):
            return np.dtype(f"<{self.lane[0]}{self.lane_size}")
        return None

    @property
    def converted_type(self) -> np.dtype[Any]:
        """The type of an array of these elements, as the reader gives it; texts are `U`, of the length they need."""
        if self.view_type is not None:
            return self.view_type
        if self.real is not None and self.real.converted is not None:
            return self.real.converted
        if self.lane_size < 8:
            return np.dtype(f"<{self.lane[0]}{4 if self.lane_size == 3 else 8}")
        return np.dtype(object)


@lru_cache(maxsize=1024)
def element_type(name: str) -> ElementType:
    """The type of this name, without dimensions.

    Raises:
        Damaged: if there is none.
    """
    match = _TYPE.fullmatch(name) if len(name) < 64 else None
    if match is None or match[2]:
        raise Damaged(f"{quoted(name)} is no type")
    lane, lanes = name, 1
    composite = _COMPOSITE.fullmatch(name)
    if composite:
        lane, lanes = composite[2], count(composite[1] or "2")
        if not _TYPE.fullmatch(lane) or lane in TEXTS or lanes > 1 << 16:
            raise Damaged(f"{quoted(name)} is no type")
    if lane in ("bool", *TEXTS):
        size = 1
    elif lane in REALS:
        size = REALS[lane].size
    else:
        bits = count(lane[1:])
        if bits > MOST_BITS:
            raise Damaged(f"{quoted(name)} is no type")
        size = (bits + 7) // 8
    return ElementType(name, lane, lanes, size)


def split_type(text: str) -> tuple[ElementType, tuple[int, ...], str]:
    """`i32[2][3] rest` is the element type, (2, 3), and ` rest`."""
    match = _TYPE.match(text)
    if match is None:
        raise Damaged(f"{quoted(text)} begins with no type")
    dimensions = tuple(count(one) for one in re.findall(r"\d+", match[2]))
    product(dimensions)
    return element_type(match[1]), dimensions, text[match.end() :]


def text_dimensions(element: ElementType, dimensions: tuple[int, ...]) -> tuple[int, ...]:
    """The dimensions of the array that is read: texts have no length in it."""
    if not element.is_text:
        return dimensions
    if not dimensions:
        raise Damaged("a text without a length")
    return dimensions[:-1]


def byte_count(element: ElementType, dimensions: tuple[int, ...]) -> int:
    """The archived bytes of an array."""
    return product(dimensions) * element.size


def decode(element: ElementType, dimensions: tuple[int, ...], raw: memoryview, *, is_big: bool = False, offset: int | None = None) -> Array:
    """The array that these bytes are.

    Args:
        dimensions: With a text's length last.
        is_big: Whether the bytes of every lane are reversed (native storage).

    Returns:
        An array of the dimensions (a text's length left out; a vector's lanes, and those of complex numbers other than f32
        and f64, added). It is a read-only view of `raw` where NumPy has the type.

    Raises:
        Damaged: if the number of bytes is another, or they are not of the type.
    """
    expected = byte_count(element, dimensions)
    if expected != len(raw):
        raise Damaged(f"{len(raw)} bytes, and {expected} are needed for {element.name}{_subscripts(dimensions)}", offset=offset)
    if element.is_text:
        return _texts(element, text_dimensions(element, dimensions), dimensions[-1], np.frombuffer(raw, np.uint8), offset)
    shape = dimensions + element.lane_shape
    view = element.view_type
    if view is not None:
        # The bytes of a dd's two halves are reversed each.
        array = _frombuffer(raw, view.newbyteorder(">") if is_big else view).reshape(shape)
        if element.lane == "bool":
            _check(array.view(np.uint8), 0, 1, element, offset)
        elif element.bits is not None and element.bits != 8 * element.lane_size:
            low, high = limits(element)
            _check(array, low, high, element, offset)
        return array
    lanes = np.frombuffer(raw, np.uint8).reshape(-1, element.lane_size)
    array = _converted(element, lanes[:, ::-1] if is_big else lanes).reshape(shape)
    array.flags.writeable = False
    return array


def limits(element: ElementType) -> tuple[int, int]:
    """The least and the greatest integer of a type."""
    bits = element.bits or 1
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if element.lane[0] == "i" else (0, (1 << bits) - 1)


def _frombuffer(raw: memoryview, dtype: np.dtype[Any]) -> Array:
    # `frombuffer` refuses an empty buffer.
    return np.frombuffer(raw, dtype) if len(raw) else np.empty(0, dtype)


def _check(array: Array, low: int, high: int, element: ElementType, offset: int | None) -> None:
    """The unused high bits have to be zero, or copies of the sign."""
    if array.size and (array.max() > high or array.min() < low):
        raise Damaged(f"a value that is none of {element.name}", offset=offset)


def _converted(element: ElementType, lanes: Array) -> Array:
    """Numbers that no NumPy type has in these bytes, one in a row."""
    size = element.lane_size
    if element.real is not None and element.real.widen is not None:
        return element.real.widen(lanes)
    is_signed = element.lane[0] == "i"
    if size > 8:
        result = np.empty(len(lanes), object)
        raw, (low, high) = np.ascontiguousarray(lanes).tobytes(), limits(element)
        for index in range(len(lanes)):
            value = int.from_bytes(raw[index * size : (index + 1) * size], "little", signed=is_signed)
            if not low <= value <= high:
                raise Damaged(f"a value that is none of {element.name}")
            result[index] = value
        return result
    width = 4 if size == 3 else 8
    wide = np.zeros((len(lanes), width), np.uint8)
    wide[:, :size] = lanes
    if is_signed:
        wide[:, size:] = np.where(lanes[:, -1:] & 0x80, 255, 0)
    integers = wide.view(f"<{element.lane[0]}{width}").reshape(-1)
    low, high = limits(element)
    _check(integers, low, high, element, None)
    return integers


def _texts(element: ElementType, shape: tuple[int, ...], length: int, raw: Array, offset: int | None) -> Array:
    """Fixed texts as a `U` array."""
    if not length or not raw.size:
        return np.zeros(shape, "<U1")
    rows = raw.reshape(-1, length)
    lengths = text_lengths(rows, offset)
    most = max(1, int(lengths.max()))
    # Up to the longest text; where the high bit is clear, UTF-8 and Latin-1 are both the character's number.
    rows = rows[:, :most]
    if element.lane == "latin1" or rows.max() < 0x80:
        texts: Array = np.ascontiguousarray(rows.astype("<u4")).view(f"<U{most}")
    else:
        try:
            texts = np.char.decode(np.ascontiguousarray(rows).view(f"S{most}"), "utf-8")
        except UnicodeDecodeError:
            raise Damaged("a text that is not UTF-8", offset=offset) from None
    texts = texts.reshape(shape)
    texts.flags.writeable = False
    return texts


def text_lengths(rows: Array, offset: int | None = None) -> Array:
    """The bytes before the first zero of each row.

    Raises:
        Damaged: if anything but zeros follows it.
    """
    lengths: Array = np.zeros(len(rows), np.int64)
    # As many rows at a time as the processor's cache has room for.
    step = max(1, (1 << 18) // max(1, rows.shape[1]))
    for start in range(0, len(rows), step):
        is_text = (rows[start : start + step] != 0).view(np.uint8)
        if rows.shape[1] > 1 and (is_text[:, 1:] > is_text[:, :-1]).any():
            raise Damaged("a fixed text with something behind its end", offset=offset)
        some = lengths[start : start + step]
        if rows.shape[1] > 64:
            some += is_text.sum(axis=1, dtype=np.int64)
        else:
            # NumPy adds up short rows slowly.
            for place in range(rows.shape[1]):
                some += is_text[:, place]
    return lengths


def _subscripts(dimensions: tuple[int, ...]) -> str:
    return "".join(f"[{one}]" for one in dimensions)
