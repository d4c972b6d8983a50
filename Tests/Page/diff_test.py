"""Tests of the page of `archivegen diff --format html` in a browser."""
import subprocess
import tempfile
import unittest
from pathlib import Path

import archives
from page import Page
from setting import SETTING

# The number of an element's lines of text, by their places on the screen.
LINES = """(element => { const range = document.createRange(); range.selectNodeContents(element); let [lines, bottom] = [0, -1];
    for (const box of [...range.getClientRects()].filter(box => box.width).sort((a, b) => a.top - b.top))
      if (box.top > bottom - 3) { lines += 1; bottom = box.bottom }
    return lines })"""


class DiffTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="diff-test-", dir=SETTING.folder))
        cls.page = Page(SETTING.archivegen, cls.folder)
        for name, make in {"small": lambda path, is_new: archives.changed(path, 4, is_new), "hostile": archives.changed_hostile,
                           "large": lambda path, is_new: archives.changed(path, 1500, is_new)}.items():
            files = [cls.folder / f"{name}{is_new}.archive" for is_new in (0, 1)]
            for is_new, file in enumerate(files):
                make(file, is_new)
            run = subprocess.run([SETTING.archivegen, "diff", "--format", "html", "--head", "0", "--limit", "0", *map(str, files)], capture_output=True)
            assert run.returncode == 1, run.stderr
            (cls.folder / f"{name}.html").write_bytes(run.stdout)

    @classmethod
    def tearDownClass(cls):
        cls.page.close()

    def open(self, name, width=1280, height=900, scheme="light"):
        self.page.view(width, height, scheme)
        is_ready, events = self.page.browser.open((self.folder / f"{name}.html").as_uri(), "document.readyState === 'complete'", 60)
        self.assertTrue(is_ready)
        self.assertEqual(self.page.reported(events), [])

    def test_it_fits_every_screen_and_breaks_no_word_of_its_own(self):
        for name in ("small", "hostile", "large"):
            for width in (360, 1280, 2560):
                for scheme in ("light", "dark"):
                    self.open(name, width, 900, scheme)
                    self.assertLessEqual(self.page.evaluate("document.documentElement.scrollWidth"), width, name)
                    broken = self.page.evaluate(
                        f"[...document.querySelectorAll('.differences tr > :first-child')].slice(0, 60).filter(each => {LINES}(each) > 1).map(each => each.textContent)")
                    self.assertEqual(broken, [], (name, width))
                    self.assertGreater(self.page.evaluate("document.querySelector('.counts tbody td').getBoundingClientRect().width"), 70, (name, width))

    def test_values_before_and_after_look_alike_and_what_differs_is_marked(self):
        self.open("small")
        fonts = self.page.evaluate("['before', 'after'].map(name => getComputedStyle(document.querySelector(`tr.changed td[data-name=${name}]`)).fontFamily)")
        self.assertEqual(fonts[0], fonts[1])
        self.assertIn("monospace", fonts[0])
        self.assertEqual(self.page.texts("mark"), [" changed"])
        self.assertEqual(self.page.texts("tr.changed td[data-name]")[2:4], ['"Person 3"', '"Person 3 changed"'])

    def test_on_a_small_screen_each_value_says_whether_it_is_from_before_or_after(self):
        self.open("small", 360, 780)
        names = self.page.evaluate("[...document.querySelectorAll('tr.changed')].slice(0, 1).flatMap(row => [...row.querySelectorAll('td[data-name]')].map(each => getComputedStyle(each, '::before').content))")
        self.assertEqual(names, ['"before"', '"after"'])
        self.assertEqual(self.page.number("tr.added td[data-name=before]"), 0)

    def test_a_thousand_lines_keep_their_head_in_sight(self):
        self.open("large")
        self.assertEqual(self.page.number(".differences tbody tr"), 1001)
        self.page.evaluate("window.scrollTo(0, 20000)")
        self.assertEqual(self.page.evaluate("document.querySelector('.differences thead th').getBoundingClientRect().top"), 0)

    def test_hostile_text_is_shown_and_not_executed(self):
        self.open("hostile")
        self.assertIsNone(self.page.evaluate("window.owned ?? null"))
        self.assertEqual(self.page.number("script, img, svg, iframe, object, embed, link, base, form, a"), 0)
        shown = self.page.evaluate("document.body.innerText")
        self.assertIn("</script><script>", shown)
        self.assertNotRegex(shown, "[\u202a-\u202e\u2066-\u2069\u200b\u0000-\u0008]")
