"""Archives as Parquet, Arrow or CSV files."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from .dataset import ArchiveDataset
from .errors import WrongKind, quoted

FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def export(
    sources: list[str], output: str, *, key: str | None = None, columns: list[str] | None = None, file_column: str | None = None,
    spreadsheet: bool = False,
) -> int:
    """Writes the arrays of records of archives into one file, archive by archive, so that memory is that of one.

    Args:
        sources: Archives; they have the columns of the first one.
        output: A path that ends in `.parquet`, `.arrow` or `.feather` (Arrow's file format), or `.csv`; `-` is CSV to standard output.
        key: Where the records are; None for the root.
        columns: Those to write; None for all.
        file_column: A column with this name gets the path of the archive.
        spreadsheet: CSV only: a text that a spreadsheet would take for a formula gets an apostrophe before it.

    Returns:
        The number of records.

    Raises:
        WrongKind: if the archives hold no such records, or the output's format cannot have them.
        OSError: if a file cannot be read or written; what was at `output` is still there then.
    """
    dataset = ArchiveDataset(sources, key)
    names = dataset.schema.names if columns is None else columns
    missing = [name for name in names if name not in dataset.schema.names]
    if missing:
        raise WrongKind(f"there is no column {quoted(missing[0])}; these are: {', '.join(map(quoted, dataset.schema.names[:100]))}")
    schema = pa.schema([dataset.schema.field(name) for name in names])
    if file_column is not None:
        schema = schema.insert(0, pa.field(file_column, pa.dictionary(pa.int32(), pa.string())))
    ending = ".csv" if output == "-" else os.path.splitext(output)[1].lower()
    if ending not in _WRITERS:
        raise WrongKind(f"{quoted(output)} ends in none of {', '.join(_WRITERS)}")
    count = 0
    with _replacing(output) as file, _WRITERS[ending](file, schema, spreadsheet) as write:
        for path in dataset.files:
            table = dataset.read(path, list(names))
            count += len(table)
            if file_column is not None:
                codes = pa.DictionaryArray.from_arrays(pa.array([0] * len(table), pa.int32()), pa.array([path]))
                table = table.add_column(0, schema.field(0), codes)
            write(table)
    return count


@contextlib.contextmanager
def _replacing(output: str) -> Iterator[Any]:
    """A file that takes its place when it is complete."""
    if output == "-":
        yield sys.stdout.buffer
        return
    handle, temporary = tempfile.mkstemp(prefix=".archivegen-", dir=os.path.dirname(os.path.abspath(output)))
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            mask = os.umask(0)
            os.umask(mask)
            os.fchmod(file.fileno(), 0o666 & ~mask)
        os.replace(temporary, output)
    except BaseException:
        os.unlink(temporary)
        raise


@contextlib.contextmanager
def _parquet(file: Any, schema: pa.Schema, _: bool) -> Iterator[Any]:
    import pyarrow.parquet

    with pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        yield writer.write_table


@contextlib.contextmanager
def _arrow(file: Any, schema: pa.Schema, _: bool) -> Iterator[Any]:
    # A file cannot replace a dictionary, so that paths are plain texts in it.
    plain = pa.schema([pa.field(one.name, one.type.value_type if pa.types.is_dictionary(one.type) else one.type, metadata=one.metadata) for one in schema])
    with pa.ipc.new_file(file, plain) as writer:
        yield lambda table: writer.write_table(table.cast(plain))


@contextlib.contextmanager
def _csv(file: Any, schema: pa.Schema, spreadsheet: bool) -> Iterator[Any]:
    import pyarrow.csv

    plain = pa.schema([pa.field(one.name, _text_type(one.type)) for one in schema])
    with pyarrow.csv.CSVWriter(file, plain) as writer:
        yield lambda table: writer.write_table(_for_csv(table, plain, spreadsheet))


def _text_type(type_: Any) -> Any:
    is_plain = pa.types.is_integer(type_) or pa.types.is_floating(type_) or pa.types.is_boolean(type_)
    return type_ if is_plain and type_ != pa.float16() else pa.float32() if type_ == pa.float16() else pa.string()


def _for_csv(table: pa.Table, plain: pa.Schema, spreadsheet: bool) -> pa.Table:
    """Arrays as JSON, bytes as hexadecimal digits."""
    import json

    columns = []
    for column, field in zip(table.columns, plain):
        if pa.types.is_dictionary(column.type):
            column = column.cast(pa.string())
        if column.type != field.type:
            if pa.types.is_floating(column.type):
                column = column.cast(field.type)
            else:
                values = (value if value is None else value.hex() if isinstance(value, bytes) else json.dumps(value, default=bytes.hex) for value in column.to_pylist())
                column = pa.array(values, pa.string())
        if spreadsheet and pa.types.is_string(field.type):
            column = pa.array(["'" + text if text is not None and text.startswith(FORMULAS) else text for text in column.to_pylist()], pa.string())
        columns.append(column)
    return pa.Table.from_arrays(columns, schema=plain)


_WRITERS = {".parquet": _parquet, ".arrow": _arrow, ".feather": _arrow, ".csv": _csv}
