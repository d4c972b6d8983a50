"""Figures beside their peers: figures.py column | folder [--files N] [--rows N] [--work FOLDER]

`column` reads one column of 10,000,000 rows; `folder` queries 1,000 archives of 100,000 rows, whose answer is known from how they were made.
Files are made in a temporary folder and deleted. Times are medians (of three for `folder`), with what was read in the page cache.
"""

from __future__ import annotations

import argparse
import multiprocessing
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import archivegen
from archivegen import NewTable
from archivegen.dataset import ArchiveDataset

KINDS, LIMIT = 5, 3
TYPES = {"flag": "u3"}
Answer = dict[int, tuple[int, int, float]]


def timed(times: int, body: Callable[[], Any]) -> tuple[float, Any]:
    """The median of some runs, in seconds, and the last result."""
    body()
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        result = body()
        spent.append(time.perf_counter() - start)
    return statistics.median(spent), result


# One column.


def column(rows: int, work: Path) -> None:
    source = np.random.default_rng(7)
    price = source.random(rows)
    values = {"price": price, "number": np.arange(rows, dtype=np.uint32), "flag": source.integers(0, 8, rows).astype(np.uint8),
              "name": np.char.mod("item %d", source.integers(0, 1000, rows))}
    archivegen.save(work / "a.archive", NewTable("r", values, types={**TYPES, "name": "utf8[8]"}))
    price.tofile(work / "price.bin")
    table = pa.table({name: pa.array(one) for name, one in values.items()})
    pq.write_table(table, work / "snappy.parquet")
    pq.write_table(table, work / "plain.parquet", compression="none", use_dictionary=False)
    pa.feather = __import__("pyarrow.feather").feather
    pa.feather.write_feather(table, work / "a.arrow", compression="uncompressed")
    size = price.nbytes

    def archive(name: str) -> Any:
        return archivegen.open(work / "a.archive").root[name]

    def parquet(name: str, file: str) -> Any:
        return pq.read_table(work / file, columns=[name], use_threads=True).column(0)

    def arrow(name: str) -> Any:
        return pa.ipc.open_file(pa.memory_map(str(work / "a.arrow"))).read_all().column(name)

    expected = price.sum()
    print(f"one column of {rows:,} f64 ({size / 1e6:.0f} MB), in seconds; in brackets GB/s")
    for name, body in (
        ("archive: open, column", lambda: archive("price")),
        ("archive: open, column, sum", lambda: archive("price").sum()),
        ("archive: open, column, copy", lambda: archive("price").copy()),
        ("numpy.fromfile", lambda: np.fromfile(work / "price.bin", "<f8")),
        ("numpy.fromfile, sum", lambda: np.fromfile(work / "price.bin", "<f8").sum()),
        ("numpy.memmap, sum", lambda: np.memmap(work / "price.bin", "<f8", "r").sum()),
        ("Parquet (snappy), column", lambda: parquet("price", "snappy.parquet")),
        ("Parquet (snappy), column, sum", lambda: parquet("price", "snappy.parquet").to_numpy().sum()),
        ("Parquet (plain), column", lambda: parquet("price", "plain.parquet")),
        ("Arrow file, mapped, column, sum", lambda: sum(chunk.to_numpy().sum() for chunk in arrow("price").chunks)),
        ("archive: to_arrow", lambda: archivegen.open(work / "a.archive").root.to_arrow(["price"])),
    ):
        seconds, result = timed(7, body)
        print(f"  {name:34} {seconds:8.4f}  ({size / seconds / 1e9:7.1f})")
        if name.endswith("sum"):
            assert np.isclose(result, expected), name
    print("other columns")
    for name, body in (
        ("archive: bit-field u3, column", lambda: archive("flag")), ("archive: text utf8[8], NumPy", lambda: archive("name")),
        ("archive: text utf8[8], Arrow", lambda: archivegen.open(work / "a.archive").root.to_arrow(["name"])),
        ("Parquet (snappy): text", lambda: parquet("name", "snappy.parquet")), ("Parquet (plain): text", lambda: parquet("name", "plain.parquet")),
    ):
        print(f"  {name:34} {timed(3, body)[0]:8.4f}")
    print("sizes in MB: " + ", ".join(f"{path.name} {path.stat().st_size / 1e6:.0f}" for path in sorted(work.iterdir())))


# A folder.


def make(job: tuple[str, int, int]) -> Answer:
    """An archive and a Parquet file of the same rows, and their share of the answer."""
    folder, file, rows = job
    source = np.random.default_rng(file)
    number = np.arange(rows)
    values: dict[str, Any] = {
        "id": (number + file * rows).astype(np.uint64), "kind": source.integers(0, KINDS, rows).astype(np.uint8), "flag": source.integers(0, 8, rows).astype(np.uint8),
        # Quarters, whose sums are exact in any order.
        "price": source.integers(0, 1 << 20, rows) / 4, "quantity": source.integers(0, 1000, rows).astype(np.uint16)}
    archivegen.save(f"{folder}/archives/{file:04}.archive", NewTable("order", values, types=TYPES))
    pq.write_table(pa.table({name: pa.array(one) for name, one in values.items()}), f"{folder}/parquet/{file:04}.parquet")
    wanted = values["flag"] < LIMIT
    return {kind: _share(wanted & (values["kind"] == kind), values["quantity"], values["price"]) for kind in range(KINDS)}


def _share(chosen: Any, quantity: Any, price: Any) -> tuple[int, int, float]:
    return int(chosen.sum()), int(quantity[chosen].sum(dtype=np.int64)), float(price[chosen].sum())


