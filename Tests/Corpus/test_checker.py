"""Tests that the checker finds planted faults; a check that cannot fail proves nothing."""

from __future__ import annotations

import plistlib
import subprocess
import tempfile
import unittest
from pathlib import Path

import accounting
import archives
import dwarf
from annotations import Annotations
from counts import Counts
from generator import Diagnostic, GeneratedType, Generation
from layout import Layouts, Record
from leaves import Unaccounted, columns, leaves

HEADER = """
struct inner { short x; _Bool flag; };
struct sample {
    unsigned a : 3; int b : 7; unsigned yes : 1;
    double d; float f; __int128 wide;
    struct { int hidden; };
    struct inner one, many[2];
    unsigned short grid[2][2];
    unsigned char bytes[4];
};
struct refused { int x; void *pointer; };
union either { int i; float f; };
"""


class CheckerTests(unittest.TestCase):
    layouts: Layouts
    header: Path

    @classmethod
    def setUpClass(cls) -> None:
        folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory())).resolve()
        cls.header = folder / "sample.h"
        cls.header.write_text(HEADER)
        (folder / "u.c").write_text('#include "sample.h"\n')
        subprocess.run(["gcc", "-g", "-gdwarf-5", "-fno-eliminate-unused-debug-types", "-c", "u.c", "-o", "u.o"], cwd=folder, check=True)
        cls.layouts = Layouts(dwarf.read(folder / "u.o"))

    def record(self, name: str) -> Record:
        (record,) = self.layouts.named(name)
        return record

    def setUp(self) -> None:
        self.leaves = leaves(self.record("sample"), Annotations())
        self.bytes = bytes(range(1, self.record("sample").size + 1))
        self.expected = archives.expected_single(self.leaves, self.bytes)

    def test_bytes_are_read_as_the_abi_lays_them_out(self) -> None:
        word = int.from_bytes(self.bytes[:4], "little")
        self.assertEqual(self.expected["a"], word & 7)
        self.assertEqual(self.expected["b"], (word >> 3 & 127) - (128 if word >> 9 & 1 else 0))
        self.assertIs(self.expected["yes"], bool(word >> 10 & 1))
        self.assertEqual(self.expected["wide[]"], "i128")
        self.assertEqual(self.expected["hidden"], int.from_bytes(self.bytes[48:52], "little"))
        self.assertEqual(self.expected["many[]"], "count 2\ni16 x\nbool flag")
        self.assertEqual(self.expected["many[].flag"], b"\1\1")
        self.assertEqual(self.expected["grid[]"], "u16[2][2]")
        self.assertNotIn("bytes[]", self.expected)

    def test_equal_archives_have_no_differences(self) -> None:
        self.assertEqual(list(archives.differences(dict(self.expected), self.expected)), [])

    def test_each_wrong_value_is_a_difference(self) -> None:
        for key, wrong in {
            "a": self.expected["a"] ^ 1, "yes": 1, "d": -self.expected["d"], "one.x": float(self.expected["one.x"]),
            "grid": self.expected["grid"][::-1], "grid[]": "u16[4]", "many[].x": b"", "one.flag": 1,
        }.items():
            with self.subTest(key):
                self.assertEqual(len(list(archives.differences(self.expected | {key: wrong}, self.expected))), 1)

    def test_a_missing_and_a_strange_key_are_differences(self) -> None:
        found = {key: value for key, value in self.expected.items() if key != "hidden"} | {"more": 1}
        self.assertEqual(len(list(archives.differences(found, self.expected))), 2)

    def test_the_sign_of_zero_and_the_payload_of_a_nan_count(self) -> None:
        self.assertEqual(len(list(archives.differences({"d": -0.0}, {"d": 0.0}))), 1)

    def test_a_field_that_came_back_changed_is_a_difference_and_padding_is_not(self) -> None:
        all_columns = columns(self.leaves)
        for offset, count in {8: 1, 16: 1, 48: 1, 52: 1, 4: 0, 20: 0, 55: 0}.items():
            with self.subTest(offset):
                changed = bytearray(self.bytes)
                changed[offset] ^= 0xFF
                self.assertEqual(len(list(archives.decoded_differences(all_columns, bytes(changed), self.bytes))), count)

    def test_the_second_reader_is_held_against_the_bytes_too(self) -> None:
        archive = plistlib.dumps(
            {"$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": {"root": plistlib.UID(1)},
             "$objects": ["$null", {"$class": plistlib.UID(2), "a": 6}, {"$classname": "sample", "$classes": ["sample"]}]},
            fmt=plistlib.FMT_BINARY)
        self.assertEqual(archives.root(archive, "sample"), {"a": 6})
        only_a = [column for column in columns(self.leaves) if column.name == "a"]
        self.assertEqual(list(archives.reader_differences(archive, only_a, [b"\6" + self.bytes[1:]], False)), [])
        self.assertEqual(len(list(archives.reader_differences(archive, only_a, [b"\5" + self.bytes[1:]], False))), 1)
        with self.assertRaises(ValueError):
            archives.root(archive, "other")

    def test_a_field_that_nobody_reports_is_unaccounted_for(self) -> None:
        with self.assertRaises(Unaccounted):
            leaves(self.record("refused"), Annotations())

    def test_a_record_that_is_neither_generated_nor_reported_is_a_problem(self) -> None:
        self.assertEqual(len(self.problems([])), 2)
        self.assertEqual(self.problems([self.left_out("struct refused", 11, "its field 'pointer' (void *) is a pointer, which"), self.union()]), [])

    def test_a_reason_that_dwarf_does_not_confirm_is_a_problem(self) -> None:
        # If the message names another field, nothing is reported about the pointer.
        for reason, count in {
            "its field 'x' (int) is a pointer": 2, "its field 'y' (int) is a pointer": 2, "its field 'pointer' (void *) is a union": 1,
        }.items():
            with self.subTest(reason):
                self.assertEqual(len(self.problems([self.left_out("struct refused", 11, reason), self.union()])), count)

    def test_a_refusal_at_another_place_is_not_the_records(self) -> None:
        pointer = "its field 'pointer' (void *) is a pointer, which"
        self.assertEqual(len(self.problems([self.left_out("struct refused", 2, pointer), self.union()])), 1)

    def test_a_skip_of_a_plain_field_is_a_problem(self) -> None:
        message = "field 'x' of 'struct refused' is skipped: it is a pointer, which this version does not archive yet"
        counts = Counts()
        accounting.check_skips(self.layouts, self.generation([Diagnostic("warning", message, self.header, 11)]), counts)
        self.assertEqual(len(counts.problems), 1)

    def left_out(self, name: str, line: int, reason: str) -> Diagnostic:
        return Diagnostic("warning", f"'{name}' is left out: {reason}", self.header, line)

    def union(self) -> Diagnostic:
        return self.left_out("union either", 12, "no annotation determines the live member of the union")

    def generation(self, diagnostics: list[Diagnostic]) -> Generation:
        types = {name: GeneratedType(f"C.{name}", name, "", False) for name in ("inner", "sample")}
        return Generation(0, Path(), "", diagnostics, types, None)

    def problems(self, diagnostics: list[Diagnostic]) -> list[str]:
        counts = Counts()
        accounting.check(self.layouts, {self.header}, self.generation(diagnostics), Annotations(), counts)
        return counts.problems


if __name__ == "__main__":
    unittest.main()
