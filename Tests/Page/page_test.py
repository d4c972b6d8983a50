#!/usr/bin/env python3
"""Tests of `archivegen inspect --html` in a real browser, of `archivegen graph` and of `archivegen diff`.

    page_test.py ARCHIVEGEN [--quick] [arguments of unittest]

Without --quick the archive of the test of size has a million rows, and all golden archives are opened.
"""
import sys
import tempfile
import unittest
from pathlib import Path

import archives
from diff_test import DiffTest  # noqa: F401
from graph_test import GraphTest  # noqa: F401
from list_test import ListTest  # noqa: F401
from page import Page
from setting import SETTING

HEADER = "[role=columnheader][data-column='%d']"
ROOT = Path(__file__).resolve().parents[2]


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="page-test-", dir=SETTING.folder))
        cls.page = Page(SETTING.archivegen, cls.folder)
        cls.archive = {}
        for name, make in {"people": archives.people, "hostile": archives.hostile, "damaged": archives.damaged}.items():
            cls.archive[name] = cls.folder / f"{name}.archive"
            make(cls.archive[name])
        cls.archive["orders"] = cls.folder / "orders.archive"
        cls.columns = archives.orders(cls.archive["orders"], 2000)
        cls.archive["nested"] = cls.folder / "nested.archive"
        cls.payload = archives.nested(cls.archive["nested"])
        cls.archive["graph"] = cls.folder / "graph.archive"
        archives.graph(cls.archive["graph"], 2400)

    @classmethod
    def tearDownClass(cls):
        cls.page.close()

    def setUp(self):
        self.page.view(1280, 900)

    def tearDown(self):
        self.assertEqual(self.page.problems(), [])

    def open(self, name, *options):
        self.assertEqual(self.page.open(self.archive[name], *options), [])

    def cells(self, column, count=5):
        """The first cells of a column as they are shown."""
        return self.page.texts(f".line[data-row] [data-column='{column}']")[:count]

    def active(self, part):
        """The element that a screen reader is told of, by the part that has the focus."""
        return self.page.evaluate(f"document.getElementById(document.getElementById('{part}').getAttribute('aria-activedescendant'))?.textContent ?? null")

    # Reading

    def test_no_page_reports_an_error_makes_a_request_or_is_wider_than_the_screen(self):
        for name in self.archive:
            page = self.page.make(self.archive[name])
            for width, height, scheme in ((360, 780, "light"), (1280, 900, "dark"), (2560, 1300, "light")):
                self.page.view(width, height, scheme)
                self.assertEqual(self.page.open_page(page), [])
                for tab in ("tables", "graph", "tree"):
                    if not self.page.evaluate(f"document.getElementById('tab-{tab}').disabled"):
                        self.page.click(f"#tab-{tab}")
                self.assertEqual(self.page.problems(), [])
                self.assertLessEqual(self.page.evaluate("document.documentElement.scrollWidth"), width, name)

    def test_the_same_archive_makes_the_same_page(self):
        first = self.page.make(self.archive["people"]).read_bytes()
        self.assertEqual(first, self.page.make(self.archive["people"]).read_bytes())

    def test_light_and_dark_follow_the_system_until_the_switch_is_pressed(self):
        ground = "getComputedStyle(document.body).backgroundColor"
        self.page.view(1280, 900, "dark")
        self.open("people")
        dark = self.page.evaluate(ground)
        self.page.click("#theme")
        self.assertEqual(self.page.evaluate("document.documentElement.dataset.theme"), "light")
        self.assertNotEqual(self.page.evaluate(ground), dark)
        self.page.click("#theme")
        self.page.click("#theme")
        self.assertEqual(self.page.evaluate(ground), dark)

    def test_a_damaged_archive_shows_what_can_be_read_and_why_the_rest_cannot(self):
        self.open("damaged")
        rows = self.page.texts("#tree .row")
        self.assertTrue(any("Person 0" in row for row in rows), rows)
        self.page.click("#search")
        self.page.type("corrupt")
        self.page.key("Enter")
        self.assertEqual(self.page.number("#tree .value.error") >= 1, True)

    # Tree and search

    def test_search_finds_keys_values_and_texts_in_columns(self):
        self.open("people")
        self.page.key("/")
        self.page.type("Person 42")
        self.page.key("Enter")
        self.assertIn("Person 42", self.page.text("#tree .row.active"))
        self.assertEqual(self.page.text("#found"), "1 of 1")
        self.open("orders")
        self.page.key("/")
        self.page.type("Margaret")
        self.page.key("Enter")
        first = self.columns["customer"].index("Margaret")
        self.assertEqual(self.page.text(".line.current .cell.active"), "Margaret")
        self.assertEqual(self.page.text("#details h2"), f"order[{first}].customer")

    def test_the_tree_is_walked_with_the_keyboard_and_says_where_it_is(self):
        self.open("people")
        self.page.key("1")
        self.page.key("ArrowDown", "ArrowDown")
        self.assertIn("Person 0", self.active("tree"))
        self.page.key("ArrowRight", "ArrowRight")
        self.assertIn("name: Person 0", self.active("tree"))
        row = "document.getElementById(document.getElementById('tree').getAttribute('aria-activedescendant'))"
        self.assertEqual(self.page.evaluate(f"['role', 'aria-level', 'aria-posinset', 'aria-setsize'].map(name => {row}.getAttribute(name))"), ["treeitem", "4", "1", "7"])
        self.page.key("b", "e")
        self.assertIn("best", self.active("tree"))
        self.page.key("ArrowLeft", "ArrowLeft")
        self.assertEqual(self.page.evaluate(f"{row}.getAttribute('aria-expanded')"), "false")
        self.page.key("End")
        self.assertIn("big", self.active("tree"))
        self.assertNotEqual(self.page.evaluate("getComputedStyle(document.getElementById('tree')).outlineStyle"), "none")

    def test_a_cycle_is_named_and_leads_back_to_the_object_around_it(self):
        self.open("hostile")
        self.page.click("#search")
        self.page.type("self")
        self.page.key("Enter")
        self.assertIn("leads back", self.page.text("#tree .row.active"))

    def test_the_whole_page_is_reached_by_tab_with_a_visible_focus(self):
        self.open("orders")
        self.page.evaluate("document.getElementById('tab-tree').click()")
        self.page.evaluate("document.body.focus()")
        seen = []
        for _ in range(16):
            self.page.key("Tab")
            seen.append(self.page.evaluate("document.activeElement.id"))
            if seen[-1] and seen[-1] != "tree":
                self.assertNotEqual(self.page.evaluate("getComputedStyle(document.activeElement).outlineStyle"), "none", seen[-1])
        for part in ("search", "previous", "next", "keys", "theme", "tab-tree", "tree", "details", "go", "hex"):
            self.assertIn(part, seen)
        self.assertEqual(list(dict.fromkeys(part for part in seen if part in ("search", "tree", "details", "hex"))), ["search", "tree", "details", "hex"])

    # Tables

    def test_cells_have_the_values_of_all_types_of_columns(self):
        self.page.view(4000, 900)
        self.open("orders")
        self.page.click("#tab-tables")
        own = self.columns
        self.assertEqual(self.cells(1), [str(value) for value in own["order"][:5]])
        self.assertEqual(self.cells(4), [str(value & 7) for value in own["flags"][:5]])
        self.assertEqual(self.cells(6), [str((value >> 4) - 16 * (value >> 7)) for value in own["flags"][:5]])
        self.assertEqual([float(value) for value in self.cells(7)], own["price.amount"][:5])
        self.assertEqual(self.cells(9), own["customer"][:5])
        self.assertEqual(self.cells(10, 2), ["[0, 0, 0]", "[1, 1, 1]"])
        members = iter(own["value.i"])
        self.assertEqual(self.cells(11, 20), [str(next(members)) if kind in (1, 2) else "–" for kind in own["kind"][:20]])
        self.assertEqual(self.cells(12, 20), ["0.5" if kind == 3 else "–" for kind in own["kind"][:20]])
        self.assertEqual(self.cells(13, 1), ["1.5 − 0.25i"])
        self.assertEqual(self.cells(14), [str(value) for value in own["hash"][:5]])

    def test_columns_sort_both_ways_64_bit_integers_exactly(self):
        self.page.view(4000, 900)
        self.open("orders")
        self.page.click("#tab-tables")
        for column, values in ((7, sorted(self.columns["price.amount"])), (14, sorted(self.columns["hash"])), (9, sorted(self.columns["customer"]))):
            for expected, order in ((values, "ascending"), (values[::-1], "descending")):
                self.page.click(HEADER % column)
                self.assertEqual(self.page.evaluate(f"document.querySelector(\"{HEADER % column}\").getAttribute('aria-sort')"), order)
                self.assertEqual([type(expected[0])(cell) for cell in self.cells(column, 8)], expected[:8])
            self.page.click(HEADER % column)
        self.assertEqual(self.cells(1, 3), ["1000", "1001", "1002"])

    def test_columns_filter_by_numbers_ranges_and_texts_with_the_keyboard(self):
        self.open("orders")
        self.page.key("2")
        for column, text, name, test in ((1, "1100..1199", "order", lambda value: 1100 <= value <= 1199), (2, ">=2", "kind", lambda value: value >= 2)):
            self.page.evaluate("document.getElementById('grid').focus()")
            self.page.key("Home", *["ArrowUp"] * 2, *["ArrowRight"] * column)
            self.page.key("ArrowDown", "Enter")
            self.page.type(text)
            self.page.key("Enter")
            expected = sum(test(value) for value in self.columns[name])
            self.assertIn(f"{expected:,} of 2,000 rows", self.page.text("#rows"), (column, text))
            self.page.click("#clear")
        self.assertEqual(self.page.text("#rows"), "2,000 rows.")

    def test_a_filter_that_is_no_number_is_marked(self):
        self.open("orders")
        self.page.click("#tab-tables")
        self.page.click(".filters [data-column='1'] input")
        self.page.type(">many")
        self.page.key("Enter")
        self.assertIn("not understood", self.page.text("#status"))
        self.assertEqual(self.page.number(".filters [aria-invalid]"), 1)

    def test_a_column_shows_how_its_values_are_distributed_and_bars_filter(self):
        self.page.view(2560, 1300)
        self.open("orders")
        self.page.click("#tab-tables")
        self.page.click(".line[data-row='0'] [data-column='2']")
        counts = [self.columns["kind"].count(kind) for kind in range(4)]
        bars = self.page.texts(".bars li")
        self.assertEqual(len(bars), 4)
        for bar, expected in zip(bars, counts):
            self.assertIn(f"{expected:,} ·", bar)
        self.page.click(".bars li:nth-child(2) button")
        self.assertIn(f"{counts[1]:,} of 2,000 rows", self.page.text("#rows"))
        self.page.click("#clear")
        self.page.click(".line[data-row='0'] [data-column='7']")
        classes = self.page.evaluate("[...document.querySelectorAll('.histogram button')].map(each => Number(each.title.split(': ').at(-1).replace(/,/g, '')))")
        self.assertEqual(sum(classes), 2000)
        self.assertGreater(len(classes), 10)

    def test_seconds_are_read_as_dates_and_filtered_by_dates(self):
        self.page.view(2560, 1300)
        self.open("orders")
        self.page.click("#tab-tables")
        self.page.click(".line[data-row='0'] [data-column='8']")
        self.page.evaluate("(() => { const select = document.querySelector('.reading select'); select.value = 'unix'; select.dispatchEvent(new Event('change')) })()")
        self.page.settle()
        self.assertRegex(self.cells(8, 1)[0], r"^202\d-\d\d-\d\d \d\d:\d\d:\d\d UTC$")
        self.page.click(".filters [data-column='8'] input")
        self.page.type("2022-01-01..2023-01-01")
        self.page.key("Enter")
        expected = sum(1640995200 <= value <= 1672531200 for value in self.columns["placed"])
        self.assertIn(f"{expected:,} of 2,000 rows", self.page.text("#rows"))

    def test_objects_of_one_class_are_a_table_with_dates(self):
        self.open("people")
        self.page.click("#tab-tables")
        self.assertEqual(self.page.texts(".names .label")[:3], ["name", "born", "age"])
        self.assertEqual(self.cells(2, 1), ["2001-01-01 00:00:00 UTC"])

    # Bytes

    def test_pointing_at_a_value_shows_its_bytes_and_pointing_at_bytes_shows_the_value(self):
        self.open("orders")
        self.page.click("#tab-tables")
        self.page.point(".line[data-row='3'] [data-column='1']")
        data = self.archive["orders"].read_bytes()
        offset = data.index(archives.packed("I", self.columns["order"][:4])) + 12
        pointed = self.page.evaluate("[...document.querySelectorAll('#hex .codes .pointed')].map(each => [Number(each.dataset.offset), each.textContent])")
        self.assertEqual(pointed, [[offset + index, f"{byte:02x}"] for index, byte in enumerate(data[offset:offset + 4])])
        self.page.point(f"#hex .codes [data-offset='{offset + 5}']")
        self.assertIn("order[4].order = 1004", self.page.text("#readout"))
        self.page.click(f"#hex .codes [data-offset='{offset + 5}']")
        self.assertEqual(self.page.text(".line.current .cell.active"), "1004")

    def test_bytes_are_walked_with_the_keyboard_and_lead_to_the_tree(self):
        self.open("people")
        data = self.archive["people"].read_bytes()
        offset = data.index(b"Person 7")
        self.page.key("4")
        self.page.click("#go")
        self.page.type(hex(offset))
        self.page.key("Enter")
        self.page.evaluate("document.getElementById('hex').focus()")
        self.page.key("ArrowRight")
        self.assertEqual(self.page.evaluate("document.getElementById('hex').getAttribute('aria-activedescendant')"), f"byte-{offset + 1}")
        self.assertIn("Person 7", self.page.text("#readout"))
        self.page.key("Enter")
        self.assertIn("name: Person 7", self.page.text("#tree .row.active"))
        self.assertEqual(self.page.evaluate("document.querySelectorAll('#hex .codes .selected').length"), 9)

    def test_every_byte_of_a_small_archive_has_a_meaning(self):
        self.open("people")
        kinds = set()
        self.page.evaluate("document.getElementById('hex').focus()")
        for _ in range(4):
            kinds |= set(self.page.evaluate("[...document.querySelectorAll('#hex .byte')].map(each => each.className)"))
            self.page.key("PageDown")
        self.assertFalse([kind for kind in kinds if "unused" in kind], kinds)

    # Property lists within data

    def find(self, text):
        """Searches, and gives the row of the first match."""
        self.page.evaluate("document.getElementById('search').value = ''")
        self.page.click("#search")
        self.page.type(text)
        self.page.key("Enter")
        return self.page.text("#tree .row.active")

    def fact(self, name):
        return dict(zip(self.page.texts("#details dt"), self.page.texts("#details dd"))).get(name)

    def test_property_lists_in_data_are_opened_and_values_lead_to_their_bytes_in_the_file(self):
        self.open("nested")
        self.assertIn("text: inner text", self.find("inner text"))
        self.assertEqual(self.fact("path"), "root.payload{}.root.text")
        self.assertRegex(self.fact("list"), r"^\{1\}, binary keyed archive, \d+ objects, at root.payload$")
        data = self.archive["nested"].read_bytes()
        offset = data.index(self.payload) + self.payload.index(b"inner text")
        selected = self.page.evaluate("[...document.querySelectorAll('#hex .codes .selected')].map(each => Number(each.dataset.offset))")
        self.assertEqual(selected, list(range(offset - 1, offset + 10)))
        self.page.point(f"#hex .codes [data-offset='{offset + 3}']")
        self.assertIn("root.payload{}.root.text: text inner text", self.page.text("#readout"))
        self.page.click(f"#hex .codes [data-offset='{offset + 3}']")
        self.assertIn("inner text", self.page.text("#tree .row.active"))

    def test_bytes_of_a_list_in_data_that_are_no_value_have_a_meaning_too(self):
        self.open("nested")
        start = self.archive["nested"].read_bytes().index(self.payload)
        for offset, meaning in ((start, "the mark of a binary property list"), (start + len(self.payload) - 1, "the trailer")):
            self.page.click("#go")
            self.page.evaluate("document.getElementById('go').value = ''")
            self.page.type(hex(offset))
            self.page.key("Enter")
            self.assertIn(meaning, self.page.text("#readout"))

    def test_objects_of_a_list_in_data_have_identities_of_their_own(self):
        self.open("nested")
        outer, inner = self.find("outer text"), self.find("inner text")
        self.assertIn("outer text", outer)
        self.assertIn("inner text", inner)
        self.find("self")
        self.assertIn("leads back", self.page.text("#tree .row.active"))
        self.assertIn("#1{1}", " ".join(self.page.texts("#tree .row")))
        self.page.click("#tab-graph")
        self.page.until("document.getElementById('graph').dataset.ready")
        # The parcel and its letter, and the letter and its lines in each of two lists.
        self.assertIn("6 vertices", self.page.text("#graph-note"))

    def test_the_same_data_under_two_keys_is_one_list_and_columns_in_it_are_tables(self):
        self.page.view(2560, 900)
        self.open("nested")
        self.find("inner text")
        self.assertEqual(self.page.text("#found"), "1 of 1")
        self.page.click("#tab-tables")
        self.assertEqual(self.page.evaluate("[...document.querySelectorAll('#table option')].filter(each => each.textContent.startsWith('line {')).length"), 2)
        self.assertEqual(self.cells(1, 3), ["7", "8", "7"])
        self.assertEqual(self.cells(2, 3), ["-70", "–", "-71"])
        self.page.point(".line[data-row='1'] [data-column='1']")
        offset = self.archive["nested"].read_bytes().index(archives.packed("H", [7, 8, 7])) + 2
        pointed = self.page.evaluate("[...document.querySelectorAll('#hex .codes .pointed')].map(each => Number(each.dataset.offset))")
        self.assertEqual(pointed, [offset, offset + 1])

    def test_a_list_in_xml_has_bytes_of_its_own_and_the_way_back_to_the_file(self):
        self.open("nested")
        self.assertIn("a < b", self.find("in xml"))
        self.assertEqual(self.fact("path"), "root.xml{}.in xml")
        self.assertFalse(self.page.evaluate("document.getElementById('space').hidden"))
        self.assertEqual("".join(self.page.texts("#hex .characters .selected")), "Ua < b")
        self.assertIn("3", self.find("three"))
        self.assertEqual(self.fact("path"), "root.xml{}.binary{}.three")
        self.page.click("#to-file")
        self.assertTrue(self.page.evaluate("document.getElementById('space').hidden"))
        self.assertEqual("".join(self.page.texts("#hex .characters .byte")[:8]), "bplist00")

    def test_lists_in_lists_end_at_the_eighth_and_data_that_is_no_list_stays_data(self):
        self.open("nested")
        self.find("level")
        self.assertEqual(self.page.text("#found"), "1 of 8")
        self.find("broken")
        self.assertIn("20 bytes", self.page.text("#tree .row.active"))

    # Graph

    def test_the_graph_is_drawn_zooms_moves_and_is_walked(self):
        self.page.view(1280, 900, motion="reduce")
        self.open("graph")
        self.page.key("3")
        self.page.until("document.getElementById('graph').dataset.ready")
        self.assertIn("3,000 of 3,201 vertices", self.page.text("#graph-note"))
        picture = "(() => { const canvas = document.getElementById('graph'); const all = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data; let sum = 0; for (let i = 3; i < all.length; i += 4) sum = (sum * 31 + all[i] * (i % 977)) % 1000003; return sum })()"
        before = self.page.evaluate(picture)
        self.page.key("+", "+")
        zoomed = self.page.evaluate(picture)
        self.assertNotEqual(before, zoomed)
        self.page.key("0")
        self.assertEqual(self.page.evaluate(picture), before)
        x, y = self.page.place("#graph")
        self.page.mouse("mouseWheel", x, y, deltaX=0, deltaY=-240)
        self.page.settle()
        self.assertNotEqual(self.page.evaluate(picture), before)
        self.page.key("ArrowRight")
        self.assertEqual(self.page.text("#details h2"), "#node:1")
        self.page.key("n")
        self.assertNotEqual(self.page.text("#details h2"), "#node:1")
        self.page.key("p", "Enter")
        self.assertEqual(self.page.text(".line.current [data-column='1']"), "task 0")

    def test_the_same_graph_has_the_same_picture(self):
        pictures = set()
        self.page.view(1280, 900, motion="reduce")
        for _ in range(2):
            self.open("people")
            self.page.key("3")
            self.page.until("document.getElementById('graph').dataset.ready")
            self.page.settle()
            pictures.add(self.page.evaluate("document.getElementById('graph').toDataURL()"))
        self.assertEqual(len(pictures), 1)

    # Hostile text

    def test_text_of_a_hostile_archive_is_shown_and_not_executed(self):
        self.open("hostile")
        self.page.evaluate("document.getElementById('tree').focus()")
        self.page.key("*")
        for tab in ("tables", "graph", "tree"):
            self.page.click(f"#tab-{tab}")
            self.page.evaluate("(() => { for (const option of document.querySelectorAll('#table option')) { option.parentElement.parentElement.value = option.value; document.getElementById('table').dispatchEvent(new Event('change')) } })()")
        self.page.click("#search")
        self.page.type("script")
        for _ in range(12):
            self.page.key("Enter")
        self.assertEqual(self.page.evaluate("window.owned ?? null"), None)
        self.assertEqual(self.page.evaluate("document.title"), "hostile.archive")
        self.assertEqual(self.page.number("img, svg, iframe, object, embed, link, base, form, a[href^='javascript']"), 0)
        self.assertEqual(self.page.number("body script:not([data-space])"), 1)
        shown = self.page.evaluate("document.body.innerText")
        self.assertIn("</script><script>", shown)
        self.assertNotRegex(shown, "[\u202a-\u202e\u2066-\u2069\u200b\u0000-\u0008]")
        self.assertIn("U+202E", shown)

    def test_hostile_text_of_a_list_within_data_is_shown_and_not_executed(self):
        self.open("nested")
        self.page.evaluate("document.getElementById('tree').focus()")
        self.page.key("*")
        self.find("onerror")
        for tab in ("tables", "graph", "tree"):
            self.page.click(f"#tab-{tab}")
        self.assertEqual(self.page.evaluate("window.owned ?? null"), None)
        self.assertEqual(self.page.number("img, svg, iframe, object, embed, link, base, form"), 0)
        self.assertEqual(self.page.number("body script:not([data-space])"), 1)
        shown = self.page.evaluate("document.body.innerText")
        self.assertIn("</script><script>", shown)
        self.assertIn("U+202E", shown)

    def test_the_policy_forbids_other_scripts_styles_and_requests(self):
        self.open("people")
        self.page.evaluate("(() => { const script = document.createElement('script'); script.textContent = 'window.owned = 3'; document.body.append(script); document.body.insertAdjacentHTML('beforeend', '<p onclick=\"window.owned = 4\" id=bait style=\"color: red\">x</p>'); document.getElementById('bait').click() })()")
        self.assertEqual(self.page.evaluate("window.owned ?? null"), None)
        self.assertEqual(self.page.evaluate("fetch('https://example.com').then(() => 'sent', () => 'refused')"), "refused")
        self.assertTrue(self.page.problems())

    # Size

    def test_an_archive_of_many_rows_opens_with_few_elements_and_bounded_memory(self):
        rows = 100_000 if SETTING.is_quick else 1_000_000
        archive = self.folder / "rows.archive"
        columns = archives.orders(archive, rows)
        self.page.browser.call("HeapProfiler.collectGarbage")
        self.assertEqual(self.page.open(archive, seconds=300), [])
        self.page.click("#tab-tables")
        self.page.click(HEADER % 1)
        self.page.click(HEADER % 1)
        self.assertEqual(self.page.text(".line[data-row='0'] [data-column='1']"), str(max(columns['order'])))
        self.page.key("End")
        self.assertLess(self.page.number("*"), 4000)
        used = self.page.browser.call("Runtime.getHeapUsage")
        self.assertLess(used["usedSize"], 400_000_000)

    def test_a_page_that_has_a_part_says_which_and_its_rows_are_right(self):
        archive = self.folder / "part.archive"
        columns = archives.orders(archive, 40_000)
        self.assertEqual(self.page.open(archive, "--html-size", "1"), [])
        self.assertTrue(self.page.evaluate("!document.getElementById('left').hidden"))
        self.assertRegex(" ".join(self.page.texts("#left-list li")), r"has [\d,]+ of 40,000 rows")
        self.page.click("#tab-tables")
        self.assertIn("The archive has 40,000 rows", self.page.text("#rows"))
        self.page.click(HEADER % 1)
        self.page.click(HEADER % 1)
        rows = [int(row.replace(",", "")) for row in self.page.texts(".line[data-row] [data-column='0']")]
        self.assertEqual(rows[0], 39_999)
        self.assertEqual([int(cell) for cell in self.cells(1, len(rows))], [columns["order"][row] for row in rows])
        self.page.view(2560, 900)
        self.page.settle()
        rows = [int(row.replace(",", "")) for row in self.page.texts(".line[data-row] [data-column='0']")]
        self.assertEqual(self.cells(9, len(rows)), [columns["customer"][row] for row in rows])
        places = {row: index for index, row in enumerate(row for row, kind in enumerate(columns["kind"]) if kind in (1, 2))}
        self.assertEqual(self.cells(11, len(rows)), [str(columns["value.i"][places[row]]) if row in places else "–" for row in rows])

    @unittest.skipIf(SETTING.is_quick, "make page-test opens them")
    def test_every_golden_archive_opens(self):
        for number, archive in enumerate(sorted((ROOT / "Tests/Goldens").rglob("*.archive"))):
            page = self.page.make(archive, "--html-size", "1")
            self.assertEqual(self.page.open_page(page), [], archive)
            for tab in ("tables", "graph"):
                if not self.page.evaluate(f"document.getElementById('tab-{tab}').disabled"):
                    self.page.evaluate(f"document.getElementById('tab-{tab}').click()")
            self.assertEqual(self.page.problems(), [], archive)
            page.unlink()


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *SETTING.rest])
