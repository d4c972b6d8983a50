#!/usr/bin/env python3
"""Writes the tutorials as Markdown pages, for readers without the built site: pages.py [--check]

Each page of Examples/Tutorials is made of a `.tutorial` of the documentation and the files of its steps. With `--check` nothing
is written, and a page that is out of date is an error.
"""
import re
import sys

from tutorials import CATALOG, CODE, ROOT, TERMINAL, tutorial_files

PAGES = ROOT / "Examples/Tutorials"
ARTICLES = "../../" + str(CATALOG.relative_to(ROOT))
LANGUAGES = {".swift": "swift", ".h": "c", ".c": "c", ".py": "python", ".console": "console", ".yml": "yaml"}


def titles():
    """What links show: the title of each article and tutorial, by the name that links have."""
    found = {}
    for article in CATALOG.glob("*.md"):
        found[article.stem] = (article.read_text(encoding="utf-8").splitlines()[0].lstrip("# ").strip("`"), f"{ARTICLES}/{article.name}")
    for name, tutorial in tutorial_files().items():
        title = re.search(r'@Intro\(title: "([^"]+)"\)', tutorial.read_text(encoding="utf-8")).group(1)
        found[name] = (title, f"{name}.md")
    return found


def page(tutorial, names):
    """The text of a tutorial's page."""
    files = {path.name: path for path in CATALOG.rglob("*") if path.is_file()}
    blocks, paragraph, step = [], [], 0

    def text(line):
        line = re.sub(r"<doc:(\w+)>", lambda match: "[{}]({})".format(*names[match.group(1)]), line)
        return line.replace("``", "`")

    def end_paragraph():
        if paragraph:
            blocks.append(" ".join(paragraph))
            paragraph.clear()

    for raw in tutorial.read_text(encoding="utf-8").splitlines():
        line = raw.strip()
        code = CODE.match(line)
        title = re.match(r'@(Intro|Section)\(title: "([^"]+)"\) \{', line)
        if code or title or line.startswith("@") or line in ("", "}"):
            end_paragraph()
        if title:
            blocks.append(("# " if title.group(1) == "Intro" else "## ") + title.group(2))
            step = 0
        elif line == "@Step {":
            step += 1
            paragraph.append(f"**{step}.**")
        elif code:
            name, path = code.group(1), files[code.group(2)]
            if name != TERMINAL:
                blocks.append(f"`{name}`:")
            content = path.read_text(encoding="utf-8").rstrip("\n")
            blocks.append(f"```{LANGUAGES[path.suffix]}\n{content}\n```")
        elif line and line != "}" and not line.startswith("@"):
            paragraph.append(text(line))
    return f"<!-- made of {tutorial.relative_to(ROOT)} by make reference -->\n\n" + "\n\n".join(blocks) + "\n"


def main():
    names = titles()
    pages = {PAGES / f"{name}.md": page(tutorial, names) for name, tutorial in tutorial_files().items()}
    outdated = [path for path, text in pages.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    stale = [path for path in PAGES.glob("*.md") if path not in pages]
    if "--check" in sys.argv[1:]:
        for path in outdated + stale:
            print(f"{path.relative_to(ROOT)} is out of date: run make reference", file=sys.stderr)
        return 1 if outdated or stale else 0
    PAGES.mkdir(parents=True, exist_ok=True)
    for path in outdated:
        path.write_text(pages[path], encoding="utf-8")
    for path in stale:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
