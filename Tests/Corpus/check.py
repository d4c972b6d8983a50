"""Checks one set of headers from end to end: generates, accounts for every record, compiles, archives, compares."""

from __future__ import annotations

import itertools
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import accounting
import archives
import driver
import dwarf
import generator
import graphs
import made
import values
from annotations import Annotations
from counts import Counts
from generator import Generation
import header_sets
from header_sets import HeaderSet
from layout import Layouts, Record
from leaves import Leaf, RecordsLeaf, Unaccounted, columns, leaves


@dataclass(frozen=True)
class Tools:
    archivegen: Path
    runtime: Path
    work: Path
    """The number of headers that are tried alone at the same time."""
    jobs: int
    """The damage that tests of the checker do to the results of generated code."""
    damaged: Callable[[driver.Subject, driver.Outcome], driver.Outcome] = lambda _, outcome: outcome


_MOST_ROUNDS = 12


def check(headers: HeaderSet, tools: Tools) -> Counts:
    """Checks the headers together, and those that cannot be included with the others one by one.

    Foundation imports the C library, and no Swift program can import two C records of one name with different fields. A
    macro gives such records another name, as a user would do; compiling shows which ones they are.
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
    counts += _check_set(headers, valid, whole, tools, typechecks_refusing=True)
    left = [header for header in headers.headers if header not in valid]
    with ThreadPoolExecutor(tools.jobs) as pool:
        for alone in pool.map(lambda header: _renaming(headers.alone(header), lambda one: _check_alone(one, header, whole, tools)), left):
            counts += alone
    return counts


def _check_alone(headers: HeaderSet, header: Path, whole: dict[str, Generation], tools: Tools) -> Counts:
    counts = Counts(headers_alone=1)
    if all(str(header) not in generation.messages for generation in whole.values()):
        counts.problem(f"{header} is left out of its module, and no message names it; see HeaderParser.swift")
    generations = _generate(headers, tools, counts)
    if generations is None:
        return counts
    if generations["skip"].exit_code == 0:
        counts += _check_set(headers, [header], generations, tools, typechecks_refusing=False)
        return counts
    counts.headers_with_errors += 1
    says = _gcc(headers, ["-fsyntax-only"], header)
    if says is None and (reason := header_sets.listed(header_sets.GCC_READS, header)) is None:
        counts.problem(f"{header} is said to have errors, and gcc finds none; see {generations['skip'].output}/messages.txt")
    for generation in generations.values():
        if not any(diagnostic.severity == "error" and diagnostic.file for diagnostic in generation.diagnostics):
            counts.problem(f"{header} fails without an error that has a place; see {generation.output}/messages.txt")
        if generation.types:
            counts.problem(f"{header} has errors, and yet {len(generation.types)} types are generated from it")
    return counts


def _generate(headers: HeaderSet, tools: Tools, counts: Counts) -> dict[str, Generation] | None:
    """The generations by policy; None after a crash."""
    generations: dict[str, Generation] = {}
    for policy in ("refuse", "skip"):
        generation = generator.run(tools.archivegen, headers, policy, tools.work / headers.module / policy)
        if generation.crashed:
            counts.problem(f"{headers.module}: archivegen --unresolved {policy} ended with {generation.exit_code}; see {generation.output}/messages.txt")
            return None
        generations[policy] = generation
    return generations


def _valid(headers: HeaderSet, generations: dict[str, Generation]) -> list[Path]:
    """The headers in the generated module, in its order."""
    listed = generations["skip"].module_headers
    return headers.headers if listed is None else [path for path in listed if path in set(headers.headers)]


def _check_set(
    headers: HeaderSet, valid: list[Path], generations: dict[str, Generation], tools: Tools, typechecks_refusing: bool
) -> Counts:
    """Checks the values of all types. Code under the default policy is a part of the code under `--unresolved skip`: so
    archives are made with the latter, and the former is compiled only for large sets."""
    counts = Counts()
    layouts, readable = _read_layouts(headers, valid, tools, counts)
    if layouts is None:
        return counts
    refusing, skipping = generations["refuse"], generations["skip"]
    accounting.check(layouts, readable, refusing, Annotations(set(), headers.configured), counts)
    accounting.check_whole(layouts, readable, refusing, Annotations(set(), headers.configured), counts)
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
        if typechecks_refusing:
            driver.check_types(headers, refusing, tools.runtime, tools.work / headers.module)
        _check_archives(headers, layouts, readable, skipping, notes, tools, counts)
        if not headers.configured:
            _check_annotated(headers, layouts, readable, skipping, tools, counts)
    except driver.DriverFailure as failure:
        counts.problem(f"{headers.module}: the generated Swift must compile without a warning and run:\n{failure}")
    return counts


def _check_annotated(
    headers: HeaderSet, layouts: Layouts, readable: set[Path], skipping: Generation, tools: Tools, counts: Counts
) -> None:
    """Checks the headers again, with annotations for refused types. Types that change are archived, including their
    pointers."""
    said = made.annotations(layouts, readable)
    if not said.lines:
        return
    folder = tools.work / headers.module / "annotated"
    generation = generator.run(tools.archivegen, headers, "skip", folder, said.yaml())
    wrong = [one for one in generation.diagnostics if one.severity == "error" and one.file == folder / "made.yml"]
    skips = accounting.skips(generation)
    for one in wrong[:5]:
        counts.problem(f"{headers.module}: {folder}/made.yml:{one.line}: {one.message}")
    for file, line, name in sorted(skips & said.places, key=str):
        counts.problem(f"{file}:{line}: {name!r} is skipped, though made.yml says how to archive it; see {folder}/messages.txt")
    if generation.crashed or wrong:
        return
    counts.annotated_fields += len(said.words) + len(said.views) + len(said.tags)
    notes = Annotations(skips, headers.configured, said)
    missing = skipping.types.keys() - generation.types.keys()
    counts.problems += [f"{headers.module}: {name} is lost when made.yml says what is behind pointers" for name in sorted(missing)]
    same = {name for name, type in generation.types.items() if name in skipping.types and skipping.types[name].source == type.source}
    _check_archives(headers, layouts, readable, generation, notes, tools, counts, without=same)


def _read_layouts(
    headers: HeaderSet, valid: list[Path], tools: Tools, counts: Counts
) -> tuple[Layouts | None, set[Path]]:
    """The layouts that gcc sees in the headers, and the headers that gcc can read."""
    folder = tools.work / headers.module
    umbrella, object_file = folder / "umbrella.c", folder / "umbrella.o"
    umbrella.write_text("".join(f'#include "{header}"\n' for header in valid))
    options = ["-g", "-gdwarf-5", "-fno-eliminate-unused-debug-types", "-c", "-o", str(object_file)]
    says = _gcc(headers, options, umbrella)
    if says is None:
        return Layouts(dwarf.read(object_file), headers.closed_enumerations), set(valid)
    if len(valid) == 1 and header_sets.listed(header_sets.GCC_CANNOT_READ, valid[0]) is not None:
        counts.unread_headers += 1
        return None, set()
    counts.problem(f"{headers.module}: gcc cannot read what archivegen read{' together' if len(valid) > 1 else f': {valid[0]}'}\n{says}")
    return None, set()


def _gcc(headers: HeaderSet, options: list[str], source: Path) -> str | None:
    """gcc's errors with archivegen's options; None if there are none."""
    command = ["gcc", "-w", *headers.clang_arguments, *options, "-x", "c", str(source)]
    process = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if process.returncode == 0:
        return None
    return "\n".join([line for line in process.stderr.splitlines() if "error:" in line][:5])


def _check_archives(
    headers: HeaderSet, layouts: Layouts, readable: set[Path], generation: Generation, notes: Annotations, tools: Tools,
    counts: Counts, without: set[str] = frozenset(),
) -> None:
    subjects: list[tuple[driver.Subject, Record, list[Leaf | RecordsLeaf]]] = []
    shapes = graphs.Shapes(notes)
    for type in generation.types.values():
        if type.swift_name in without:
            continue
        records = accounting.found(layouts, type, readable)
        if not records:
            if headers.has_clang_only_parts:
                counts.unread_types += 1
            else:
                counts.problem(f"{headers.module}: {type.swift_name} is generated, and gcc knows no such record in these headers")
            continue
        record = records[0]
        if "bitgroup(" in Path(accounting.place(record).rpartition(":")[0]).read_text(errors="replace"):
            counts.grouped += 1
            continue
        try:
            fields = leaves(record, notes)
            is_graph = shapes.has_links(record)
            images = graphs.images(record, shapes, type.swift_name) if is_graph else []
        except Unaccounted as lost:
            if notes.has_live_unions(record):
                counts.tagged += 1
                continue
            counts.problem(f"{accounting.place(record)}: {type.swift_name} is generated, though {lost} that no message reports")
            continue
        if is_graph == type.is_plain:
            counts.problem(f"{accounting.place(record)}: {type.swift_name} is {'no' if is_graph else 'a'} type with pointers, says DWARF")
            continue
        patterns = [] if is_graph else values.patterns(record.size, columns(fields), seed=type.swift_name)
        subjects.append((driver.Subject(type, record.size, patterns, images), record, fields))
    if not subjects:
        return
    outcomes = driver.run(headers, generation, [subject for subject, _, _ in subjects], tools.runtime, tools.work / headers.module)
    for subject, record, fields in subjects:
        counts.fields += len(columns(fields))
        name = notes.archived_name(record)
        outcome = tools.damaged(subject, outcomes[subject.type.swift_name])
        found = _compare_graphs(subject, outcome, record, shapes, counts) if subject.images else _compare(subject, outcome, name, fields, counts)
        for problem in found:
            counts.problem(f"{accounting.place(record)}: {subject.type.swift_name}: {problem}")


def _compare_graphs(subject: driver.Subject, outcome: driver.Outcome, record: Record, shapes: graphs.Shapes, counts: Counts) -> list[str]:
    if outcome.error:
        return [f"archiving failed: {outcome.error}"]
    problems: list[str] = []
    counts.graphs += 1
    for index, (image, (archive, decoded)) in enumerate(zip(subject.images, outcome.graphs, strict=True)):
        counts.archives += 1
        counts.links += len(image.links)
        found = itertools.chain(graphs.differences(archive, record, image, shapes), graphs.decoded_differences(decoded, image, shapes))
        problems += [f"graph {index}: {difference}" for difference in itertools.islice(found, 5)]
    return problems[:5]


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
        is_array = what == "array"
        problems += [f"{what}: {difference}" for difference in archives.reader_differences(archive, all_columns, originals, is_array)]
        if len(decoded) != subject.size * len(originals):
            problems.append(f"{what}: {len(decoded)} bytes came back of {subject.size * len(originals)}")
            continue
        for index, original in enumerate(originals):
            part = decoded[index * subject.size : (index + 1) * subject.size]
            problems += [f"{what}: {difference}" for difference in archives.decoded_differences(all_columns, part, original)]
    return problems[:5]
