"""Damages archives in many ways and reads all of each: a value or an `ArchiveError` has to come of it, in time and in memory.

    damage.py COUNT [--seed N] [--processes N] [FOLDER…]     folders with more archives than those of the repository

The process may have 2 GiB of address space; of every tenth file the peak of Python's memory is measured, and may be 16 MiB and 200 times
the file's size.
"""

from __future__ import annotations

import argparse
import json
import plistlib
import random
import re
import resource
import sys
import time
import tracemalloc
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

import archivegen
from archivegen import Graph, Object, Record, Table

ROOT = Path(__file__).resolve().parents[2]
ADDRESS_SPACE = 2 << 30
MOST_SECONDS = 20.0
MOST_FOR_NOTHING, MOST_PER_BYTE = 16 << 20, 200
MOST_SIZE = 40_000


def test_archives() -> list[Path]:
    """The archives of the repository."""
    return sorted((*ROOT.glob("Tests/Goldens/*/*/*.archive"), *ROOT.glob("Examples/*/golden.archive")))


def seeds(folders: list[str]) -> list[bytes]:
    """Whole archives, each in both forms."""
    paths = [*test_archives(), *(path for folder in folders for path in sorted(Path(folder).iterdir()))]
    found = [data for path in paths if len(data := path.read_bytes()) < MOST_SIZE]
    binary = [data for data in found if data.startswith(b"bplist")]
    made = [made_here()]
    return [*found, *made, *(as_xml(data) for data in [*binary[::3], *made])]


def as_xml(data: bytes) -> bytes:
    """The same archive as XML, where a UID is a dictionary. (plistlib writes no UIDs.)"""

    def walk(value: object) -> object:
        if isinstance(value, plistlib.UID):
            return {"CF$UID": value.data}
        if isinstance(value, dict):
            return {key: walk(one) for key, one in value.items()}
        return [walk(one) for one in value] if isinstance(value, list) else value

    return plistlib.dumps(walk(plistlib.loads(data)), fmt=plistlib.FMT_XML)


def made_here() -> bytes:
    """What the repository's archives have little of: several dimensions, unions, two tables for a link, other types."""
    root = archivegen.NewObject("all", {
        "t": archivegen.NewTable("r", {
            "kind": np.array([1, 2, 1, 3], np.uint8), "name": ["a", "ö", "", "long"], "odd": np.arange(4), "wide": np.array([1, -1, 1 << 100, 0], object),
            "half": np.arange(4, dtype=np.float16), "z": np.zeros((4, 2), np.complex64), "v": np.arange(4)},
            types={"odd": "i40", "wide": "i128"}, cases={"v": archivegen.Case("kind", (1, 3))}),
        "g": archivegen.NewGraph({
            "node": archivegen.NewTable("node", {"next": archivegen.Link("node", [1, -1]), "s": archivegen.Link("#text", [0, 1]), "n": archivegen.Link("#f64", [0, 2])}),
            "#text": ["x", "yy"], "#f64": np.arange(3.0)}, blocks={"#f64": [2, 1]}),
        "list": [1, 2.5, None, "x", {"k": [archivegen.Date(5.0)]}], "native": np.arange(6, dtype=np.int16).reshape(2, 3)})
    root["self"] = [root]
    return archivegen.dumps(root)


def damaged(source: random.Random, whole: list[bytes]) -> bytes:
    """One archive with one to four kinds of damage: to its values, which leaves the property list whole, or to its bytes."""
    chosen = source.choice(whole)
    if source.random() < 0.6:
        chosen = changed(source, chosen, whole)
        if source.random() < 0.8:
            return chosen
    data = bytearray(chosen)
    for _ in range(source.choice((1, 1, 1, 2, 4))):
        if not data:
            break
        kind = source.randrange(10)
        at = source.randrange(len(data))
        if kind == 0:
            del data[at:]
        elif kind in (1, 2):
            for _ in range(source.randrange(1, 4)):
                data[source.randrange(len(data))] = source.randrange(256)
        elif kind == 3:
            # The trailer, and the table before it.
            place = source.randrange(max(len(data) - 40, 0), len(data))
            data[place] = source.choice((0, 1, 8, 127, 128, 255, data[place] ^ 1))
        elif kind == 4:
            # Numbers in descriptions.
            word = source.choice((b"count ", b"graph ", b"\n@", b"u32", b"&", b"[", b"blocks ", b"parts ", b"elements ", b"CF$UID</key>", b"<integer>"))
            place = data.find(word, at)
            place = data.find(word) if place < 0 else place
            if place >= 0:
                place += len(word)
                data[place : place + source.randrange(2)] = source.choice((b"0", b"1", b"2", b"9", b"65", b"-1", b"281474976710656", b"99999999"))
        elif kind == 5:
            other = source.choice(whole)
            start = source.randrange(len(other))
            data[at : at + source.randrange(64)] = other[start : start + source.randrange(64)]
        elif kind == 6:
            # Containers, texts and references in place of each other.
            data[at] = source.choice((0xA1, 0xAF, 0xD1, 0xDF, 0x5F, 0x6F, 0x4F, 0x80, 0x81, 0x13, 0x23, 0x00, 0xC2))
        elif kind == 7:
            # One entry of the table for another.
            size = data[-26] if len(data) > 40 else 0
            count = int.from_bytes(data[-24:-16], "big") if len(data) > 40 else 0
            table = int.from_bytes(data[-8:], "big")
            if 1 <= size <= 8 and 0 < count < len(data) and table + count * size <= len(data):
                first, second = (table + size * source.randrange(count) for _ in range(2))
                data[first : first + size] = data[second : second + size]
        elif kind == 8:
            end = min(len(data), at + source.randrange(200))
            data[at:at] = data[at:end]
        else:
            del data[at : at + source.randrange(64)]
    return bytes(data)


