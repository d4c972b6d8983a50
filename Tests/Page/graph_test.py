"""Tests of `archivegen graph`: what Graphviz makes of its text, and its pictures as XML."""
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as XML
from pathlib import Path

import archives
from setting import SETTING

SVG = "{http://www.w3.org/2000/svg}"


class GraphTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="graph-test-", dir=SETTING.folder))
        for name, make in {"people": archives.people, "hostile": archives.hostile}.items():
            make(cls.folder / name)
        archives.graph(cls.folder / "graph", 500)

    def run_graph(self, name, *arguments, status=0):
        run = subprocess.run([SETTING.archivegen, "graph", str(self.folder / name), *arguments], capture_output=True, text=True)
        self.assertEqual(run.returncode, status, run.stderr)
        return run

    def test_graphviz_reads_the_text_of_every_archive(self):
        for name, vertices in (("people", 60), ("hostile", 5), ("graph", 668)):
            text = self.run_graph(name, "--dot").stdout
            laid = subprocess.run(["dot", "-Tplain"], input=text, capture_output=True, text=True)
            self.assertEqual((laid.returncode, laid.stderr), (0, ""), name)
            self.assertEqual(sum(line.startswith("node ") for line in laid.stdout.splitlines()), vertices, name)

    def test_links_have_the_keys_and_columns_that_they_stand_under(self):
        text = self.run_graph("graph", "#1.#node:1", "--dot", "--depth", "1").stdout
        labels = re.findall(r'n0 -> n\d+ \[label="([^"]*)"', text)
        self.assertEqual(labels, ["kids[0]", "kids[1]", "kids[2]", "item"])

    def test_depth_and_most_limit_what_is_drawn_and_it_says_so(self):
        near = self.run_graph("people", "root[3]", "--dot", "--depth", "1").stdout
        whole = self.run_graph("people", "--dot").stdout
        self.assertLess(near.count("fillcolor"), 8)
        self.assertEqual(whole.count("fillcolor"), 60)
        run = self.run_graph("people", "--svg", "--most", "7")
        self.assertIn("drawn: the 7 objects nearest to the start", run.stderr)
        self.assertIn("drawn: the 7 objects nearest to the start", run.stdout)

    def test_pictures_are_xml_without_scripts_and_always_the_same(self):
        for name in ("people", "hostile", "graph"):
            for layout in ("layers", "forces"):
                first = self.run_graph(name, "--svg", "--layout", layout).stdout
                self.assertEqual(first, self.run_graph(name, "--svg", "--layout", layout).stdout)
                picture = XML.fromstring(first)
                tags = {each.tag.removeprefix(SVG) for each in picture.iter()}
                self.assertLessEqual(tags, {"svg", "style", "defs", "marker", "path", "rect", "g", "title", "circle", "text"}, name)
                for each in picture.iter():
                    self.assertFalse([key for key in each.attrib if key.startswith("on") or "href" in key])

    def test_vertices_in_layers_do_not_cover_each_other(self):
        picture = XML.fromstring(self.run_graph("graph", "--svg", "--layout", "layers").stdout)
        boxes = [(float(each.get("x")), float(each.get("y"))) for each in picture.iter(SVG + "rect") if each.get("class") == "box"]
        self.assertEqual(len(boxes), 300)
        for index, (x, y) in enumerate(boxes):
            for other_x, other_y in boxes[:index]:
                self.assertFalse(abs(x - other_x) < 149 and abs(y - other_y) < 37, (x, y, other_x, other_y))

    def test_wrong_uses_say_what_to_write(self):
        for arguments, message in ((["--dot", "--svg"], "choose one"), ([], "'--dot' for Graphviz"), (["--dot", "--layout", "layers"], "is for '--svg'")):
            run = subprocess.run([SETTING.archivegen, "graph", str(self.folder / "people"), *arguments], capture_output=True, text=True)
            self.assertEqual(run.returncode, 64)
            self.assertIn(message, run.stderr)
        self.assertIn("there is nothing at 'nobody'", self.run_graph("people", "nobody", "--dot", status=1).stderr)
