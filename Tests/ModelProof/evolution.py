#!/usr/bin/env python3
"""Holds the verdicts of `archivegen check` on changes of Swift models against compiled programs, one of each version.

Each of the random types gets one change. Each program archives values of all types, and the other one reads them. A change that is
called safe must be read without an error, and give the values that were written; what is called safe for earlier releases, too.

    evolution.py ARCHIVEGEN LIBRARY [--types N] [--runs N] [--seed N] [--keep FOLDER] [--strict]

LIBRARY is a folder such as /usr/local/lib/archivegen. `--strict` also lists breaks after which everything was read.
"""
from __future__ import annotations

import copy
import json
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from models import parser, run

R = random.Random()

HELPERS = """
// archive:
struct Point: Hashable { var x: Int; var y: Double = 0 }
// archive:
enum Level: Int { case low, high }
// archive:
enum Shape: Equatable { case none, circle(Double), box(width: Int, height: Int) }
// archive:
final class Node { var label = "n"; init() {} }
// archive: columns
struct Row: Equatable { var id: Int32; var name: String }
"""

# Spelling and values of the types of properties.
VALUES = {
    "Int": ["0", "7", "-3"], "Int8": ["0", "5"], "Int16": ["0", "300"], "Int32": ["0", "70000"], "Int64": ["0", "9"],
    "UInt": ["0", "8"], "UInt8": ["0", "200"], "UInt32": ["0", "80"], "UInt64": ["1", "0"], "Double": ["0", "0.5", "3"], "Float": ["0.25", "2"],
    "Bool": ["true", "false"], "String": ['"a"', '""', '"12"'], "Character": ['"c"'], "Date": ["Date(timeIntervalSinceReferenceDate: 5)"],
    "Data": ["Data([1, 2])", "Data()"], "UUID": ['UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")!'],
    "URL": ['URL(string: "https://a.org/b")!'], "Decimal": ["1.5", "2"], "CGFloat": ["1.5"], "CGPoint": ["CGPoint(x: 1, y: 2)"],
    "[Int]": ["[]", "[1, 2]"], "[Int16]": ["[1]"], "[UInt8]": ["[1, 2]", "[]"], "[Double]": ["[0.5]", "[]"], "[Float]": ["[1.5]"], "[Bool]": ["[true]"],
    "[String]": ["[]", '["a", "b"]'], "[Date]": ["[Date(timeIntervalSinceReferenceDate: 1)]"], "Set<Int>": ["[1, 2]", "[]"], "Set<String>": ['["a"]'],
    "[String: Int]": ['["k": 1]', "[:]"], "[Int: String]": ['[1: "a"]'], "[String: [Double]]": ['["k": [1.5]]'], "Range<Int>": ["1..<3"],
    "ClosedRange<Int>": ["1...3"], "(Int, String)": ['(1, "a")'], "(x: Int, y: String)": ['(x: 1, y: "a")'], "SIMD2<Float>": ["SIMD2(1, 2)"],
    "Point": ["Point(x: 1, y: 2)"], "[Point]": ["[Point(x: 3)]", "[]"], "Set<Point>": ["[Point(x: 3)]"], "[String: Point]": ['["k": Point(x: 3)]'],
    "Level": [".high", ".low"], "[Level]": ["[.high]"], "Shape": [".none", ".circle(2)", ".box(width: 1, height: 2)"], "[Shape]": ["[.circle(1)]"],
    "Node": ["Node()"], "[Node]": ["[Node(), Node()]"], "Row": ['Row(id: 1, name: "r")'], "[Row]": ['[Row(id: 1, name: "r"), Row(id: 2, name: "")]', "[]"],
    "Duration": [".seconds(2)"], "TimeZone": ['TimeZone(identifier: "Europe/Berlin")!'], "Locale": ['Locale(identifier: "de")'],
    "IndexSet": ["[1, 2]"], "Any": ["5", '"a"'], "[[Int]]": ["[[1], []]"], "[[Double]]": ["[[0.5]]"], "[Point?]": ["[Point(x: 1), nil]"],
}
COLUMNS = ["Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt32", "Double", "Float", "Bool", "String", "Date", "UUID", "Data", "Level", "Decimal", "URL"]
NEAR = [["Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt32", "UInt64", "Double", "Float", "Bool", "Level", "CGFloat", "Decimal", "Any", "Duration"],
        ["String", "Character", "URL", "Data", "UUID", "Any", "Locale", "[UInt8]"],
        ["[Int]", "[Int16]", "[UInt8]", "[Double]", "[Float]", "[Bool]", "Set<Int>", "Data", "[[Int]]", "[Level]", "IndexSet", "Range<Int>", "SIMD2<Float>"],
        ["[String]", "Set<String>", "[Date]", "[String: Int]", "[Int: String]", "[Point]", "[Shape]", "[Row]", "[Node]", "Set<Point>", "[Point?]", "[String: Point]"],
        ["Point", "Row", "Node", "Shape", "(Int, String)", "(x: Int, y: String)", "CGPoint", "Level"], ["Date", "Double", "Int"], ["Range<Int>", "ClosedRange<Int>"]]


