"""Columns and arrays: which are views of the file, and what the others are converted to."""

from __future__ import annotations

import struct
import tempfile
import unittest
from pathlib import Path

import numpy as np
from support import table

import archivegen
from archivegen.elements import decode, element_type, split_type
from archivegen.encoding import encode

VIEWS = {
    "bool": bool, "u8": np.uint8, "i8": np.int8, "u16": np.uint16, "i16": np.int16, "u32": np.uint32, "i32": np.int32, "u64": np.uint64, "i64": np.int64,
    "f16": np.float16, "f32": np.float32, "f64": np.float64, "c(f32)": np.complex64, "c(f64)": np.complex128, "u3": np.uint8, "i12": np.int16, "u31": np.uint32}


class ColumnTests(unittest.TestCase):
    def test_columns_of_a_mapped_file_are_views_of_it_if_numpy_has_the_type(self) -> None:
        with tempfile.TemporaryDirectory() as work:
            path = Path(work) / "a.archive"
            values = {name: (np.arange(100) % 2).astype(dtype) for name, dtype in VIEWS.items()}
            archivegen.save(path, archivegen.NewTable("r", values, types={name: name for name in VIEWS}))
            archive = archivegen.open(path)
            file = np.frombuffer(archive.buffer, np.uint8)
            for name, dtype in VIEWS.items():
                with self.subTest(name):
                    column = archive.root[name]
                    self.assertTrue(np.shares_memory(column, file))
                    self.assertFalse(column.flags.writeable)
                    self.assertEqual(column.dtype, dtype)
                    self.assertTrue(np.array_equal(column, values[name]))
            # What is still in use is still mapped.
            column = archive.root["u32"]
            archive.close()
            self.assertEqual(int(column.sum()), 50)

    def test_a_record_and_its_arrays_of_bytes_are_views_too(self) -> None:
        archive = archivegen.loads(archivegen.dumps(archivegen.NewObject("r", {"pixels": np.arange(9, dtype=np.uint8), "m": np.ones((2, 2))})))
        file = np.frombuffer(archive.buffer, np.uint8)
        self.assertTrue(np.shares_memory(archive.root["m"], file))
        self.assertTrue(np.shares_memory(np.frombuffer(archive.root.data("pixels"), np.uint8), file))
        self.assertTrue(np.shares_memory(archive.root.array("pixels", "u8"), file))
        self.assertEqual(archive.root["pixels"], bytes(range(9)))

    def test_types_that_numpy_does_not_have_are_converted(self) -> None:
        def read(name: str, raw: bytes) -> list[object]:
            element = element_type(name)
            found = decode(element, (len(raw) // element.size,), memoryview(raw))
            # The same bytes come of it again.
            self.assertEqual(bytes(encode(element, found)), raw)
            return found.tolist()

        self.assertEqual(read("u24", bytes([1, 2, 3, 255, 255, 255])), [0x030201, 0xFFFFFF])
        self.assertEqual(read("i24", bytes([1, 0, 0, 255, 255, 255])), [1, -1])
        self.assertEqual(read("i40", (-5).to_bytes(5, "little", signed=True)), [-5])
        self.assertEqual(read("u63", (1 << 62).to_bytes(8, "little")), [1 << 62])
        self.assertEqual(read("u128", (1 << 127).to_bytes(16, "little")), [1 << 127])
        self.assertEqual(read("i100", (-1 << 99).to_bytes(13, "little", signed=True)), [-1 << 99])
        self.assertEqual(read("bf16", struct.pack("<f", -2.5)[2:]), [-2.5])
        self.assertEqual(read("dd", struct.pack("<dd", 1.0, 2.0**-60)), [(1.0, 2.0**-60)])
        self.assertEqual(read("v3(f32)", struct.pack("<3f", 1, 2, 3)), [[1.0, 2.0, 3.0]])
        self.assertEqual(read("c(f16)", struct.pack("<2e", 1, 2)), [[1.0, 2.0]])
        self.assertEqual(read("f128", bytes(range(16))), [bytes(range(16))])
        if np.finfo(np.longdouble).nmant == 63:
            self.assertEqual(read("f80", struct.pack("<QH", 3 << 62, 0x4000)), [np.longdouble(3)])

    def test_native_arrays_of_a_big_endian_machine_are_read(self) -> None:
        for name, raw, expected in (("u16[2]", b"\1\2\3\4", [0x0102, 0x0304]), ("u24[1]", b"\1\2\3", [0x010203]), ("f32[1]", struct.pack(">f", 1.5), [1.5]),
                                    ("dd[1]", struct.pack(">dd", 1.0, 2.0), [(1.0, 2.0)])):
            element, dimensions, _ = split_type(name)
            self.assertEqual(decode(element, dimensions, memoryview(raw), is_big=True).tolist(), expected)

    def test_values_that_are_none_of_their_type_are_refused(self) -> None:
        for name, raw in (("bool", b"\2"), ("u3", b"\x08"), ("i3", b"\x04"), ("u24", b"\0\0"), ("u20", b"\0\0\xff"), ("i100", b"\xff" * 12 + b"\x08")):
            element = element_type(name)
            with self.subTest(name), self.assertRaises(archivegen.Damaged):
                decode(element, (1,), memoryview(raw))

    def test_texts_are_decoded_up_to_their_zeros(self) -> None:
        read = lambda name, raw: decode(split_type(name)[0], split_type(name)[1], memoryview(raw)).tolist()
        self.assertEqual(read("utf8[3][4]", b"ab\0\0\0\0\0\0abcd"), ["ab", "", "abcd"])
        self.assertEqual(read("utf8[2][4]", "é\0\0𝄞".encode()), ["é", "𝄞"])
        self.assertEqual(read("latin1[2][2]", b"\xe9\0\xff\xfe"), ["é", "ÿþ"])
        for bad in (("utf8[4]", b"a\0b\0"), ("utf8[2]", b"\xff\0"), ("utf8[2]", b"\xc3\xa9"[:1] + b"x")):
            with self.subTest(bad), self.assertRaises(archivegen.Damaged):
                read(*bad)

    def test_numpys_own_files_hold_the_texts_unchanged(self) -> None:
        texts = ["", "é", "𝄞a", "日本", "\u0301", "\uffff", "z"]
        latin = ["", "é", "ÿ", "a", "\x80", "ü", "z"]
        columns = archivegen.loads(
            archivegen.dumps(archivegen.NewTable("r", {"utf": texts, "latin": latin, "n": list(range(7))}, types={"utf": "utf8[8]", "latin": "latin1[2]"}))
        ).root
        with tempfile.TemporaryDirectory() as work:
            path = Path(work) / "r.npz"
            np.savez(path, **{name: columns[name] for name in columns.columns})
            with np.load(path, allow_pickle=False) as found:
                self.assertEqual(found["utf"].tolist(), texts)
                self.assertEqual(found["latin"].tolist(), latin)
                self.assertEqual(found["n"].tolist(), list(range(7)))

    def test_bit_fields_in_groups_are_columns(self) -> None:
        text = "count 4\nu32 order\nu8 flags\n u3 priority\n i5 delta\nu8[2] inner[].flags\n u1@7 top"
        found = table(text, **{"[].order": struct.pack("<4I", 1, 2, 3, 4), "[].flags": bytes([0xFD, 0x0A, 0x00, 0x87]), "[].inner[].flags": bytes([128, 0] * 4)})
        self.assertEqual(found.columns, ["order", "priority", "delta", "inner[].top"])
        self.assertEqual(found["priority"].tolist(), [5, 2, 0, 7])
        self.assertEqual(found["delta"].tolist(), [-1, 1, 0, -16])
        self.assertEqual(found["inner[].top"].tolist(), [[1, 0]] * 4)
        self.assertEqual((found["delta"].dtype, found.column_type("delta")), (np.int8, "i5"))

    def test_members_of_unions_are_masked_where_they_are_not_live(self) -> None:
        found = table("count 4\nu8 kind\n@1=1,2 i32 value.i\n@1!1,2 f64 value.d", **{
            "[].kind": bytes([1, 3, 2, 9]), "[].value.i": struct.pack("<2i", -1, 7), "[].value.d": struct.pack("<2d", 0.5, 0.25)})
        self.assertEqual(found["value.i"].tolist(), [-1, None, 7, None])
        self.assertEqual(found["value.d"].tolist(), [None, 0.5, None, 0.25])
        self.assertEqual(list(found)[1], {"kind": 3, "value.d": 0.5})
        self.assertEqual(found.row(-2), {"kind": 2, "value.i": 7})
        self.assertEqual(found.stored("value.i").tolist(), [-1, 7])
        self.assertEqual(found.to_numpy()["value.i"].tolist(), [-1, None, 7, None])

    def test_members_of_unions_in_arrays_have_a_place_for_each_element(self) -> None:
        found = table("count 2\nu8[3] items[].kind\n@1=1 u16 items[].v\n@1=1 @2=5 u8[2] items[].w", **{
            "[].items[].kind": bytes([1, 0, 1, 0, 0, 0]), "[].items[].v": struct.pack("<2H", 5, 6), "[].items[].w": bytes([8, 9])})
        self.assertEqual(found["items[].v"].tolist(), [[5, None, 6], [None, None, None]])
        self.assertEqual(found["items[].w"].tolist(), [[[8, 9], [None, None], [None, None]], [[None, None]] * 3])
        self.assertEqual(found.row(0)["items[].w"], [[8, 9], None, None])

    def test_conditions_may_be_on_bit_fields_and_on_members_of_other_unions(self) -> None:
        found = table("count 4\nu8 flags\n u2 kind\n@2=1 u8 inner\n@2=1 @3=7 u8 deep", **{
            "[].flags": bytes([1, 0, 1, 3]), "[].inner": bytes([7, 8]), "[].deep": bytes([99])})
        self.assertEqual(found["deep"].tolist(), [99, None, None, None])

    def test_an_array_of_several_dimensions_keeps_them(self) -> None:
        found = table("count 2 3\nu8 x\nutf8[2] t", **{"[].x": bytes(range(6)), "[].t": b"a\0b\0c\0d\0e\0f\0"})
        self.assertEqual((len(found), found.shape), (6, (2, 3)))
        self.assertEqual(found["x"].tolist(), [[0, 1, 2], [3, 4, 5]])
        self.assertEqual(found.to_numpy()["t"].tolist(), [["a", "b", "c"], ["d", "e", "f"]])
        self.assertEqual([row["x"] for row in found], list(range(6)))

    def test_what_is_not_there_is_named(self) -> None:
        found = table("count 1\nu8 x", **{"[].x": b"\0"})
        with self.assertRaises(archivegen.Missing) as caught:
            found["y"]
        self.assertIn("'y'", str(caught.exception))
        with self.assertRaises(IndexError):
            found.row(1)


if __name__ == "__main__":
    unittest.main()
