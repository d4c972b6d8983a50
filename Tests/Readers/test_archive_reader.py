"""Tests archive_reader.py with archives of Swift models: complete, truncated and damaged.

    test_archive_reader.py FOLDER    archives that Tests/ModelFixtureTests wrote (ARCHIVES_FOR_READERS), each in both forms
"""
from __future__ import annotations

import io
import json
import plistlib
import random
import resource
import struct
import sys
import time
import unittest
from pathlib import Path

import archive_reader
from archive_reader import Archive, ArchiveError

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted(ROOT.glob("Examples/*/golden.archive"))
folder = Path()

MEMORY = 1 << 30
DAMAGES = 3000
MOST_SECONDS = 20


def read(data: bytes) -> dict:
    found = Archive(io.BytesIO(data)).read()
    json.dumps(found, allow_nan=False)
    return found


def shown(found: object) -> set:
    """All leaves of a result, and the keys."""
    rest, ends = [found], set()
    while rest:
        one = rest.pop()
        if isinstance(one, dict):
            ends |= one.keys()
            rest += one.values()
        elif isinstance(one, list):
            rest += one
        else:
            ends.add((type(one), one))
    return ends


def unnumbered(found: dict) -> object:
    """The same for two archives that number their objects differently: objects are numbered in order of occurrence."""
    numbers: dict[int, int] = {found["object"]: 0} if "object" in found else {}
    objects: list[object] = []

    def walk(value: object) -> object:
        if isinstance(value, dict) and list(value) == ["object"]:
            if value["object"] not in numbers:
                numbers[value["object"]] = len(numbers) + 1
                queue.append(value["object"])
            return {"object": numbers[value["object"]]}
        if isinstance(value, dict):
            return {key: walk(inner) for key, inner in sorted(value.items())}
        return [walk(inner) for inner in value] if isinstance(value, list) else value

    queue: list[int] = []
    root = walk({key: value for key, value in found.items() if key not in ("object", "objects")})
    for number in queue:
        objects.append(walk(found["objects"][str(number)]))
    return root, objects