def change_of(type: str) -> str:
    bare, mark = (type[:-1], "?") if type.endswith("?") else (type, "")
    near = [t for group in NEAR if bare in group for t in group if t != bare]
    roll = R.random()
    if roll < 0.2:
        return bare if mark else bare + "?"
    if roll < 0.3 and not mark and not bare.startswith("["):
        return f"[{bare}]" if f"[{bare}]" in VALUES else bare + "?"
    return (R.choice(near) if near and R.random() < 0.85 else R.choice(list(VALUES))) + R.choice([mark, mark, "?"])


def value(type: str) -> str:
    if type.endswith("?"):
        return R.choice(["nil", value(type[:-1]), value(type[:-1])])
    return R.choice(VALUES[type])


@dataclass
class Property:
    name: str
    type: str
    initial: str | None = None
    word: str = "var"
    attributes: list[str] = field(default_factory=list)
    # The property of the first version whose values it has.
    origin: str | None = None

    def line(self) -> str:
        comment = f"  // archive: {', '.join(self.attributes)}" if self.attributes else ""
        initial = f" = {self.initial}" if self.initial is not None else ""
        return f"  {self.word} {self.name}: {self.type}{initial}{comment}"


@dataclass
class Case:
    name: str
    values: list[tuple[str, str]] = field(default_factory=list)
    attributes: list[str] = field(default_factory=list)
    origin: str = ""
    number: str = ""

    def line(self) -> str:
        listed = ", ".join(f"{label + ': ' if label else ''}{type}" for label, type in self.values)
        comment = f"  // archive: {', '.join(self.attributes)}" if self.attributes else ""
        return f"  case {self.name}" + (f"({listed})" if self.values else "") + self.number + comment

    def call(self, holder: str) -> str:
        listed = ", ".join(f"{label + ': ' if label else ''}{value(type)}" for label, type in self.values)
        return f"{holder}.{self.name}" + (f"({listed})" if self.values else "")

    def shown(self, alias: str) -> str:
        names = [f"a{i}" for i in range(len(self.values))]
        # What was added has no value in the other version.
        names = ["_" if label == "new" else name for (label, _), name in zip(self.values, names)]
        pattern = f"({', '.join(n if n == '_' else 'let ' + n for n in names)})" if names else ""
        texts = "".join(f' \\(text({n} as Any))' for n in names if n != "_")
        return f'    case .{self.name}{pattern}: show("{alias}", i, "case", "{self.origin or self.name}{texts}")'


