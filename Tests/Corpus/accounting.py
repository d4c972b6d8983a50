"""No record and no field may go missing in silence: DWARF's records against archivegen's output and its messages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from annotations import Annotations
from counts import Counts
from generator import Generation
from layout import Layouts, Record
from leaves import obstacle, parts

_LEFT_OUT = re.compile(r"^'(.+?)' is left out: (.*)$")
_FIELD = re.compile(r"^its (?:field '(\w+)' \(.*\)|anonymous member) (is|has) (.*)$")
_SKIPPED = re.compile(r"^(?:field '(\w+)'|the anonymous member) of '(.+?)' is skipped: it (is|has) (.*)$")
_NAME_TAKEN = re.compile(r"^'(.+?)' would have the archived name")

# The words of archivegen's reasons, and DWARF's for the same.
_REASONS = [
    ("function pointer", "a function pointer"),
    ("pointer", "a pointer"),
    ("flexible array", "a flexible array"),
    ("empty array", "an array of no elements"),
    ("union", "a union"),
    ("incomplete", "the incomplete type"),
]


def check(layouts: Layouts, headers: set[Path], generation: Generation, notes: Annotations, counts: Counts) -> None:
    """Every record that `headers` define is generated, or refused for a reason that DWARF confirms."""
    generated = {id(record) for type in generation.types.values() for record in found(layouts, type.c_name, headers)}
    left_out = refusals(generation)
    for record in defined(layouts, headers):
        counts.records += 1
        if id(record) in generated:
            counts.generated += 1
        elif notes.is_type_skipped(record):
            counts.refused["skipped by an annotation"] += 1
        elif record.kind == "union" and notes.has_live_unions(record) and record.display_name not in left_out:
            counts.refused["a part of the records around it"] += 1
        elif reason := left_out.get(record.display_name):
            counts.refused[classify(reason)] += 1
            if flaw := contradiction(layouts, record, reason):
                counts.problem(f"{place(record)}: refused because {reason!r}, but {flaw}; see UnresolvedField.swift")
        else:
            counts.problem(
                f"{place(record)}: {record.display_name} is neither generated nor reported; "
                f"look for it in {generation.output}/messages.txt and in HeaderReader's DeclarationReader")


def skips(generation: Generation) -> set[tuple[Path, int, str]]:
    """The fields that `--unresolved skip` says it leaves out."""
    return {
        (diagnostic.file, diagnostic.line, match[1] or "")
        for diagnostic in generation.diagnostics
        if diagnostic.file and (match := _SKIPPED.match(diagnostic.message))}


def check_skips(layouts: Layouts, generation: Generation, counts: Counts) -> None:
    """Every field that is skipped is one that DWARF finds unfit to be archived."""
    by_place: dict[tuple[Path | None, int, str], str] = {}
    for record in layouts.all:
        for index, member in enumerate(record.members):
            why = obstacle(member.type, is_last=index == len(record.members) - 1)
            by_place[member.file, member.line, member.name] = why or "plain value"
    for diagnostic in generation.diagnostics:
        if match := _SKIPPED.match(diagnostic.message):
            counts.skipped_fields += 1
            key = (diagnostic.file, diagnostic.line, match[1] or "")
            if (why := by_place.get(key)) != classify(f"{match[3]} {match[4]}"):
                counts.problem(
                    f"{diagnostic.file}:{diagnostic.line}: {diagnostic.message!r}, but DWARF calls the field {why or 'unknown'}")


def refusals(generation: Generation) -> dict[str, str]:
    """What each refused record was refused for, by its name in messages; all with a place and a reason."""
    result: dict[str, str] = {}
    for diagnostic in generation.diagnostics:
        if diagnostic.file and (match := _LEFT_OUT.match(diagnostic.message)):
            # One message for each field in the way; the first will do.
            result.setdefault(match[1], match[2])
        elif diagnostic.file and (match := _NAME_TAKEN.match(diagnostic.message)):
            result[match[1]] = "name taken"
    return result


def classify(reason: str) -> str:
    if "cannot be archived whole" in reason:
        return "a nested record is refused"
    if "member of a union is live" in reason and not reason.startswith("it"):
        if reason.startswith("nothing says"):
            return "union type"
    head = reason.split(", and nothing says")[0].split(", which this version")[0]
    return next((kind for kind, words in _REASONS if head.endswith(words) or words in head.split(") ")[-1]), head)


def contradiction(layouts: Layouts, record: Record, reason: str) -> str | None:
    """What DWARF says against the reason that was given."""
    kind = classify(reason)
    if kind == "union type":
        return None if record.kind == "union" else "it is a struct"
    if kind == "name taken":
        return None
    match = _FIELD.match(reason)
    if not match:
        return "the reason names no field"
    candidates = list(_members(record, match[1] or ""))
    if not candidates:
        return f"DWARF has no field {match[1]!r} there"
    if kind == "a nested record is refused":
        return None if any(_has_obstacle(part) for part, _ in candidates) else "DWARF finds nothing unfit in that field's type"
    found = [why for _, why in candidates]
    return None if kind in found else f"DWARF calls the field {found[0] or 'a plain value'}"


def _members(record: Record, name: str) -> Iterable[tuple[object, str | None]]:
    """The members of that name, those of anonymous members included."""
    for index, member in enumerate(record.members):
        element = parts(member.type)[0]
        if member.name == name:
            yield element, obstacle(member.type, is_last=index == len(record.members) - 1)
        if not member.name and isinstance(element, Record):
            yield from _members(element, name)


def _has_obstacle(type: object) -> bool:
    return isinstance(type, Record) and any(
        obstacle(member.type, is_last=index == len(type.members) - 1) or _has_obstacle(parts(member.type)[0])
        for index, member in enumerate(type.members))


def defined(layouts: Layouts, headers: set[Path]) -> list[Record]:
    """The named records of these headers, each once."""
    seen: dict[tuple[Path, int, str], Record] = {}
    for record in layouts.all:
        if record.is_named and record.file in headers:
            seen.setdefault((record.file, record.line, record.display_name), record)
    return list(seen.values())


def found(layouts: Layouts, c_name: str, headers: set[Path]) -> list[Record]:
    """The records that a generated type can be: by its tag or typedef, or by its name in messages."""
    candidates = layouts.displayed(c_name) if " " in c_name else layouts.named(c_name)
    return [record for record in candidates if record.file in headers]


def place(record: Record) -> str:
    return f"{record.file}:{record.line}"
