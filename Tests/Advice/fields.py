"""Runs archivegen on the libraries' headers and parses its messages about pointers, unions and flexible arrays."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent

_REFUSED = re.compile(r"^'(.+?)' is left out: its (?:field '(\w+)' \((.*)\)|anonymous member) (is .*)$")
_LINK = re.compile(r"^'(\w+)' \((.*)\) of '(.+?)' is archived as ref")
_EXAMPLE = re.compile(r"like '// archive: (.*?)'|^write (count\(.*?\)) on its line if it points to an array")
_CASE = re.compile(r"(case\([^)]*\)) on '(\w+)'")
_KINDS = ("is a pointer, and", "is a union, and", "is a flexible array, and", "is an array without elements at")


@dataclass(frozen=True)
class Library:
    name: str
    folder: Path
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Field:
    """A field for which archivegen reports that an annotation is missing."""

    library: str
    file: Path
    line: int
    column: int
    type: str
    """Empty for an anonymous member."""
    name: str
    c_type: str
    message: str
    advice: str

    @property
    def path(self) -> str:
        kind = self.type.removeprefix("struct ").removeprefix("union ").replace(" ", "-")
        return f"{self.library}/{self.file.name} {kind}.{self.name or f'@{self.line}'}"

    @property
    def example(self) -> str | None:
        found = _EXAMPLE.search(self.advice)
        return (found[1] or found[2]) if found else None

    @property
    def cases(self) -> dict[str, str]:
        """The attributes that a union's members need, by their names."""
        return {match[2]: match[1] for match in _CASE.finditer(self.advice)}


def libraries(packages: Path | None, repositories: Path | None) -> list[Library]:
    """The libraries whose headers are installed."""
    found: list[Library] = []
    for line in (HERE / "libraries.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        name, kind, source, *arguments = line.split()
        base = packages if kind == "package" else repositories
        folder = base and base / (source if kind == "package" else name)
        if folder and folder.is_dir():
            found.append(Library(name, folder, tuple(text.replace("{}", str(folder)) for text in arguments)))
    return found


def read(library: Library, archivegen: Path, *more: str) -> tuple[list[Field], str]:
    """The fields of archivegen's messages, in order, and all its output."""
    with tempfile.TemporaryDirectory() as output:
        run = subprocess.run(
            [archivegen, *library.arguments, "-o", output, "--dry-run", "--keep-going", "--diagnostics-format", "json", *more],
            capture_output=True, text=True, errors="replace")
    # Exit code 3: files would be written.
    if run.returncode not in (0, 1, 3):
        raise SystemExit(f"advice: archivegen ends with {run.returncode} on {library.name}: {run.stderr[-2000:]}")
    return list(parse(library.name, json.loads(run.stderr)["diagnostics"])), run.stderr


def parse(library: str, diagnostics: Iterable[dict]) -> Iterable[Field]:
    seen: set[tuple[str, int, int, str]] = set()
    for entry in diagnostics:
        text, advice = entry["message"], entry.get("advice")
        if advice is None or entry.get("file") is None:
            continue
        if (found := _REFUSED.match(text)) and found[4].startswith(_KINDS):
            type_name, name, c_type, message = found[1], found[2] or "", found[3] or "", found[4]
        elif found := _LINK.match(text):
            type_name, name, c_type, message = found[3], found[1], found[2], text
        else:
            continue
        key = (entry["file"], entry["line"], entry["column"], name)
        if key not in seen:
            seen.add(key)
            yield Field(library, Path(entry["file"]), entry["line"], entry["column"], type_name, name, c_type, message, advice)

