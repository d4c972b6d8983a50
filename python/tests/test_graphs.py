"""Graphs: tables, links, blocks and parts."""

from __future__ import annotations

import struct
import types
import unittest

import numpy as np
from support import ROOT, archive, described, uid

import archivegen
from archivegen import Link, NewGraph, NewObject, NewTable, Part, dumps, loads, networks
from archivegen.resolver import Room


def graph(text: str, texts: dict[str, str], data: dict[str, bytes]) -> archivegen.Graph:
    """A graph as the root, from its descriptions and data."""
    fields: dict[str, object] = {"$class": uid(2), "[]": uid(3), **data}
    objects: list[object] = [fields, described("node*"), text]
    for key, one in texts.items():
        fields[key] = uid(len(objects) + 1)
        objects.append(one)
    found = loads(archive(objects)).root
    assert isinstance(found, archivegen.Graph)
    return found


def words(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}Q", *numbers)


class GraphTests(unittest.TestCase):
    def test_links_are_row_indices_from_zero_and_null_is_minus_one(self) -> None:
        made = NewGraph({"node": NewTable("node", {"v": np.arange(3), "next": Link("node", [1, 2, -1]), "pair": Link("#text", [[0, -1], [1, 1], [-1, 0]])}),
                         "#text": ["a", "ß"]}, roots=[2, -1])
        found = loads(dumps(made)).root
        self.assertEqual((found.roots.tolist(), list(found.tables)), ([2, -1], ["node", "#text"]))
        node = found["node"]
        self.assertEqual((node.links, node.link("next").rows.tolist(), node.link("next").tables), (["next", "pair"], [1, 2, -1], ("node",)))
        self.assertEqual(node.link("pair").rows.tolist(), [[0, -1], [1, 1], [-1, 0]])
        self.assertEqual((node.table["v"].tolist(), found["#text"].values), ([0, 1, 2], ["a", "ß"]))
        # As in the archive: from 1 on.
        self.assertEqual(node.table["next"].tolist(), [2, 3, 0])

    def test_a_graph_is_gone_through_by_the_names_of_its_tables(self) -> None:
        made = NewGraph({"node": NewTable("node", {"v": np.arange(3), "text": Link("#text", [0, 0, 1])}), "#text": ["a", "b"]})
        found = loads(dumps(made))
        graph = found.root
        self.assertEqual((list(graph), len(graph), list(graph.keys())), (["node", "#text"], 2, ["node", "#text"]))
        self.assertTrue("node" in graph and "nope" not in graph and 0 not in graph)
        self.assertTrue("node" in found and "nope" not in found)
        self.assertEqual(dict(graph), dict(graph.tables))

    def test_numbers_end_with_their_block(self) -> None:
        made = NewGraph({"node": NewTable("node", {"d": Link("#f64", [0, 2])}), "#f64": np.array([1.5, 2.5, 9.0])}, blocks={"#f64": [2, 1]})
        archive_ = loads(dumps(made))
        numbers = archive_.root["#f64"]
        self.assertEqual((numbers.blocks.tolist(), numbers.block_end(0), numbers.block_end(1), numbers.block_end(2)), ([2, 1], 2, 2, 3))
        self.assertTrue(np.shares_memory(numbers.values, np.frombuffer(archive_.buffer, np.uint8)))

    def test_parts_lead_into_what_is_archived_elsewhere(self) -> None:
        found = graph(
            "graph 1\n2 node\n2 #i32\n parts 1\n site 1 inner.values\n2 #text\n parts 1",
            {"node[]": "count 2\nu32&2 number\nu32&3 text\ni32[3] inner.values"},
            {"[].#root": struct.pack("<I", 1), "node[].number": struct.pack("<2I", 1, 4), "node[].text": struct.pack("<2I", 2, 3),
             "node[].inner.values": bytes(24), "#i32[].value": bytes(8), "#i32[].#parts": words(0, 2, 1, 2), "#text[].utf8": b"one\0two\0",
             "#text[].#parts": words(1, 2)})
        number, text = found["node"].link("number"), found["node"].link("text")
        self.assertEqual(found.resolve(number, 3), Part("node", 1, "inner.values", 2))
        self.assertEqual(found.resolve(number, 0), (found["#i32"], 0))
        self.assertEqual(found.resolve(text, 2), Part("#text", 0, None, 2))
        self.assertIsNone(found.resolve(number, 4))
        self.assertIsNone(found.resolve(number, -1))

    def test_a_pointer_into_a_character_has_bytes_and_no_other_text(self) -> None:
        for start, expected in ((1, "\u00df!"), (2, b"\x9f!"), (3, "!")):
            made = graph(
                "graph 1\n1 node\n2 #text\n parts 1", {"node[]": "count 1\nu32&2 text"},
                {"[].#root": struct.pack("<I", 1), "node[].text": struct.pack("<I", 3), "#text[].utf8": "a\u00df!\0b\0".encode(),
                 "#text[].#parts": words(1, start)})
            attributes: dict[str, object] = {}
            result = types.SimpleNamespace(nodes={("node", 0): attributes})
            networks._add(result, ("node", 0), "text", made.resolve(made["node"].link("text"), 2), made.tables, Room(1 << 20, 1))
            self.assertEqual(attributes, {"text": expected})

    def test_a_link_may_go_on_in_a_second_table(self) -> None:
        found = graph("graph 1\n1 head\n2 node", {"head[]": "count 1\nu32&1&2 next", "node[]": "count 2\nu32&1&2 next"},
                      {"[].#root": struct.pack("<I", 1), "head[].next": struct.pack("<I", 2), "node[].next": struct.pack("<2I", 3, 1)})
        links = found["node"].link("next")
        self.assertEqual([found.resolve(links, row) for row in links.rows.tolist()], [(found["node"], 1), (found["head"], 0)])

    def test_handles_are_their_bytes(self) -> None:
        found = loads(dumps(NewGraph({"node": NewTable("node", {"h": Link("#handles", [1])}), "#handles": [b"", b"abc"]}))).root
        self.assertEqual(found["#handles"].values, [b"", b"abc"])

    def test_a_graph_may_stand_under_a_key(self) -> None:
        made = NewObject("holder", {"list": NewGraph({"node": NewTable("node", {"v": [1]})}), "x": 1})
        found = loads(dumps(made)).root
        self.assertEqual((sorted(found), found["list"]["node"].table.row(0)), (["list", "x"], {"v": 1}))

    def test_contradictions_are_refused(self) -> None:
        root = {"[].#root": struct.pack("<I", 1)}
        node = {"node[]": "count 1\nu32&1 next"}
        data = {**root, "node[].next": bytes(4)}
        cases = {
            "another number of roots": ("graph 2\n1 node", node, data),
            "another number of rows": ("graph 1\n2 node", node, data),
            "a table that is not there": ("graph 1\n1 node", {"node[]": "count 1\nu32&7 next"}, data),
            "links that are no u32": ("graph 1\n1 node", {"node[]": "count 1\ni32&1 next"}, data),
            "blocks of other rows": ("graph 1\n1 node\n blocks 1", node, {**data, "node[].#blocks": words(9)}),
            "blocks whose sum goes round": ("graph 1\n1 node\n blocks 2", node, {**data, "node[].#blocks": words((1 << 64) - 1, 2)}),
            "parts of no site": ("graph 1\n1 node\n1 #u8\n parts 1", node, {**data, "#u8[].value": b"x", "#u8[].#parts": words(3, 1, 0, 1)}),
            "texts without an end": ("graph 1\n1 node\n1 #text", node, {**data, "#text[].utf8": b"abc"}),
            "handles that are longer": ("graph 1\n1 node\n1 #handles", node, {**data, "#handles[].bytes": b"abc", "#handles[].length": words(9)}),
            "a first line of no table": ("graph 1\n blocks 1", {}, root),
        }
        for name, one in cases.items():
            with self.subTest(name), self.assertRaises(archivegen.ArchiveError):
                found = graph(*one)
                for table in found.tables.values():
                    table.values, table.blocks
                    [table.link(column) for column in table.links]
                    for index in range(table.part_rows):
                        table.part(index)

    def test_every_graph_of_the_repository_leads_to_rows_that_are_there(self) -> None:
        count = 0
        for path in sorted(ROOT.glob("Tests/Goldens/Graphs/*/*.archive")):
            found = archivegen.open(path).root
            if not isinstance(found, archivegen.Graph):
                continue
            for table in found.tables.values():
                for column in table.links:
                    links = table.link(column)
                    count += sum(found.resolve(links, row) is not None for row in links.rows.reshape(-1).tolist())
        self.assertGreater(count, 60)


if __name__ == "__main__":
    unittest.main()
