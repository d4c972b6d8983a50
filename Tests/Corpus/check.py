"""One set of headers from end to end: generate, account for every record, compile, archive, compare."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import accounting
import archives
import driver
import dwarf
import generator
import values
from annotations import Annotations
from counts import Counts
from generator import Generation
from header_sets import HeaderSet
from layout import Layouts, Record
from leaves import Leaf, RecordsLeaf, Unaccounted, columns, leaves


@dataclass(frozen=True)
class Tools:
    archivegen: Path
    runtime: Path
    work: Path


_MOST_ROUNDS = 12


def check(headers: HeaderSet, tools: Tools) -> Counts:
    """The headers together, and those that cannot be among them one by one.

    Foundation imports the C library, and no Swift program can import two C records of one name with different fields.
    Such records get another name, by a macro, as a user would have to do it; compiling shows which they are.
    """
    return _renaming(headers, lambda headers: _check_together(headers, tools))


def _renaming(headers: HeaderSet, body: Callable[[HeaderSet], Counts]) -> Counts:
    for _ in range(_MOST_ROUNDS):
        try:
            counts = body(headers)
            counts.renamed_types |= set(headers.renamed)
            return counts
        except driver.NameClash as clash:
            if clash.names <= set(headers.renamed):
                break
            headers = replace(headers, renamed=tuple(sorted({*headers.renamed, *clash.names})))
    return Counts(problems=[f"{headers.module}: renaming {', '.join(headers.renamed)} does not make the module fit beside Foundation"])


def _check_together(headers: HeaderSet, tools: Tools) -> Counts:
    counts = Counts(headers=len(headers.headers))
    whole = _generate(headers, tools, counts)
    if whole is None:
        return counts
    valid = _valid(headers, whole)
    counts += _check_set(headers, valid, whole, tools)
    for header in headers.headers:
        if header not in valid:
            counts += _renaming(headers.alone(header), lambda headers: _check_alone(headers, header, whole, tools))
    return counts


def _check_alone(headers: HeaderSet, header: Path, whole: dict[str, Generation], tools: Tools) -> Counts:
    counts = Counts(headers_alone=1)
    if all(str(header) not in generation.messages for generation in whole.values()):
        counts.problem(f"{header} is left out of its module, and no message names it; see HeaderParser.swift")
    generations = _generate(headers, tools, counts)
    if generations is None:
        return counts
    if generations["skip"].exit_code == 0:
        return counts_of(counts, _check_set(headers, [header], generations, tools))
    counts.headers_with_errors += 1
    for generation in generations.values():
        if not any(diagnostic.severity == "error" and diagnostic.file for diagnostic in generation.diagnostics):
            counts.problem(f"{header} fails without an error that has a place; see {generation.output}/messages.txt")
        if generation.types:
            counts.problem(f"{header} has errors, and yet {len(generation.types)} types are generated from it")
    return counts


def counts_of(first: Counts, second: Counts) -> Counts:
    first += second
    return first


def _generate(headers: HeaderSet, tools: Tools, counts: Counts) -> dict[str, Generation] | None:
    """By policy; None after a crash."""
    generations: dict[str, Generation] = {}
    for policy in ("refuse", "skip"):
        generation = generator.run(tools.archivegen, headers, policy, tools.work / headers.module / policy)
        if generation.crashed:
            counts.problem(f"{headers.module}: archivegen --unresolved {policy} ended with {generation.exit_code}; see {generation.output}/messages.txt")
            return None
        generations[policy] = generation
    return generations


def _valid(headers: HeaderSet, generations: dict[str, Generation]) -> list[Path]:
    """The headers that are in the written module, in its order."""
    listed = generations["skip"].module_headers
    return headers.headers if listed is None else [path for path in listed if path in set(headers.headers)]


def _check_set(headers: HeaderSet, valid: list[Path], generations: dict[str, Generation], tools: Tools) -> Counts:
    counts = Counts()
    layouts, readable = _read_layouts(headers, valid, tools, counts)
    if layouts is None:
        return counts
    refusing, skipping = generations["refuse"], generations["skip"]
    accounting.check(layouts, readable, refusing, Annotations(set(), headers.configured), counts)
    notes = Annotations(accounting.skips(skipping), headers.configured)
    second = Counts()
    accounting.check(layouts, readable, skipping, notes, second)
    accounting.check_skips(layouts, skipping, second)
    counts.problems += second.problems
    counts.skipped_fields += second.skipped_fields
    counts.generated_with_skips += second.generated
    for name, type in refusing.types.items():
        if name not in skipping.types or skipping.types[name].source != type.source:
            counts.problem(f"{headers.module}: {name} has other code with --unresolved skip, though nothing in it is skipped")
    try:
        driver.check_types(headers, refusing, tools.runtime, tools.work / headers.module)
        _check_archives(headers, layouts, readable, skipping, notes, tools, counts)
    except driver.DriverFailure as failure:
        counts.problem(f"{headers.module}: the generated Swift must compile without a warning and run:\n{failure}")
    return counts


def _read_layouts(
    headers: HeaderSet, valid: list[Path], tools: Tools, counts: Counts
) -> tuple[Layouts | None, set[Path]]:
    """What gcc sees in the headers, and which it can read."""
    folder = tools.work / headers.module
    umbrella, object_file = folder / "umbrella.c", folder / "umbrella.o"
    umbrella.write_text("".join(f'#include "{header}"\n' for header in valid))
    command = ["gcc", "-w", "-g", "-gdwarf-5", "-fno-eliminate-unused-debug-types", *headers.clang_arguments, "-c", str(umbrella), "-o", str(object_file)]
    process = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if process.returncode == 0:
        return Layouts(dwarf.read(object_file), headers.closed_enumerations), set(valid)
    if len(valid) == 1:
        counts.unread_headers += 1
        return None, set()
    errors = "\n".join([line for line in process.stderr.splitlines() if "error:" in line][:5])
    counts.problem(f"{headers.module}: gcc cannot read the headers that archivegen read together:\n{errors}")
    return None, set()


def _check_archives(
    headers: HeaderSet, layouts: Layouts, readable: set[Path], generation: Generation, notes: Annotations, tools: Tools,
    counts: Counts,
) -> None:
    subjects: list[tuple[driver.Subject, Record, list[Leaf | RecordsLeaf]]] = []
    for type in generation.types.values():
        records = accounting.found(layouts, type.c_name, readable)
        if not records:
            if headers.has_clang_only_parts:
                counts.unread_types += 1
            else:
                counts.problem(f"{headers.module}: {type.swift_name} is generated, and gcc knows no such record in these headers")
            continue
        record = records[0]
        try:
            fields = leaves(record, notes)
        except Unaccounted as lost:
            counts.problem(f"{accounting.place(record)}: {type.swift_name} is generated, though {lost} that no message reports")
            continue
        patterns = values.patterns(record.size, columns(fields), seed=type.swift_name)
        subjects.append((driver.Subject(type, record.size, patterns), record, fields))
    if not subjects:
        return
    outcomes = driver.run(headers, generation, [subject for subject, _, _ in subjects], tools.runtime, tools.work / headers.module)
    for subject, record, fields in subjects:
        counts.fields += len(columns(fields))
        name = notes.archived_name(record)
        for problem in _compare(subject, outcomes[subject.type.swift_name], name, fields, counts):
            counts.problem(f"{accounting.place(record)}: {subject.type.swift_name}: {problem}")


def _compare(
    subject: driver.Subject, outcome: driver.Outcome, name: str, fields: list[Leaf | RecordsLeaf], counts: Counts
) -> list[str]:
    if outcome.error:
        return [f"archiving failed: {outcome.error}"]
    all_columns = columns(fields)
    problems: list[str] = []
    cases = [
        (f"pattern {index}", archive, name, archives.expected_single(fields, record), decoded, [record])
        for index, ((archive, decoded), record) in enumerate(zip(outcome.singles, subject.records))]
    array = archives.expected_array(fields, subject.records)
    cases.append(("array", outcome.array[0], f"{name}[]", array, outcome.array[1], subject.records))
    for what, archive, class_name, expected, decoded, originals in cases:
        counts.archives += 1
        counts.values += len(expected) + len(all_columns) * len(originals)
        try:
            found = archives.root(archive, class_name)
        except (ValueError, KeyError, IndexError) as flaw:
            problems.append(f"{what}: plistlib cannot read the archive: {flaw}")
            continue
        problems += [f"{what}: {difference}" for difference in archives.differences(found, expected)]
        if len(decoded) != subject.size * len(originals):
            problems.append(f"{what}: {len(decoded)} bytes came back of {subject.size * len(originals)}")
            continue
        for index, original in enumerate(originals):
            part = decoded[index * subject.size : (index + 1) * subject.size]
            problems += [f"{what}: {difference}" for difference in archives.decoded_differences(all_columns, part, original)]
    return problems[:5]
