"""Writes, compiles and runs the Swift program that archives values of every generated type."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from generator import GeneratedType, Generation, nested_aliases
from graphs import Image
from header_sets import ROOT, HeaderSet

_TYPES_A_FUNCTION = 250


class DriverFailure(Exception):
    """A failure, with the message of the compiler or the driver."""


class NameClash(Exception):
    """Swift's own C modules have records of these names with other fields."""

    def __init__(self, names: set[str]) -> None:
        super().__init__(", ".join(sorted(names)))
        self.names = names


_CLASH = re.compile(r"error: '(\w+)(?:::.*)?' (?:has different definitions in different modules|from module '\w+' is not present in)")


_OF_HEADER = re.compile(r"^/.*\.h:\d+:\d+: warning:")
_INNER = re.compile(r"^ *\|")


@dataclass(frozen=True)
class Subject:
    """A type with the records to archive, or, if it has pointers, the structures that begin with one."""

    type: GeneratedType
    size: int
    records: list[bytes]
    images: list[Image] = field(default_factory=list)

    @property
    def packed(self) -> bytes:
        parts = [image.packed() for image in self.images] if self.images else self.records
        return struct.pack("<QQ", self.size, len(parts)) + b"".join(parts)


@dataclass(frozen=True)
class Outcome:
    error: str
    """For each record, its archive and the decoded bytes."""
    singles: list[tuple[bytes, bytes]]
    array: tuple[bytes, bytes]
    """For each structure, its archive and the decoded blocks."""
    graphs: list[tuple[bytes, list[bytes]]]


def runtime(folder: Path, optimized: bool) -> Path:
    """The folder of a compiled ArchiveRuntime, which is compiled again if a source is newer."""
    folder = folder / ("runtime-O" if optimized else "runtime-Onone")
    library = folder / "libArchiveRuntime.a"
    sources = sorted((ROOT / "Sources/ArchiveRuntime").rglob("*.swift"))
    sources = [source for source in sources if "ArchiveRuntime.docc" not in source.parts]
    newest = max(source.stat().st_mtime for source in sources)
    if library.exists() and library.stat().st_mtime > newest:
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    command = ["swiftc", "-O" if optimized else "-Onone", "-wmo", "-parse-as-library", "-swift-version", "6",
        "-package-name", "archivegen", "-module-name", "ArchiveRuntime", "-emit-module", "-emit-module-path", str(folder / "ArchiveRuntime.swiftmodule"),
        "-emit-library", "-static", "-o", str(library), *map(str, sources)]
    _run(command)
    return folder


def check_types(headers: HeaderSet, generation: Generation, runtime: Path, work: Path) -> None:
    """Raises DriverFailure unless the generated code compiles without a warning."""
    sources = sorted(generation.output.glob("*.swift"))
    if sources:
        _run(["swiftc", "-typecheck", "-wmo", *_options(headers, generation, runtime, work), *map(str, sources)], quiet=True)


def run(
    headers: HeaderSet, generation: Generation, subjects: list[Subject], runtime: Path, work: Path
) -> dict[str, Outcome]:
    """The outcome for each type by its Swift name."""
    work.mkdir(parents=True, exist_ok=True)
    (work / "main.swift").write_text(_list(headers.module, subjects))
    with (work / "input").open("wb") as input:
        for subject in subjects:
            input.write(subject.packed)
    sources = [*_needed(generation, subjects), work / "main.swift", ROOT / "Tests/Corpus/Exercise.swift"]
    options = _options(headers, generation, runtime, work)
    _run(["swiftc", "-Onone", "-wmo", *options, "-L", str(runtime), "-lArchiveRuntime", "-o", str(work / "driver"), *map(str, sources)],
        quiet=True)
    process = subprocess.run([work / "driver", work / "input", work / "output"], capture_output=True, text=True)
    if process.returncode != 0:
        last = process.stdout.split()[-1:]
        raise DriverFailure(f"the driver ended with {process.returncode} at {''.join(last)}: {process.stderr[-2000:]}")
    return _outcomes((work / "output").read_bytes(), subjects)


_SCHEMA_OF = re.compile(r"([^\s(,]+)\.archiveSchema\b")


