"""Reads gcc's debug information with binutils' readelf: the entries of DWARF 5 as a tree.

Nothing here uses libclang or archivegen, because theirs is the reading that is checked.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

_ENTRY = re.compile(r"^ <(\d+)><([0-9a-f]+)>: Abbrev Number: (\d+)(?: \((DW_TAG_\w+)\))?")
_ATTRIBUTE = re.compile(r"^\s+<[0-9a-f]+>\s+DW_AT_(\w+)\s*: (.*)$")
_INDIRECT = re.compile(r"^\((?:alt )?indirect (?:line )?string, offset: (?:0x)?[0-9a-f]+\): ")
_FILE = re.compile(r"^\s+(\d+)\t(\d+)\t(.*)$")
_FOLDER = re.compile(r"^\s+(\d+)\t(.*)$")


@dataclass
class Entry:
    """One debugging information entry (DWARF 5, 2.1): its tag without `DW_TAG_`, its attributes without `DW_AT_`."""

    offset: int
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Entry] = field(default_factory=list)

    @property
    def name(self) -> str | None:
        text = self.attributes.get("name")
        return None if text is None else _INDIRECT.sub("", text).rstrip()

    def number(self, attribute: str) -> int | None:
        text = self.attributes.get(attribute)
        return None if text is None else int(text.split()[0], 0)

    @property
    def type_offset(self) -> int | None:
        """The offset of the entry that `DW_AT_type` refers to; readelf writes `<0x81>`."""
        text = self.attributes.get("type")
        return None if text is None else int(text.strip().lstrip("<").rstrip(">").split(">")[0], 16)


@dataclass
class DebugInformation:
    units: list[Entry]
    """The paths for the indices in `DW_AT_decl_file`, with links resolved."""
    files: dict[int, Path]
    by_offset: dict[int, Entry]


def read(object_file: Path) -> DebugInformation:
    """The debug information of an object file with one compilation unit."""
    units: list[Entry] = []
    by_offset: dict[int, Entry] = {}
    stack: list[Entry] = []
    for line in _readelf("info", object_file).splitlines():
        if match := _ENTRY.match(line):
            depth = int(match[1])
            if match[3] == "0":
                continue
            entry = Entry(int(match[2], 16), (match[4] or "").removeprefix("DW_TAG_"))
            by_offset[entry.offset] = entry
            del stack[depth:]
            (stack[-1].children if stack else units).append(entry)
            stack.append(entry)
        elif stack and (match := _ATTRIBUTE.match(line)):
            stack[-1].attributes[match[1]] = match[2]
    return DebugInformation(units, _files(object_file), by_offset)


def _files(object_file: Path) -> dict[int, Path]:
    folders: dict[int, Path] = {}
    files: dict[int, Path] = {}
    section = ""
    for line in _readelf("rawline", object_file).splitlines():
        if "Directory Table" in line:
            section = "folders"
        elif "File Name Table" in line:
            section = "files"
        elif section == "folders" and (match := _FOLDER.match(line)):
            folders[int(match[1])] = folders.get(0, Path("/")) / _INDIRECT.sub("", match[2])
        elif section == "files" and (match := _FILE.match(line)):
            files[int(match[1])] = (folders[int(match[2])] / _INDIRECT.sub("", match[3])).resolve()
    return files


def _readelf(section: str, object_file: Path) -> str:
    command = ["readelf", f"--debug-dump={section}", str(object_file)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode(errors="replace")
