"""A page of `archivegen inspect --html` in a browser, as a person uses it: pointing, clicking and keys."""
import json
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Documentation"))
from browser import Browser  # noqa: E402

KEYS = {"Enter": 13, "Tab": 9, " ": 32, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "Escape": 27, "Home": 36, "End": 35,
        "PageDown": 34, "PageUp": 33}


class Page:
    def __init__(self, archivegen, folder):
        self.archivegen, self.folder = str(archivegen), Path(folder)
        self.browser = Browser()
        self.view(1280, 900)

    def close(self):
        self.browser.close()

    def view(self, width, height, scheme="light", motion="no-preference"):
        self.browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.browser.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}])

    def make(self, archive, *options):
        page = self.folder / (Path(archive).name + ".html")
        run = subprocess.run([self.archivegen, "inspect", str(archive), "--html", str(page), *options])
        # The page of a damaged archive is written as well, and shows the damage.
        if run.returncode != (1 if Path(archive).stem == "damaged" else 0):
            raise AssertionError(f"{run.args} ended with {run.returncode}")
        return page

    def open(self, archive, *options, seconds=120):
        """Makes the page of an archive and opens it; gives what was reported meanwhile."""
        return self.open_page(self.make(archive, *options), seconds)

    def open_page(self, page, seconds=120):
        is_ready, events = self.browser.open(Path(page).resolve().as_uri(), "document.documentElement.dataset.ready", seconds)
        problems = self.reported(events)
        if not is_ready:
            raise AssertionError(f"{page} does not become ready: {problems}")
        return problems

    def problems(self):
        """Errors, and requests, since the last question."""
        self.evaluate("1")
        events = list(self.browser.events)
        self.browser.events.clear()
        return self.reported(events)

    @staticmethod
    def reported(events):
        found = []
        for event in events:
            name, parameters = event.get("method"), event.get("params", {})
            if name == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                found.append("exception: " + details.get("exception", {}).get("description", details["text"]))
            elif name == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                found.append("console: " + " ".join(str(each.get("value")) for each in parameters["args"]))
            elif name == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                # The tests read the canvas, and the page does not.
                if "Multiple readback operations" in parameters["entry"]["text"]:
                    continue
                found.append("log: " + parameters["entry"]["text"])
            elif name == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith("file:"):
                found.append("request: " + parameters["request"]["url"][:200])
        return found

    def evaluate(self, expression):
        return self.browser.evaluate(expression)

    def text(self, selector):
        return self.evaluate(f"document.querySelector({json.dumps(selector)})?.textContent ?? null")

    def texts(self, selector):
        return self.evaluate(f"[...document.querySelectorAll({json.dumps(selector)})].map(each => each.textContent)")

    def number(self, selector):
        return self.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length")

    def until(self, expression, seconds=60):
        """Waits until an expression is true, and gives its value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.evaluate(expression)
            if value:
                return value
            time.sleep(0.03)
        raise AssertionError(f"this does not become true: {expression}")

    def settle(self):
        """Until what was asked for is drawn."""
        self.evaluate("new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 20))")
        self.until("!document.querySelector('[aria-busy]')")

    def place(self, selector):
        return self.evaluate(
            f"(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [box.x + Math.min(box.width / 2, 300), box.y + Math.min(box.height / 2, 300)] })()")

    def mouse(self, kind, x, y, **more):
        self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, selector):
        x, y = self.place(selector)
        self.mouse("mouseMoved", x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.mouse(kind, x, y, button="left", clickCount=1)
        self.settle()

    def point(self, selector):
        self.mouse("mouseMoved", *self.place(selector))
        self.settle()

    def key(self, *keys):
        for key in keys:
            parameters = {"key": key, "windowsVirtualKeyCode": KEYS.get(key, ord(key[0].upper()))}
            text = "\r" if key == "Enter" else key if len(key) == 1 else None
            self.browser.call("Input.dispatchKeyEvent", type="keyDown", **parameters, **({"text": text} if text else {}))
            self.browser.call("Input.dispatchKeyEvent", type="keyUp", **parameters)
        self.settle()

    def type(self, text):
        self.browser.call("Input.insertText", text=text)
        self.settle()

    def picture(self, path):
        import base64
        Path(path).write_bytes(base64.b64decode(self.browser.call("Page.captureScreenshot", format="png")["data"]))
