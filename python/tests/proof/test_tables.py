"""pyarrow, pandas, networkx, and the command `export`. `make python-proof` runs this with packages of PyPI."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import pandas
import pyarrow
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet

import archivegen
from archivegen import Case, Link, NewGraph, NewTable, dumps, loads

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from support import ROOT, test_archives

COLUMNS = NewTable("r", {
    "kind": [1, 2, 1, 3], "id": np.arange(4, dtype=np.uint32), "price": [0.5, -1.0, np.inf, 0.25], "name": ["a", "größe", "", "=1+1"], "latin": ["é", "b", "", "c"],
    "flag": [1, 7, 0, 3], "ok": [True, False, True, True], "pos": np.arange(12, dtype=np.float32).reshape(4, 3), "grid": np.arange(16).reshape(4, 2, 2),
    "wide": np.array([1, -1, 1 << 100, 0], object), "z": np.array([1 + 2j, 0, 0, 3j]), "half": np.arange(4, dtype=np.float16), "odd": [-1, 0, 1, 2],
    "texts": [["a", "b"], ["", "c"], ["dd", ""], ["", ""]], "i": [5, 0, -6, 0], "t": ["x", "", "y", "z"], "v": np.arange(8).reshape(4, 2)},
    types={"kind": "u8", "flag": "u3", "latin": "latin1[2]", "wide": "i128", "odd": "i40", "texts": "utf8[2][2]"},
    cases={"i": Case("kind", (1,)), "t": Case("kind", (2,), True), "v": Case("kind", (3,))})

EXPECTED = {
    "kind": [1, 2, 1, 3], "id": [0, 1, 2, 3], "price": [0.5, -1.0, float("inf"), 0.25], "name": ["a", "größe", "", "=1+1"], "latin": ["é", "b", "", "c"],
    "flag": [1, 7, 0, 3], "ok": [True, False, True, True], "pos": [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]],
    "grid": np.arange(16).reshape(4, 2, 2).tolist(), "wide": [value.to_bytes(16, "little", signed=True) for value in (1, -1, 1 << 100, 0)],
    "z": [[1.0, 2.0], [0.0, 0.0], [0.0, 0.0], [0.0, 3.0]], "half": [0.0, 1.0, 2.0, 3.0], "odd": [-1, 0, 1, 2],
    "texts": [["a", "b"], ["", "c"], ["dd", ""], ["", ""]], "i": [5, None, -6, None], "t": ["x", None, "y", "z"], "v": [None, None, None, [6, 7]]}


def command(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "archivegen", *map(str, arguments)], capture_output=True, text=True, check=False)


class TableTests(unittest.TestCase):
    def test_arrow_has_every_kind_of_column(self) -> None:
        table = loads(dumps(COLUMNS)).root.to_arrow()
        self.assertEqual(table.to_pydict(), EXPECTED)
        table.validate(full=True)
        self.assertEqual(table.schema.field("flag").metadata, {b"archivegen": b"u3"})
        self.assertEqual(table.schema.field("odd").type, pyarrow.int64())

    def test_aligned_columns_are_not_copied_for_arrow(self) -> None:
        data = bytearray(dumps(NewTable("r", {"x": np.arange(1000, dtype=np.uint8)})))
        archive = loads(data)
        array = archive.root.to_arrow().column("x").chunk(0)
        at = np.frombuffer(data, np.uint8).__array_interface__["data"][0]
        self.assertTrue(at <= array.buffers()[1].address < at + len(data))

    def test_members_of_unions_in_arrays_are_null_where_they_are_not_live(self) -> None:
        from support import columns

        table = loads(columns("count 2\nu8[3] items[].kind\n@1=1 u16 items[].v", **{"[].items[].kind": bytes([1, 0, 1, 0, 0, 0]), "[].items[].v": b"\5\0\6\0"})).root
        self.assertEqual(table.to_arrow().to_pydict()["items[].v"], [[5, None, 6], [None, None, None]])

    def test_pandas_has_the_same_columns(self) -> None:
        frame = loads(dumps(COLUMNS)).root.to_pandas()
        self.assertEqual(frame.shape, (4, 17))
        for name in ("kind", "id", "price", "name", "flag", "ok", "odd", "pos", "grid", "texts"):
            self.assertEqual(frame[name].tolist(), EXPECTED[name], name)
        self.assertEqual(frame["i"].dtype, pandas.Int64Dtype())
        self.assertEqual([None if value is pandas.NA else value for value in frame["i"]], EXPECTED["i"])
        self.assertEqual([None if pandas.isna(value) else value for value in frame["t"]], EXPECTED["t"])
        self.assertEqual(frame["v"].tolist(), EXPECTED["v"])
        self.assertEqual(frame["wide"].tolist(), [1, -1, 1 << 100, 0])

    def test_every_array_of_records_in_the_repository_is_an_arrow_table_with_the_same_rows(self) -> None:
        count = 0
        for path in test_archives():
            archive = archivegen.open(path)
            for one in archive.objects():
                for value in one.values():
                    tables = [value] if isinstance(value, archivegen.Table) else []
                    if isinstance(value, archivegen.Graph):
                        tables += [table.values for table in value.tables.values() if isinstance(table.values, archivegen.Table)]
                    for table in tables:
                        with self.subTest(f"{path.name} {table.name}"):
                            rows = [{key: one for key, one in row.items() if one is not None} for row in table.to_arrow().to_pylist()]
                            for found, expected in zip(rows, table, strict=True):
                                self.assertEqual(found.keys(), expected.keys())
                                for key in expected:
                                    if not isinstance(found[key], bytes) and table.line(key).element.lane not in ("f80", "f128", "dd"):
                                        np.testing.assert_equal(_pairs(found[key]), _pairs(expected[key]), f"{path.name} {key}")
                            table.to_pandas()
                            count += 1
        # The goldens alone have 67; archives that `make test` left come to them.
        self.assertGreater(count, 60)

    def test_networkx_has_a_node_for_each_record_and_an_edge_for_each_link(self) -> None:
        made = NewGraph({
            "node": NewTable("node", {"v": np.arange(3), "next": Link("node", [1, 2, 0]), "pair": Link("node", [[0, -1], [2, 2], [-1, -1]]),
                                      "name": Link("#text", [0, -1, 1]), "d": Link("#f64", [0, -1, 2])}),
            "#text": ["a", "ß"], "#f64": np.array([1.5, 2.5, 9.0])}, roots=[1], blocks={"#f64": [2, 1]})
        graph = loads(dumps(made)).root.to_networkx()
        self.assertEqual(sorted(graph.edges(keys=True)), [
            (("node", 0), ("node", 0), "pair[0]"), (("node", 0), ("node", 1), "next"), (("node", 1), ("node", 2), "next"), (("node", 1), ("node", 2), "pair[0]"),
            (("node", 1), ("node", 2), "pair[1]"), (("node", 2), ("node", 0), "next")])
        self.assertEqual((graph.nodes["node", 2]["name"], graph.nodes["node", 2]["v"], graph.nodes["node", 0]["d"].tolist()), ("ß", 2, [1.5, 2.5]))
        self.assertEqual([node for node, data in graph.nodes(data=True) if "root" in data], [("node", 1)])

    def test_graphs_of_the_repository_become_networks(self) -> None:
        edges = 0
        for path in sorted(ROOT.glob("Tests/Goldens/Graphs/*/*.archive")):
            root = archivegen.open(path).root
            if isinstance(root, archivegen.Graph):
                edges += root.to_networkx().number_of_edges()
        self.assertGreater(edges, 50)


class ExportTests(unittest.TestCase):
    def setUp(self) -> None:
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.folder = Path(work.name)
        for number in range(3):
            archivegen.save(self.folder / f"{number}.archive", COLUMNS)

    def test_parquet_and_arrow_files_have_all_records(self) -> None:
        for ending, read in (("parquet", pyarrow.parquet.read_table), ("arrow", pyarrow.feather.read_table), ("feather", pyarrow.feather.read_table)):
            output = self.folder / f"out.{ending}"
            run = command("export", self.folder, "-o", output, "--file-column", "file")
            self.assertEqual((run.returncode, run.stdout), (0, ""), run.stderr)
            table = read(output)
            self.assertEqual(table.num_rows, 12)
            self.assertEqual(table.drop_columns("file").slice(4, 4).to_pydict(), EXPECTED)
            self.assertEqual(set(table.column("file").to_pylist()), {str(self.folder / f"{number}.archive") for number in range(3)})
            self.assertEqual(output.stat().st_mode & 0o444, 0o444)

    def test_csv_has_arrays_as_json_and_bytes_as_digits(self) -> None:
        run = command("export", self.folder / "0.archive", "-o", "-", "-c", "id,name,pos,wide,i,ok,half")
        self.assertEqual(run.returncode, 0, run.stderr)
        rows = list(csv.DictReader(io.StringIO(run.stdout)))
        self.assertEqual(rows[1], {"id": "1", "name": "größe", "pos": "[3.0, 4.0, 5.0]", "wide": "ff" * 16, "i": "", "ok": "false", "half": "1"})
        self.assertEqual(rows[3]["name"], "=1+1")
        run = command("export", self.folder / "0.archive", "-o", "-", "-c", "name", "--spreadsheet")
        self.assertIn("'=1+1", run.stdout)

    def test_errors_tell_the_file_and_what_there_is(self) -> None:
        archivegen.save(self.folder / "x.archive", archivegen.NewObject("o", {"lines": COLUMNS, "n": 1}))
        for arguments, words in (
            ((self.folder / "x.archive", "-o", "-"), "'lines'"), ((self.folder / "0.archive", "-o", "out.xls"), "'.parquet'"[1:-1]),
            ((self.folder / "0.archive", "-o", "-", "-c", "none"), "'none'"), ((self.folder / "none.archive", "-o", "-"), "none.archive"),
            ((self.folder / "0.archive", self.folder / "x.archive", "-o", self.folder / "out.parquet"), "x.archive"),
        ):
            run = command("export", *arguments)
            self.assertEqual(run.returncode, 1)
            self.assertIn(words, run.stderr)
            self.assertNotIn("Traceback", run.stderr)
        self.assertFalse((self.folder / "out.parquet").exists())
        run = command("export", self.folder / "x.archive", "-k", "lines", "-o", "-", "-c", "id")
        self.assertEqual(run.stdout.split(), ['"id"', "0", "1", "2", "3"])

    def test_a_table_of_a_graph_is_exported_by_its_name(self) -> None:
        archivegen.save(self.folder / "g.archive", NewGraph({"node": NewTable("node", {"v": [5, 6], "next": Link("node", [1, -1])})}))
        run = command("export", self.folder / "g.archive", "-k", "node", "-o", "-")
        self.assertEqual(run.stdout.split(), ['"v","next"', "5,2", "6,0"])
        self.assertIn("node", command("tables", self.folder / "g.archive").stdout)

    def test_json_prints_what_plain_gives(self) -> None:
        run = command("json", ROOT / "Tests/Goldens/Fixtures/0.1.0/Order.archive")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertIn('"class": "Order"', run.stdout)


def _pairs(value: object) -> object:
    """Arrow has a complex number as a list of two."""
    if isinstance(value, complex):
        return [value.real, value.imag]
    return [_pairs(one) for one in value] if isinstance(value, list) else value


if __name__ == "__main__":
    unittest.main()
