#!/usr/bin/env python3
"""Takes the pictures of LookingIntoArchives.md and the README again: pictures.py ARCHIVEGEN"""
import subprocess
import sys
import tempfile
from pathlib import Path

import archives
from page import Page

CATALOG = Path(__file__).resolve().parents[2] / "Sources/ArchiveRuntime/ArchiveRuntime.docc"


def main(archivegen):
    with tempfile.TemporaryDirectory() as folder:
        people, orders = Path(folder) / "people.archive", Path(folder) / "orders.archive"
        archives.people(people)
        archives.orders(orders, 5000)
        subprocess.run([archivegen, "graph", people, "root[3]", "--depth", "2", "--svg", "-o", CATALOG / "graph-people.svg"], check=True)
        page = Page(archivegen, folder)
        try:
            page.view(1280, 760)
            page.open(orders)
            page.key("2")
            page.click("[role=columnheader][data-column='7']")
            page.click(".line[data-row='3'] [data-column='7']")
            page.click(".line[data-row='3'] [data-column='5']")
            page.key("ArrowRight", "ArrowRight")
            page.picture(CATALOG / "inspect-page.png")
        finally:
            page.close()


if __name__ == "__main__":
    main(sys.argv[1])
