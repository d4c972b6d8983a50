#!/usr/bin/env python3
"""Opens the page of `archivegen layout --html` in a real browser.

    page.py ARCHIVEGEN [--screenshots FOLDER]

The page has to work at widths from 360 to 2,560 pixels, light and dark: nothing is wider than the screen, no text of a picture
leaves its block, the list can be searched and walked through with keys, rows and blocks are marked together, nothing is
requested, no error is reported, and hostile text in comments does not run. `--screenshots` takes pictures too.
"""
import argparse
import base64
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Documentation"))
from browser import Browser, Failure  # noqa: E402

ATTACK = "\\\"></script><script>window.hacked=1</script><img src=x onerror=window.hacked=2>"
HEADER = f"""
enum state {{ OPEN, PAID = 3 }};
struct money {{ long long amount; char currency[4]; /* archive: cstring */ }};
struct order {{
  unsigned number; // archive: required
  char a_long_name_of_one_byte;
  struct money price;
  unsigned urgent : 1, kind : 3;
  unsigned : 0;
  unsigned late : 5;
  void *handle; // archive: skip
  struct order *next;
  union {{ int i; double d; }} either; // archive: skip
  char buffer[4096];
}};
struct hostile {{ int a; /* archive: key("{ATTACK}") */ void *b; }};
union number {{ int i; double d; char text[16]; }};
struct empty {{ int n; char tail[]; }};
"""
WIDE = "struct wide {\n" + "".join(
    f"  {['char', 'int', 'double', 'unsigned', 'short'][i % 5]} member_{i}{' : %d' % (i % 7 + 1) if i % 5 == 3 else ''};\n"
    for i in range(300)) + "};\n"
READY = "document.querySelector('main h2')"
# Texts whose boxes leave their blocks.
OVERFLOW = """[...document.querySelectorAll('main figure svg')].filter(svg => svg.getBoundingClientRect().width > 0)
  .flatMap(svg => [...svg.querySelectorAll('.cell')].filter(cell => {
    const box = cell.querySelector('rect').getBoundingClientRect();
    return [...cell.querySelectorAll('text')].some(text => {
      const inner = text.getBoundingClientRect();
      return inner.left < box.left - 2 || inner.right > box.right + 2 || inner.top < box.top - 2 || inner.bottom > box.bottom + 2;
    });
  }).map(cell => cell.querySelector('title').textContent))"""


def key(browser, name, text=None):
    for kind in ("keyDown", "keyUp"):
        parameters = {"type": kind, "key": name}
        if kind == "keyDown" and text:
            parameters["text"] = text
        browser.call("Input.dispatchKeyEvent", **parameters)


class Check:
    def __init__(self, browser):
        self.browser, self.problems, self.count = browser, [], 0

    def expect(self, condition, text):
        self.count += 1
        if not condition:
            self.problems.append(text)

    def equal(self, expression, expected, text):
        value = self.browser.evaluate(expression)
        self.expect(value == expected, f"{text}: {value!r}, not {expected!r}")


def size(browser, width, scheme):
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])


def check_sizes(check, address, types, pictures):
    browser = check.browser
    for width in (360, 820, 1280, 2560):
        for scheme in ("light", "dark"):
            size(browser, width, scheme)
            for index in range(types):
                is_ready, events = browser.open(f"{address}?{width}-{scheme}-{index}#type-{index}", READY)
                where = f"type {index}, {width} pixels, {scheme}"
                check.expect(is_ready, f"{where}: the page stays empty")
                reported = [e for e in events if e.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")]
                check.expect(not reported, f"{where}: {reported[:1]}")
                requests = {e["params"]["request"]["url"] for e in events if e.get("method") == "Network.requestWillBeSent"}
                check.expect(len(requests) <= 1, f"{where}: requests {requests}")
                wide = browser.evaluate("document.documentElement.scrollWidth")
                check.expect(wide <= width, f"{where}: {wide} pixels wide")
                if scheme == "light":
                    over = browser.evaluate(OVERFLOW)
                    check.expect(not over, f"{where}: text leaves its block: {over[:3]}")
                if pictures:
                    image = browser.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]
                    Path(pictures, f"layout-{index}-{width}-{scheme}.png").write_bytes(base64.b64decode(image))
    check.equal("window.hacked === undefined", True, "hostile text ran")


def check_keys(check, address):
    browser = check.browser
    size(browser, 1280, "light")
    browser.open(address, READY)
    title = "document.querySelector('main h2').textContent"
    check.equal(title, "struct money", "the first type is shown")
    key(browser, "/", "/")
    check.equal("document.activeElement.id", "search", "'/' goes to the search")
    browser.call("Input.insertText", text="buffer")
    check.equal("document.getElementById('found').textContent", "1 type", "a member's name finds its type")
    check.equal("[...document.querySelectorAll('#types li:not([hidden])')].length", 1, "others are hidden")
    key(browser, "ArrowDown")
    browser.evaluate("new Promise(done => setTimeout(done, 50))")
    check.equal(title, "struct order", "the arrow key opens it")
    key(browser, "Escape")
    check.equal("[...document.querySelectorAll('#types li[hidden]')].length", 0, "Escape clears the search")
    browser.evaluate("document.querySelector('main tbody tr').focus()")
    check.equal("document.querySelectorAll('main .cell.on').length > 0", True, "a row that has the focus marks its block")
    check.equal("document.querySelector('main .cell.on').dataset.line", "0", "the block is the row's")
    browser.evaluate("document.querySelector('main .cell[data-line=\"1\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    check.equal("document.activeElement.dataset.line", "1", "a click on a block goes to its row")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("archivegen")
    parser.add_argument("--screenshots")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "a.h").write_text(HEADER + WIDE)
        (folder / "old").mkdir()
        (folder / "old/a.h").write_text(HEADER.replace("struct order *next;", "") + WIDE)
        for page, options in (("a.html", []), ("b.html", ["--against", folder / "old"])):
            made = subprocess.run([arguments.archivegen, "layout", folder / "a.h", "--html", folder / page, *options],
                                  capture_output=True, text=True)
            if made.returncode:
                sys.exit(f"archivegen failed: {made.stderr}")
        browser = Browser()
        try:
            check = Check(browser)
            check_keys(check, f"file://{folder}/a.html")
            check_sizes(check, f"file://{folder}/a.html", 6, arguments.screenshots)
            check_sizes(check, f"file://{folder}/b.html", 2, None)
        except Failure as failure:
            sys.exit(f"layout page: {failure}")
        finally:
            browser.close()
    print(f"layout page: {check.count} checks, {len(check.problems)} problems")
    for problem in check.problems[:40]:
        print("  " + problem)
    sys.exit(1 if check.problems else 0)


if __name__ == "__main__":
    main()
