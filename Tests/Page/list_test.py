"""The page of a list of dictionaries, and of an archive whose root is a table."""
import plistlib
import tempfile
import unittest
from pathlib import Path

import archives
from page import Page
from setting import SETTING


class ListTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="list-test-", dir=SETTING.folder))
        cls.page = Page(SETTING.archivegen, cls.folder)
        rows = [{"id": number, "name": f"n{number} " + "long " * 12, "size": 2 ** (number // 8)} for number in range(200)]
        for name, value in {"root": rows, "inner": {"rows": rows + [{"other": 1}], "tags": ["a"]}}.items():
            with open(cls.folder / f"{name}.plist", "wb") as file:
                plistlib.dump(value, file, fmt=plistlib.FMT_BINARY)
        archives.orders(cls.folder / "orders.archive", 200)

    @classmethod
    def tearDownClass(cls):
        cls.page.close()

    def open(self, name, width=1280):
        self.page.view(width, 700)
        self.assertEqual(self.page.open(self.folder / name), [])

    def names(self):
        return self.page.texts("[role=columnheader] .label")

    def test_a_list_of_dictionaries_as_the_root_opens_as_a_table(self):
        self.open("root.plist")
        self.assertEqual(self.page.evaluate("document.body.dataset.view"), "tables")
        self.assertEqual(self.names(), ["id", "name", "size"])
        self.assertEqual(self.page.texts(".line[data-row] [data-column='1']")[:2], ["0", "1"])

    def test_an_array_of_records_as_the_root_opens_as_a_table(self):
        self.open("orders.archive")
        self.assertEqual(self.page.evaluate("document.body.dataset.view"), "tables")
        self.assertIn("$top", self.page.text("#details"))

    def test_a_list_within_others_is_a_table_with_the_union_of_the_keys(self):
        self.open("inner.plist")
        self.assertEqual(self.page.evaluate("document.body.dataset.view"), "tree")
        self.page.evaluate("document.getElementById('tab-tables').click()")
        self.assertEqual(self.names(), ["id", "name", "size", "other"])
        self.assertIn("rows", self.page.text("#table"))

    def test_what_is_cut_gets_the_space_beside_it(self):
        self.open("root.plist", 1280)
        narrow = self.page.evaluate("document.querySelector(\"[role=columnheader][data-column='2']\").clientWidth")
        self.open("root.plist", 2400)
        wide = self.page.evaluate("document.querySelector(\"[role=columnheader][data-column='2']\").clientWidth")
        self.assertGreater(wide, narrow)

    def test_a_histogram_fits_a_small_screen_and_shows_rare_classes_by_logarithms(self):
        self.open("root.plist", 800)
        self.page.evaluate("document.querySelector(\"[role=columnheader][data-column='3']\").click()")
        self.page.evaluate("new Promise(done => setTimeout(done, 500))")
        bottom = self.page.evaluate("document.querySelector('.histogram').getBoundingClientRect().bottom")
        panel = self.page.evaluate("document.getElementById('details').getBoundingClientRect().bottom")
        self.assertLessEqual(bottom, panel)
        self.assertTrue(self.page.evaluate("document.querySelector('.scale input') !== null"))
        self.assertIn("≈", self.page.text("#details"))


if __name__ == "__main__":
    unittest.main()
