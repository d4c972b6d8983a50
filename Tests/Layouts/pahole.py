#!/usr/bin/env python3
"""Compares `archivegen layout` with pahole, which reads the compiler's debug information: every member's offset, bit and size, and
the holes and padding of every struct.

    pahole.py ARCHIVEGEN [--compiler CC]... [--most N] HEADER-OR-FOLDER...

Each header is read alone. Headers that do not compile alone are counted and left out. The exit code is 1 if something differs
that is not explained below.

Explained differences:
- Unnamed bit-fields. DWARF has none, so that pahole counts their bits as holes, and its sums differ from ours where a
  struct has some. Members are compared all the same.
- `_Atomic`. pahole does not know DWARF's tag for it, and prints an error in the member's place.
- `a hole of bits`: for bit-fields whose types have several sizes, or that are packed, pahole divides one gap into bits and bytes
  by rules of its own; the sum of the gap is compared.
"""
from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Member, size and the size of its lanes: sizeof of such a vector is that of four lanes.
VECTORS = [("position", 16, 12)]
MEMBER = re.compile(r"^(\t+)(.*?);\s*/\*\s*(\d+)(?::\s*(\d+))?\s+(\d+) \*/")
OPEN = re.compile(r"^(\t*)(?:typedef )?(struct|union)\s*([^{]*?)\s*\{$")
SIZE = re.compile(r"/\* size: (\d+), cachelines: \d+, members: (\d+)")
BLOCKS = re.compile(r"\n(?=(?:typedef )?(?:struct|union) )")
NUMBERS = {
    "holes": re.compile(r"[ ,]holes: (\d+), sum holes: (\d+)"),
    "bitHoles": re.compile(r"bit holes: (\d+), sum bit holes: (\d+) bits"),
    "padding": re.compile(r"/\* padding: (\d+)"),
    "bitPadding": re.compile(r"bit_padding: (\d+) bits"),
}


def member_name(text: str) -> str:
    """The name in a declaration as pahole prints it: `int  (*cmp)(int)`, `char buf[4]`, `unsigned int flag:3`."""
    text = re.sub(r"__attribute__\(\(.*?\)\)(?!\))", "", text).strip()
    bits = re.fullmatch(r".*?(\w+):\d+", text)
    if bits:
        return bits[1]
    pointer = re.search(r"\(\s*\*+(?:\s*const)?\s*(\w+)", text)
    if pointer:
        return pointer[1]
    if text.startswith("}"):
        text = text[1:]
        found = re.match(r"\s*\**(\w+)", text)
        return found[1] if found else ""
    found = re.search(r"(\w+)\s*(?:\[[^]]*\]\s*)*$", text)
    return found[1] if found else ""


def parse(text: str) -> dict:
    """One type of pahole's output: members by path with (offset, bit, size), and its numbers."""
    members: list[tuple[str, int, int | None, int]] = []
    numbers = {"holes": (0, 0), "bitHoles": (0, 0), "padding": 0, "bitPadding": 0}
    size = None
    # The members of each open block; a block's name stands at its end.
    stack: list[list] = [[]]
    for line in text.splitlines():
        found = OPEN.match(line)
        if found:
            if found[1]:
                stack.append([])
            continue
        found = MEMBER.match(line)
        if found:
            declaration, bit = found[2], found[4]
            entry = [member_name(declaration), int(found[3]), None if bit is None else int(bit), int(found[5])]
            if declaration.startswith("}"):
                inner = stack.pop()
                prefix = entry[0] + "." if entry[0] else ""
                stack[-1].append(entry)
                stack[-1] += [[prefix + e[0] if e[0] else "", *e[1:]] for e in inner]
            else:
                stack[-1].append(entry)
            continue
        if re.fullmatch(r"\t+\}(?: __attribute__\(\(.*\)\))?;", line):
            # clang's debug information has types inside a record among its members, and pahole prints them again.
            stack.pop()
            continue
        found = SIZE.search(line)
        if found and len(stack) == 1:
            size = int(found[1])
        if line.startswith("\t/*") and not line.startswith("\t/* ---") and "XXX" not in line:
            for key, pattern in NUMBERS.items():
                found = pattern.search(line)
                if found:
                    numbers[key] = tuple(map(int, found.groups())) if found.lastindex > 1 else int(found[1])
    return {"members": stack[0], "numbers": numbers, "size": size}


def flat(members: list, prefix: str = "") -> list:
    """Our members in pahole's order, without unnamed bit-fields."""
    result = []
    for m in members:
        if "width" in m and not m["name"]:
            continue
        result.append([prefix + m["name"] if m["name"] else "", m["offset"], m.get("bit"), m["size"]])
        inner = m.get("members", [])
        result += flat(inner, prefix + m["name"] + "." if m["name"] else prefix)
    return result


def reserved(members: list) -> bool:
    return any("width" in m and not m["name"] for m in members)


def tool(*command, **options):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, errors="replace", **options)


