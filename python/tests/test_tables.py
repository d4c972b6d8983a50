"""Some records and columns of tables, tables in notebooks and other processes, and records under keys."""

from __future__ import annotations

import contextlib
import importlib
import io
import pickle
import plistlib
import sys
import unittest
from unittest import mock

import numpy as np
from support import archive, described, table

import archivegen
from archivegen import Case, NewObject, NewRecord, NewTable
from archivegen.__main__ import main

COUNT = 12


def orders() -> archivegen.Table:
    number = np.arange(COUNT)
    made = NewTable(
        "order", {"kind": number % 3, "id": number.astype(np.uint32), "name": [f"n{one}" for one in number], "flag": number % 8, "pair": np.stack([number, -number], 1),
                  "i": number * 10, "r": number / 4},
        types={"kind": "u8", "flag": "u3", "name": "utf8[4]"}, cases={"i": Case("kind", (1,)), "r": Case("kind", (0, 2))})
    found = archivegen.loads(archivegen.dumps(made)).root
    assert isinstance(found, archivegen.Table)
    return found


class SelectionTests(unittest.TestCase):
    def check(self, some: archivegen.Table, numbers: list[int]) -> None:
        whole = orders()
        self.assertEqual(list(some), [whole.row(number) for number in numbers])
        self.assertEqual(len(some), len(numbers))
        for name in whole.columns:
            self.assertTrue(np.array_equal(np.ma.getdata(some[name]), np.ma.getdata(whole[name])[numbers]), name)
            self.assertTrue(np.array_equal(np.ma.getmaskarray(some[name]), np.ma.getmaskarray(whole[name])[numbers]), name)

    def test_slices_are_tables_of_these_records(self) -> None:
        for wanted in (slice(2, 5), slice(None), slice(-3, None), slice(5, 2), slice(0, 100, 4), slice(None, None, -1), slice(1, None)):
            with self.subTest(wanted):
                self.check(orders()[wanted], list(range(COUNT))[wanted])

    def test_masks_and_lists_of_numbers_choose_records(self) -> None:
        whole = orders()
        self.check(whole[whole["id"] % 5 == 0], [0, 5, 10])
        self.check(whole[[7, -1, 7]], [7, 11, 7])
        self.check(whole[np.array([], int)], [])
        self.check(whole[2:9][[1, 2]][-1:], [4])

    def test_a_slice_is_a_view_of_the_file(self) -> None:
        whole = orders()
        self.assertTrue(np.shares_memory(whole[3:6]["id"], whole["id"]))

    def test_lists_of_names_choose_columns_in_their_order(self) -> None:
        some = orders()[["r", "id"]]
        self.assertEqual(some.columns, ["r", "id"])
        self.assertEqual(some.row(1), {"id": 1})
        self.assertEqual(some[3:4].row(0), {"r": 0.75, "id": 3})
        self.assertEqual(list(some.keys()), ["r", "id"])
        self.assertEqual(set(dict(orders())), set(orders().columns))

    def test_head_and_types(self) -> None:
        self.assertEqual([one["id"] for one in orders().head(2)], [0, 1])
        self.assertEqual(len(orders().head()), 5)
        self.assertEqual(orders().dtypes["id"], np.uint32)
        self.assertEqual(list(orders().dtypes), orders().columns)
        self.assertEqual({name: orders()[name].dtype for name in orders().columns}, orders().dtypes)

    def test_an_array_of_several_dimensions_is_sliced_by_the_first(self) -> None:
        whole = table("count 3 2\nu8 x", **{"[].x": bytes(range(6))})
        self.assertEqual(whole[1:]["x"].tolist(), [[2, 3], [4, 5]])
        self.assertEqual(whole[[2]]["x"].tolist(), [[4, 5]])

    def test_what_is_not_there_is_an_error_that_lists_what_is(self) -> None:
        with self.assertRaises(archivegen.Missing) as caught:
            orders()["prize"]
        self.assertIn("'kind', 'id', 'name', 'flag', 'pair', 'i', 'r'", str(caught.exception))
        for wrong in ([12], [-13], np.ones(3, bool)):
            with self.assertRaises(IndexError):
                orders()[wrong]
        with self.assertRaises(TypeError):
            orders()[1.5]
        with self.assertRaises(archivegen.Missing):
            orders()[["id", "nope"]]

    def test_a_table_can_be_pickled_without_its_archive(self) -> None:
        for one in (orders(), orders()[2:5], orders()[["r", "id"]], orders()[:0]):
            again = pickle.loads(pickle.dumps(one))
            self.assertEqual((again.columns, list(again), again.name, again.shape), (one.columns, list(one), one.name, one.shape))
        self.assertLess(len(pickle.dumps(orders()[:1])), 4000)

    def test_a_notebook_shows_the_first_records_without_markup_of_the_archive(self) -> None:
        shown = orders()._repr_html_()
        self.assertIn("<td>n9</td>", shown)
        self.assertNotIn("<td>n10</td>", shown)
        made = NewTable("<b>", {"<i>": ["<script>"]})
        found = archivegen.loads(archivegen.dumps(made)).root._repr_html_()
        self.assertNotIn("<script>", found)
        self.assertNotIn("<i>", found)
        self.assertIn("&lt;script&gt;", found)

    def test_a_package_that_is_missing_is_named_as_pip_installs_it(self) -> None:
        graph = archivegen.loads(archivegen.dumps(archivegen.NewGraph({"node": NewTable("node", {"v": [1]})}))).root

        def dataset() -> None:
            importlib.import_module("archivegen.dataset")

        for package, call in (("pyarrow", orders().to_arrow), ("pandas", orders().to_pandas), ("networkx", graph.to_networkx), ("pyarrow", dataset)):
            with self.subTest(package), mock.patch.dict(sys.modules, {package: None}):
                sys.modules.pop("archivegen.dataset", None)
                with self.assertRaises(ImportError) as caught:
                    call()
                self.assertIn(f"pip install {package}", str(caught.exception))

    def test_without_pyarrow_the_other_way_to_csv_is_named(self) -> None:
        for output, names_it in (("-", True), ("a.csv", True), ("a.parquet", False)):
            with mock.patch.dict(sys.modules, {"pyarrow": None}), contextlib.redirect_stderr(io.StringIO()) as printed:
                for module in ("archivegen.dataset", "archivegen.export"):
                    sys.modules.pop(module, None)
                self.assertEqual(main(["export", "a.archive", "-o", output]), 1)
            self.assertIn("pip install pyarrow", printed.getvalue())
            self.assertEqual("archivegen convert" in printed.getvalue(), names_it)

    def test_a_damaged_slice_is_refused_like_the_whole(self) -> None:
        whole = table("count 2\nu8 k\n@1=1 u16 m", **{"[].k": bytes([1, 1]), "[].m": bytes(3)})
        for wanted in (slice(0, 1), [0]):
            with self.assertRaises(archivegen.ArchiveError):
                whole[wanted]["m"]