def changed(source: random.Random, chosen: bytes, whole: list[bytes]) -> bytes:
    """An archive some of whose values, keys and references are others."""
    outer = plistlib.loads(chosen)
    objects = outer["$objects"]
    spare = plistlib.loads(source.choice(whole))["$objects"]
    for _ in range(source.choice((1, 1, 2, 3, 8))):
        # Most damage to the first one, `$null`, ends the reading at once.
        place = source.randrange(min(1, len(objects) - 1) if source.random() < 0.98 else 0, len(objects))
        value = objects[place]
        if isinstance(value, dict) and value and source.random() < 0.9:
            key = source.choice(sorted(value))
            kind = source.randrange(5)
            if kind == 0:
                value[other_text(source, key)] = value.pop(key)
            elif kind == 1:
                del value[key]
            else:
                value[key] = other(source, value[key], len(objects))
        elif source.random() < 0.15:
            objects[place] = source.choice(spare)
        else:
            objects[place] = other(source, value, len(objects))
    data = plistlib.dumps(outer, fmt=plistlib.FMT_BINARY, sort_keys=False)
    try:
        return data if chosen.startswith(b"bplist") else as_xml(data)
    except ValueError:
        # XML has no control characters.
        return data


def other(source: random.Random, value: object, count: int) -> object:
    """A value near this one, or of another kind."""
    if source.random() < 0.1:
        return source.choice((0, 1, -1, True, 2.5, float("nan"), "", b"", b"\xff" * 9, "count 3", [], {}, plistlib.UID(source.randrange(count)), 1 << 63))
    if isinstance(value, plistlib.UID):
        return plistlib.UID(source.randrange(count + 1))
    if isinstance(value, bool | int | float):
        return source.choice((0, 1, 2, -1, 255, 1 << 31, (1 << 64) - 1, -(1 << 63), float("inf"), not value))
    if isinstance(value, bytes):
        data = bytearray(value)
        if data and source.random() < 0.6:
            data[source.randrange(len(data))] = source.choice((0, 1, 2, 3, 127, 128, 254, 255))
        else:
            data = data[: source.randrange(len(data) + 1)] + bytes(source.randrange(9))
        return bytes(data)
    if isinstance(value, str):
        return other_text(source, value)
    if isinstance(value, list) and value:
        copy = list(value)
        copy[source.randrange(len(copy))] = other(source, source.choice(copy), count)
        return copy * (source.choice((1, 1, 1, 2, 100)) if len(copy) < 1000 else 1)
    if isinstance(value, dict) and value:
        key = source.choice(sorted(value))
        return {**value, key: other(source, value[key], count)} if source.random() < 0.7 else {one: value[one] for one in value if one != key}
    return source.choice((0, "x", plistlib.UID(0)))


def other_text(source: random.Random, text: str) -> str:
    """A text, such as a description, with a word, a number or a line more, fewer, or another one."""
    words = ("0", "1", "2", "3", "16", "65", "281474976710656", "99999999999", "u8", "u3", "i24", "u128", "f80", "bf16", "dd", "c(f32)", "v3(f16)", "utf8[4]",
             "&1", "&2", "&9", "@1=1 ", "@2!0,1 ", "@1=1 @2=3 ", "[2]", "[0]", "[]", "[].", "[bits]", "$", "$$", ".", "\n", " u3 a", "\n u2@4 b", " blocks 2", " parts 1",
             " site 1 x", "count 2", "graph 1", "elements u8[2]", "native big u16[2]", "elements count 3", "\0", "é", "#text", "#f64", "#handles")
    pieces = re.split(r"(\d+|\n| |&|@|\[|\]|\.)", text)
    place = source.randrange(len(pieces))
    kind = source.randrange(4)
    if kind == 0:
        pieces[place] = source.choice(words)
    elif kind == 1:
        pieces.insert(place, source.choice(words))
    elif kind == 2:
        del pieces[place]
    else:
        lines = text.split("\n")
        lines.insert(source.randrange(len(lines) + 1), source.choice(lines) + source.choice(("", "x", "\n" + source.choice(lines))))
        return "\n".join(lines)
    return "".join(pieces)