@dataclass
class Model:
    name: str
    kind: str
    properties: list[Property]
    attributes: list[str] = field(default_factory=list)
    change: str = ""
    # The name that both programs call it by.
    alias: str = ""
    cases: list[Case] = field(default_factory=list)
    # `: Int`
    raw: str = ""

    def source(self) -> str:
        if self.kind == "enum":
            lines = [f"// archive: {', '.join(self.attributes)}", f"enum {self.name}{self.raw} {{"] + [c.line() for c in self.cases] + ["}"]
            return "\n".join(lines) + "\n"
        lines = [f"// archive: {', '.join(self.attributes)}", f"{self.kind} {self.name} {{"] + [p.line() for p in self.properties]
        listed = ", ".join(f"{p.name}: {p.type}" for p in self.properties)
        lines += [f"  init({listed}) {{"] + [f"    self.{p.name} = {p.name}" for p in self.properties] + ["  }", "}"]
        return "\n".join(lines) + "\n"

    def call(self) -> str:
        if self.kind == "enum":
            return R.choice(self.cases).call(self.name)
        return f"{self.name}({', '.join(f'{p.name}: {value(p.type)}' for p in self.properties)})"

    def shown(self) -> str:
        if self.kind == "enum":
            return "    switch v {\n" + "\n".join(c.shown(self.alias) for c in self.cases) + "\n    }"
        return "\n".join(f'    show("{self.alias}", i, "{p.origin or p.name}", v.{p.name} as Any)' for p in self.properties)


def enumeration(number: int) -> Model:
    own = Model(f"T{number}", "enum", [])
    own.alias = own.name
    own.raw = R.choice(["", "", ": Int", ": String"])
    for index in range(R.randint(2, 4)):
        case = Case(f"c{index}", origin=f"c{index}")
        if not own.raw:
            for place in range(R.choice([0, 1, 1, 2])):
                type = R.choice([t for t in VALUES if t != "Any"]) + R.choice(["", "", "?"])
                case.values.append((R.choice(["", f"l{place}"]), type))
        own.cases.append(case)
    return own


def changed_enumeration(old: Model) -> Model:
    new = copy.deepcopy(old)
    case = R.choice(new.cases)
    new.change = R.choice(["case added", "case removed", "case renamed", "case was", "case key", "payload type", "payload added", "payload optional",
                           "label", "order", "raw"])
    match new.change:
        case "case added":
            new.cases.append(Case("added"))
        case "case removed":
            new.cases.remove(case)
        case "case renamed":
            case.name, case.origin = case.name + "n", case.origin if new.raw == ": Int" else case.name + "n"
        case "case was":
            if not new.raw:
                case.attributes.append(f'was("{case.name}")')
                case.name += "n"
        case "case key":
            if not new.raw:
                case.attributes.append('key("other")')
        case "payload type" if case.values:
            place = R.randrange(len(case.values))
            before = case.values[place][1]
            case.values[place] = (case.values[place][0], change_of(before))
            new.change += f" {before} -> {case.values[place][1]}"
        case "payload added" if not new.raw:
            case.values.append(("new", R.choice(["Int", "String?", "[Double]?", "Point"])))
            new.change += f" {case.values[-1][1]}"
        case "payload optional" if case.values:
            place = R.randrange(len(case.values))
            label, type = case.values[place]
            case.values[place] = (label, type[:-1] if type.endswith("?") else type + "?")
        case "label" if case.values:
            place = R.randrange(len(case.values))
            case.values[place] = ("other" if R.random() < 0.6 else "", case.values[place][1])
        case "order":
            R.shuffle(new.cases)
        case "raw":
            new.raw = R.choice(["", ": Int", ": String", ": UInt8"]) if not any(c.values for c in new.cases) else ""
            new.change += f" {old.raw} -> {new.raw}"
    if new.raw in (": Int", ": UInt8") and new.change.split(" ")[0] != "raw":
        # The numbers stay, whatever the order is.
        for c in new.cases:
            if c.origin:
                c.number = f" = {c.origin[1:]}"
            else:
                c.number = " = 99"
    return new


def model(number: int) -> Model:
    if R.random() < 0.25:
        return enumeration(number)
    kind = R.choice(["struct", "struct", "final class"])
    has_columns = R.random() < 0.25
    types = COLUMNS if has_columns else list(VALUES)
    properties = []
    for index in range(R.randint(1, 4)):
        type = R.choice(types) + ("?" if R.random() < 0.25 else "")
        has_initial = R.random() < 0.4 and not type.rstrip("?").endswith("Node]") and not type.startswith("Node")
        properties.append(Property(f"p{index}", type, value(type) if has_initial else None))
    own = Model(f"T{number}", kind, properties, ["columns"] if has_columns else [])
    own.alias = own.name
    if has_columns and kind == "final class":
        for p in properties:
            p.initial = None
    return own


