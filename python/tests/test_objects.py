"""Objects, Foundation's values, and archives of other writers."""

from __future__ import annotations

import contextlib
import decimal
import io
import plistlib
import struct
import tempfile
import unittest
from pathlib import Path
from typing import Any

from support import archive, as_xml, described, folder, uid

import archivegen
from archivegen import NewObject, NewTable, dumps, loads
from archivegen.__main__ import main


class ObjectTests(unittest.TestCase):
    def test_objects_in_a_circle_are_the_same_objects(self) -> None:
        data = archive([{"$class": uid(2), "next": uid(3), "all": uid(4)}, described("Node"), {"$class": uid(2), "next": uid(1)},
                        {"$class": uid(5), "NS.objects": [uid(1), uid(3), uid(4)]}, described("NSMutableArray")])
        for form in (data, as_xml(data)):
            root = loads(form).root
            self.assertIs(root["next"]["next"], root)
            self.assertIs(root["all"][0], root)
            self.assertIs(root["all"][2], root["all"])
            self.assertEqual((root.class_name, root.classes, root.uid), ("Node", ("Node", "NSObject"), 1))

    def test_a_chain_of_a_hundred_thousand_collections_is_read(self) -> None:
        count = 100_000
        chain = [{"$class": uid(count + 1), "NS.objects": [uid(number + 1)]} for number in range(1, count)]
        data = archive([*chain, {"$class": uid(count + 1), "NS.objects": []}, described("NSArray")])
        value, depth = loads(data).root, 1
        while value:
            value, depth = value[0], depth + 1
        self.assertEqual(depth, count)

    def test_seventy_arrays_of_two_references_are_seventy_lists(self) -> None:
        doubled = [{"$class": uid(2), "NS.objects": [uid(3)] * 2}, described("NSArray")]
        doubled += [{"$class": uid(2), "NS.objects": [uid(number + 1)] * 2} for number in range(3, 72)] + [{"$class": uid(2), "NS.objects": []}]
        root = loads(archive(doubled)).root
        self.assertIs(root[0], root[1])
        self.assertLess(len(str(archivegen.plain(loads(archive(doubled))))), 20_000)

    def test_what_python_would_merge_stays_apart(self) -> None:
        data = archive([{"$class": uid(2), "NS.objects": [uid(3), uid(4), uid(5)]}, described("NSSet"), 1, True, 1.0])
        self.assertEqual([type(one) for one in loads(data).root], [int, bool, float])
        data = archive([{"$class": uid(2), "NS.keys": [uid(3), uid(4)], "NS.objects": [uid(4), uid(3)]}, described("NSDictionary"), 1, True])
        self.assertEqual(loads(data).root, [(1, True), (True, 1)])
        self.assertIsInstance(loads(data).root, archivegen.Entries)

    def test_archives_of_other_writers_open(self) -> None:
        # An inline array and dictionary, a class without '$classes', a key in brackets, an NSValue of another kind, the list's own date.
        import datetime

        data = archive([
            {"$class": uid(2), "list[]": uid(3), "inline": [1, {"a": uid(4)}], "UIColor.red": 0.5, "size": uid(5), "when": datetime.datetime(2001, 1, 2)},
            {"$classname": "NSThing"}, "not a description", b"x", {"$class": uid(6), "NS.special": 12}, described("NSValue")])
        root = loads(data).root
        self.assertEqual((root.class_name, root["list[]"], root["inline"], root["UIColor.red"]), ("NSThing", "not a description", [1, {"a": b"x"}], 0.5))
        self.assertEqual(root["size"]["NS.special"], 12)
        self.assertEqual(root["when"], archivegen.Date(86400.0))
        self.assertEqual(archivegen.plain(loads(data))["values"]["inline"], [1, {"dictionary": {"a": {"bytes": "78"}}}])

    def test_elements_may_have_keys_of_their_own_and_texts_and_data_may_be_objects(self) -> None:
        # As Foundation stores an ordered set, and a set of several ranges.
        data = archive([{"$class": uid(2), "NS.object.1": uid(4), "NS.object.0": uid(3)}, described("NSOrderedSet"), "a", "b"])
        self.assertEqual((type(loads(data).root), loads(data).root), (archivegen.OrderedSet, ["a", "b"]))
        self.assertEqual(archivegen.plain(loads(data)), {"values": {"root": {"orderedSet": ["a", "b"]}}})
        data = archive([{"$class": uid(2), "NS.key.0": uid(3), "NS.object.0": uid(4)}, described("NSDictionary"), "a", 5])
        self.assertEqual(loads(data).root, {"a": 5})
        self.assertEqual(loads(archive([{"$class": uid(2)}, described("NSArray")])).root, [])
        # With a gap, or beside another key, it is an object, so that nothing is left out.
        data = archive([{"$class": uid(2), "NS.object.0": uid(3), "NS.object.2": uid(3)}, described("NSArray"), "a"])
        self.assertEqual(loads(data).root.class_name, "NSArray")
        data = archive([{"$class": uid(2), "NSRangeCount": 2, "NSRangeData": uid(3)}, described("NSIndexSet"), {"$class": uid(4), "NS.data": b"\0\x32\x64\x32"},
                        described("NSMutableData")])
        self.assertEqual(loads(data).root.ranges, (archivegen.Range(0, 50), archivegen.Range(100, 50)))
        data = archive([{"$class": uid(2), "NS.objects": [uid(3), uid(5)]}, described("GSArray"), {"$class": uid(4), "NS.bytes": "größe".encode()},
                        described("GSString"), {"$class": uid(6), "NS.time": 5}, described("NSGDate")])
        self.assertEqual(loads(data).root, ["größe", archivegen.Date(5.0)])
        # As Foundation on Apple's platforms names a decimal.
        data = archive([{"$class": uid(2), "NS.mantissa": b"\xd2\x04" + bytes(14), "NS.length": 1, "NS.exponent": -2, "NS.negative": False},
                        described("NSDecimalNumberPlaceholder")])
        self.assertEqual(loads(data).root, decimal.Decimal("12.34"))

    def test_ten_thousand_objects_in_circles_are_read_as_they_are(self) -> None:
        count = 10_000
        views = [{"$class": uid(count + 1), "NSSuperview": uid(max(1, index // 2)), "NSSubviews": uid(count + 3 + index), "NSTag": index} for index in range(1, count + 1)]
        lists = [{"$class": uid(count + 2), "NS.objects": [uid(one) for one in (2 * index, 2 * index + 1) if one <= count]} for index in range(1, count + 1)]
        data = archive([*views, {"$classname": "NSView", "$classes": ["NSView", "NSResponder", "NSObject"]}, described("NSMutableArray"), {}, *lists])
        for form in (data, as_xml(data)):
            root = loads(form).root
            seen, open_ = {}, [root]
            while open_:
                view = open_.pop()
                seen[view["NSTag"]] = view
                open_ += view["NSSubviews"]
                self.assertTrue(all(one["NSSuperview"] is view for one in view["NSSubviews"]))
            self.assertEqual((len(seen), root.classes[1]), (count, "NSResponder"))
        self.assertEqual(len(archivegen.plain(loads(data))["objects"]), count - 1)

    def test_a_dictionary_within_another_is_no_object_even_if_it_has_a_class(self) -> None:
        data = archive([{"$class": uid(2), "x": {"$class": uid(3), "NS.keys": [[], 1], "NS.objects": [1, 2]}}, described("r"), described("NSDictionary")])
        self.assertEqual(loads(data).root["x"]["NS.keys"], [[], 1])

    def test_several_values_and_records_stand_in_the_top(self) -> None:
        data = archivegen.dumps(values={"order.number": 7, "order.price.cents": 5, "answer": 42, "$odd": 1})
        found = loads(data)
        self.assertEqual((found["answer"], found["$odd"], found["order"]["number"], found["order"]["price"]["cents"]), (42, 1, 7, 5))
        self.assertEqual(sorted(found.root), ["$odd", "answer", "order.number", "order.price.cents"])
        self.assertEqual(dict(found["order"]), {"number": 7, "price.cents": 5})
        with self.assertRaises(archivegen.Missing) as caught:
            found["answr"]
        self.assertIn("did you mean 'answer'", str(caught.exception))

    def test_bit_fields_and_elements_of_a_record_are_fields(self) -> None:
        text = "u16 flags\n u3 priority\n u1 urgent\n i5 kind\n u4@12 level"
        data = archive([{"$class": uid(2), "in.[bits]": uid(3), "in.flags": 0x91DD, "part[]": uid(4), "part[0]": 39, "part[1]": 46,
                         "lines[]": uid(5), "lines[0].x": 1, "lines[1].x": 2}, described("r"), text, "elements u16[2]", "elements count 2"])
        root = loads(data).root
        self.assertEqual(dict(root["in"]), {"kind": -3, "level": 9, "priority": 5, "urgent": 1})
        self.assertEqual((root["part"].tolist(), root["part"].dtype), ([39, 46], "uint16"))
        self.assertEqual([dict(line) for line in root["lines"]], [{"x": 1}, {"x": 2}])
        self.assertEqual(sorted(root), ["in.kind", "in.level", "in.priority", "in.urgent", "lines", "part"])

    def test_errors_tell_the_key_path_and_the_byte(self) -> None:
        data = archive([{"$class": uid(2), "in.x": b"\0\0\0", "in.x[]": uid(3)}, described("r"), "u16[2]"])
        with self.assertRaises(archivegen.Damaged) as caught:
            loads(data).root["in"]["x"]
        self.assertEqual(caught.exception.key_path, ("x",))
        self.assertEqual(caught.exception.offset, data.index(b"\0\0\0"))
        self.assertIn("3 bytes, and 4 are needed for u16[2]", str(caught.exception))

    def test_text_of_a_file_cannot_control_a_terminal(self) -> None:
        data = archive([{"$class": uid(2), "\x1b[31m": 1}, described("r")])
        with self.assertRaises(archivegen.Missing) as caught:
            loads(data).root["\x1b[31n"]
        self.assertNotIn("\x1b", str(caught.exception))

    def test_files_of_other_kinds_are_named(self) -> None:
        for data, words in ((b"", "empty"), (b"PK\3\4", "begins with"), (plistlib.dumps({"a": 1}), "no keyed archive"), (b"<html></html>", "'html'"),
                            (b"bplist00", "ends after")):
            with self.subTest(data[:8]), self.assertRaises(archivegen.ArchiveError) as caught:
                loads(data)
            self.assertIn(words, str(caught.exception))

    def test_two_bases_of_urls_that_lead_to_each_other_end(self) -> None:
        url = lambda base: {"$class": uid(3), "NS.base": uid(base), "NS.relative": uid(4)}
        found = loads(archive([url(2), url(1), described("NSURL"), "x"]))
        self.assertIs(found.root.base.base, found.root)
        self.assertEqual(len(archivegen.plain(found)["objects"]), 2)


def zoo() -> bytes:
    """An object with an array of records and a graph as properties, and arrays of records in an array and in a dictionary."""
    holder = {"$class": uid(2), "samples": uid(3), "tree": uid(6), "groups": uid(9), "byName": uid(11), "back": uid(1)}
    samples = {"$class": uid(4), "[]": uid(5), "[].x": bytes([7, 8, 9])}
    tree = {"$class": uid(7), "[]": uid(8), "[].#root": struct.pack("<I", 1), "node[]": uid(5), "node[].x": bytes([1, 2, 3])}
    return archive([
        holder, described("Zoo"), samples, described("Sample[]"), "count 3\nu8 x", tree, described("node*"), "graph 1\n3 node",
        {"$class": uid(10), "NS.objects": [uid(3), uid(3)]}, described("NSArray"),
        {"$class": uid(12), "NS.keys": [uid(13)], "NS.objects": [uid(3)]}, described("NSDictionary"), "first"])


def listed(data: bytes) -> str:
    """What `tables` prints."""
    with tempfile.TemporaryDirectory() as work, contextlib.redirect_stdout(io.StringIO()) as printed:
        path = Path(work) / "zoo.archive"
        path.write_bytes(data)
        assert main(["tables", str(path)]) == 0
    return printed.getvalue()


class TableOfPropertyTests(unittest.TestCase):
    def test_an_array_of_records_is_a_table_wherever_it_is(self) -> None:
        found = loads(zoo())
        samples = found.root["samples"]
        self.assertIsInstance(samples, archivegen.Table)
        self.assertEqual((samples.name, samples["x"].tolist()), ("Sample", [7, 8, 9]))
        self.assertIs(found.root["groups"][1], samples)
        self.assertIs(found.root["byName"]["first"], samples)
        self.assertIs(found.find("groups/0"), samples)
        self.assertEqual(found.find("samples/x").tolist(), [7, 8, 9])

    def test_a_graph_is_a_graph_wherever_it_is(self) -> None:
        tree = loads(zoo()).root["tree"]
        self.assertIsInstance(tree, archivegen.Graph)
        self.assertEqual(tree["node"].table["x"].tolist(), [1, 2, 3])

    def test_objects_still_tell_their_classes(self) -> None:
        self.assertEqual([one.class_name for one in loads(zoo()).objects()], ["Zoo", "Sample[]", "node*", "NSArray", "NSDictionary"])

    def test_another_object_of_such_a_class_stays_an_object(self) -> None:
        root = loads(archive([{"$class": uid(2), "a": uid(3)}, described("Holder"), {"$class": uid(4), "": 5}, described("C*")])).root
        self.assertEqual((root["a"].class_name, root["a"][""]), ("C*", 5))

    def test_an_array_of_records_that_is_damaged_is_refused_where_it_is_read(self) -> None:
        data = archive([{"$class": uid(2), "a": uid(3), "b": 1}, described("Holder"), {"$class": uid(4), "[]": uid(5)}, described("C[]"), "graph x"])
        root = loads(data).root
        self.assertEqual(root["b"], 1)
        with self.assertRaises(archivegen.ArchiveError) as caught:
            _ = root["a"]
        self.assertEqual(caught.exception.key_path[0], "a")

    def test_tables_of_properties_are_listed_once(self) -> None:
        self.assertEqual(listed(zoo()), "'samples': 3 records\n    u8 x\n'tree/node': 3 records\n    u8 x\n")

    def test_tables_of_elements_are_listed_by_their_keys(self) -> None:
        rows = [NewTable("row", {"n": [number]}, types={"n": "u8"}) for number in range(3)]
        data = dumps(NewObject("Route", {"all": [rows[0], NewObject("Stop", {"rows": [rows[1]]})], "named": {"a": rows[2]}}))
        found = loads(data)
        self.assertEqual([key for key, _ in found.tables()], ["all/0", "named/a", "all/1/rows/0"])
        for key, table in found.tables():
            self.assertIs(found.find(key), table)
        self.assertIn("'all/1/rows/0': 1 records", listed(data))

    def test_a_long_list_of_objects_with_tables_has_no_paths_out_of_proportion(self) -> None:
        count = 3000
        nodes: list[Any] = [
            {"$class": uid(count + 1), "next": uid(number + 1), "table": uid(count + 2)} for number in range(1, count)]
        data = archive([*nodes, {"$class": uid(count + 1), "table": uid(count + 2)}, described("Node"), {"$class": uid(count + 3), "[]": uid(count + 4), "[].x": b"1"},
                        described("r[]"), "count 1\nu8 x"])
        self.assertEqual([key for key, _ in loads(data).tables()], ["table"])

    def test_the_rows_of_a_class_with_columns_are_found_by_their_numbers(self) -> None:
        # FORMAT.md: rows are numbered from 1, and 0 is nil.
        rows = {"$class": uid(4), "table": uid(5), "[]": uid(6), "[].row": struct.pack("<2I", 3, 1)}
        stations = {"$class": uid(7), "[]": uid(8), "[].id": bytes([7, 8, 9]), "[].next": struct.pack("<3I", 2, 0, 1)}
        data = archive([
            {"$class": uid(2), "list": uid(3), "best": uid(9)}, described("Network"), rows, described("Station[rows]"), stations, "count 2\nu32 row",
            described("Station[]"), "count 3\nu8 id\nu32&1 next", {"$class": uid(10), "table": uid(5), "row": 2}, described("Station[row]")])
        root = loads(data).root
        table, numbers = root["list"]["table"], root["list"][""]["row"]
        self.assertEqual(table[numbers - 1]["id"].tolist(), [9, 7])
        self.assertEqual(table["next"].tolist(), [2, 0, 1])
        self.assertIs(root["best"]["table"], table)
        self.assertEqual(table.row(root["best"]["row"] - 1), {"id": 8, "next": 0})

    def test_the_arrays_of_records_of_swift_objects_are_tables(self) -> None:
        seen = set()
        for path in folder():
            found = archivegen.open(path)
            if isinstance(found.root, archivegen.Object) and found.root.class_name == "Route":
                for name in ("halts", "spans", "measured"):
                    # An empty array has no columns, and nil none either.
                    value = found.root[name]
                    if isinstance(value, archivegen.Object) or value:
                        self.assertIsInstance(value, archivegen.Table)
                seen |= {key for key, _ in found.tables()}
        if folder():
            self.assertLessEqual({"halts", "spans", "measured", "stage.spots.0"}, seen)


if __name__ == "__main__":
    unittest.main()
