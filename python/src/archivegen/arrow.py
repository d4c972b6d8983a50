"""Tables for pyarrow. Columns that Arrow can take as they are, and that are aligned in the file, are not copied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .columns import Columns
from .elements import Array, ElementType, product, text_lengths
from .errors import ArchiveError, Damaged

if TYPE_CHECKING:
    import pyarrow


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError as flaw:
        raise ImportError("this needs pyarrow: pip install pyarrow") from flaw
    return pyarrow


def arrow_table(table: Columns, columns: list[str] | None = None) -> pyarrow.Table:
    """What `Table.to_arrow` gives."""
    pa = _pyarrow()
    names = table.columns if columns is None else list(columns)
    room = table.resolver.room()
    arrays = []
    for name in names:
        try:
            array = arrow_array(table, name)
        except ArchiveError as flaw:
            raise flaw.within(name)
        room.take(array.nbytes)
        arrays.append(array)
    fields = [pa.field(name, array.type, metadata={"archivegen": table.column_type(name)}) for name, array in zip(names, arrays)]
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields)) if names else pa.table({"": pa.nulls(len(table))}).select([])


def arrow_array(table: Columns, name: str) -> pyarrow.Array:
    """A column. Errors are those of `table[name]`.

    Returns:
        An array with an item for each record: numbers and booleans as such, texts as `string`, arrays as `fixed_size_list`, complex
        numbers as a list of two; integers above 64 bits and reals above `f64` are `binary` of their archived bytes. A member of a
        union is null where it is not live; in an array around the union its elements are null.
    """
    pa, line, live = _pyarrow(), table.line(name), table.live(name)
    element = line.element
    if element.is_text:
        values = _strings(table, name)
    elif is_binary(element):
        # Unions and lists apply to these as well.
        data = table.data(name)
        values = pa.FixedSizeBinaryArray.from_buffers(
            pa.binary(element.lane_size), len(data) // element.lane_size, [None, pa.py_buffer(data.view)])
    else:
        values = _plain(table.stored(name), element)
    # How many of `values` are one value of a member of a union.
    own = (line.dimensions[:-1] if element.is_text else line.dimensions) + _lane_shape(element)
    return _shaped(values, own, live, len(table))


def _shaped(values: Any, own: tuple[int, ...], live: Array | None, count: int) -> Any:
    pa = _pyarrow()
    for dimension in reversed(own):
        if dimension == 0:
            stored = count if live is None else int(np.count_nonzero(live))
            return _take(pa.array([[]] * stored, pa.list_(values.type)), live)
        values = pa.FixedSizeListArray.from_arrays(values, dimension)
    return _take(values, live)


def _take(values: Any, live: Array | None) -> Any:
    """With nulls where a member of a union is not live."""
    pa = _pyarrow()
    if live is None:
        return values
    flat = live.reshape(-1)
    places = np.cumsum(flat, dtype=np.int64) - 1
    values = values.take(pa.array(places, mask=~flat))
    for dimension in reversed(live.shape[1:]):
        values = pa.FixedSizeListArray.from_arrays(values, dimension) if dimension else pa.array([[]] * live.shape[0], pa.list_(values.type))
    return values


def is_binary(element: ElementType) -> bool:
    """Whether Arrow has no number for it."""
    return not element.real.is_arrow if element.real is not None else element.bits is not None and element.bits > 64


def _lane_shape(element: ElementType) -> tuple[int, ...]:
    return (element.lanes,) if element.is_composite else ()


def _plain(stored: Array, element: ElementType) -> Any:
    """Numbers, one after another."""
    flat = stored.reshape(-1)
    if flat.dtype.kind == "c":
        flat = flat.view(f"{flat.dtype.byteorder}f{flat.dtype.itemsize // 2}")
    if not flat.flags.aligned:
        # Arrow's kernels assume that numbers are aligned.
        flat = flat.copy()
    return _pyarrow().array(flat)


def _strings(table: Columns, name: str) -> Any:
    """Fixed texts, with the zeros at their ends left out."""
    pa, line, data = _pyarrow(), table.line(name), table.data(name)
    length = line.dimensions[-1]
    if not length:
        live = table.live(name)
        return pa.array([""] * (product(line.dimensions[:-1]) * (len(table) if live is None else int(np.count_nonzero(live)))), pa.string())
    rows = np.frombuffer(data.view, np.uint8).reshape(-1, length) if len(data) else np.zeros((0, length), np.uint8)
    if line.element.lane == "latin1" and rows.size and rows.max() >= 0x80:
        return pa.array(table.stored(name).reshape(-1).tolist(), pa.string())
    lengths = text_lengths(rows, data.offset)
    if int(lengths.sum()) > 0x7FFFFFFF:
        offsets, kind = np.zeros(len(rows) + 1, np.int64), pa.large_string()
    else:
        offsets, kind = np.zeros(len(rows) + 1, np.int32), pa.string()
    np.cumsum(lengths, out=offsets[1:])
    # Only zeros are behind a text's end, and none is within it.
    flat = rows.reshape(-1)
    kept = flat[flat != 0]
    strings = pa.Array.from_buffers(kind, len(rows), [None, pa.py_buffer(offsets), pa.py_buffer(kept)])
    if line.element.lane == "utf8" and kept.size and kept.max() >= 0x80:
        try:
            strings.validate(full=True)
        except pa.ArrowInvalid:
            raise Damaged("a text that is not UTF-8", offset=data.offset) from None
    return strings
