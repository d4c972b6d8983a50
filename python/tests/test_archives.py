"""All test archives, against what Swift and plistlib find in them."""

from __future__ import annotations

import json
import plistlib
import struct
import tempfile
import unittest
from pathlib import Path
from typing import Any

import goldens
from support import ROOT, as_xml, folder, numbered, test_archives

import archivegen
from archivegen.foundation import COLLECTIONS, VALUES
from archivegen.nodes import ArrayNode, Data, DictNode, Document


def nodes(document: Document, reference: int) -> Any:
    """A property list as plistlib has it."""
    node = document.node(reference)
    if isinstance(node, ArrayNode):
        return [nodes(document, one) for one in node.references]
    if isinstance(node, DictNode):
        return {key: nodes(document, one) for key, one in node.entries.items()}
    if isinstance(node, Data):
        return bytes(node)
    return plistlib.UID(node) if isinstance(node, archivegen.UID) else node


def same(found: Any, expected: Any) -> bool:
    """Equal in values and kinds; NaN is itself, and XML's UIDs are plistlib's dictionaries."""
    if isinstance(expected, dict) and list(expected) == ["CF$UID"]:
        expected = plistlib.UID(expected["CF$UID"])
    if type(found) is not type(expected):
        return False
    if isinstance(expected, dict):
        return found.keys() == expected.keys() and all(same(found[key], expected[key]) for key in expected)
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(same, found, expected))
    if isinstance(expected, float):
        return struct.pack("<d", found) == struct.pack("<d", expected) or found != found and expected != expected
    return bool(found == expected)


def leaves(found: object) -> set[Any]:
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


class ArchiveTests(unittest.TestCase):
    def test_there_are_archives(self) -> None:
        self.assertGreater(len(test_archives()), 150)

    def test_every_golden_archive_has_what_swift_found_in_it(self) -> None:
        count = 0
        for path in test_archives():
            document = path.with_suffix(".json")
            if document.exists():
                with self.subTest(path.name), archivegen.open(path) as archive:
                    count += goldens.compare(archive, document)
        self.assertGreater(count, 4_000)

    def test_a_value_that_is_another_one_is_found_by_that_comparison(self) -> None:
        path = ROOT / "Tests/Goldens/Fixtures/0.1.0/Order.archive"
        with tempfile.TemporaryDirectory() as work:
            for old, new in (('"order": 21', '"order": 22'), ("[39, 46]", "[39, 46, 1]"), ('"note": "note"', '"note": "not"'), ('"kind": 3,', "")):
                text = path.with_suffix(".json").read_text()
                self.assertIn(old, text)
                changed = Path(work) / "changed.json"
                changed.write_text(text.replace(old, new))
                with self.subTest(old), self.assertRaises(goldens.Difference):
                    goldens.compare(archivegen.open(path), changed)

    def test_plistlib_finds_the_same_property_list_in_both_forms(self) -> None:
        for path in test_archives():
            with self.subTest(path.name):
                binary = path.read_bytes()
                for data in (binary, as_xml(binary)):
                    document = archivegen.loads(data).document
                    self.assertTrue(same(nodes(document, document.root), plistlib.loads(data)))

    def test_both_forms_of_an_archive_read_alike(self) -> None:
        pairs = [(path.read_bytes(), as_xml(path.read_bytes())) for path in test_archives()]
        pairs += [(path.read_bytes(), path.with_suffix(".xml").read_bytes()) for path in folder() if path.with_suffix(".xml").exists()]
        for binary, xml in pairs:
            self.assertEqual(numbered(archivegen.plain(archivegen.loads(binary))), numbered(archivegen.plain(archivegen.loads(xml))))

    def test_each_object_and_key_of_every_archive_is_in_the_json(self) -> None:
        for path in [*folder(), *sorted(ROOT.glob("Examples/*/golden.archive"))]:
            with self.subTest(path.name):
                data = path.read_bytes()
                found, objects = archivegen.plain(archivegen.loads(data)), plistlib.loads(data)["$objects"]
                json.dumps(found, allow_nan=False)
                ends = leaves(found)
                fields_of = [fields for fields in objects if isinstance(fields, dict) and "$class" in fields]
                classes = {objects[fields["$class"].data]["$classname"] for fields in fields_of}
                known = {*VALUES, *COLLECTIONS, "NSURL"}
                names = {found.get("class")} | {one["class"] for one in found.get("objects", {}).values()}
                self.assertEqual(classes - known, names - known - {None})
                for fields in fields_of:
                    if objects[fields["$class"].data]["$classname"] in known:
                        continue
                    for key in fields.keys() - {"$class"}:
                        key = key[1:] if key.startswith("$$") else key
                        if "[]" not in key:
                            self.assertIn(key, ends)
                for text in objects[1:]:
                    if isinstance(text, str) and not archivegen.descriptions.looks_described(text):
                        self.assertIn((str, text), ends)

    def test_the_league_comes_as_it_was_saved(self) -> None:
        league = archivegen.open(ROOT / "Examples/League/golden.archive").root
        self.assertEqual((league.class_name, league["name"], league["season"]), ("League", "Northern League", 2026))
        for team in league["teams"]:
            self.assertIs(team["league"], league)
            for player in team["players"]:
                self.assertIs(player["team"], team)
            self.assertTrue(team["captain"] is None or team["captain"] in team["players"])
            for game in team["games"]:
                self.assertTrue(any(value is team for value in game.values()))


if __name__ == "__main__":
    unittest.main()
