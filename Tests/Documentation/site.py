#!/usr/bin/env python3
"""Opens every page of the built documentation in a real browser, and follows every link.

    site.py FOLDER [--base PATH] [--only TEXT] [--screenshots FOLDER]

FOLDER is what `make docs` has built. Each page has to have a heading and a text, no error on the console, no failed request and
none to another host. Each link inside the site has to lead to a page, and its anchor to an element there. At 360 pixels no
page may be wider than the screen. `--only` opens the pages whose address contains TEXT. `--screenshots` takes pictures of the
articles and tutorials in three widths, light and dark, instead.
"""
import argparse
import sys
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from browser import Browser, Failure, serve

READY = """(() => {
  const heading = document.querySelector('h1');
  const main = document.querySelector('main') || document.querySelector('#app');
  return heading && heading.innerText.trim() && main && main.innerText.trim().length > 20;
})()"""
# What a page has: links, anchors, and whether the code of a tutorial's steps and the pictures are there.
CONTENT = """({
  links: [...document.querySelectorAll('a[href]')].map(each => each.href),
  anchors: [...document.querySelectorAll('[id]')].map(each => each.id),
  heading: document.querySelector('h1').innerText,
  isMissing: !!document.querySelector('.not-found, .server-error, .error-content'),
  emptyCode: [...document.querySelectorAll('pre code, .code-listing')].filter(each => !each.textContent.trim()).length,
  emptyImages: [...document.querySelectorAll('img')].filter(each => each.complete && !each.naturalWidth).map(each => each.src),
  width: document.documentElement.scrollWidth,
})"""
WIDTHS = {360: 780, 1280: 900, 2560: 1300}


def site_pages(folder, base):
    """The addresses of all pages, relative to the host."""
    root = folder / base
    pages = [page.parent.relative_to(folder) for page in sorted(root.rglob("index.html")) if page.parent != root]
    start = f"/{base}/" if base else "/"
    return [start] + [f"/{page}/" for page in pages]


def normal(path):
    """A page's address as its folder says it."""
    return unquote(path).rstrip("/").lower() + "/"


class Check:
    def __init__(self, browser, host):
        self.browser, self.host = browser, host
        self.problems, self.anchors, self.links, self.others = [], {}, {}, set()

    def open(self, path):
        """Opens a page and keeps its links and anchors."""
        is_ready, events = self.browser.open(self.host + path, READY)
        self.problems += [f"{path}: {problem}" for problem in dict.fromkeys(self.reported(events))]
        if not is_ready:
            self.problems.append(f"{path}: the page stays empty")
            return
        content = self.browser.evaluate(CONTENT)
        if content["isMissing"]:
            self.problems.append(f"{path}: the page says that it cannot be found")
        if content["emptyCode"]:
            self.problems.append(f"{path}: {content['emptyCode']} code listings are empty")
        self.problems += [f"{path}: the picture {source} does not load" for source in content["emptyImages"]]
        if content["width"] > 360:
            self.problems.append(f"{path}: the page is {content['width']} pixels wide on a screen of 360")
        address = self.browser.evaluate("location.pathname")
        self.anchors[normal(address)] = set(content["anchors"])
        for link in content["links"]:
            target, anchor = urldefrag(urljoin(self.host + path, link))
            if target.startswith(self.host):
                self.links.setdefault((normal(urlsplit(target).path), unquote(anchor)), path)
            elif urlsplit(target).scheme in ("http", "https"):
                self.others.add(target)

    def reported(self, events):
        """The console's errors, and requests that failed or went elsewhere."""
        for event in events:
            name, parameters = event.get("method"), event.get("params", {})
            if name == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                yield "exception: " + details.get("exception", {}).get("description", details["text"])
            elif name == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "assert"):
                yield "console: " + " ".join(str(each.get("value", each.get("description"))) for each in parameters["args"])
            elif name == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                yield f"log: {parameters['entry']['text']} {parameters['entry'].get('url', '')}"
            elif name == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                if not url.startswith((self.host + "/", "data:", "about:", "blob:")):
                    yield f"a request to another host: {url}"
            elif name == "Network.responseReceived" and parameters["response"]["status"] >= 400:
                yield f"status {parameters['response']['status']} for {parameters['response']['url']}"

    def follow(self, all_pages):
        """Checks links when all pages have been opened."""
        pages = {normal(page) for page in all_pages}
        for (path, anchor), source in sorted(self.links.items()):
            if path not in pages:
                self.problems.append(f"{source}: a link to {path}, which is no page")
            elif anchor and path in self.anchors and anchor not in self.anchors[path]:
                self.problems.append(f"{source}: a link to {path}#{anchor}, and the page has no such anchor")


def view(browser, width, scheme="light"):
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=WIDTHS[width], deviceScaleFactor=1, mobile=width < 500)
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])


def take_pictures(browser, host, pages, folder):
    import base64
    folder.mkdir(parents=True, exist_ok=True)
    for width, height in WIDTHS.items():
        for scheme in ("light", "dark"):
            for page in pages:
                view(browser, width, scheme)
                browser.open(host + page, READY)
                whole = browser.evaluate("document.documentElement.scrollHeight")
                size = min(max(whole, height), 6000)
                browser.call("Emulation.setDeviceMetricsOverride", width=width, height=size, deviceScaleFactor=1, mobile=width < 500)
                browser.evaluate("new Promise(done => setTimeout(done, 300))")
                picture = browser.call("Page.captureScreenshot", format="png")["data"]
                name = f"{Path(page).name or 'start'}-{width}-{scheme}.png"
                (folder / name).write_bytes(base64.b64decode(picture))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--base", default="")
    parser.add_argument("--only", default="")
    parser.add_argument("--screenshots", type=Path)
    arguments = parser.parse_args()
    base = arguments.base.strip("/")
    pages = site_pages(arguments.folder, base)
    chosen = [page for page in pages if arguments.only in page]
    if len(pages) < 20 or not chosen:
        sys.exit(f"{arguments.folder} has {len(pages)} pages; run make docs")
    host, server = serve(arguments.folder)
    try:
        browser = Browser()
    except Failure as failure:
        sys.exit(f"docs-test: {failure}")
    try:
        if arguments.screenshots:
            take_pictures(browser, host, chosen, arguments.screenshots)
            return 0
        view(browser, 360)
        check = Check(browser, host)
        for number, page in enumerate(chosen):
            check.open(page)
            if sys.stdout.isatty():
                print(f"\r{number + 1} of {len(chosen)}", end="")
        check.follow(pages)
    finally:
        browser.close()
        server.shutdown()
    for problem in check.problems:
        print(problem, file=sys.stderr)
    print(
        f"{len(chosen)} pages opened, {len(check.links)} links and anchors followed, {len(check.others)} links to other hosts, "
        f"{len(check.problems)} problems")
    return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main())
