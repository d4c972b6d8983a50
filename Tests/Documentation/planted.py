#!/usr/bin/env python3
"""Plants faults in a copy of the built documentation, and fails if site_check.py does not find each: planted.py FOLDER"""
import shutil
import sys
import tempfile
from pathlib import Path

from browser import Browser, serve
from site_check import Check, site_pages, view

DOCUMENTATION = "documentation/archiveruntime"


def insert(path, text):
    page = path.read_text(encoding="utf-8")
    path.write_text(page.replace("</head>", text + "</head>", 1), encoding="utf-8")


def plant(site):
    """The faults: (page, what has to be reported of it)."""
    pages, data = site / DOCUMENTATION, site / "data" / DOCUMENTATION
    shutil.rmtree(pages / "limits")
    (data / "templates.json").unlink()
    insert(pages / "thetool/index.html", '<script src="https://example.org/counter.js"></script>')
    insert(pages / "howtheengineworks/index.html", '<script>console.error("planted")</script>')
    insert(pages / "hostilearchives/index.html", "<style>main { min-width: 900px !important; }</style>")
    links = data / "changingtypes.json"
    text = links.read_text(encoding="utf-8")
    target = f'"/{DOCUMENTATION}/locks"'
    if target not in text:
        sys.exit("planted.py: changingtypes has no link to locks any more")
    links.write_text(text.replace(target, target[:-1] + '#nowhere"'), encoding="utf-8")
    return [
        ("commandline", "limits/, which is no page"),
        ("templates", "status 404"),
        ("templates", "the page"),
        ("thetool", "a request to another host"),
        ("howtheengineworks", "console: planted"),
        ("hostilearchives", "pixels wide"),
        ("changingtypes", "#nowhere, and the page has no such anchor"),
        ("locks", None),
    ]


def main():
    with tempfile.TemporaryDirectory() as work:
        site = Path(work) / "site"
        shutil.copytree(sys.argv[1], site)
        faults = plant(site)
        host, server = serve(site)
        browser = Browser()
        try:
            view(browser, 360)
            check = Check(browser, host, seconds=8)
            for name in dict.fromkeys(name for name, _ in faults):
                check.open(f"/{DOCUMENTATION}/{name}/")
            check.follow(site_pages(site, ""))
        finally:
            browser.close()
            server.shutdown()
    missed = [
        f"{name}: {report}" for name, report in faults
        if report and not any(f"/{name}/: " in problem and report in problem for problem in check.problems)]
    missed += [problem for problem in check.problems if f"{DOCUMENTATION}/locks/: " in problem and "limits/" not in problem]
    if missed:
        print("site_check.py does not find what was planted:", *missed, "it reports:", *check.problems, sep="\n", file=sys.stderr)
        return 1
    print(f"{len(faults) - 1} planted faults found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
