#!/usr/bin/env python3
"""Runs the commands in the articles of the documentation, and compares what they show with what happens.

    consoles.py PREFIX [--record] [ARTICLE...]

PREFIX is where archivegen is installed. A console is an indented block that begins with "$ COMMAND"; the lines below a command are its output,
standard error included. A line "…" stands for any number of lines. The files that the commands are about are written by Consoles/make.py; a code
block below the comment `<!-- file: PATH -->` is that file. With `--record` the output is written into the articles, except for consoles with a
line "…", to be read before it is committed.
"""
import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CATALOG = ROOT / "Sources/ArchiveRuntime/ArchiveRuntime.docc"
MAKE = Path(__file__).resolve().parent / "Consoles/make.py"
FILE = re.compile(r"<!-- file: (\S+) -->\n```\w*\n(.*?)^```$", re.S | re.M)
CONSOLE = re.compile(r"^    \$ .*\n(?:^    .*\n|^\n(?=    ))*", re.M)
INDENT = "    "


def commands(console):
    """The commands of a console with the output below each: [(command, lines)]."""
    found = []
    for line in console.splitlines():
        text = line.removeprefix(INDENT).rstrip()
        if text.startswith("$ "):
            found.append((text[2:], []))
        else:
            found[-1][1].append(text)
    return found


def agrees(shown, seen):
    """Whether output is what is shown, where a line "…" stands for any number of lines."""
    pattern = "".join("(?:.*\n)*?" if line == "…" else re.escape(line) + "\n" for line in shown)
    return re.fullmatch(pattern, "".join(line + "\n" for line in seen)) is not None


def check(article, environment, record):
    """The problems of an article, as texts; None if it has no console."""
    text = article.read_text(encoding="utf-8")
    consoles = list(CONSOLE.finditer(text))
    if not consoles:
        return None
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, MAKE], cwd=folder, check=True)
        for name, source in FILE.findall(text):
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source, encoding="utf-8")
        for console in reversed(consoles):
            entries = commands(console[0])
            recorded = []
            for command, shown in entries:
                done = subprocess.run(
                    ["bash", "-c", command], cwd=folder, env=environment, text=True, errors="replace",
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                seen = [line.rstrip() for line in done.stdout.splitlines()]
                recorded += [f"{INDENT}$ {command}", *(INDENT + line if line else "" for line in seen)]
                if not record and not agrees(shown, seen):
                    difference = difflib.unified_diff(shown, seen, "shown", "seen", lineterm="")
                    problems.insert(0, f"{article.relative_to(ROOT)}: $ {command}\n" + "\n".join(difference))
            if record and not any("…" in shown for _, shown in entries):
                text = text[:console.start()] + "\n".join(recorded) + "\n" + text[console.end():]
    if record:
        article.write_text(text, encoding="utf-8")
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("prefix", type=Path)
    parser.add_argument("articles", nargs="*")
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    environment = dict(os.environ, TERM="dumb", LC_ALL="C.UTF-8")
    environment["PATH"] = f"{(arguments.prefix / 'bin').resolve()}:{environment['PATH']}"
    articles = {path.stem: path for path in sorted(CATALOG.glob("*.md"))}
    failed = False
    for name in arguments.articles or articles:
        problems = check(articles[name], environment, arguments.record)
        for problem in problems or []:
            print(problem, file=sys.stderr)
        failed = failed or bool(problems)
        if problems == []:
            print(f"{name}: {'recorded' if arguments.record else 'every command prints what is shown'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
