"""Checks that no record and no field is lost silently: compares DWARF's records with archivegen's output and
messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from annotations import Annotations
from counts import Counts
from generator import GeneratedType, Generation
from layout import Layouts, Member, Record
from leaves import Unaccounted, leaves, obstacle, parts

_LEFT_OUT = re.compile(r"^'(.+?)' is left out: (.*)$")
_FIELD = re.compile(r"^its (?:field '(\w+)' \(.*\)|anonymous member) (is|has) (.*)$")
_SKIPPED = re.compile(r"^(?:field '(\w+)'|the anonymous member) of '(.+?)' is skipped: it (is|has) (.*)$")
_NAME_TAKEN = re.compile(r"^'(.+?)' would have the archived name")

# Maps DWARF's kinds of obstacles to the texts in archivegen's reasons.
_REASONS = [
    ("function pointer", "a function pointer"),
    ("pointer", "a pointer"),
    ("flexible array", "a flexible array"),
    ("empty array", "an array without elements"),
    ("union", "a union"),
    ("incomplete", "the incomplete type"),
]


def check(layouts: Layouts, headers: set[Path], generation: Generation, notes: Annotations, counts: Counts) -> None:
    """Checks that every record that `headers` define is generated, or refused for a reason that DWARF confirms."""
    generated = {id(record) for type in generation.types.values() for record in found(layouts, type, headers)}
    left_out = refusals(generation)
    for record in defined(layouts, headers):
        reasons = [refusal for refusal in left_out.get(record.display_name, []) if _is_of(record, refusal)]
        counts.records += 1
        if id(record) in generated:
            counts.generated += 1
        elif notes.is_type_skipped(record):
            counts.refused["skipped by an annotation"] += 1
        elif record.kind == "union" and notes.has_live_unions(record) and not reasons:
            counts.refused["a part of the records around it"] += 1
        elif reasons:
            counts.refused[classify(reasons[0].reason)] += 1
            for refusal in reasons:
                if flaw := contradiction(record, refusal):
                    counts.problem(f"{refusal.file}:{refusal.line}: refused because {refusal.reason!r}, but {flaw}; see UnresolvedField.swift")
            if not any(refusal.reason == "name taken" for refusal in reasons) and not notes.has_live_unions(record):
                for member, why in _unreported(record, reasons, notes):
                    counts.problem(
                        f"{member.file}:{member.line}: {record.display_name} is refused, and nothing is said of its "
                        f"{f'field {member.name!r}' if member.name else 'anonymous member'}, which is a {why}")
        else:
            counts.problem(
                f"{place(record)}: {record.display_name} is neither generated nor reported; "
                f"look for it in {generation.output}/messages.txt and in HeaderReader's DeclarationReader")


def skips(generation: Generation) -> set[tuple[Path, int, str]]:
    """The fields that archivegen reports as left out under `--unresolved skip`."""
    return {
        (diagnostic.file, diagnostic.line, match[1] or "")
        for diagnostic in generation.diagnostics
        if diagnostic.file and (match := _SKIPPED.match(diagnostic.message))}


def check_skips(layouts: Layouts, generation: Generation, counts: Counts) -> None:
    """Checks that DWARF also finds every skipped field unfit to be archived."""
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


def check_whole(layouts: Layouts, headers: set[Path], generation: Generation, notes: Annotations, counts: Counts) -> None:
    """Checks that no generated record lacks a field; under the default policy it would have to be refused."""
    for type in generation.types.values():
        for record in found(layouts, type, headers)[:1]:
            try:
                leaves(record, notes)
            except Unaccounted as lost:
                if not notes.has_live_unions(record):
                    counts.problem(f"{place(record)}: {type.swift_name} is generated without being whole: {lost}")


@dataclass(frozen=True)
class Refusal:
    """The reason why a record is left out, and its reported location: a field, or the record itself."""

    file: Path
    line: int
    reason: str

    @property
    def field(self) -> str | None:
        """The field's name: empty for an anonymous member, None for the record itself."""
        match = _FIELD.match(self.reason)
        return (match[1] or "") if match else None


