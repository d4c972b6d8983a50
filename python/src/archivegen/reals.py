"""Floating-point formats: a row for each, which has everything that the package knows of it.

A new format is a row here and a row in FORMAT.md; the modules that read, write, print and export ask the row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import NotArchivable

Array = npt.NDArray[Any]

# NumPy's long double is the x87's format on x86, and another one elsewhere.
HAS_X87 = np.finfo(np.longdouble).nmant == 63 and np.dtype(np.longdouble).itemsize == 16


@dataclass(frozen=True, slots=True)
class Real:
    """A floating-point format.

    Attributes:
        size: Archived bytes.
        view: NumPy's type of the archived bytes, little-endian; None where they have to be converted.
        converted: NumPy's type of what `widen` gives; None where there is a view.
        widen: Archived bytes, a number in a row, as an array.
        narrow: The opposite. It raises NotArchivable for a number that the format cannot hold exactly.
        is_arrow: Whether Arrow has such numbers.
        is_json: Whether a number in JSON is the same number in every reader.
        part: The bytes that native storage reverses together; 0 for all.
    """

    size: int
    view: np.dtype[Any] | None
    converted: np.dtype[Any] | None = None
    widen: Callable[[Array], Array] | None = None
    narrow: Callable[[Array], Array] | None = None
    is_arrow: bool = True
    is_json: bool = False
    part: int = 0


def _widen_bf16(lanes: Array) -> Array:
    wide = np.zeros(lanes.shape[:1], "<u4")
    wide.view(np.uint8).reshape(-1, 4)[:, 2:] = lanes
    return wide.view("<f4")


def _narrow_bf16(array: Array) -> Array:
    halves = np.ascontiguousarray(array, "<f4").reshape(-1).view("<u2").reshape(-1, 2)
    if halves[:, 0].any():
        raise NotArchivable("a number that bf16 cannot hold exactly")
    return halves[:, 1]


def _widen_f80(lanes: Array) -> Array:
    padded = np.zeros((len(lanes), 16), np.uint8)
    padded[:, :10] = lanes
    return padded.view(np.longdouble).reshape(-1)


def _narrow_f80(array: Array) -> Array:
    return np.ascontiguousarray(array, np.longdouble).reshape(-1).view(np.uint8).reshape(-1, 16)[:, :10]


_F80 = (
    Real(10, None, np.dtype(np.longdouble), _widen_f80, _narrow_f80, is_arrow=False)
    if HAS_X87
    else Real(10, np.dtype((np.void, 10)), is_arrow=False)
)

REALS = {
    "f16": Real(2, np.dtype("<f2")),
    "bf16": Real(2, None, np.dtype("<f4"), _widen_bf16, _narrow_bf16),
    "f32": Real(4, np.dtype("<f4"), is_json=True),
    "f64": Real(8, np.dtype("<f8"), is_json=True),
    "f80": _F80,
    "f128": Real(16, np.dtype((np.void, 16)), is_arrow=False),
    "dd": Real(16, np.dtype([("high", "<f8"), ("low", "<f8")]), is_arrow=False, part=8),
}
"""By their names in archives. `dd` is two numbers of 64 bits whose sum it is."""

LONG_DOUBLE = "f80" if HAS_X87 else None
"""The format of NumPy's long double, if it is one of these."""
