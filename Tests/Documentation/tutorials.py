#!/usr/bin/env python3
"""Does what the tutorials of the documentation say, step by step, and compares what they show with what happens.

    tutorials.py PREFIX [--record] [--installed] [--keep FOLDER] [NAME...]

PREFIX is where archivegen is installed. A step `@Code(name: "Sources/CTasks/tasks.c", file: c-library-tasks.c)` writes the file
to that path of the tutorial's project. A step `@Code(name: "Terminal", file: c-library-run.console)` runs the lines that begin
with "$ " in the project's folder, and the lines after each have to be its output, standard error included. A command may fail
only if the next one is `echo $?`. With `--record` the outputs are written into the files, to be read before they are committed.

Beside each project is `archivegen`, this checkout, as the tutorials ask for. All packages share one build folder, so that the
runtime is compiled once. With `--installed` it is not compiled at all: a package of the same name has the products, and the modules and the
library are those of PREFIX, which `make test` has anyway. A build then takes seconds.
"""
import argparse
import difflib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CATALOG = ROOT / "Sources/ArchiveRuntime/ArchiveRuntime.docc"
CODE = re.compile(r'@Code\(name: "([^"]+)", file: ([^,)\s]+)(?:, previousFile: [^,)\s]+)?\)')
TERMINAL = "Terminal"


def tutorial_files():
    """The tutorials of the catalog, by name."""
    found = {path.stem: path for path in sorted(CATALOG.rglob("*.tutorial"))}
    return {name: path for name, path in found.items() if "@Tutorial(" in path.read_text(encoding="utf-8")}


def steps(tutorial):
    """The files of a tutorial's steps, in order: (name, path in the catalog)."""
    files = {path.name: path for path in CATALOG.rglob("*") if path.is_file()}
    text = tutorial.read_text(encoding="utf-8")
    found = [(name, files.get(file), file) for name, file in CODE.findall(text)]
    if len(found) != text.count("@Code("):
        sys.exit(f"{tutorial.name}: a @Code is not written as @Code(name: \"PATH\", file: FILE)")
    missing = [file for _, path, file in found if path is None]
    if missing:
        sys.exit(f"{tutorial.name}: these files are not in the catalog: {', '.join(missing)}")
    return [(name, path) for name, path, _ in found]


def transcript(path):
    """The commands of a console file with the output below each: [(command, output)]."""
    entries = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("$ "):
            entries.append((line[2:], []))
        elif entries:
            entries[-1][1].append(line)
        else:
            sys.exit(f"{path.name}: the first line is not a command")
    return entries


STAND_IN = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "archivegen",
  products: ["ArchiveRuntime", "ArchiveEvolution", "ArchiveTesting"].map { .library(name: $0, targets: ["Installed"]) },
  targets: [.target(name: "Installed")])
"""


def make_stand_in(folder, prefix):
    """A package with the products of ours, for the installed library, and the arguments of builds that use it."""
    sources = folder / "Sources/Installed"
    sources.mkdir(parents=True)
    (folder / "Package.swift").write_text(STAND_IN, encoding="utf-8")
    (sources / "Installed.swift").write_text("// The modules are installed.\n", encoding="utf-8")
    library = (prefix / "lib/archivegen").resolve()
    return ["-Xswiftc", f"-I{library}", "-Xlinker", f"-L{library}", "-Xlinker", "-lArchiveRuntime"]


class Project:
    """A tutorial's project, in a folder of its own."""

    def __init__(self, folder, environment, arguments):
        self.folder, self.environment, self.arguments = folder, environment, shlex.join(arguments)
        self.status = 0
        folder.mkdir()

    def write(self, name, source):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)
        path.chmod(0o644)

    def run(self, command):
        """The lines that a command prints."""
        # SwiftPM's build folder is shared; a reader has one in each project.
        shared = re.sub(r"^swift (build|run|test)\b", lambda found: f"{found[0]} {self.arguments}", command)
        done = subprocess.run(
            ["bash", "-c", f"(exit {self.status}); {shared}"], cwd=self.folder, env=self.environment, text=True,
            errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.status = done.returncode
        if command.startswith("swift "):
            # A reader takes longer than that before the next change.
            subprocess.run([ROOT / "Tests/Support/next_second.sh"], check=True)
        return done.stdout.replace(f"{self.folder}/", "").splitlines()


def check(tutorial, project, record):
    """The problems of a tutorial, as texts."""
    problems = []
    for name, path in steps(tutorial):
        if name != TERMINAL:
            project.write(name, path)
            continue
        entries = transcript(path)
        seen = []
        for index, (command, expected) in enumerate(entries):
            output = project.run(command)
            seen.append((command, output))
            following = entries[index + 1][0] if index + 1 < len(entries) else ""
            place = f"{path.relative_to(ROOT)}: $ {command}"
            if project.status and following != "echo $?":
                problems.append(f"{place}\nfailed with {project.status}:\n" + "\n".join(output))
                return problems
            if not record and output != expected:
                difference = difflib.unified_diff(expected, output, "shown", "seen", lineterm="")
                problems.append(f"{place}\nprints something else than the tutorial shows:\n" + "\n".join(difference))
        if record:
            lines = [line for command, output in seen for line in ["$ " + command, *output]]
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("prefix", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--installed", action="store_true", help="use the installed library, and compile none")
    parser.add_argument("--keep", type=Path, help="the folder to work in, which stays")
    arguments = parser.parse_args()

    tutorials = tutorial_files()
    unknown = [name for name in arguments.names if name not in tutorials]
    if unknown:
        sys.exit(f"there is no tutorial {', '.join(unknown)}; there are {', '.join(tutorials)}")
    work = arguments.keep or Path(tempfile.mkdtemp(prefix="tutorials-"))
    work.mkdir(parents=True, exist_ok=True)
    work = work.resolve()
    options = ["--scratch-path", str(work / ".build")]
    beside = work / "archivegen"
    if beside.is_symlink():
        beside.unlink()
    shutil.rmtree(beside, ignore_errors=True)
    if arguments.installed:
        options += make_stand_in(beside, arguments.prefix)
    else:
        beside.symlink_to(ROOT)
    environment = dict(os.environ, XDG_CACHE_HOME=str(work / ".cache"), TERM="dumb", LC_ALL="C.UTF-8")
    environment["PATH"] = f"{(arguments.prefix / 'bin').resolve()}:{environment['PATH']}"
    failed = False
    try:
        for name in arguments.names or tutorials:
            folder = work / name
            shutil.rmtree(folder, ignore_errors=True)
            project = Project(folder, environment, options)
            problems = check(tutorials[name], project, arguments.record)
            for problem in problems:
                print(f"{name}: {problem}", file=sys.stderr)
            failed = failed or bool(problems)
            if not problems:
                print(f"{name}: {'recorded' if arguments.record else 'every step does what it shows'}")
    finally:
        if not arguments.keep:
            shutil.rmtree(work, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