def changed(old: Model) -> Model:
    if old.kind == "enum":
        return changed_enumeration(old)
    new = copy.deepcopy(old)
    for p in new.properties:
        p.origin = p.name
    p = R.choice(new.properties)
    types = COLUMNS if "columns" in new.attributes else list(VALUES)
    new.change = R.choice(["type"] * 8 + ["rename", "rename was", "add", "add optional", "add initial", "remove", "order", "key", "key was", "default",
                                          "no initial", "let", "type name", "type was", "columns", "kind", "none"])
    match new.change:
        case "type":
            before = p.type
            p.type = R.choice(types) if "columns" in new.attributes else change_of(p.type)
            if p.initial is not None:
                p.initial = value(p.type) if "Node" not in p.type else None
            new.change += f" {before} -> {p.type}"
        case "rename":
            p.name, p.origin = p.name + "n", None
        case "rename was":
            p.attributes.append(f'was("{p.name}")')
            p.name += "n"
        case "add" | "add optional" | "add initial":
            type = R.choice(types) + ("?" if new.change == "add optional" else "")
            initial = value(type) if new.change == "add initial" and "Node" not in type else None
            new.properties.insert(R.randrange(len(new.properties) + 1), Property("added", type, initial))
            new.change += f" {type}{' = ' + initial if initial else ''}"
        case "remove":
            new.properties.remove(p)
            new.change += f" {p.type}"
        case "order":
            R.shuffle(new.properties)
        case "key":
            p.attributes.append('key("other")')
            p.origin = None
        case "key was":
            p.attributes += ['key("other")', f'was("{p.name}")']
        case "default":
            if "Any" not in p.type:
                p.attributes.append(f"default({value(p.type.rstrip('?'))})")
        case "no initial":
            p.initial = None if p.initial is not None else value(p.type) if "Node" not in p.type else None
        case "let":
            if p.initial is None:
                p.word = "let"
        case "type name":
            new.name += "New"
        case "type was":
            new.attributes.append(f'was("{new.name}")')
            new.name += "New"
        case "columns":
            if "columns" in new.attributes:
                new.attributes.remove("columns")
            elif all(q.type.rstrip("?") in COLUMNS for q in new.properties):
                new.attributes.append("columns")
        case "kind":
            new.kind = "struct" if "class" in new.kind else "final class"
    return new


PRELUDE = """\
import ArchiveRuntime
import Foundation

func number(_ value: Any) -> Double? {
  switch value {
  case let n as Bool: n ? 1 : 0
  case let n as Double: n
  case let n as Float: Double(n)
  case let n as CGFloat: Double(n)
  case let n as Decimal: NSDecimalNumber(decimal: n).doubleValue
  case let n as any BinaryInteger: Double(n)
  case let n as NSNumber: n.doubleValue
  default: nil
  }
}

func text(_ value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .optional { return mirror.children.first.map { text($0.value) } ?? "nil" }
  if let number = number(value) { return "\\(number)" }
  switch value {
  case let t as String: return "'" + t + "'"
  case let c as Character: return "'" + String(c) + "'"
  case let d as Data: return "[" + d.map { "\\(Double($0))" }.joined(separator: ", ") + "]"
  case let d as Date: return "date \\(d.timeIntervalSinceReferenceDate)"
  case let u as URL: return "'" + u.absoluteString + "'"
  case let u as UUID: return u.uuidString
  case let l as Level: return "\\(Double(l.rawValue))"
  case let s as IndexSet: return "[" + s.map { "\\(Double($0))" }.joined(separator: ", ") + "]"
  case is Duration, is TimeZone, is Locale, is CGPoint: return "\\(value)"
  default: break
  }
  switch mirror.displayStyle {
  case .set: return "[" + mirror.children.map { text($0.value) }.sorted().joined(separator: ", ") + "]"
  case .collection: return "[" + mirror.children.map { text($0.value) }.joined(separator: ", ") + "]"
  case .dictionary: return "{" + mirror.children.map { text($0.value) }.sorted().joined(separator: ", ") + "}"
  default: break
  }
  if mirror.children.isEmpty { return "\\(value)" }
  return "(" + mirror.children.map { text($0.value) }.joined(separator: ", ") + ")"
}

func show(_ type: String, _ index: Int, _ name: String, _ value: Any) { print("value\\t\\(type)\\t\\(index)\\t\\(name)\\t\\(text(value))") }

let folder = CommandLine.arguments[1]
"""