def refusals(generation: Generation) -> dict[str, list[Refusal]]:
    """The reasons for each refused record, by the name in messages. All have a location and a reason."""
    result: dict[str, list[Refusal]] = {}
    for diagnostic in generation.diagnostics:
        if diagnostic.file and (match := _LEFT_OUT.match(diagnostic.message)):
            result.setdefault(match[1], []).append(Refusal(diagnostic.file, diagnostic.line, match[2]))
        elif diagnostic.file and (match := _NAME_TAKEN.match(diagnostic.message)):
            result.setdefault(match[1], []).append(Refusal(diagnostic.file, diagnostic.line, "name taken"))
    return result


def _is_of(record: Record, refusal: Refusal) -> bool:
    """Whether a refusal's location is in this record, and not in another of the same name."""
    if refusal.field is None:
        return (refusal.file, refusal.line) == (record.file, record.line)
    return any(_is_at(member, refusal.file, refusal.line) for _, member, _ in _flat(record))


def _is_at(member: Member, file: Path | None, line: int) -> bool:
    return (member.file, member.line) == (file, line)


def _flat(record: Record) -> Iterator[tuple[Record, Member, bool]]:
    """A record's members and those of its anonymous members, each with its record and whether it is the last one
    there."""
    for index, member in enumerate(record.members):
        yield record, member, index == len(record.members) - 1
        if not member.name and isinstance(member.type, Record):
            yield from _flat(member.type)


def _unreported(record: Record, reasons: list[Refusal], notes: Annotations) -> Iterator[tuple[Member, str]]:
    """The fields because of which a record has to be refused, and that none of its messages names."""
    for member, why in _unfit(record, notes):
        if not any(_is_at(member, refusal.file, refusal.line) and refusal.field == member.name for refusal in reasons):
            yield member, why


def _unfit(record: Record, notes: Annotations) -> Iterator[tuple[Member, str]]:
    """The unfit fields; those inside a union whose live member is unknown are not listed."""
    if record.kind == "union":
        return
    for index, member in enumerate(record.members):
        if notes.is_skipped(record, member) or notes.pointer(record, member) is not None:
            continue
        element = parts(member.type)[0]
        if why := obstacle(member.type, is_last=index == len(record.members) - 1):
            yield member, why
        elif isinstance(element, Record) and not member.name:
            yield from _unfit(element, notes)
        elif isinstance(element, Record) and any(True for _ in _unfit(element, notes)):
            yield member, f"{element.kind} with such fields"


def classify(reason: str) -> str:
    if "cannot be archived whole" in reason:
        return "a nested record is refused"
    if reason.startswith("no annotation determines the live member"):
        return "union type"
    head = reason.split(", and no annotation")[0].split(", which this version")[0]
    return next((kind for kind, words in _REASONS if head.endswith(words) or words in head.split(") ")[-1]), head)


def contradiction(record: Record, refusal: Refusal) -> str | None:
    """The contradiction between DWARF and the reported reason, if there is one."""
    kind = classify(refusal.reason)
    if kind == "union type":
        return None if record.kind == "union" else "it is a struct"
    if kind == "name taken":
        return None
    if refusal.field is None:
        return "the reason names no field"
    candidates = [
        (parts(member.type)[0], obstacle(member.type, is_last)) for _, member, is_last in _flat(record)
        if member.name == refusal.field and _is_at(member, refusal.file, refusal.line)]
    if not candidates:
        return f"DWARF has no field {refusal.field!r} there"
    if kind == "a nested record is refused":
        return None if any(_has_obstacle(part) for part, _ in candidates) else "DWARF finds nothing unfit in that field's type"
    found = [why for _, why in candidates]
    return None if kind in found else f"DWARF calls the field {found[0] or 'a plain value'}"


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


def found(layouts: Layouts, type: GeneratedType, headers: set[Path]) -> list[Record]:
    """The records that a generated type may represent: by its tag or typedef, or by its name in messages, in the header
    from which its file was generated."""
    candidates = layouts.displayed(type.c_name) if " " in type.c_name else layouts.named(type.c_name)
    return [record for record in candidates if record.file in headers and str(record.file).endswith(type.header and f"/{type.header}")]


def place(record: Record) -> str:
    return f"{record.file}:{record.line}"
