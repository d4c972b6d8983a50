"""Arrays and texts as archived bytes: the opposite of `elements.decode`, with a check that each value is what its type can hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from .elements import Array, ElementType, element_type, limits, split_type
from .errors import NotArchivable, quoted
from .reals import LONG_DOUBLE, REALS

_NAMES = {
    "|b1": "bool", "<c8": "c(f32)", "<c16": "c(f64)",
    **{real.view.str: name for name, real in REALS.items() if real.view is not None and real.view.kind == "f"},
    **{f"{'|' if size == 1 else '<'}{kind}{size}": f"{kind}{8 * size}" for kind in "ui" for size in (1, 2, 4, 8)},
}


def type_of(array: Array) -> tuple[ElementType, Array, int]:
    """The type that an array has in an archive, the array, little-endian, and the length of its texts in bytes (0 for numbers).

    Raises:
        NotArchivable: if NumPy's type is none of an archive's.
    """
    if array.dtype.kind in "UO" and all(isinstance(one, str) for one in array.reshape(-1).tolist()):
        texts = np.array([one.encode() for one in array.reshape(-1).tolist()], object)
        return element_type("utf8"), array, max(map(len, texts.tolist()), default=1) or 1
    if array.dtype == np.longdouble and LONG_DOUBLE is not None:
        return element_type(LONG_DOUBLE), array, 0
    little = array.astype(array.dtype.newbyteorder("<"), copy=False)
    name = _NAMES.get(little.dtype.str)
    if name is None:
        raise NotArchivable(f"an array of {array.dtype}, for which an archive has no type; `types=` can name one, such as 'u128' or 'utf8[16]'")
    return element_type(name), little, 0


def typed(array: Array, type_name: str, outer: int) -> tuple[ElementType, Array, int]:
    """The same for a type that is given: `u3`, `utf8[16]`, `f64[3]`.

    Args:
        outer: The array's dimensions before those of the type.

    Raises:
        NotArchivable: if the array has other dimensions.
    """
    element, dimensions, rest = split_type(type_name)
    if rest:
        raise NotArchivable(f"{quoted(type_name)} is no type")
    length = dimensions[-1] if element.is_text else 0
    own = (dimensions[:-1] if element.is_text else dimensions) + element.lane_shape
    if (element.is_text and not dimensions) or array.shape[outer:] != own:
        raise NotArchivable(f"values of the shape {array.shape[outer:]}, and {quoted(type_name)} needs {own}")
    return element, array, length


def encode(element: ElementType, array: Array, length: int = 0) -> memoryview:
    """The archived bytes of an array: without a copy where it has them already.

    Raises:
        NotArchivable: for a value that the type cannot hold as it is.
    """
    if element.is_text:
        return _texts(element, array, length)
    if element.real is not None and element.real.narrow is not None:
        return _bytes(element.real.narrow(array))
    view = element.view_type
    if element.bits is None:
        if view is None or view.kind == "V":
            if array.dtype != view:
                raise NotArchivable(f"{element.name} is written from arrays of {view}")
            return _bytes(array)
        exact = array.astype(view)
        if array.dtype != view and not np.array_equal(exact.astype(array.dtype), array, equal_nan=array.dtype.kind in "fc"):
            raise NotArchivable(f"a number that {element.name} cannot hold exactly")
        return _bytes(exact)
    return _integers(element, array)


def _integers(element: ElementType, array: Array) -> memoryview:
    low, high = limits(element)
    if array.dtype.kind == "b":
        array = array.astype(np.uint8)
    if array.dtype.kind not in "uiO":
        raise NotArchivable(f"{array.dtype} in place of {element.name}")
    if array.size and not (low <= int(array.min()) and int(array.max()) <= high):
        raise NotArchivable(f"a number outside {element.name}, which has {low} to {high}")
    if element.view_type is not None:
        return _bytes(array.astype(element.view_type, copy=False))
    if element.lane_size < 8:
        wide = np.ascontiguousarray(array, f"<{element.lane[0]}8").reshape(-1)
        return _bytes(wide.view(np.uint8).reshape(-1, 8)[:, : element.lane_size])
    is_signed = element.lane[0] == "i"
    return memoryview(b"".join(int(value).to_bytes(element.lane_size, "little", signed=is_signed) for value in array.reshape(-1).tolist()))


def _texts(element: ElementType, array: Array, length: int) -> memoryview:
    encoding = "utf-8" if element.lane == "utf8" else "latin-1"
    pieces: list[bytes] = []
    for text in array.reshape(-1).tolist():
        try:
            piece = text.encode(encoding)
        except (UnicodeEncodeError, AttributeError):
            raise NotArchivable(f"{quoted(text)} is no text in {encoding}") from None
        if len(piece) > length or b"\0" in piece:
            raise NotArchivable(f"{quoted(text)} has {len(piece)} bytes, and {length} without a NUL are the most")
        pieces.append(piece.ljust(length, b"\0"))
    return memoryview(b"".join(pieces))


def _bytes(array: Array) -> memoryview:
    flat = np.ascontiguousarray(array).reshape(-1)
    return flat.view(np.uint8).data if flat.size else memoryview(b"")


def single(value: Any) -> tuple[ElementType, memoryview] | None:
    """A number that is stored as data with a description: more than 64 bits, complex, or NumPy's long double. None for others.

    Raises:
        NotArchivable: for an integer of more than 128 bits.
    """
    if isinstance(value, np.longdouble) and np.dtype(np.longdouble).itemsize == 16:
        element, array, _ = type_of(np.asarray(value))
        return element, encode(element, array)
    if isinstance(value, complex | np.complexfloating):
        element, array, _ = type_of(np.asarray(value))
        return element, encode(element, array)
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 64:
        element = element_type("u128" if value > 0 else "i128")
        return element, encode(element, np.array([value], object))
    return None
