"""Arrays of records: a table of columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from . import selection
from .descriptions import ColumnDescription, ColumnsDescription, Condition
from .elements import Array, byte_count, decode, product
from .errors import ArchiveError, Damaged, Missing, listed, quoted
from .nodes import Data
from .unions import DEAD, bits, fitting, places

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from .resolver import Resolver

_CHUNK = 4096


class Table:
    """An array of records, column by column.

    `table["price"]` is a column as an array whose first dimensions are those of the records. It is a read-only view of the
    file where NumPy has the type; bit-fields, texts and types that NumPy lacks are converted. A member of a union is a masked
    array, which is masked where the member is not live; `stored` gives its values alone.

    `table[2:5]`, `table[mask]`, `table[[0, 7]]` and `table[["id", "price"]]` are tables of some records or columns; a slice copies
    nothing but members of unions. `dict(table)` has all columns. A table can be pickled: with its own bytes, and without the file.

    Attributes:
        name: The archived name of the records' type where the archive has it, otherwise the field's key.
        shape: The dimensions of the array of records; one, unless it was of more in C.
    """

    def __init__(self, resolver: Resolver, description: ColumnsDescription, data: Callable[[str], Data], name: str) -> None:
        """Compares the count with the columns' lengths, and reads no values.

        Raises:
            Missing: if a column is not there.
            Damaged: if a column has another number of bytes.
            Excessive: if no column's bytes bear the count out.
        """
        self._resolver = resolver
        self.description = description
        self._data = data
        self.name = name
        self.shape = description.shape
        self._count = product(description.shape)
        groups = {line.group for line in description.lines if line.group is not None}
        self._numbers = {line.name: number for number, line in enumerate(description.lines) if number not in groups}
        # By the conditions: the members of one case share what they are live for.
        self._live: dict[tuple[Condition, ...], Array] = {}
        self._room = resolver.room()
        is_confirmed = False
        for number, line in enumerate(description.lines):
            if line.part is None:
                found = self._bytes(number)
                if not line.conditions:
                    expected = byte_count(line.element, (self._count, *line.dimensions))
                    if len(found) != expected:
                        raise Damaged(
                            f"{len(found)} bytes, and {expected} are needed for {self._count} records",
                            offset=found.offset, key_path=(line.name,))
                    is_confirmed = is_confirmed or expected > 0
        if not is_confirmed:
            resolver.room().take(8 * self._count)

    @property
    def resolver(self) -> Resolver:
        """What makes values of the archive's references."""
        return self._resolver

    @property
    def columns(self) -> list[str]:
        """The names of the columns, in the order of the archive. Bit-fields are columns; the groups they are in are not."""
        return list(self._numbers)

    def __len__(self) -> int:
        """The number of records in all dimensions."""
        return self._count

    def __contains__(self, name: object) -> bool:
        return name in self._numbers

    def keys(self) -> list[str]:
        """The names of the columns."""
        return self.columns

    @property
    def dtypes(self) -> dict[str, np.dtype[Any]]:
        """The types of the columns as arrays, without the dimensions of a field. Only texts are read: the type says how long the longest is."""
        none = self[:0]
        types = {name: none[name].dtype for name in self._numbers}
        return {name: self[name].dtype if kind.kind in "SU" else kind for name, kind in types.items()}

    def head(self, count: int = 5) -> Table:
        """The first records."""
        return self[: max(count, 0)]

    @overload
    def __getitem__(self, name: str) -> Array: ...

    @overload
    def __getitem__(self, name: slice | list[str] | list[int] | Array) -> Table: ...

    def __getitem__(self, name: Any) -> Any:
        """A column, or a table of some records or columns.

        Args:
            name: A column's name; a list of names; a slice, a mask or a list of numbers of records (of the first dimension).

        Returns:
            For records and several columns a table. For one column
            An array of the shape of the records, then the dimensions of the field, then the lanes of a vector. It is masked
            (`numpy.ma`) if the field is a member of a union. Links are row indices from 1 on, as in the archive; 0 is NULL.

        Raises:
            Missing: if there is no such column.
            Damaged: if its bytes are not of its type.
            Excessive: if a masked array would be out of proportion to the file.
            IndexError: for a record that is not there.
        """
        if not isinstance(name, str):
            return self._some(name)
        number = self._number(name)
        try:
            live, stored = self._is_live(number), self._stored(number)
            if live is None:
                return stored.reshape(self.shape + stored.shape[1:])
            own = stored.shape[1:]
            self._resolver.room().take(live.size * product(own) * (stored.dtype.itemsize + 1))
            values = np.zeros(live.shape + own, stored.dtype)
            values[live] = stored
            mask = np.broadcast_to(~live.reshape(live.shape + (1,) * len(own)), values.shape)
            return np.ma.MaskedArray(values, mask).reshape(self.shape + values.shape[1:])
        except ArchiveError as flaw:
            raise flaw.within(name)

    def stored(self, name: str) -> Array:
        """A column's values as they are stored: for a member of a union only those that are live, one after another.

        Returns:
            An array whose first dimension counts the values. Errors are those of `table[name]`.
        """
        try:
            return self._stored(self._number(name))
        except ArchiveError as flaw:
            raise flaw.within(name)

    def live(self, name: str) -> Array | None:
        """For which records a member of a union is live: an array of the shape (records, dimensions of an array around the
        union), or None for a column that has a value for every record. `stored` has the values in the order of its elements.
        """
        try:
            return self._is_live(self._number(name))
        except ArchiveError as flaw:
            raise flaw.within(name)

    def column_type(self, name: str) -> str:
        """The archived type with its dimensions: `u16[2]`, `utf8[16]`; a bit-field's is its own, `u3`."""
        line = self.description.lines[self._number(name)]
        own = line.element.name if line.part is None else f"{'i' if line.part.is_signed else 'u'}{line.part.width}"
        return own + "".join(f"[{one}]" for one in line.dimensions)

    def _some(self, wanted: Any) -> Table:
        if isinstance(wanted, list | tuple) and wanted and all(isinstance(one, str) for one in wanted):
            return selection.table(self, slice(0, self.shape[0] if self.shape else 1, 1)).with_columns(wanted)
        return selection.table(self, selection.rows(wanted, self.shape[0] if self.shape else 1)).with_columns(self.columns)

    def with_columns(self, names: Sequence[str]) -> Table:
        """This table, which was made just now, with these columns alone."""
        self._numbers = {name: self._number(name) for name in names}
        return self

    def stored_columns(self) -> Iterator[tuple[ColumnDescription, Data, Array | None]]:
        """The columns that have bytes, groups of bit-fields among them: their descriptions, bytes, and for which records they are live."""
        for number, line in enumerate(self.description.lines):
            if line.part is None:
                yield line, self._bytes(number), self._is_live(number)

    def __reduce__(self) -> tuple[Any, ...]:
        stored = {line.name: bytes(data) for line, data, _ in self.stored_columns()}
        return selection.again, (self.description, stored, self.name, self.columns)

    # Rows.

    def row(self, index: int) -> dict[str, Any]:
        """One record as a dictionary of Python's values, without members of unions that are not live.

        Args:
            index: From 0; a negative one counts from the end. With several dimensions it counts through all of them.

        Raises:
            IndexError: if there is no such record.
        """
        place = index + self._count if index < 0 else index
        if not 0 <= place < self._count:
            raise IndexError(f"record {index} of {self._count}")
        return next(self._rows(place, place + 1))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The records as dictionaries, one after another."""
        return self._rows(0, self._count)

    def _rows(self, start: int, end: int) -> Iterator[dict[str, Any]]:
        self._resolver.room().take((end - start) * len(self._numbers))
        whole: dict[str, tuple[Array, Array | None]] = {}
        # Where the next record's values are, in columns that have none for some records.
        at: dict[str, int] = {}
        for name, number in self._numbers.items():
            try:
                live = self._is_live(number)
                whole[name] = self._stored(number), live
                at[name] = 0 if live is None else int(np.count_nonzero(live[:start]))
            except ArchiveError as flaw:
                raise flaw.within(name)
        chunk = max(1, min(_CHUNK, (1 << 18) // max(1, len(whole))))
        for first in range(start, end, chunk):
            last = min(first + chunk, end)
            columns: dict[str, list[Any]] = {}
            for name, (stored, live) in whole.items():
                if live is None:
                    columns[name] = stored[first:last].tolist()
                    continue
                behind = at[name] + int(np.count_nonzero(live[first:last]))
                values = iter(stored[at[name] : behind].tolist())
                columns[name] = [places(one, values) for one in live[first:last].tolist()]
                at[name] = behind
            for index in range(last - first):
                yield {name: column[index] for name, column in columns.items() if column[index] is not DEAD}

    # Other libraries.

    def to_numpy(self) -> Array:
        """A structured array of the shape of the records, with a field for each column; masked where a member of a union is not
        live. It is a copy, because records are not stored one after another.

        Raises:
            Excessive: if it would be out of proportion to the file.
        """
        room, columns = self._resolver.room(), {}
        for name in self._numbers:
            columns[name] = self[name]
            room.take(columns[name].nbytes)
        dtype = np.dtype([(name, column.dtype, column.shape[len(self.shape) :]) for name, column in columns.items()])
        result = np.zeros(self.shape, dtype)
        is_masked = any(isinstance(column, np.ma.MaskedArray) for column in columns.values())
        masks: Any = np.zeros(self.shape, np.ma.make_mask_descr(dtype))
        for name, column in columns.items():
            result[name] = np.ma.getdata(column)
            if is_masked:
                masks[name] = np.ma.getmaskarray(column)
        # NumPy's own fill value for reals is more than a half-precision number holds.
        with np.errstate(over="ignore"):
            return np.ma.MaskedArray(result, masks) if is_masked else result

    def to_arrow(self, columns: list[str] | None = None) -> pyarrow.Table:
        """A pyarrow table of the columns, or of those named. A member of a union is null where it is not live.

        Raises:
            ImportError: without pyarrow (`pip install pyarrow`).
            ArchiveError: as for `table[name]`.
        """
        from .arrow import arrow_table

        return arrow_table(self, columns)

    def to_pandas(self, columns: list[str] | None = None) -> pandas.DataFrame:
        """A pandas data frame with a row for each record. An array within a record is a list in its cell.

        Raises:
            ImportError: without pandas (`pip install pandas`).
            ArchiveError: as for `table[name]`.
        """
        from .frames import data_frame

        return data_frame(self, columns)

    def _repr_html_(self) -> str:
        """The first records, for notebooks."""
        return selection.html(self)

    def __repr__(self) -> str:
        return f"<Table {self.name!r}: {' × '.join(map(str, self.shape))} records, {len(self._numbers)} columns>"

    # Columns by number.

    def _number(self, name: str) -> int:
        if name not in self._numbers:
            raise Missing(f"there is no column {quoted(name)}; there are {listed(self._numbers)}")
        return self._numbers[name]

    def data(self, name: str) -> Data:
        """A column's stored bytes; a bit-field's are those of its group."""
        return self._bytes(self._number(name))

    def line(self, name: str) -> ColumnDescription:
        """A column's description."""
        return self.description.lines[self._number(name)]

    def _bytes(self, number: int) -> Data:
        """A column's data; a part's are those of its group."""
        line = self.description.lines[number]
        return self._data(self.description.lines[line.group].name if line.group is not None else line.name)

    def _stored(self, number: int) -> Array:
        line, data = self.description.lines[number], self._bytes(number)
        live = self._is_live(number)
        count = self._count if live is None else int(np.count_nonzero(live))
        if line.element.view_type is None:
            # Texts of one character in a column of long ones, and integers as objects, take several times their bytes.
            self._resolver.room().take(4 * len(data) + 8 * count)
        array = decode(line.element, (count, *line.dimensions), data.view, offset=data.offset)
        return array if line.part is None else bits(array, line.part.position, line.part.width, line.part.is_signed)

    def _is_live(self, number: int) -> Array | None:
        line = self.description.lines[number]
        if line.group is not None:
            number, line = line.group, self.description.lines[line.group]
        if not line.conditions:
            return None
        if line.conditions not in self._live:
            # Tags may be members of unions themselves. Conditions are on earlier columns, so these come first.
            needed: set[tuple[Condition, ...]] = set()
            numbers: dict[int, tuple[Condition, ...]] = {}
            open_ = [number]
            while open_:
                one = open_.pop()
                conditions = self.description.lines[one].conditions
                if conditions and conditions not in self._live and conditions not in needed:
                    needed.add(conditions)
                    numbers[one] = conditions
                    open_ += [condition.column for condition in conditions]
            for one in sorted(numbers):
                self._live[numbers[one]] = self._liveness(numbers[one])
        return self._live[line.conditions]

    def _liveness(self, conditions: tuple[Condition, ...]) -> Array:
        """For which records, and places in them, all conditions hold."""
        shape: tuple[int, ...] = (self._count,)
        tags: list[Array] = []
        for condition in conditions:
            tag = self._tag(condition.column)
            holds = np.isin(np.ma.getdata(tag), fitting(condition.values, tag.dtype), invert=condition.is_exclusion)
            tags.append(holds & ~np.ma.getmaskarray(tag))
            shape = max(shape, tag.shape, key=len)
        self._room.take(product(shape))
        live = np.ones(shape, bool)
        for holds in tags:
            if holds.shape != shape[: holds.ndim]:
                raise Damaged("conditions on tags of different arrays")
            live &= holds.reshape(holds.shape + (1,) * (len(shape) - holds.ndim))
        return live

    def _tag(self, number: int) -> Array:
        """A tag's values, with the dimensions of an array around it. Each condition is on an earlier column."""
        line = self.description.lines[number]
        if line.element.is_text or line.element.is_composite or line.element.lane not in ("bool",) and line.element.bits is None:
            raise Damaged(f"a condition on {quoted(line.name)}, which is no integer")
        live, stored = self._is_live(number), self._stored(number)
        if live is None:
            return stored
        values = np.zeros(live.shape + stored.shape[1:], stored.dtype)
        self._resolver.room().take(values.nbytes)
        values[live] = stored
        return np.ma.MaskedArray(values, np.broadcast_to(~live.reshape(live.shape + (1,) * (stored.ndim - 1)), values.shape))