def _needed(generation: Generation, subjects: list[Subject]) -> list[Path]:
    """The generated files that have these types and the types that their schemas refer to."""
    texts = {file: file.read_text() for file in sorted(generation.output.glob("*.swift"))}
    files_of = {type.swift_name: type.file for type in generation.types.values()}
    needed: set[Path] = {file for file in texts if file not in files_of.values()}
    left = [files_of[subject.type.swift_name] for subject in subjects]
    while left:
        file = left.pop()
        if file not in needed:
            needed.add(file)
            nested = nested_aliases(texts[file])
            named = {nested.get(name, name) for name in _SCHEMA_OF.findall(texts[file])}
            left += [files_of[name] for name in named & files_of.keys()]
    return [file for file in texts if file in needed]


def _options(headers: HeaderSet, generation: Generation, runtime: Path, work: Path) -> list[str]:
    cache = work.parent / "module-cache"
    if headers.module_map:
        # Clang does not notice that the umbrella folder of a module has another header.
        cache = work / "module-cache"
        shutil.rmtree(cache, ignore_errors=True)
    options = ["-swift-version", "6", "-module-name", "Corpus", "-I", str(runtime), "-I", str(headers.module_map or generation.output),
        "-module-cache-path", str(cache)]
    # The names from -D are in the module header that archivegen wrote.
    for folder in headers.system_folders:
        options += ["-Xcc", "-isystem", "-Xcc", str(folder)]
    return options


def _run(command: list[str], quiet: bool = False) -> None:
    process = subprocess.run(command, capture_output=True, text=True, errors="replace")
    said = process.stdout + process.stderr
    if clashes := set(_CLASH.findall(said)):
        raise NameClash(clashes)
    # A `#warning` in a header is not a fault of the generated code.
    warnings = [line for line in said.splitlines() if "warning:" in line and not _INNER.match(line) and not _OF_HEADER.match(line)]
    if process.returncode != 0 or (quiet and warnings):
        lines = [line for line in said.splitlines() if "error:" in line][:8] or warnings[:8] or [said[-1000:]]
        raise DriverFailure("\n".join([*lines, f"(command: {' '.join(command[:2])} … exit code {process.returncode})"]))


def _list(module: str, subjects: list[Subject]) -> str:
    # A deprecated function that is the witness of a requirement which is not deprecated may name deprecated types.
    lines = [f"import {module}", "import Foundation", "", "protocol TypeList { static func run(_ exercise: inout Exercise) }"]
    lists: list[str] = []
    for is_deprecated, group in groupby(subjects, lambda subject: subject.type.is_deprecated):
        for chunk in batched(list(group), _TYPES_A_FUNCTION):
            lists.append(f"TypeList{len(lists)}")
            lines.append(f"enum {lists[-1]}: TypeList {{")
            lines.append(f"  {'@available(*, deprecated) ' if is_deprecated else ''}static func run(_ exercise: inout Exercise) {{")
            for subject in chunk:
                name = subject.type.swift_name
                method = "graph" if subject.images else "run"
                lines.append(f'    exercise.{method}("{name}", {name}.self)')
            lines += ["  }", "}"]
    lines += ["", "var exercise = Exercise(input: try Input(path: CommandLine.arguments[1]))"]
    lines.append(f"for list in [{', '.join(f'{name}.self' for name in lists)}] as [any TypeList.Type] {{ list.run(&exercise) }}")
    lines.append("try exercise.output.bytes.write(to: URL(fileURLWithPath: CommandLine.arguments[2]))")
    return "\n".join(lines) + "\n"


def batched(items: list[Subject], size: int) -> Iterator[list[Subject]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def _outcomes(data: bytes, subjects: list[Subject]) -> dict[str, Outcome]:
    position = 0

    def blob() -> bytes:
        nonlocal position
        (length,) = struct.unpack_from("<Q", data, position)
        position += 8 + length
        return data[position - length : position]

    result: dict[str, Outcome] = {}
    for subject in subjects:
        name = blob().decode()
        if name != subject.type.swift_name:
            raise DriverFailure(f"the driver wrote {name!r} in place of {subject.type.swift_name!r}")
        error = blob().decode()
        if error:
            result[name] = Outcome(error, [], (b"", b""), [])
        elif subject.images:
            graphs = [(blob(), [blob() for _ in image.blocks]) for image in subject.images]
            result[name] = Outcome("", [], (b"", b""), graphs)
        else:
            singles = [(blob(), blob()) for _ in subject.records]
            result[name] = Outcome("", singles, (blob(), blob()), [])
    return result
