#!/usr/bin/env python3
"""Holds `archivegen layout` against compiled C on random structs:

- every offset and size, and every bit of bit-fields, is where a program finds it;
- each struct that `--reorganize` proposes has, compiled, the size and the places that it claims, and is smaller;
- `--raw` prints of random bytes what the program reads from them.

    compiled.py ARCHIVEGEN [--structs N] [--raw N] [--seed N] [--compiler CC]...

A failure prints the seed, by which the same structs are made again.
"""
from __future__ import annotations

import argparse
import json
import random
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

SCALARS = ["char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long", "unsigned long",
           "long long", "float", "double", "_Bool", "void *", "enum color"]
BITS = [("unsigned int", 32), ("int", 32), ("unsigned char", 8), ("unsigned short", 16), ("unsigned long", 64), ("_Bool", 1)]


class Member:
    def __init__(self, text: str, names: list[str], kind: str):
        self.text, self.names, self.kind = text, names, kind


def make_member(r: random.Random, index: int, is_packed: bool) -> Member:
    name = f"m{index}"
    choice = r.random()
    if choice < 0.36:
        base, most = r.choice(BITS)
        if r.random() < 0.12:
            return Member(f"{base if base != '_Bool' else 'int'} : {r.choice([0, 0, 1, 3, 7])};", [], "unnamed")
        return Member(f"{base} {name} : {r.randint(1, most)};", [name], "bits")
    scalar = r.choice(SCALARS)
    if choice < 0.5:
        sizes = "".join(f"[{r.randint(1, 4)}]" for _ in range(r.choice([1, 1, 2])))
        return Member(f"{scalar} {name}{sizes};", [name], "array")
    if choice < 0.56:
        return Member(f"struct {{ char {name}_a; {r.choice(SCALARS)} {name}_b; }};", [f"{name}_a", f"{name}_b"], "anonymous")
    if choice < 0.6:
        return Member(f"union {{ {scalar} {name}_a; double {name}_b; }};", [f"{name}_a", f"{name}_b"], "anonymous")
    if choice < 0.64:
        return Member(f"struct inner {name};", [name], "record")
    attribute = ""
    if r.random() < 0.1:
        attribute = f" __attribute__((aligned({r.choice([2, 4, 8, 16, 32])})))"
    elif r.random() < 0.06 and not is_packed:
        attribute = " __attribute__((packed))"
    return Member(f"{scalar} {name}{attribute};", [name], "scalar")


class Struct:
    def __init__(self, r: random.Random, number: int):
        self.name = f"s{number}"
        self.attribute, self.pack = "", 0
        choice = r.random()
        if choice < 0.08:
            self.attribute = "__attribute__((packed)) "
        elif choice < 0.12:
            self.attribute = "__attribute__((packed, aligned(4))) "
        elif choice < 0.16:
            self.attribute = "__attribute__((aligned(32))) "
        elif choice < 0.24:
            self.pack = r.choice([1, 2, 4])
        self.members = [make_member(r, i, "packed" in self.attribute) for i in range(r.randint(1, 12))]
        if not any(m.names for m in self.members):
            self.members.append(Member("int last;", ["last"], "scalar"))
        if r.random() < 0.1:
            self.members.append(Member("short tail[];", ["tail"], "flexible"))

    def source(self, name: str, members: list[Member]) -> str:
        body = "".join(f"  {m.text}\n" for m in members)
        text = f"struct {self.attribute}{name} {{\n{body}}};\n"
        return f"#pragma pack(push, {self.pack})\n{text}#pragma pack(pop)\n" if self.pack else text


PRELUDE = """#include <stddef.h>
enum color { RED, GREEN = 5, BLUE };
struct inner { char a; double b; };
"""


def leaves(members: list[dict], result: list[dict] | None = None) -> list[dict]:
    """Named members of the struct and of the anonymous records in it."""
    result = [] if result is None else result
    for m in members:
        if m["name"]:
            result.append(m)
        else:
            leaves(m.get("members", []), result)
    return result