class ReaderTests(unittest.TestCase):
    archives: list[Path]

    @classmethod
    def setUpClass(cls) -> None:
        cls.archives = sorted(folder.glob("*.archive")) + EXAMPLES
        # A reader that needs more memory fails, and does not exhaust the machine's.
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    def test_there_are_archives(self) -> None:
        self.assertGreater(len(self.archives), 100, "run the tests of ModelFixtureTests with ARCHIVES_FOR_READERS")
        self.assertEqual(len(EXAMPLES), 2)

    def test_every_archive_is_read_and_each_object_and_key_of_it_is_shown(self) -> None:
        for path in self.archives:
            with self.subTest(path.name):
                data = path.read_bytes()
                found, objects = read(data), plistlib.loads(data)["$objects"]
                ends = shown(found)
                described = [fields for fields in objects if isinstance(fields, dict) and "$class" in fields]
                classes = {objects[fields["$class"].data]["$classname"] for fields in described}
                known = archive_reader.VALUES.keys() | archive_reader.COLLECTIONS.keys()
                names = {found.get("class")} | {one["class"] for one in found.get("objects", {}).values()}
                self.assertEqual(classes - known, names - known - {None})
                for fields in described:
                    if objects[fields["$class"].data]["$classname"] in known:
                        continue
                    for key in fields.keys() - {"$class"}:
                        key = key[1:] if key.startswith("$$") else key
                        if "[]" not in key:
                            self.assertIn(key, ends)
                for text in objects[1:]:
                    if isinstance(text, str) and not text.startswith(("count ", "graph ", "elements ", "native ")):
                        self.assertTrue((str, text) in ends or archive_reader.TYPE.match(text), text)

    def test_both_forms_of_an_archive_read_alike(self) -> None:
        for path in self.archives:
            xml = path.with_suffix(".xml")
            if xml.exists():
                with self.subTest(path.name):
                    # Sets of objects are in no fixed order.
                    self.assertEqual(unnumbered(read(path.read_bytes())), unnumbered(read(xml.read_bytes())))

    def test_the_league_comes_as_it_was_saved(self) -> None:
        found = read((ROOT / "Examples/League/golden.archive").read_bytes())
        objects, league = found["objects"], found["values"]
        self.assertEqual((found["class"], league["name"], league["season"]), ("League", "Northern League", 2026))
        for reference in league["teams"]:
            team = objects[str(reference["object"])]["values"]
            self.assertEqual(team["league"], {"object": found["object"]})
            for player in team["players"]:
                self.assertEqual(objects[str(player["object"])]["values"]["team"], reference)
            self.assertIn(team["captain"], [None, *team["players"]])
            for game in team["games"]:
                self.assertIn(reference, objects[str(game["object"])]["values"].values())

    def test_damage_is_an_error_of_the_readers_own(self) -> None:
        source = random.Random(11)
        small = [path for path in [*self.archives, *folder.glob("*.xml")] if path.stat().st_size < 20_000]
        refused = 0
        for index in range(DAMAGES):
            data = bytearray(source.choice(small).read_bytes())
            match index % 3:
                case 0:
                    del data[source.randrange(len(data)) :]
                case 1:
                    for _ in range(source.randrange(1, 4)):
                        data[source.randrange(len(data))] = source.randrange(256)
                case 2:
                    place = source.randrange(max(len(data) - 40, 1), len(data))
                    data[place] = source.choice([0, 1, 127, 128, 255, data[place] ^ 1])
            refused += self.is_refused(bytes(data))
        self.assertGreater(refused, DAMAGES // 3)

    def is_refused(self, data: bytes) -> bool:
        start = time.monotonic()
        try:
            read(data)
            return False
        except ArchiveError:
            return True
        finally:
            self.assertLess(time.monotonic() - start, MOST_SECONDS)

    def test_small_files_that_ask_for_much_are_refused(self) -> None:
        class_of = lambda name: {"$classname": name, "$classes": [name, "NSObject"]}
        uid = plistlib.UID

        def archive(objects: list, root: object = uid(1)) -> bytes:
            return plistlib.dumps(
                {"$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": {"root": root}, "$objects": ["$null", *objects]},
                fmt=plistlib.FMT_BINARY)

        def columns(text: str, **fields: bytes) -> bytes:
            return archive([{"$class": uid(2), "[]": uid(3), **fields}, class_of("r[]"), text])

        nested = {"$class": uid(2), "NS.objects": [uid(3)] * 2}
        doubled = [{"$class": uid(2), "NS.objects": [uid(3)] * 2}, class_of("NSArray")]
        doubled += [{"$class": uid(2), "NS.objects": [uid(number + 1)] * 2} for number in range(3, 80)] + [{"$class": uid(2), "NS.objects": []}]
        self.assertLess(len(json.dumps(read(archive(doubled)))), 20_000)
        nested["NS.objects"] = [uid(1)]
        self.assertIn("objects", read(archive([nested, class_of("NSArray"), "x"])))
        long = "x" * 100_000
        for name, data in {
            "records without columns": columns(f"count {1 << 47}"),
            "records whose columns are empty": columns(f"count {1 << 47}\nu8[0] x", **{"[].x": b""}),
            "a count with many digits": columns("count " + "9" * 5000),
            "many dimensions": columns("count 1" + " 1" * 5000),
            "a column of many dimensions": columns("count 1\nu8" + "[1]" * 5000 + " x", **{"[].x": b"x"}),
            "a type of no bits": columns("count 1\nu0 x", **{"[].x": b"x"}),
            "conditions on columns that are not there": columns("count 1\n@9=1 u8 x", **{"[].x": b"x"}),
            "a long text that is everywhere": archive([{"$class": uid(2), "NS.objects": [uid(3)] * 100_000}, class_of("NSArray"), long]),
            "a graph whose first line is of no table": columns("graph 0\n blocks 1", **{"[].#root": b""}),
            "a reference out of the table": archive([], uid(7)),
            "an object that is its own class": archive([{"$class": uid(1)}]),
            "a dictionary without keys": archive([{"$class": uid(2), "NS.objects": []}, class_of("NSDictionary")]),
            "nothing": b"", "a beginning": b"bplist00",
            "a table of objects that is no table": b"bplist00" + bytes(20) + struct.pack(">6xBBQQQ", 8, 8, 1 << 40, 0, 8),
            "objects at one place": _overlapping(),
        }.items():
            with self.subTest(name):
                self.assertTrue(self.is_refused(data))

    def test_bit_fields_of_groups_are_found_by_their_description(self) -> None:
        uid = plistlib.UID

        def archive(name: str, text: str, **fields: object) -> bytes:
            described = {"$classname": name, "$classes": [name, "NSObject"]}
            return plistlib.dumps(
                {"$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": {"root": uid(1)},
                 "$objects": ["$null", {"$class": uid(2), **fields}, described, text]}, fmt=plistlib.FMT_BINARY)

        text = "u16 flags\n u3 priority\n u1 urgent\n i5 kind\n u4@12 level"
        found = read(archive("r", text, **{"x": 1, "[bits]": uid(3), "flags": 0x91DD}))
        self.assertEqual(found["values"], {"x": 1, "priority": 5, "urgent": 1, "kind": -3, "level": 9})
        columns = {"[]": uid(3), "[].flags": b"\x05\x02", "[].in.g": b"\x0c"}
        found = read(archive("r[]", "count 2\nu8 flags\n u3 priority\n@2=5 u8 in.g\n u2@2 z", **columns))
        self.assertEqual(found["values"][""], [{"priority": 5, "in.z": 3}, {"priority": 2}])
        for bad in ("u8 flags\n u9 a", " u1 a", "u8 flags\n u3 a\n u3@1 b", "f32 flags\n u1 a", "u2 flags\n u1 a"):
            with self.subTest(bad):
                self.assertTrue(self.is_refused(archive("r", bad, **{"[bits]": uid(3), "flags": 5})))

    def test_two_bases_of_urls_that_lead_to_each_other_end(self) -> None:
        uid = plistlib.UID
        url = lambda base: {"$class": uid(3), "NS.base": uid(base), "NS.relative": uid(4)}
        data = plistlib.dumps(
            {"$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": {"root": uid(1)},
             "$objects": ["$null", url(2), url(1), {"$classname": "NSURL", "$classes": ["NSURL"]}, "x"]},
            fmt=plistlib.FMT_BINARY)
        self.assertEqual(len(read(data)["objects"]), 2)


def _overlapping() -> bytes:
    """A million characters that are a hundred thousand objects, by their indices."""
    text = b"\x5f\x12" + (1 << 20).to_bytes(4, "big") + b"x" * (1 << 20)
    count = 100_000
    table = (8).to_bytes(1, "big") * count
    return b"bplist00" + text + table + struct.pack(">6xBBQQQ", 1, 4, count, 0, 8 + len(text))


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
