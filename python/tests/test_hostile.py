"""Small files that ask for much, and damage: an `ArchiveError` or a value, soon, and in little memory. damage.py has more."""

from __future__ import annotations

import resource
import struct
import subprocess
import sys
import time
import unittest
from collections.abc import Callable
from pathlib import Path

import damage
from support import archive, columns, described, uid

import archivegen

MEMORY = 1 << 30
MOST_SECONDS = 20
DAMAGES = 3000


def overlapping() -> bytes:
    """A million characters that are a hundred thousand objects, by their indices."""
    text = b"\x5f\x12" + (1 << 20).to_bytes(4, "big") + b"x" * (1 << 20)
    count = 100_000
    return b"bplist00" + text + b"\x08" * count + struct.pack(">6xBBQQQ", 1, 4, count, 0, 8 + len(text))


def nested_texts() -> bytes:
    """Texts inside each other, each a key of one dictionary: parsed one by one they are 50 MB of 20,000 bytes."""
    count = 5000
    body = bytearray()
    offsets = []
    for index in range(count):
        offsets.append(8 + len(body))
        body += b"\x5f\x11" + (4 * (count - index) - 4 + 100).to_bytes(2, "big")
    body += b"x" * 200
    at = 8 + len(body)
    offsets.append(at)
    body += b"\xdf\x11" + count.to_bytes(2, "big") + b"".join(index.to_bytes(2, "big") for index in [*range(count), *range(count)])
    table = 8 + len(body)
    return b"bplist00" + bytes(body) + b"".join(one.to_bytes(4, "big") for one in offsets) + struct.pack(">6xBBQQQ", 4, 2, count + 1, count, table)


def same_dictionary() -> bytes:
    """A thousand objects that are one dictionary of a thousand keys."""
    data = archive([{"$class": uid(2), **{f"k{index}": index for index in range(1000)}}, described("r"), *range(100_000, 101_000)])
    size, _, count, _, table = struct.unpack(">6xBBQQQ", data[-32:])
    changed = bytearray(data)
    offsets = [int.from_bytes(data[table + index * size : table + (index + 1) * size], "big") for index in range(count)]
    dictionary = next(index for index, one in enumerate(offsets) if data[one] >> 4 == 13 and data[one] & 15 == 15)
    for index, one in enumerate(offsets):
        if data[one] == 0x12:
            changed[table + index * size : table + (index + 1) * size] = data[table + dictionary * size : table + (dictionary + 1) * size]
    return bytes(changed)


class HostileTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        # A reader that needs more memory fails, and does not exhaust the machine's.
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))

    @classmethod
    def tearDownClass(cls) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def is_refused(self, data: bytes, read: Callable[[bytes], object] = damage.read_all) -> bool:
        start = time.process_time()
        try:
            read(data)
            return False
        except archivegen.ArchiveError:
            return True
        finally:
            self.assertLess(time.process_time() - start, MOST_SECONDS)

    def test_small_files_that_ask_for_much_are_refused(self) -> None:
        long = "x" * 100_000
        chain = "count 2\nu8 c0\n" + "\n".join(f"@{index}=1 u8 c{index}" for index in range(1, 3000))
        many = "count 100000\nu8 tag\n" + "\n".join(f"@1={index} u8 m{index}" for index in range(2, 2000))
        for name, data in {
            "records without columns": columns(f"count {1 << 47}"),
            "records whose columns are empty": columns(f"count {1 << 47}\nu8[0] x", **{"[].x": b""}),
            "a count with many digits": columns("count " + "9" * 5000),
            "many dimensions": columns("count 1" + " 1" * 5000),
            "a column of many dimensions": columns("count 1\nu8" + "[1]" * 5000 + " x", **{"[].x": b"x"}),
            "dimensions beside a zero": columns("count 1\nu8" + "[281474976710656]" * 3 + "[0] x", **{"[].x": b""}),
            "a type of no bits": columns("count 1\nu0 x", **{"[].x": b"x"}),
            "a type of very many bits": columns("count 1\nu99999999999 x", **{"[].x": b"x"}),
            "conditions on columns that are not there": columns("count 1\n@9=1 u8 x", **{"[].x": b"x"}),
            "a member of a union that would be large": columns(
                "count 100000\nu8 t\n@1=1 u8[100000] x", **{"[].t": b"\1" + bytes(99_999), "[].x": bytes(100_000)}),
            "thousands of members of one union": columns(many, **{"[].tag": bytes(100_000)}, **{f"[].m{index}": b"" for index in range(2, 2000)}),
            "a long text that is everywhere": archive([{"$class": uid(2), "NS.objects": [uid(3)] * 100_000}, described("NSArray"), long]),
            "a reference out of the table": archive([], uid(7)),
            "an object that is its own class": archive([{"$class": uid(1)}]),
            "a dictionary without keys": archive([{"$class": uid(2), "NS.objects": []}, described("NSDictionary")]),
            "elements without keys": archive([{"$class": uid(2), "x[]": uid(3)}, described("r"), "elements u8[1000000000000]"]),
            "arrays and dictionaries in each other": archive([{"$class": uid(2), "x": deep(300)}, described("r")]),
            "nothing": b"", "a beginning": b"bplist00",
            "a table of objects that is no table": b"bplist00" + bytes(20) + struct.pack(">6xBBQQQ", 8, 8, 1 << 40, 0, 8),
            "objects at one place": overlapping(), "texts inside each other": nested_texts(),
            "entities": b'<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><plist><string>&b;</string></plist>',
            "many elements within each other, without an end": b"<plist>" + b"<array>" * 500_000,
        }.items():
            with self.subTest(name):
                self.assertTrue(self.is_refused(data))
        # Conditions on each other's members are many, and few records are concerned.
        data = columns(chain, **{"[].c0": b"\1\0"}, **{f"[].c{index}": b"\1" for index in range(1, 3000)})
        self.assertFalse(self.is_refused(data))

    def test_one_dictionary_that_is_a_thousand_objects_is_parsed_once(self) -> None:
        self.assertIn(self.is_refused(same_dictionary()), (True, False))

    def test_a_million_containers_in_xml_are_read_without_recursion(self) -> None:
        data = b"<plist>" + b"<array>" * 200_000 + b"</array>" * 200_000 + b"</plist>"
        self.assertTrue(self.is_refused(data, archivegen.loads))

    def test_links_of_a_graph_to_one_long_text_do_not_copy_it(self) -> None:
        count = 2000
        made = archivegen.NewGraph({"n": archivegen.NewTable("n", {"t": archivegen.Link("#text", [0] * count)}), "#text": ["x" * 500_000]})
        self.assertFalse(self.is_refused(archivegen.dumps(made)))

    def test_damage_is_a_typed_error_or_a_value(self) -> None:
        # In a process of its own, which has a limit for its memory.
        run = subprocess.run(
            [sys.executable, Path(damage.__file__), str(DAMAGES), "--seed", "23", "--processes", "2"], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn(f"{DAMAGES} passed, 0 failed", run.stdout)


def deep(count: int) -> object:
    value: object = []
    for index in range(count):
        value = [value] if index % 2 else {"a": value}
    return value


if __name__ == "__main__":
    unittest.main()