class Check:
    def __init__(self, archivegen: str, compiler: str):
        self.archivegen, self.compiler = archivegen, compiler
        self.counts: Counter = Counter()
        self.problems: list[str] = []

    def header(self, header: Path, root: Path) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            unit = folder / "unit.c"
            unit.write_text(f'#include "{header}"\n')
            include = ["-I", root] + (["-I", root / "x86_64-linux-gnu"] if (root / "x86_64-linux-gnu").is_dir() else [])
            built = tool(self.compiler, "-w", "-g", "-fno-eliminate-unused-debug-types", *include, "-c", unit, "-o",
                         folder / "unit.o")
            if built.returncode:
                self.counts["headers that do not compile alone"] += 1
                return
            ours = tool(self.archivegen, "layout", header, *include, "--format", "json", "--unresolved",
                        "refuse")
            if ours.returncode not in (0, 1) or not ours.stdout:
                self.counts["headers that archivegen refuses"] += 1
                self.problems.append(f"{header}: archivegen: {ours.stderr.strip().splitlines()[:1]}")
                return
            self.counts["headers"] += 1
            records = json.loads(ours.stdout)["records"]
            # With -C, pahole prints the typedef of a struct that has the same name.
            tagged = {b.split(" {")[0]: b for b in BLOCKS.split(tool("pahole", folder / "unit.o").stdout)}
            for record in records:
                self.record(record, folder / "unit.o", header, tagged)

    def record(self, record: dict, unit: Path, header: Path, tagged: dict[str, str]) -> None:
        name = record["name"].split(" ")[-1]
        block = tagged.get(record["name"])
        if block is None and " " not in record["name"]:
            blocks = BLOCKS.split(tool("pahole", "-C", name, unit).stdout)
            block = next((b for b in blocks if re.match(rf"(typedef )?{record['kind']}\b[^{{;]*{{", b)), None)
        if block is None:
            self.counts["types that the debug information lacks"] += 1
            return
        if "<ERROR" in block:
            self.counts["types with members that pahole does not know (_Atomic)"] += 1
            return
        other = parse(block)
        self.counts["types"] += 1
        ours = flat(record["members"])
        where = f"{header}: {record['name']}"
        if len(ours) != len(other["members"]):
            self.problems.append(f"{where}: {len(ours)} members, pahole {len(other['members'])}: "
                                 f"{[m[0] for m in ours]} {[m[0] for m in other['members']]}")
            return
        equal = True
        for mine, theirs_ in zip(ours, other["members"]):
            self.counts["members"] += 1
            if mine[2] is not None:
                self.counts["bit-fields"] += 1
            if mine != theirs_ and (mine[0], mine[3], theirs_[3]) in VECTORS:
                self.counts["vectors of three lanes, for which clang's debug information has the lanes alone"] += 1
                return
            if mine != theirs_:
                equal = False
                self.problems.append(f"{where}: {mine}, pahole {theirs_}")
        if record["kind"] == "struct":
            if other["size"] is not None and other["size"] != record["size"]:
                equal = False
                self.problems.append(f"{where}: size {record['size']}, pahole {other['size']}")
            numbers = record["statistics"]
            mine = {"holes": (numbers["holes"], numbers["holeBytes"]), "bitHoles": (numbers["bitHoles"], numbers["bitHoleBits"]),
                    "padding": numbers["padding"], "bitPadding": numbers["bitPadding"]}
            if reserved(record["members"]):
                self.counts["structs with unnamed bit-fields, whose holes pahole counts in another way"] += 1
            elif mine != other["numbers"]:
                def total(n):
                    return n["holes"][1] * 8 + n["bitHoles"][1] + n["padding"] * 8 + n["bitPadding"]
                if total(mine) == total(other["numbers"]):
                    self.counts["structs whose gaps are divided in another way, with the same sum"] += 1
                else:
                    equal = False
                    self.problems.append(f"{where}: gaps {mine}, pahole {other['numbers']}")
            else:
                self.counts["structs whose holes and padding agree"] += 1
        self.counts["types that agree in every member"] += equal


def headers(path: Path) -> list[Path]:
    return sorted(path.rglob("*.h")) if path.is_dir() else [path]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("archivegen")
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--compiler", action="append")
    parser.add_argument("--most", type=int, help="headers of each folder")
    arguments = parser.parse_args()
    failed = False
    for compiler in arguments.compiler or ["gcc"]:
        check = Check(arguments.archivegen, compiler)
        work = []
        for path in arguments.paths:
            root = path if path.is_dir() else path.parent
            found = headers(path)
            if arguments.most and len(found) > arguments.most:
                # Spread over the folder, the same ones each time.
                found = found[:: len(found) // arguments.most][: arguments.most]
            work += [(h.resolve(), root.resolve()) for h in found]
        with ThreadPoolExecutor(2) as pool:
            for _ in pool.map(lambda item: check.header(*item), work):
                pass
        print(f"pahole, {compiler}: " + ", ".join(f"{count} {what}" for what, count in sorted(check.counts.items())))
        for problem in check.problems[:60]:
            print("  " + problem)
        if check.problems:
            print(f"  {len(check.problems)} problems")
        failed = failed or any("archivegen:" not in p for p in check.problems) or not check.counts["members"]
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
