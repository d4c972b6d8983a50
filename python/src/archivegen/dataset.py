"""A folder of archives as one table, for engines that query Arrow data: DuckDB, Polars, Dask.

An archive is opened when a query comes to it, and only the columns that the query needs are read.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

try:
    import pyarrow as pa
    import pyarrow.dataset as ds
except ImportError as flaw:
    raise ImportError("this needs pyarrow: pip install pyarrow") from flaw

from .archive import open as open_archive
from .errors import ArchiveError, WrongKind, listed, quoted
from .graph import Graph
from .record import Record
from .table import Table

BATCH = 1 << 17
"""The records of a batch, at most."""
PARTITION = 1 << 25
"""The bytes of archives in a partition for Dask, at most, unless one alone has more."""


def table_at(path: str, key: str | None = None, *, expansion: float = 64.0) -> Table:
    """The array of records of an archive: its root, or what is at `key`; in a graph `key` ends in a table's name.

    Raises:
        WrongKind: if there are no records.
        ArchiveError: if it cannot be read; its key path begins with the file.
    """
    try:
        archive = open_archive(path, expansion=expansion)
        value = archive.find(key)
        value = getattr(value, "values", value) if not isinstance(value, Record | Table | Graph) else value
        if not isinstance(value, Table):
            near = ", ".join(quoted(name) for name, _ in islice(archive.tables(), 100))
            raise WrongKind(f"there is no array of records{f' at {quoted(key)}' if key else ''}" + (f"; these are: {near}" if near else ""))
        return value
    except ArchiveError as flaw:
        raise flaw.within(os.fspath(path))


def paths_of(source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """The files of a folder (`*.archive`), of a pattern, or as they are listed; sorted, except a list.

    Raises:
        FileNotFoundError: if there is none.
    """
    if not isinstance(source, str | os.PathLike):
        found = [os.fspath(one) for one in source]
    elif os.path.isdir(source):
        found = sorted(glob.glob(os.path.join(glob.escape(os.fspath(source)), "*.archive")))
    else:
        found = [os.fspath(source)] if os.path.exists(source) else sorted(glob.glob(os.fspath(source)))
    if not found:
        raise FileNotFoundError(f"no archive is at {source!r}")
    return found


class ArchiveDataset(ds.Dataset):  # type: ignore[misc]
    """Archives with arrays of records of one type, as an Arrow dataset.

    DuckDB queries a variable of this class by its name, Polars takes it with `polars.scan_pyarrow_dataset`, and pyarrow as any dataset;
    each reads the columns that it needs. `to_dask` gives a Dask data frame.
    """

    def __init__(
        self, source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], key: str | None = None, *, expansion: float = 64.0,
        schema: pa.Schema | None = None,
    ) -> None:
        """Reads the first archive's columns.

        Args:
            source: A folder (its `*.archive`), a pattern, or files.
            key: Where the array of records is, as `Archive.find` takes it; None for the root.
            expansion: As for `archivegen.open`.
            schema: The columns of all archives, if the first one does not have them. A column that an archive does not have is null there.

        Raises:
            FileNotFoundError: if there is no archive.
            ArchiveError: if the first one cannot be read, or has no records there.
        """
        # pyarrow's class is made by pyarrow only; a subclass that answers every question itself needs nothing of it.
        self.files = paths_of(source)
        self._key = key
        self._expansion = expansion
        self._schema = table_at(self.files[0], key, expansion=expansion).to_arrow().schema if schema is None else schema

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _again, (self.files, self._key, self._expansion, self._schema)

    @property
    def schema(self) -> pa.Schema:
        """The columns and their types."""
        return self._schema

    def read(self, path: str, columns: list[str] | None = None) -> pa.Table:
        """One archive's columns, in the types of the dataset.

        Raises:
            ArchiveError: if it cannot be read, or a column's values do not fit the type.
        """
        table = table_at(path, self._key, expansion=self._expansion)
        names = self._schema.names if columns is None else columns
        found = table.to_arrow([name for name in names if name in table])
        arrays = []
        for name in names:
            field = self._schema.field(name)
            array = found.column(name) if name in table else pa.nulls(len(table), field.type)
            try:
                arrays.append(array if array.type == field.type else array.cast(field.type))
            except pa.ArrowInvalid as flaw:
                raise WrongKind(str(flaw)[:200], key_path=(path, name)) from None
        if not names:
            # A count of records needs no column.
            return pa.table({"": pa.nulls(len(table))}).select([])
        return pa.Table.from_arrays(arrays, schema=pa.schema([self._schema.field(name) for name in names]))

    def _batches(self, columns: list[str], condition: Any = None, files: list[str] | None = None) -> Iterator[pa.RecordBatch]:
        needed = list(columns)
        if condition is not None:
            # An expression does not tell its columns, but their names are in its text.
            text = str(condition)
            needed += [name for name in self._schema.names if name not in needed and name in text]
        for path in self.files if files is None else files:
            table = self.read(path, needed)
            if condition is not None:
                table = table.filter(condition)
            if needed != columns:
                table = table.select(columns)
            yield from table.to_batches(max_chunksize=BATCH)

    def _names(self, columns: Any) -> list[str]:
        if columns is None:
            return list(self._schema.names)
        if isinstance(columns, dict):
            raise TypeError("columns are names here; expressions are the engine's work")
        missing = [name for name in columns if name not in self._schema.names]
        if missing:
            raise KeyError(f"there is no column {missing[0]!r}; there are {listed(self._schema.names)}")
        return list(columns)

    def scanner(self, columns: Any = None, filter: Any = None, **options: Any) -> ds.Scanner:
        """A pyarrow scanner over all archives, one after another."""
        names = self._names(columns)
        schema = pa.schema([self._schema.field(name) for name in names])
        return ds.Scanner.from_batches(pa.RecordBatchReader.from_batches(schema, self._batches(names, filter)))

    def reader(self, columns: list[str] | None = None, filter: Any = None) -> pa.RecordBatchReader:
        """Batches of all archives, one after another: for what takes an Arrow stream."""
        names = self._names(columns)
        return pa.RecordBatchReader.from_batches(pa.schema([self._schema.field(name) for name in names]), self._batches(names, filter))

    def to_batches(self, columns: Any = None, filter: Any = None, **options: Any) -> Iterator[pa.RecordBatch]:
        """Batches of all archives."""
        return self._batches(self._names(columns), filter)

    def to_table(self, columns: Any = None, filter: Any = None, **options: Any) -> pa.Table:
        """All archives in memory."""
        names = self._names(columns)
        schema = pa.schema([self._schema.field(name) for name in names])
        if not names:
            return pa.table({"": pa.nulls(self.count_rows(filter))}).select([])
        return pa.Table.from_batches(self._batches(names, filter), schema=schema)

    def head(self, num_rows: int, columns: Any = None, filter: Any = None, **options: Any) -> pa.Table:
        """The first records."""
        names, found, count = self._names(columns), [], 0
        for batch in self._batches(names, filter):
            found.append(batch.slice(0, num_rows - count))
            count += len(found[-1])
            if count >= num_rows:
                break
        return pa.Table.from_batches(found, schema=pa.schema([self._schema.field(name) for name in names]))

    def count_rows(self, filter: Any = None, **options: Any) -> int:
        """The number of records, of which no column is read without a filter."""
        if filter is None:
            return sum(len(table_at(path, self._key, expansion=self._expansion)) for path in self.files)
        return sum(len(batch) for batch in self._batches(self._schema.names[:1], filter))

    def get_fragments(self, filter: Any = None) -> Iterator[ArchiveDataset]:
        """A dataset of each archive."""
        return (ArchiveDataset([path], self._key, expansion=self._expansion, schema=self._schema) for path in self.files)

    def to_polars(self) -> Any:
        """A Polars LazyFrame, which reads the columns that its query needs.

        Raises:
            ImportError: without Polars.
        """
        import polars
        from polars.io.plugins import register_io_source

        def frames(names: list[str] | None, predicate: Any, count: int | None, _: int | None) -> Iterator[Any]:
            left = count
            for path in self.files:
                frame = polars.from_arrow(self.read(path, names))
                if left is not None:
                    frame = frame.head(left)
                    left -= len(frame)
                yield frame if predicate is None else frame.filter(predicate)
                if left == 0:
                    return

        return register_io_source(frames, schema=polars.DataFrame(self._schema.empty_table()).schema)

    def to_dask(self, partition_size: int = PARTITION) -> Any:
        """A Dask data frame; a query reads the columns that it needs.

        Works with all of Dask's schedulers: threads (its default, also in a script), processes, and a `dask.distributed` cluster whose
        workers see the same files.

        Args:
            partition_size: Archives that follow each other are one partition up to this many bytes, because each partition is a task,
                and a task costs about a millisecond. 0 makes a partition of each archive.

        Raises:
            ImportError: without `dask[dataframe]`.
        """
        import dask.dataframe

        # Each task is sent to a worker with what it needs, which is its own file and not all of them. Workers have folders of their own.
        read = _Partition(self._key, self._expansion, self._schema)
        parts: list[tuple[str, ...]] = []
        left = 0
        for path in map(os.path.abspath, self.files):
            size = os.path.getsize(path)
            if parts and size <= left:
                parts[-1] += (path,)
                left -= size
            else:
                parts.append((path,))
                left = partition_size - size
        return dask.dataframe.from_map(read, parts, meta=_frame(self._schema.empty_table()))  # type: ignore[no-untyped-call,unused-ignore]

    def __repr__(self) -> str:
        return f"<ArchiveDataset of {len(self.files)} archives, {len(self._schema)} columns>"


class _Partition:
    """Reads archives for Dask, which passes the columns that a query needs."""

    def __init__(self, key: str | None, expansion: float, schema: pa.Schema) -> None:
        self._key, self._expansion, self._schema = key, expansion, schema

    def __call__(self, paths: tuple[str, ...], columns: list[str] | str | None = None) -> Any:
        names = None if columns is None else [columns] if isinstance(columns, str) else list(columns)
        dataset = _again(list(paths), self._key, self._expansion, self._schema)
        frame = _frame(pa.concat_tables([dataset.read(path, names) for path in paths]))
        return frame[columns] if isinstance(columns, str) else frame


def _frame(table: pa.Table) -> Any:
    """A data frame in the types that Dask has: texts stay Arrow's."""
    import pandas

    return table.to_pandas(types_mapper={pa.string(): pandas.StringDtype("pyarrow")}.get)


def _again(files: list[str], key: str | None, expansion: float, schema: pa.Schema) -> ArchiveDataset:
    """For other processes."""
    return ArchiveDataset(files, key, expansion=expansion, schema=schema)
