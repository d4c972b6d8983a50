"""A folder of archives as one table: DuckDB, Polars, Dask and pyarrow give the same, known, answers."""

from __future__ import annotations

import ast
import concurrent.futures
import multiprocessing
import pickle
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import duckdb
import numpy as np
import polars
import pyarrow
import pyarrow.compute

import archivegen
from archivegen import Case, NewTable
from archivegen.dataset import ArchiveDataset

FILES, ROWS = 7, 1000


def partial(path: str) -> dict[int, float]:
    """One archive's share of the answer, in a process of its own, with NumPy alone."""
    table = archivegen.open(path).root
    is_wanted = table["flag"] < 3
    return {int(kind): float(table["price"][is_wanted & (table["kind"] == kind)].sum()) for kind in range(4)}


class DatasetTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        work = tempfile.TemporaryDirectory()
        cls.addClassCleanup(work.cleanup)
        cls.folder = Path(work.name)
        number = np.arange(ROWS)
        for file in range(FILES):
            archivegen.save(cls.folder / f"{file}.archive", NewTable(
                "order", {"kind": number % 4, "id": (number + ROWS * file).astype(np.uint32), "price": number / 4, "name": [f"n{one % 7}" for one in number],
                          "flag": number % 8, "i": number}, types={"kind": "u8", "flag": "u3"}, cases={"i": Case("kind", (1,))}))
        cls.expected = {
            kind: FILES * sum(one / 4 for one in range(ROWS) if one % 8 < 3 and one % 4 == kind) for kind in range(3)}
        cls.dataset = ArchiveDataset(cls.folder)

    def test_duckdb_finds_a_dataset_by_its_name(self) -> None:
        orders = self.dataset
        self.assertIsNotNone(orders)
        found = duckdb.sql("select kind, sum(price) from orders where flag < 3 group by kind order by kind").fetchall()
        self.assertEqual(dict(found), self.expected)
        self.assertEqual(duckdb.sql("select count(*), count(i), max(id), min(name) from orders").fetchall(), [(7000, 1750, 6999, "n0")])
        # A second query reads the archives again.
        self.assertEqual(duckdb.sql("select count(*) from orders where name = 'n6' and id >= 1000").fetchall(), [(142 * 6,)])

    def test_polars_reads_the_columns_of_its_query(self) -> None:
        found = self.dataset.to_polars().filter(polars.col("flag") < 3).group_by("kind").agg(polars.col("price").sum()).collect()
        self.assertEqual({one["kind"]: one["price"] for one in found.to_dicts()}, self.expected)

    def test_dask_has_small_archives_in_one_partition(self) -> None:
        self.assertEqual(self.dataset.to_dask().npartitions, 1)
        frame = self.dataset.to_dask(partition_size=0)
        self.assertEqual(frame.npartitions, FILES)
        found = frame[frame.flag < 3].groupby("kind").price.sum().compute(scheduler="processes", num_workers=2)
        self.assertEqual(found.to_dict(), self.expected)

    def test_the_line_for_dask_works_in_a_script_without_a_guard(self) -> None:
        line = 'ArchiveDataset(sys.argv[1]).to_dask().groupby("kind").price.sum().compute()'
        script = f"import sys\nfrom archivegen.dataset import ArchiveDataset\nprint({line}.to_dict())\n"
        with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
            file.write(script)
            file.flush()
            run = subprocess.run([sys.executable, file.name, str(self.folder)], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(set(ast.literal_eval(run.stdout)), {0, 1, 2, 3})

    def test_workers_of_a_cluster_give_the_answer(self) -> None:
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            self.skipTest("dask.distributed is not installed")
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
            frame = self.dataset.to_dask(partition_size=0)
            self.assertEqual(frame[frame.flag < 3].groupby("kind").price.sum().compute().to_dict(), self.expected)
            self.assertEqual(frame.name.nunique().compute(), 7)

    def test_pyarrow_scans_it_as_any_dataset(self) -> None:
        condition = pyarrow.compute.field("flag") < 3
        table = self.dataset.to_table(columns=["kind", "price"], filter=condition)
        found = table.group_by("kind").aggregate([("price", "sum")]).to_pydict()
        self.assertEqual(dict(zip(found["kind"], found["price_sum"])), self.expected)
        self.assertEqual((self.dataset.count_rows(), self.dataset.count_rows(filter=condition)), (7000, 2625))
        self.assertEqual(self.dataset.head(3, columns=["id"]).to_pydict(), {"id": [0, 1, 2]})
        self.assertEqual(sum(len(batch) for batch in self.dataset.scanner(columns=["id"]).to_batches()), 7000)

    def test_the_work_is_spread_over_processes(self) -> None:
        with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
            shares = list(pool.map(partial, self.dataset.files))
        self.assertEqual({kind: sum(share[kind] for share in shares) for kind in range(3)}, self.expected)

    def test_a_dataset_can_be_sent_to_another_process(self) -> None:
        copy = pickle.loads(pickle.dumps(self.dataset))
        self.assertEqual((copy.files, copy.schema), (self.dataset.files, self.dataset.schema))

    def test_a_column_that_an_archive_does_not_have_is_null_and_one_of_another_type_is_converted(self) -> None:
        with tempfile.TemporaryDirectory() as work:
            archivegen.save(Path(work) / "a.archive", NewTable("r", {"x": np.array([1], np.int64), "y": ["a"]}))
            archivegen.save(Path(work) / "b.archive", NewTable("r", {"x": np.array([2], np.int16)}))
            self.assertEqual(ArchiveDataset(work).to_table().to_pydict(), {"x": [1, 2], "y": ["a", None]})
            archivegen.save(Path(work) / "c.archive", NewTable("r", {"x": np.array([0.5])}))
            with self.assertRaises(archivegen.WrongKind) as caught:
                ArchiveDataset(work).to_table()
            self.assertIn("c.archive", str(caught.exception))

    def test_a_damaged_archive_is_named(self) -> None:
        with tempfile.TemporaryDirectory() as work:
            archivegen.save(Path(work) / "a.archive", NewTable("r", {"x": [1]}))
            (Path(work) / "b.archive").write_bytes((Path(work) / "a.archive").read_bytes()[:-40])
            with self.assertRaises(archivegen.ArchiveError) as caught:
                ArchiveDataset(work).to_table()
            self.assertIn("b.archive", str(caught.exception))

    def test_a_folder_without_archives_is_an_error(self) -> None:
        with tempfile.TemporaryDirectory() as work, self.assertRaises(FileNotFoundError):
            ArchiveDataset(work)


if __name__ == "__main__":
    unittest.main()