def build(arguments, folder: Path, models: list[Model], body: str) -> str:
    """The program of one version; what is wrong with it."""
    (folder / "models").mkdir(parents=True, exist_ok=True)
    (folder / "models" / "models.swift").write_text("import Foundation\n" + HELPERS + "\n".join(m.source() for m in models))
    generated = run(arguments.archivegen, folder / "models", "-o", folder / "generated", "--no-cache", "--lock", folder / "none.lock")
    if generated.returncode:
        return generated.stderr
    (folder / "main.swift").write_text(PRELUDE + body)
    library = Path(arguments.library)
    compiled = run("swiftc", "-swift-version", "5", "-Onone", "-wmo", "-module-name", "M", "-I", library, folder / "models" / "models.swift",
                   *sorted((folder / "generated").glob("*.swift")), folder / "main.swift", library / "libArchiveRuntime.a", "-o", folder / "program")
    errors = [line for line in compiled.stderr.splitlines() if "error:" in line]
    return "\n".join(errors) or compiled.stderr if compiled.returncode else ""


def values_of(output: str) -> dict[tuple[str, str, str], str]:
    lines = (line.split("\t") for line in output.splitlines())
    return {(f[1], f[2], f[3]): f[4] for f in lines if f[0] == "value"}


def body(models: list[Model]) -> str:
    """What a program does: it writes all values with `write`, and reads those of the other one with `read`."""
    text = 'let writes = CommandLine.arguments[2] == "write"\n'
    for m in models:
        calls = ", ".join(m.call() for _ in range(3))
        text += (
            f"if writes {{\n  let values: [{m.name}] = [{calls}]\n  for (i, v) in values.enumerated() {{\n{m.shown()}\n"
            f"    try! ArchiveEncoder().encode(v).write(to: URL(fileURLWithPath: folder + \"/{m.alias}.\\(i)\"))\n  }}\n"
            f"  try! ArchiveEncoder().encode(values).write(to: URL(fileURLWithPath: folder + \"/{m.alias}.list\"))\n}} else {{\n"
            f"  for i in 0..<3 {{\n    do {{\n"
            f"      let v = try ArchiveDecoder().decode({m.name}.self, from: Data(contentsOf: URL(fileURLWithPath: folder + \"/{m.alias}.\\(i)\")))\n"
            f"{m.shown()}\n    }} catch {{ print(\"fails\\t{m.alias}\\t\\(i)\\t\\(error)\") }}\n  }}\n"
            f"  do {{\n    let all = try ArchiveDecoder().decode([{m.name}].self, from: Data(contentsOf: URL(fileURLWithPath: folder + \"/{m.alias}.list\")))\n"
            f"    for (n, v) in all.enumerated() {{\n      let i = n + 10\n{m.shown()}\n    }}\n"
            f"  }} catch {{ print(\"fails\\t{m.alias}\\tlist\\t\\(error)\") }}\n}}\n")
    return text


def outcome(writer: Path, reader: Path, archives: Path):
    """The values that one program wrote, those that the other one read, and why it did not read some; or what is wrong."""
    archives.mkdir(exist_ok=True)
    written = run(writer / "program", archives, "write")
    read = run(reader / "program", archives, "read")
    for name, ran in (("writing", written), ("reading", read)):
        if ran.returncode:
            return f"the program of {writer.name} values ends {name} with {ran.returncode}: {ran.stderr[-800:]}"
    fails: dict[str, list[str]] = {}
    for line in read.stdout.splitlines():
        if line.startswith("fails\t"):
            parts = line.split("\t")
            fails.setdefault(parts[1], []).append(f"{parts[2]}: {parts[3]}")
    return values_of(written.stdout), values_of(read.stdout), fails


