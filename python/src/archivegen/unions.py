"""Values that are not stored as they are: members of unions, and bit-fields in groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .elements import Array

DEAD: Any = object()
"""In place of a member of a union that is not live."""


def places(live: Any, values: Iterator[Any]) -> Any:
    """A record's value of a member of a union: `DEAD`, or in an array around the union a list with None where it is not live."""
    if live is True:
        return next(values)
    if live is False:
        return DEAD
    return [None if one is DEAD else one for one in (places(one, values) for one in live)]


def fitting(values: tuple[int, ...], dtype: np.dtype[Any]) -> Any:
    """Those of a condition's values that the tag's type can have."""
    if dtype.kind == "b":
        return [bool(value) for value in values if value in (0, 1)]
    if dtype.kind == "O":
        return list(values)
    limits = np.iinfo(dtype)
    return np.array([value for value in values if limits.min <= value <= limits.max], dtype)


def bits(words: Array, position: int, width: int, is_signed: bool) -> Array:
    """The bit-field at `position` of each integer, in the smallest type of NumPy that has `width` bits."""
    size = next(size for size in (1, 2, 4, 8) if 8 * size >= width)
    values = (words >> words.dtype.type(position) & words.dtype.type((1 << width) - 1)).astype(f"<u{size}")
    if is_signed and width < 8 * size:
        sign = values.dtype.type(1 << width - 1)
        values = (values ^ sign) - sign
    result: Array = values.view(f"<i{size}") if is_signed else values
    result.flags.writeable = False
    return result