def checks(name: str, size: int, members: list[dict], where: str) -> str:
    """C that compares places with the compiler's."""
    lines = [f'  CHECK(sizeof(struct {name}) == {size}, "{where} size");']
    for m in leaves(members):
        if "width" in m:
            lines.append(f"  {{ struct {name} v; memset(&v, 0, sizeof v); v.{m['name']} = ({m['type']})-1; "
                         f"CHECK(is_place(&v, sizeof v, {m['bitOffset']}, {m['width']}), \"{where} {m['name']}\"); }}")
        else:
            lines.append(f"  CHECK(offsetof(struct {name}, {m['name']}) == {m['offset']}, \"{where} {m['name']}\");")
    return "\n".join(lines) + "\n"


HARNESS = r"""
#include <stdio.h>
#include <string.h>
static int failures;
#define CHECK(condition, text) do { if (!(condition)) { printf("%s\n", text); failures++; } } while (0)
static int is_place(const void *value, size_t size, size_t offset, size_t width) {
  const unsigned char *bytes = value;
  for (size_t bit = 0; bit < size * 8; bit++)
    if ((bytes[bit / 8] >> (bit % 8) & 1) != (bit >= offset && bit < offset + width)) return 0;
  return 1;
}
"""


def run(*command, **options):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)


def layouts(archivegen: str, header: Path, *options: str) -> list[dict]:
    out = run(archivegen, "layout", header, "--format", "json", *options)
    if not out.stdout:
        sys.exit(f"archivegen failed: {out.stderr}")
    return json.loads(out.stdout)["records"]