def differences(alias: str, names: list[str], before, after) -> list[str]:
    """Where a value that was read is another one than was written."""
    found = []
    for name in names:
        for index in range(3):
            was = before.get((alias, str(index), name))
            for i in (index, index + 10):
                now = after.get((alias, str(i), name))
                if was is not None and now != was:
                    found.append(f"{name} was {was} and is {now or 'not there'}")
    return found


def prove(arguments, seed: int, folder: Path, counts: Counter, strict: list[str]) -> list[str]:
    R.seed(seed)
    old = [model(number) for number in range(arguments.types)]
    wrong = build(arguments, folder / "old", old, body(old))
    if wrong:
        return [f"the first version: {wrong[:1500]}"]
    lock = folder / "archivegen.lock"
    if run(arguments.archivegen, "lock", folder / "old" / "models", "--lock", lock).returncode:
        return ["no lock is written"]
    # A change that the tool refuses is made again in another way.
    new: list[Model] = []
    for m in old:
        for _ in range(30):
            one = changed(m)
            trial = folder / "trial"
            trial.mkdir(exist_ok=True)
            (trial / "m.swift").write_text("import Foundation\n" + HELPERS + one.source())
            if run(arguments.archivegen, trial, "-o", folder / "trial-out", "--no-cache", "--lock", folder / "none.lock").returncode == 0:
                break
        else:
            one = copy.deepcopy(m)
            for p in one.properties:
                p.origin = p.name
        new.append(one)
    wrong = build(arguments, folder / "new", new, body(new))
    if wrong:
        return [f"the second version: {wrong[:1500]}"]
    backward = outcome(folder / "old", folder / "new", folder / "archives")
    forward = outcome(folder / "new", folder / "old", folder / "later")
    for ran in (backward, forward):
        if isinstance(ran, str):
            return [ran]
    checked = run(arguments.archivegen, "check", folder / "new" / "models", "--lock", lock, "--format", "json")
    try:
        changes = json.loads(checked.stdout)["changes"]
    except ValueError:
        return [f"check: {checked.stderr[:800]}"]
    findings = []
    for m, n in zip(old, new, strict=True):
        own = [c for c in changes if c["type"] in (m.name, n.name)]
        breaks = [c for c in own if c["isBreak"]]
        before, after, fails = backward
        names = ["case"] if m.kind == "enum" else [p.name for p in m.properties]
        kept = names if m.kind == "enum" else [name for name in names if name in {p.origin for p in n.properties}]
        # What is not read at all is said once.
        differs = [] if m.alias in fails else differences(m.alias, kept, before, after)
        if m.kind != "enum":
            differs += [f"{name} is dropped" for name in names if name not in {p.origin for p in n.properties}]
        what = f"seed {seed} {m.name} ({m.kind} {m.attributes}): {n.change}"
        counts["break" if breaks else "safe"] += 1
        if not breaks:
            findings += [f"{what}: called safe, and {problem}" for problem in (fails.get(m.alias, []) + differs)[:2]]
        elif not fails.get(m.alias) and not differs:
            strict.append(f"{what}: {', '.join(c['rule'] for c in breaks)}")
        if all(c["forward"] == "safe" for c in own):
            before, after, fails = forward
            problems = fails.get(m.alias) or differences(m.alias, kept, before, after)
            findings += [f"{what}: called safe for earlier releases, and {problem}" for problem in problems[:2]]
    return findings


def main() -> None:
    options = parser(40)
    options.add_argument("--strict", action="store_true", help="list breaks after which everything was read, too")
    arguments = options.parse_args()
    counts: Counter = Counter()
    strict: list[str] = []
    findings = []
    for seed in range(arguments.seed, arguments.seed + arguments.runs):
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(arguments.keep) / str(seed) if arguments.keep else Path(temporary)
            folder.mkdir(parents=True, exist_ok=True)
            found = prove(arguments, seed, folder, counts, strict)
        for line in found:
            print(line[:1200], flush=True)
        findings += found
    if arguments.strict:
        print("\n".join(strict))
    print(f"{counts['safe']} safe changes and {counts['break']} breaks from seed {arguments.seed} on: {len(findings)} findings; {len(strict)} breaks after which everything was read")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
