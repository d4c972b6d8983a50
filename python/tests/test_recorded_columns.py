"""The recorded archives with columns of Swift types, value by value. `test_archives` compares them with what Swift has found, too."""

from __future__ import annotations

import unittest
from decimal import Decimal
from pathlib import Path
from uuid import UUID

import numpy as np
from support import ROOT

import archivegen
from archivegen import Table


def recorded(name: str) -> list[Path]:
    return sorted(ROOT.glob(f"Tests/Goldens/Columns/*/{name}.archive"))


def table(path: Path) -> Table:
    root = archivegen.open(path).root
    assert isinstance(root, Table)
    return root


class RecordedColumnTests(unittest.TestCase):
    def test_there_is_a_set(self) -> None:
        for name in ("numbers", "halts", "visits", "fares", "route", "map"):
            self.assertTrue(recorded(name), name)

    def test_numbers_keep_their_bits(self) -> None:
        for path in recorded("numbers"):
            found = table(path)
            self.assertEqual(found["id"].tolist(), [0, 2**32 - 1, 1])
            self.assertEqual(found["count"].tolist(), [0, -(2**63), 2**63 - 1])
            self.assertEqual(found["isOpen"].tolist(), [False, True, False])
            self.assertEqual([str(x) for x in found["x"].tolist()], ["0.0", "-0.0", "0.1"])
            self.assertEqual(found["weight"].dtype, np.float32)

    def test_texts_enumerations_and_structs_inside_have_columns(self) -> None:
        for path in recorded("halts"):
            found = table(path)
            self.assertEqual(found["name"].tolist(), ["First", "", "third · 三"])
            self.assertEqual(found["place.label"].tolist(), ["a", None, None])
            self.assertEqual(found["end.x"].tolist(), [3.0, None, None])
            self.assertEqual(found["grade"].tolist(), [9, 1, 1])
            self.assertEqual(found["coating"].tolist(), ["wax", "oil", "oil"])
            self.assertEqual(found["phase"].tolist(), ["running", "planned", "planned"])
            self.assertEqual(found["traits"].tolist(), [3, 0, 0])
            self.assertEqual(found["height"].tolist(), [0.5, None, None])

    def test_dates_uuids_and_urls_have_their_values(self) -> None:
        for path in recorded("visits"):
            found = table(path)
            self.assertEqual(found["start.NS.time"].tolist(), [700_000_000.125] * 2)
            ids = [UUID(bytes=bytes(row)) for row in found["id.NS.uuidbytes"]]
            self.assertEqual(ids, [UUID("00010203-0405-0607-0809-0a0b0c0d0eff")] * 2)
            self.assertEqual(found["page.NS.relative"].tolist(), ["https://example.com/a?b=%20#c", "a:b"])
            self.assertEqual(found["source.NS.relative"].tolist(), ["file:///tmp/x", None])

    def test_decimals_and_data_have_their_values(self) -> None:
        for path in recorded("fares"):
            found = table(path)

            def decimals(key: str) -> list[Decimal]:
                parts = zip(found[f"{key}.NS.mantissa"], found[f"{key}.NS.exponent"], found[f"{key}.NS.negative"])
                return [Decimal(f"{'-' if sign else ''}{int(digits)}E{int(power)}") for digits, power, sign in parts]

            self.assertEqual(decimals("amount"), [Decimal("-12.51"), 0])
            self.assertEqual(decimals("rate.factor"), [Decimal("7E100"), 1])
            self.assertEqual(int(found.stored("last.factor.NS.mantissa")[0]), 2**128 - 1)
            data = [bytes(row)[:length] for row, length in zip(found["digest.NS.data"], found["digest.NS.length"])]
            self.assertEqual(data, [b"\x00\xff\x00", b""])
            self.assertEqual(found["photo?"].tolist(), [True, False])

    def test_objects_are_rows_of_tables(self) -> None:
        for path in recorded("map"):
            root = archivegen.open(path).root
            stations = root["stations"]
            rows, depots = stations[""]["row"], stations["table"]
            self.assertEqual(depots["id"][rows - 1].tolist(), [0, 1, 2, 3, 4, 5])
            following = depots["next"][rows - 1].tolist()
            self.assertEqual(depots["id"][following[0] - 1], 1)
            self.assertEqual(following[2:5], [0, 0, 0])
            self.assertEqual(depots.row(root["first"]["row"] - 1)["name"], "depot 2")
            self.assertEqual(root["tickets"]["price"].tolist(), [0.5, 1.0])


if __name__ == "__main__":
    unittest.main()
