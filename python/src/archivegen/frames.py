"""Tables for pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .columns import Columns

if TYPE_CHECKING:
    import pandas


def data_frame(table: Columns, columns: list[str] | None = None) -> pandas.DataFrame:
    """What `Table.to_pandas` gives: members of unions are of pandas' nullable types."""
    try:
        import pandas
    except ImportError as flaw:
        raise ImportError("this needs pandas: pip install pandas") from flaw
    room, found = table.resolver.room(), {}
    for name in table.columns if columns is None else columns:
        column: Any = table[name]
        own = column.shape[len(table.shape) :]
        column = column.reshape(len(table), *own)
        room.take(column.nbytes)
        if own:
            cells = np.empty(len(table), object)
            cells[:] = [None if np.ma.is_masked(one) and bool(np.all(np.ma.getmaskarray(one))) else one.tolist() for one in column]
            found[name] = cells
        elif isinstance(column, np.ma.MaskedArray):
            found[name] = _nullable(pandas, column)
        else:
            found[name] = column
    return pandas.DataFrame(found, index=range(len(table)))


def _nullable(pandas: Any, column: Any) -> Any:
    """A masked column in pandas' own form."""
    data, mask = np.ma.getdata(column), np.ma.getmaskarray(column)
    if data.dtype.kind == "b":
        return pandas.arrays.BooleanArray(data.copy(), mask.copy())
    if data.dtype.kind in "iu":
        return pandas.arrays.IntegerArray(data.copy(), mask.copy())
    if data.dtype.kind == "f" and data.dtype.itemsize in (4, 8):
        return pandas.arrays.FloatingArray(data.copy(), mask.copy())
    cells = np.empty(len(data), object)
    cells[:] = [None if dead else value for value, dead in zip(data.tolist(), mask.tolist())]
    return cells
