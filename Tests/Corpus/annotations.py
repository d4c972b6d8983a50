"""Reads annotations in headers' comments and in archivegen.yml, with the part of the grammar that the fixtures use."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from layout import Array, Member, Pointer, Record, holds
from made import Made

_COMMENT = re.compile(r"(?://|/\*)\s*archive:\s*(.*?)(?:\s--\s.*|\*/|$)")
_WORD = re.compile(r'(\w+)(?:\(([^)]*)\))?')
_LIVE = re.compile(r"archive:.*\b(?:tag|view)\(")
_YAML_FIELD = re.compile(r"^( *)([\w.]+):(?: (.+))?$")


@dataclass
class Annotations:
    """All annotations. `skips` are the fields that archivegen reports as skipped: file, line, record's name, field's
    name."""

    skips: set[tuple[Path, int, str]] = field(default_factory=set)
    configured: dict[str, str] = field(default_factory=dict)
    """The checker's own annotations for fields that would be refused."""
    made: Made = field(default_factory=Made)

    def words(self, record: Record, member: Member) -> dict[str, str]:
        text = self.configured.get(f"{record.tag}.{member.name}", "")
        return _words(text) | (written(member.file, member.line) if member.file else {})

    def key(self, record: Record, member: Member) -> str:
        return self.words(record, member).get("key", "").strip('"') or member.name

    def is_skipped(self, record: Record, member: Member) -> bool:
        if member.file and (member.file, member.line, member.name) in self.skips:
            return True
        if "skip" in self.made.words.get(id(member), {}):
            return True
        return bool(member.name) and "skip" in self.words(record, member)

    def storage(self, record: Record, member: Member) -> str:
        words = self.words(record, member)
        return next((form for form in ("elements", "native") if form in words), "packed")

    def text(self, record: Record, member: Member) -> str | None:
        words = self.words(record, member)
        return (words["cstring"] or "utf8") if "cstring" in words else None

    def pointer(self, record: Record, member: Member) -> dict[str, str] | None:
        """The attributes of a pointer. A pointer to the record that contains it needs none."""
        if (words := self.made.words.get(id(member))) is not None:
            return words if {"ref", "count", "cstring"} & words.keys() else None
        type = member.type.element if isinstance(member.type, Array) else member.type
        pointee = type.pointee() if isinstance(type, Pointer) else None
        return {"ref": ""} if isinstance(pointee, Record) and (pointee is record or holds(pointee, record)) else None

    def view(self, union: Record) -> str | None:
        return self.made.views.get(id(union))

    def tag(self, union: Record) -> tuple[str, dict[str, tuple[int, ...]]] | None:
        return self.made.tags.get(id(union))

    def archived_name(self, record: Record) -> str:
        words = written(record.file, record.line) if record.file else {}
        return words.get("name", "").strip('"') or record.tag or record.typedefs[0]

    def has_live_unions(self, record: Record) -> bool:
        """Whether the header of the record, or of one inside it, has annotations for the live members of unions. Their
        locations are known to archivegen only."""
        return any(_LIVE.search(line) for file in _files(record) for line in _lines(file))

    def is_type_skipped(self, record: Record) -> bool:
        return record.file is not None and "skip" in written(record.file, record.line)


def _files(record: Record) -> set[Path]:
    """The headers that define a record and the records inside it, but not those behind pointers."""
    result = {record.file} if record.file else set()
    for member in record.members:
        element = member.type
        while isinstance(element, Array):
            element = element.element
        if isinstance(element, Record):
            result |= _files(element)
    return result


def read_configuration(path: Path) -> dict[str, str]:
    """Reads `types: T: fields: f: attributes` into {"T.f": attributes}."""
    result: dict[str, str] = {}
    type_name = ""
    for line in path.read_text().splitlines():
        if match := _YAML_FIELD.match(line):
            if len(match[1]) == 2:
                type_name = match[2]
            elif len(match[1]) == 6 and match[3]:
                result[f"{type_name}.{match[2]}"] = match[3]
    return result


def written(file: Path, line: int) -> dict[str, str]:
    """The attributes in a comment on the line, or in a comment that is alone on the line above."""
    lines = _lines(file)
    found: dict[str, str] = {}
    for number in (line - 1, line):
        text = lines[number - 1] if 0 < number <= len(lines) else ""
        match = _COMMENT.search(text)
        if match and (number == line or text.strip().startswith(("//", "/*"))):
            found |= _words(match[1])
    return found


def _words(text: str) -> dict[str, str]:
    return {match[1]: match[2] or "" for match in _WORD.finditer(text)}


@cache
def _lines(file: Path) -> list[str]:
    return file.read_text(errors="replace").splitlines()