def read_all(data: bytes) -> None:
    """Asks for everything that there is in an archive.

    Raises:
        ArchiveError: for what is not there.
    """
    archive = archivegen.loads(data)
    flaw: archivegen.ArchiveError | None = None
    try:
        json.dumps(archivegen.plain(archive), allow_nan=False)
    except archivegen.ArchiveError as error:
        flaw = error
    # What is whole is still read if something else is not.
    for record in (archive.top, *archive.objects()):
        for key in list(record):
            try:
                follow(record[key])
            except archivegen.ArchiveError as error:
                flaw = error
    if flaw is not None:
        str(flaw)
        raise flaw


def follow(value: object) -> None:
    """Everything in a value that is no object."""
    if isinstance(value, Table):
        for _ in zip(value, range(1000)):
            pass
        value.to_numpy()
    elif isinstance(value, Graph):
        for table in value.tables.values():
            rows = table.values
            if isinstance(rows, Table):
                follow(rows)
                for column in table.links:
                    links = table.link(column)
                    for row in links.rows.reshape(-1)[:100].tolist():
                        value.resolve(links, row)
            _ = table.blocks, table.part_rows
    elif isinstance(value, Record) and not isinstance(value, Object):
        value.to_dict()
    if isinstance(value, Record | Table | Graph):
        repr(value)


def run(job: tuple[int, int, list[str]]) -> tuple[int, int, tuple[float, str], tuple[float, str], list[str]]:
    """Reads `count` damaged archives: how many were refused, the slowest, the most memory for its limit, and what was wrong."""
    seed, count, folders = job
    whole = seeds(folders)
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    refused, slowest, greatest, wrong = 0, (0.0, ""), (0.0, ""), []
    for index in range(count):
        data = damaged(random.Random(f"{seed}-{index}"), whole)
        is_measured = index % 10 == 0
        if is_measured:
            tracemalloc.start()
        # Of this process, because the machine may have others.
        start = time.process_time()
        try:
            read_all(data)
        except archivegen.ArchiveError:
            refused += 1
        except BaseException as error:
            wrong.append(f"{seed}-{index}: {type(error).__name__}: {error}")
            if isinstance(error, KeyboardInterrupt):
                raise
        seconds = time.process_time() - start
        slowest = max(slowest, (seconds, f"{seed}-{index}"))
        if seconds > MOST_SECONDS:
            wrong.append(f"{seed}-{index}: {seconds:.1f} seconds for {len(data)} bytes")
        if is_measured:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            limit = MOST_FOR_NOTHING + MOST_PER_BYTE * len(data)
            greatest = max(greatest, (peak / limit, f"{seed}-{index}"))
            if peak > limit:
                wrong.append(f"{seed}-{index}: {peak} bytes of memory for {len(data)} bytes")
    return count, refused, slowest, greatest, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--show", metavar="SEED-INDEX", help="write one damaged archive to standard output")
    options = parser.parse_intermixed_args()
    if options.show:
        sys.stdout.buffer.write(damaged(random.Random(options.show), seeds(options.folders)))
        return 0
    share = 500
    jobs = [(options.seed + number, min(share, options.count - start), options.folders) for number, start in enumerate(range(0, options.count, share))]
    count = refused = 0
    slowest = greatest = (0.0, "")
    wrong: list[str] = []
    with ProcessPoolExecutor(options.processes) as pool:
        for number, one in enumerate(pool.map(run, jobs), 1):
            count, refused = count + one[0], refused + one[1]
            slowest, greatest = max(slowest, one[2]), max(greatest, one[3])
            wrong += one[4]
            if number % 20 == 0:
                print(f"  {count} of {options.count}", file=sys.stderr, flush=True)
    print(f"{count} damaged archives: {refused} refused, {count - refused} read; the slowest ({slowest[1]}) took {slowest[0]:.2f} s, "
          f"and the most memory ({greatest[1]}) was {100 * greatest[0]:.0f} % of what is allowed")
    for line in wrong[:40]:
        print(line)
    print(f"{count - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