class RecordTests(unittest.TestCase):
    def test_a_record_under_a_key_is_stored_field_by_field(self) -> None:
        inner = NewRecord("price", {"cents": 5})
        data = archivegen.dumps(values={"a": NewRecord("order", {"number": 7, "price": inner, "parts": np.array([1], np.uint16)})})
        top = plistlib.loads(data)["$top"]
        self.assertEqual(sorted(top), ["a.number", "a.parts", "a.parts[]", "a.price.cents"])
        found = archivegen.loads(data)
        self.assertEqual((found["a"]["number"], found["a"]["price"]["cents"]), (7, 5))

    def test_as_a_root_it_is_an_object_and_an_object_under_a_key_stays_one(self) -> None:
        self.assertEqual(archivegen.loads(archivegen.dumps(NewRecord("order", {"x": 1}))).root.class_name, "order")
        found = archivegen.loads(archivegen.dumps(values={"a": NewObject("T", {"x": 1})}))
        self.assertEqual(found["a"].class_name, "T")

    def test_a_record_within_itself_is_refused(self) -> None:
        record = NewRecord("r", {})
        record["r"] = record
        with self.assertRaises(archivegen.NotArchivable):
            archivegen.dumps(values={"a": record})


class OtherArchiverTests(unittest.TestCase):
    def test_an_archive_of_a_subclass_of_the_archiver_is_read(self) -> None:
        whole = plistlib.loads(archive([{"$class": plistlib.UID(2), "x": 5}, described("T")]))
        whole["$archiver"] = "NRKeyedArchiver"
        found = archivegen.loads(plistlib.dumps(whole, fmt=plistlib.FMT_BINARY))
        self.assertEqual((found["x"], found.archiver), (5, "NRKeyedArchiver"))


if __name__ == "__main__":
    unittest.main()
