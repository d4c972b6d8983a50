"""Runs archivegen, and reads what it wrote and what it said."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from header_sets import HeaderSet

_DIAGNOSTIC = re.compile(r"^(.+?):(\d+):(\d+): (warning|error|note): (.*)$")
_PLACELESS = re.compile(r"^archivegen: (warning|error): (.*)$")
_CONFORMANCE = re.compile(r"^extension (\S+): ArchiveRuntime\.Archivable(?:Record|Node) \{$")
_STAND_IN = re.compile(r"^public struct (\S+): ArchiveRuntime\.RawRecord(?:, ArchiveRuntime\.ArchivableRecord)? \{$")
_STANDS_FOR = re.compile(r"^/// Stands for C's `(.+?)`")
_DEPRECATED = "@available(*, deprecated)"
_INCLUDE = re.compile(r'^#include (?:"(.*)"|<(.*)>)$')


@dataclass(frozen=True)
class Diagnostic:
    severity: str
    message: str
    file: Path | None = None
    line: int = 0


@dataclass(frozen=True)
class GeneratedType:
    """`swift_name` as an expression; `c_name` a tag, a typedef, or what messages call the record; a value that `is_plain`
    leads to nothing outside itself."""

    swift_name: str
    c_name: str
    source: str
    is_deprecated: bool
    is_plain: bool = True


@dataclass
class Generation:
    exit_code: int
    output: Path
    messages: str
    diagnostics: list[Diagnostic]
    types: dict[str, GeneratedType]
    """Those that the written module includes, in its order; None when none was written."""
    module_headers: list[Path] | None

    @property
    def crashed(self) -> bool:
        return self.exit_code not in (0, 1)


def run(archivegen: Path, headers: HeaderSet, policy: str, output: Path) -> Generation:
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    command = [
        str(archivegen), *map(str, headers.inputs), "-o", str(output), "--module", headers.module, "--keep-going",
        "--unresolved", policy, *headers.clang_arguments]
    environment = os.environ | {"XDG_CACHE_HOME": str(output.parent / "cache")}
    process = subprocess.run(command, capture_output=True, text=True, errors="replace", env=environment)
    (output / "messages.txt").write_text(process.stderr)
    types: dict[str, GeneratedType] = {}
    for file in sorted(output.glob("*.swift")):
        for generated in _types(file.read_text()):
            types[generated.swift_name] = generated
    module = output / f"{headers.module}.h"
    included = _includes(module, headers) if module.exists() else None
    return Generation(process.returncode, output, process.stderr, _diagnostics(process.stderr), types, included)


def _diagnostics(text: str) -> list[Diagnostic]:
    result: list[Diagnostic] = []
    for line in text.splitlines():
        if match := _DIAGNOSTIC.match(line):
            result.append(Diagnostic(match[4], match[5], Path(match[1]).resolve(), int(match[2])))
        elif match := _PLACELESS.match(line):
            result.append(Diagnostic(match[1], match[2]))
    return result


def _types(source: str) -> list[GeneratedType]:
    lines = source.splitlines()
    result: list[GeneratedType] = []
    stands_for = ""
    for number, line in enumerate(lines):
        if match := _STANDS_FOR.match(line):
            stands_for = match[1]
        elif match := _CONFORMANCE.match(line) or _STAND_IN.match(line):
            end = lines.index("}", number)
            swift_name = match[1]
            is_imported = line.startswith("extension")
            c_name = re.split(r"\.|::", swift_name)[-1].strip("`") if is_imported else stands_for
            result.append(GeneratedType(swift_name, c_name, "\n".join(lines[number : end + 1]),
                lines[number - 1] == _DEPRECATED, "ArchivableRecord" in line))
    return result


def _includes(module: Path, headers: HeaderSet) -> list[Path]:
    folders = [module.parent, *headers.system_folders, Path("/usr/local/include"), Path("/usr/include")]
    result: list[Path] = []
    for line in module.read_text().splitlines():
        if match := _INCLUDE.match(line):
            name = match[1] or match[2]
            found = next((folder / name for folder in folders if (folder / name).exists()), None)
            if found is not None:
                result.append(found.resolve())
    return result
