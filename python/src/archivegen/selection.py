"""Some records of a table, and tables without their file."""

from __future__ import annotations

import html as markup
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .descriptions import ColumnDescription, ColumnsDescription
from .elements import Array, byte_count, product
from .errors import ArchiveError, Damaged
from .nodes import Data

if TYPE_CHECKING:
    from .resolver import Resolver
    from .table import Table

SHOWN_ROWS, SHOWN_COLUMNS = 10, 30


def rows(wanted: Any, count: int) -> slice | Array:
    """Which of `count` records a slice, a mask or numbers name: a slice with a positive step, or numbers from 0.

    Raises:
        IndexError: for a record that is not there, or a mask of another length.
        TypeError: for anything else.
    """
    if isinstance(wanted, slice):
        start, stop, step = wanted.indices(count)
        return slice(start, max(stop, start), step) if step > 0 else np.arange(start, stop, step)
    numbers = np.asarray(wanted)
    if numbers.ndim != 1 or numbers.dtype.kind not in "biu" and numbers.size:
        raise TypeError("records are chosen by a slice, a mask or a list of numbers, and columns by a name or a list of names")
    if numbers.dtype.kind == "b":
        if len(numbers) != count:
            raise IndexError(f"a mask of {len(numbers)} for {count} records")
        return np.flatnonzero(numbers)
    numbers = numbers.astype(np.int64)
    numbers = np.where(numbers < 0, numbers + count, numbers)
    if numbers.size and (numbers.min() < 0 or numbers.max() >= count):
        raise IndexError(f"a record outside of {count}")
    return numbers


def table(whole: Table, wanted: slice | Array) -> Table:
    """The records of a table; their bytes are those of the file where they follow each other."""
    from .table import Table

    shape = whole.shape or (1,)
    block = product(shape[1:])
    many = len(range(*wanted.indices(shape[0]))) if isinstance(wanted, slice) else len(wanted)
    found: dict[str, Data] = {}
    for line, data, live in whole.stored_columns():
        try:
            found[line.name] = _part(whole, line, data, live, wanted, block)
        except ArchiveError as flaw:
            raise flaw.within(line.name)
    description = ColumnsDescription((many, *shape[1:]), whole.description.lines)
    return Table(whole.resolver, description, found.__getitem__, whole.name)


def _part(whole: Table, line: ColumnDescription, data: Data, live: Array | None, wanted: slice | Array, block: int) -> Data:
    size = byte_count(line.element, line.dimensions)
    if live is None:
        return _records(whole, data, wanted, size * block)
    # The values of a member of a union: each record has its own number of them.
    first = (whole.shape or (1,))[0]
    counts = live.reshape(first, -1).sum(axis=1) if live.size else np.zeros(first, np.int64)
    ends = np.cumsum(counts)
    needed = int(counts.sum()) * size
    if len(data) != needed:
        raise Damaged(f"{len(data)} bytes, and {needed} are needed for the live members", offset=data.offset)
    chosen = np.arange(len(counts))[wanted] if isinstance(wanted, slice) else wanted
    values = np.frombuffer(data.view, np.uint8).reshape(-1, max(size, 1)) if size else np.zeros((0, 1), np.uint8)
    own = counts[chosen]
    whole.resolver.room().take(int(own.sum()) * size)
    places = np.repeat(ends[chosen] - counts[chosen], own) + np.arange(int(own.sum())) - np.repeat(np.cumsum(own) - own, own)
    return Data(memoryview(values[places].tobytes()) if size else memoryview(b""), None)


def _records(whole: Table, data: Data, wanted: slice | Array, size: int) -> Data:
    if isinstance(wanted, slice) and wanted.step == 1:
        return Data(data.view[wanted.start * size : wanted.stop * size], None if data.offset is None else data.offset + wanted.start * size)
    if not size:
        return Data(memoryview(b""), None)
    if not isinstance(wanted, slice):
        whole.resolver.room().take(len(wanted) * size)
    return Data(memoryview(np.frombuffer(data.view, np.uint8).reshape(-1, size)[wanted].tobytes()), None)


# Other processes.


def again(description: ColumnsDescription, found: Mapping[str, bytes], name: str, columns: list[str]) -> Table:
    """A table of these bytes."""
    from .resolver import Memory
    from .table import Table

    data = {key: Data(memoryview(one), None) for key, one in found.items()}
    # A table needs nothing of its archive but room.
    resolver = cast("Resolver", Memory(sum(map(len, found.values()))))
    return Table(resolver, description, data.__getitem__, name).with_columns(columns)


# Notebooks.


def html(whole: Table) -> str:
    """The first records as a table of HTML, in which nothing of the archive is markup."""
    names = whole.columns[:SHOWN_COLUMNS]

    def cell(value: Any, tag: str = "td") -> str:
        return f"<{tag}>{markup.escape(str(value))[:500]}</{tag}>"

    lines = ["<table>", "<thead><tr><th></th>" + "".join(cell(name, "th") for name in names) + "</tr></thead>", "<tbody>"]
    for index, row in enumerate(whole.head(SHOWN_ROWS)):
        if index == SHOWN_ROWS:
            break
        lines.append(f"<tr><th>{index}</th>" + "".join(cell(row[name]) if name in row else "<td>–</td>" for name in names) + "</tr>")
    more = len(whole.columns) - len(names)
    about = f"{' × '.join(map(str, whole.shape))} records, {len(whole.columns)} columns" + (f", of which {len(names)} are shown" if more else "")
    return "\n".join([*lines, "</tbody></table>", f"<p>{markup.escape(whole.name)}: {about}</p>"])


__all__ = ["again", "html", "rows", "table"]