def added(shares: Any) -> Answer:
    total: Answer = dict.fromkeys(range(KINDS), (0, 0, 0.0))
    for share in shares:
        total = {kind: tuple(map(sum, zip(total[kind], share[kind]))) for kind in total}  # type: ignore[misc]
    return total


def numpy_share(path: str) -> Answer:
    """One archive's share of the answer."""
    table = archivegen.open(path).root
    kind, wanted = table["kind"], table["flag"] < LIMIT
    kind, quantity, price = kind[wanted], table["quantity"][wanted], table["price"][wanted]
    counts, quantities, prices = np.bincount(kind, minlength=KINDS), np.bincount(kind, quantity, KINDS), np.bincount(kind, price, KINDS)
    return {one: (int(counts[one]), int(quantities[one]), float(prices[one])) for one in range(KINDS)}


def parquet_share(path: str) -> Answer:
    table = pq.read_table(path, columns=["kind", "flag", "quantity", "price"], use_threads=False)
    kind, flag, quantity, price = (table.column(name).to_numpy() for name in ("kind", "flag", "quantity", "price"))
    wanted = flag < LIMIT
    kind, quantity, price = kind[wanted], quantity[wanted], price[wanted]
    counts, quantities, prices = np.bincount(kind, minlength=KINDS), np.bincount(kind, quantity, KINDS), np.bincount(kind, price, KINDS)
    return {one: (int(counts[one]), int(quantities[one]), float(prices[one])) for one in range(KINDS)}


SQL = f"select kind, count(*), sum(quantity), sum(price) from {{}} where flag < {LIMIT} group by kind"


def folder(files: int, rows: int, work: Path) -> None:
    import dask.dataframe
    import duckdb
    import polars

    (work / "archives").mkdir()
    (work / "parquet").mkdir()
    start = time.perf_counter()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, context) as pool:
        expected = added(pool.map(make, [(str(work), file, rows) for file in range(files)], chunksize=8))
    sizes = {kind: sum(path.stat().st_size for path in (work / kind).iterdir()) for kind in ("archives", "parquet")}
    print(f"{files:,} files of {rows:,} rows, made in {time.perf_counter() - start:.0f} s; archives {sizes['archives'] / 1e9:.2f} GB, Parquet {sizes['parquet'] / 1e9:.2f} GB")
    print(f"the answer: {expected}")
    archives = ArchiveDataset(work / "archives")
    parquet = sorted(map(str, (work / "parquet").iterdir()))
    pattern = f"{work}/parquet/*.parquet"

    def sql(source: str) -> Answer:
        connection = duckdb.connect()
        connection.register("archives", archives)
        return {one[0]: (one[1], int(one[2]), one[3]) for one in connection.sql(SQL.format(source)).fetchall()}

    def lazy(frame: Any) -> Answer:
        found = frame.filter(polars.col("flag") < LIMIT).group_by("kind").agg(
            polars.len().alias("n"), polars.col("quantity").cast(polars.Int64).sum(), polars.col("price").sum()).collect()
        return {one["kind"]: (one["n"], one["quantity"], one["price"]) for one in found.to_dicts()}

    def dask_(frame: Any) -> Answer:
        found = frame[frame.flag < LIMIT].astype({"quantity": "int64"}).groupby("kind").agg({"id": "count", "quantity": "sum", "price": "sum"})
        found = found.compute(scheduler="processes", num_workers=2)
        return {int(kind): (int(one["id"]), int(one["quantity"]), float(one["price"])) for kind, one in found.iterrows()}

    def spread(share: Callable[[str], Answer], paths: list[str]) -> Answer:
        with ProcessPoolExecutor(2, context) as pool:
            return added(pool.map(share, paths, chunksize=16))

    runs: list[tuple[str, Callable[[], Answer]]] = [
        ("NumPy, one process: archives", lambda: added(map(numpy_share, archives.files))),
        ("NumPy, one process: Parquet", lambda: added(map(parquet_share, parquet))),
        ("NumPy, two processes: archives", lambda: spread(numpy_share, archives.files)),
        ("NumPy, two processes: Parquet", lambda: spread(parquet_share, parquet)),
        ("DuckDB: archives", lambda: sql("archives")), ("DuckDB: Parquet", lambda: sql(f"'{pattern}'")),
        ("Polars: archives", lambda: lazy(archives.to_polars())), ("Polars: Parquet", lambda: lazy(polars.scan_parquet(pattern))),
        ("Dask, two processes: archives", lambda: dask_(archives.to_dask())), ("Dask, two processes: Parquet", lambda: dask_(dask.dataframe.read_parquet(pattern))),
    ]
    total = files * rows
    for name, body in runs:
        seconds, found = timed(3, body)
        assert {kind: tuple(found[kind]) for kind in found} == expected, f"{name}: {found}"
        print(f"  {name:34} {seconds:7.2f} s  {total / seconds / 1e6:8.1f} million rows/s  {13 * total / seconds / 1e9:6.2f} GB/s of the columns", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("column", "folder"))
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--rows", type=int)
    parser.add_argument("--work", help="where the files are made; a new folder in it is deleted at the end")
    options = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="archivegen-", dir=options.work))
    try:
        if options.what == "column":
            column(options.rows or 10_000_000, work)
        else:
            folder(options.files, options.rows or 100_000, work)
    finally:
        shutil.rmtree(work)
    return 0


if __name__ == "__main__":
    sys.exit(main())
