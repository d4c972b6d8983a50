"""What is archived in Python comes back, in this package and in plistlib. tests/swift has the same in Swift."""

from __future__ import annotations

import datetime
import decimal
import math
import os
import plistlib
import tempfile
import unittest
import uuid
from pathlib import Path

import numpy as np

import archivegen
from archivegen import (
    Case,
    Date,
    Entries,
    Geometry,
    IndexSet,
    Link,
    Locale,
    NewGraph,
    NewObject,
    NewTable,
    NotArchivable,
    OrderedSet,
    Range,
    Set,
    TimeZone,
    dumps,
    loads,
)


class WriterTests(unittest.TestCase):
    def test_plain_values_come_back(self) -> None:
        values = {
            "yes": True, "no": False, "zero": 0, "byte": 255, "short": 65535, "long": 1 << 40, "least": -(1 << 63), "most": (1 << 64) - 1, "wide": 1 << 127,
            "low": -(1 << 127), "real": 0.1, "minus": -0.0, "inf": math.inf, "text": "größe 𝄞", "empty": "", "null": "$null", "data": b"\0\xff", "nil": None,
            "$dollar": 1, "z": 1 - 2j}
        found = loads(dumps(values=values))
        plistlib.loads(dumps(values=values))
        for key, value in values.items():
            with self.subTest(key):
                self.assertEqual((type(found[key]), found[key]), (type(value), value))
        self.assertEqual(math.copysign(1, found["minus"]), -1.0)

    def test_numpys_numbers_keep_their_precision(self) -> None:
        found = loads(dumps(values={"single": np.float32(0.1), "half": np.float16(0.5), "double": np.float64(0.1), "u8": np.uint8(7), "true": np.bool_(True)}))
        self.assertEqual([found[key] for key in ("single", "half", "double", "u8", "true")], [float(np.float32(0.1)), 0.5, 0.1, 7, True])

    def test_foundations_values_come_back(self) -> None:
        values = {
            "date": Date(0.5), "uuid": uuid.uuid4(), "decimal": decimal.Decimal("-12345678901234567890.5"), "most": decimal.Decimal((1 << 128) - 1),
            "small": decimal.Decimal("1e-128"), "range": Range(3, 4), "one": IndexSet((Range(1, 2),)), "several": IndexSet((Range(1, 2), Range(300, 1 << 40))),
            "none": IndexSet(()), "locale": Locale("nb_NO"), "zone": TimeZone("UTC"), "point": Geometry("point", "{1, 2}"),
            "rect": Geometry("rect", "{{1, 2}, {3, 4}}"), "list": [1, "x", None, [2.5, b"x"]], "map": {"a": 1, "b": [True]}, "entries": Entries([(1, "a"), (2.5, "b")])}
        found = loads(dumps(values=values))
        for key, value in values.items():
            with self.subTest(key):
                self.assertEqual((type(found[key]), found[key]), (type(value), value))
        self.assertEqual(found["rect"].numbers, (1, 2, 3, 4))
        self.assertTrue(loads(dumps(decimal.Decimal("NaN"))).root.is_nan())
        when = datetime.datetime(2026, 11, 22, 18, 0, 1, 500_000, datetime.UTC)
        self.assertEqual(loads(dumps(when)).root.datetime, when)
        self.assertEqual((loads(dumps(Set(["a"]))).root, loads(dumps(OrderedSet([2, 1]))).root), (["a"], [2, 1]))

    def test_arrays_keep_their_type_and_shape(self) -> None:
        for array in (np.arange(6, dtype=">i4").reshape(2, 3), np.array([True, False]), np.zeros((0, 3)), np.arange(4, dtype=np.uint8).reshape(2, 2),
                      np.array(["a", "ßß"]), np.array([1 + 2j]), np.arange(3, dtype=np.longdouble), np.arange(12.0).reshape(3, 4)[:, ::2]):
            with self.subTest(str(array.dtype)):
                found = loads(dumps(values={"a": array}))["a"]
                self.assertEqual((found.shape, found.tolist()), (array.shape, array.tolist()))

    def test_one_object_is_archived_once(self) -> None:
        first, shared = NewObject("A"), ["x"]
        first["self"], first["lists"] = first, [shared, shared]
        root = loads(dumps(first)).root
        self.assertIs(root["self"], root)
        self.assertIs(root["lists"][0], root["lists"][1])

    def test_a_chain_of_fifty_thousand_objects_is_written(self) -> None:
        nodes = [NewObject("Link", {"n": number}) for number in range(50_000)]
        for one, following in zip(nodes, nodes[1:]):
            one["next"] = following
        value, count = loads(dumps(nodes[0])).root, 1
        while "next" in value:
            value, count = value["next"], count + 1
        self.assertEqual((count, value["n"]), (50_000, 49_999))

    def test_columns_come_back_with_the_types_that_are_named(self) -> None:
        made = NewTable("r", {
            "flag": [1, 7, 0], "small": [-16, 15, 0], "odd": [-1, 1 << 38, 0], "name": ["a", "ß", ""], "latin": ["é", "", "ÿ"], "b": np.array([1.5, -2, 0]),
            "v": np.ones((3, 4)), "texts": [["a", "b"], ["", "c"], ["dd", ""]], "kind": [1, 2, 1], "i": [5, 0, 6]},
            types={"flag": "u3", "small": "i5", "odd": "i40", "latin": "latin1[2]", "b": "bf16", "v": "v4(f64)", "kind": "u8", "texts": "utf8[2][4]"},
            cases={"i": Case("kind", (1,))})
        found = loads(dumps(made)).root
        self.assertEqual([found.column_type(name) for name in found.columns],
                         ["u3", "i5", "i40", "utf8[2]", "latin1[2]", "bf16", "v4(f64)", "utf8[2][4]", "u8", "i64"])
        for name in made.columns:
            expected = [5, None, 6] if name == "i" else np.asarray(made.columns[name]).tolist()
            self.assertEqual(found[name].tolist(), expected, name)

    def test_what_an_archive_cannot_hold_is_refused(self) -> None:
        cases = {
            "a number outside its type": lambda: dumps(NewTable("r", {"x": [8]}, types={"x": "u3"})),
            "a text that is too long": lambda: dumps(NewTable("r", {"x": ["abc"]}, types={"x": "utf8[2]"})),
            "a text that Latin-1 does not have": lambda: dumps(NewTable("r", {"x": ["€"]}, types={"x": "latin1[4]"})),
            "a text with a NUL": lambda: dumps(NewTable("r", {"x": np.array(["a\0b"], object)})),
            "a real that is not exact": lambda: dumps(NewTable("r", {"x": [0.1]}, types={"x": "f32"})),
            "a real for an integer": lambda: dumps(NewTable("r", {"x": [1.5]}, types={"x": "u8"})),
            "columns of different lengths": lambda: NewTable("r", {"x": [1], "y": [1, 2]}),
            "a type for no column": lambda: NewTable("r", {"x": [1]}, types={"y": "u8"}),
            "another shape": lambda: dumps(NewTable("r", {"x": [[1, 2]]}, types={"x": "u8[3]"})),
            "a link to no table": lambda: dumps(NewGraph({"n": NewTable("n", {"x": Link("m", [0])})})),
            "a link to no row": lambda: dumps(NewGraph({"n": NewTable("n", {"x": Link("n", [5])})})),
            "a link outside a graph": lambda: dumps(NewTable("n", {"x": Link("n", [0])})),
            "a root that is no row": lambda: NewGraph({"n": NewTable("n", {"x": [1]})}, roots=[1]),
            "blocks of other rows": lambda: NewGraph({"n": NewTable("n", {"x": [1]})}, blocks={"n": [2]}),
            "a Python object": lambda: dumps(object()),
            "a time without a zone": lambda: dumps(datetime.datetime(2026, 1, 1)),
            "an infinite decimal": lambda: dumps(decimal.Decimal("Infinity")),
            "too many digits": lambda: dumps(decimal.Decimal("1" + "0" * 59 + "1")),
            "half of a character": lambda: dumps(values={"x": "\ud800"}),
            "an integer of 200 bits": lambda: dumps(values={"x": 1 << 200}),
            "times of NumPy": lambda: dumps(values={"x": np.array(["2026-01-01"], "M8[s]")}),
        }
        for name, body in cases.items():
            with self.subTest(name), self.assertRaises(NotArchivable):
                body()

    def test_a_file_is_replaced_when_the_new_one_is_complete(self) -> None:
        with tempfile.TemporaryDirectory() as work:
            path = Path(work) / "a.archive"
            archivegen.save(path, [1])
            before = path.read_bytes()
            with self.assertRaises(NotArchivable):
                archivegen.save(path, [object()])
            self.assertEqual((path.read_bytes(), os.listdir(work)), (before, ["a.archive"]))
            mask = os.umask(0o022)
            os.umask(mask)
            self.assertEqual(path.stat().st_mode & 0o777, 0o666 & ~mask)

    def test_equal_values_give_equal_files(self) -> None:
        make = lambda: dumps(NewObject("r", {"a": [1, {"x": 2.5}], "t": NewTable("s", {"v": np.arange(3)})}))
        self.assertEqual(make(), make())


if __name__ == "__main__":
    unittest.main()