def reordered(item: Struct, members: list[dict]) -> list[Member]:
    """The source's members in the order of the proposal. Unnamed bit-fields are known by their types and widths."""
    by_name = {m.names[0]: m for m in item.members if m.names}
    unnamed = [m for m in item.members if not m.names]
    result = []
    for m in members:
        if m["name"]:
            result.append(by_name[m["name"]])
        elif "width" in m:
            text = (m["type"], m["width"])
            found = next(u for u in unnamed if (u.text.split(":")[0].strip(), int(u.text.split(":")[1].strip(" ;"))) == text)
            unnamed.remove(found)
            result.append(found)
        else:
            result.append(by_name[leaves([m])[0]["name"]])
    return result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("archivegen")
    parser.add_argument("--structs", type=int, default=300)
    parser.add_argument("--raw", type=int, default=60, help="structs whose bytes are read")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--compiler", action="append")
    arguments = parser.parse_args()
    r = random.Random(arguments.seed)
    items = [Struct(r, i) for i in range(arguments.structs)]
    counts: Counter = Counter()
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as folder_name:
        folder = Path(folder_name)
        header = folder / "made.h"
        header.write_text(PRELUDE + "".join(i.source(i.name, i.members) for i in items))
        records = {x["name"].split()[-1]: x for x in layouts(arguments.archivegen, header, "--reorganize")}
        source = '#include "made.h"\n' + HARNESS
        body = ""
        for item in items:
            record = records[item.name]
            counts["structs"] += 1
            counts["members"] += len(leaves(record["members"]))
            body += checks(item.name, record["size"], record["members"], item.name)
            better = record["reorganized"]
            if "members" in better:
                counts["reorganized"] += 1
                counts["bytes saved"] += better["saved"]
                source += item.source(f"{item.name}_better", reordered(item, better["members"]))
                body += checks(f"{item.name}_better", better["size"], better["members"], f"{item.name} reorganized")
                if better["size"] + better["saved"] != record["size"] or better["saved"] <= 0:
                    failures.append(f"{item.name}: saves {better['saved']}")
            elif "reason" in better:
                counts["not reorganized, with a reason"] += 1
        source += "int main(void) {\n" + body + "  return failures > 255 ? 255 : failures;\n}\n"
        (folder / "made.c").write_text(source)
        for compiler in arguments.compiler or ["gcc", "clang"]:
            built = run(compiler, "-w", "-o", folder / "made", folder / "made.c")
            if built.returncode:
                sys.exit(f"seed {arguments.seed}: {compiler}: {built.stderr[:2000]}")
            out = run(folder / "made")
            failures += [f"{compiler}: {line}" for line in out.stdout.splitlines()]
        failures += raw(arguments.archivegen, header, items, records, folder, r, counts, arguments.raw)
    print("compiled: " + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    for failure in failures[:40]:
        print("  " + failure)
    if failures:
        sys.exit(f"seed {arguments.seed}: {len(failures)} failures")


def raw(archivegen: str, header: Path, items: list[Struct], records: dict, folder: Path, r: random.Random,
        counts: Counter, most: int) -> list[str]:
    """Random bytes, read by a compiled program and by --raw."""
    chosen = [i for i in items if not any(m.kind == "flexible" for m in i.members)][:most]
    # Each run reads the header again.
    header = header.with_name("raw.h")
    header.write_text(PRELUDE + "".join(i.source(i.name, i.members) for i in chosen))
    program = '#include "raw.h"\n#include <stdio.h>\n#include <string.h>\n'
    program += "static unsigned char data[1 << 20];\nint main(void) { fread(data, 1, sizeof data, stdin);\n"
    expected: list[tuple[str, str, str]] = []
    data = bytes(r.getrandbits(8) for _ in range(1 << 20))
    offset = 0
    places = {}
    for item in chosen:
        places[item.name] = offset
        program += f"{{ struct {item.name} v; memcpy(&v, data + {offset}, sizeof v);\n"
        offset += records[item.name]["size"]
        for member in leaves(records[item.name]["members"]):
            kind = member["type"]
            if "[" in member["declaration"] or kind in ("struct inner",):
                continue
            # Reading a _Bool that is neither 0 nor 1 is undefined, so that a program cannot tell what it is.
            if kind == "_Bool" and "width" not in member:
                continue
            name = member["name"]
            if kind in ("float", "double"):
                program += f'{{ union {{ {kind} f; unsigned char b[sizeof({kind})]; }} u; u.f = v.{name}; for (size_t i = 0; i < sizeof u; i++) printf("%02x", u.b[i]); puts(""); }}\n'
            elif kind == "void *":
                program += f'printf("0x%lx\\n", (unsigned long)v.{name});\n'
            elif kind.startswith("unsigned") or kind == "_Bool" or kind == "enum color":
                program += f'printf("%llu\\n", (unsigned long long)v.{name});\n'
            else:
                program += f'printf("%lld\\n", (long long)v.{name});\n'
            expected.append((item.name, name, kind))
        program += "}\n"
    program += "return 0; }\n"
    (folder / "raw.c").write_text(program)
    built = run("gcc", "-w", "-O0", "-o", folder / "raw", folder / "raw.c")
    if built.returncode:
        return [f"raw: {built.stderr[:1000]}"]
    lines = subprocess.run([folder / "raw"], input=data, capture_output=True).stdout.decode().splitlines()
    file = folder / "bytes"
    file.write_bytes(data)
    printed = {}
    for item in chosen:
        out = run(archivegen, "layout", header, "-C", item.name, "--raw", file, "--skip", places[item.name], "--count", 1,
                  "--format", "json")
        if out.returncode:
            return [f"raw: {item.name}: {out.stderr}"]
        printed[item.name] = json.loads(out.stdout)[0]
    failures = []
    for (record, name, kind), line in zip(expected, lines, strict=True):
        counts["values of raw bytes"] += 1
        mine = printed[record][name]
        if kind in ("float", "double"):
            value = struct.unpack("<f" if kind == "float" else "<d", bytes.fromhex(line))[0]
            mine = float(mine)
            equal = mine == value or mine != mine and value != value
            if kind == "float" and not equal:
                equal = struct.pack("<f", mine).hex() == line
        elif kind == "enum color":
            equal = mine == {"0": "RED", "5": "GREEN", "6": "BLUE"}.get(line, mine) and str(mine) in (line, "RED", "GREEN", "BLUE")
        elif kind == "_Bool":
            equal = mine is (line == "1")
        else:
            equal = str(mine) == line
        if not equal:
            failures.append(f"raw: {record}.{name}: {mine}, the program reads {line}")
    return failures


if __name__ == "__main__":
    main()
