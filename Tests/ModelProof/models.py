#!/usr/bin/env python3
"""Holds what archivegen writes for random Swift models against the compiler and against the values:

- the tool refuses none of the types, each of which is of a kind that the documentation has;
- what it writes compiles without a warning, under settings that people use;
- random values of each type, and arrays of them, come back as they were, in binary and XML property lists;
- a type of optionals reads an archive that has none of its keys.

    models.py ARCHIVEGEN LIBRARY [--types N] [--runs N] [--seed N] [--keep FOLDER]

LIBRARY is a folder such as /usr/local/lib/archivegen. A failure prints the seed, by which the same types are made again.
"""
from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

R = random.Random()


@dataclass
class Type:
    """A type in Swift's spelling, with an expression for a random value."""

    text: str
    make: Callable[[int], str]
    # Whether it can be a key.
    hashable: bool = False
    column: bool = False
    codable: bool = True
    # Whether a struct stands for it in archives, so that it is no key and no generic argument.
    boxed: bool = False
    # Whether each value leads to an object, which initializers cannot wait for.
    leads: bool = False

    def value(self, depth: int = 2) -> str:
        return self.make(depth)


def scalar(text: str, make, **others) -> Type:
    return Type(text, lambda depth: make(), **others)


def number(low: int, high: int):
    def make() -> str:
        value = R.choice([low, high, 0, 1, R.randint(low, high), R.randint(max(low, -100), min(high, 100))])
        return str(value)
    return make


def text() -> str:
    return R.choice(['""', '"a"', '"Grüße"', '"a\\nb"', '"👩‍👧"', '"$null"', f'"t{R.randint(0, 99)}"'])


def real() -> str:
    return R.choice(["0", "-0.0", "1.5", ".infinity", "-.infinity", "0.1", "2.5e-308", f"{R.uniform(-1e6, 1e6)!r}"])


SCALARS = [
    scalar("Int", number(-2**63, 2**63 - 1), hashable=True, column=True),
    scalar("Int8", number(-128, 127), hashable=True, column=True),
    scalar("Int16", number(-2**15, 2**15 - 1), hashable=True, column=True),
    scalar("Int32", number(-2**31, 2**31 - 1), hashable=True, column=True),
    scalar("Int64", number(-2**63, 2**63 - 1), hashable=True, column=True),
    scalar("UInt", number(0, 2**64 - 1), hashable=True, column=True),
    scalar("UInt8", number(0, 255), hashable=True, column=True),
    scalar("UInt16", number(0, 2**16 - 1), hashable=True, column=True),
    scalar("UInt32", number(0, 2**32 - 1), hashable=True, column=True),
    scalar("UInt64", number(0, 2**64 - 1), hashable=True, column=True),
    scalar("Bool", lambda: R.choice(["true", "false"]), hashable=True, column=True),
    scalar("Double", real, column=True),
    scalar("Float", lambda: R.choice(["0", "-0.0", "1.5", ".infinity", "0.25", "2e-38"]), column=True),
    scalar("String", text, hashable=True, column=True),
    scalar("Character", lambda: R.choice(['"a"', '"é"', '"👩‍👧"']), hashable=True, codable=False),
    scalar("Date", lambda: f"Date(timeIntervalSinceReferenceDate: {R.choice(['0', '0.5', '-1e9', '7e8'])})", hashable=True, column=True),
    scalar("Data", lambda: f"Data([{', '.join(str(R.randint(0, 255)) for _ in range(R.randint(0, 4)))}])", hashable=True, column=True),
    scalar("UUID", lambda: f'UUID(uuidString: "{R.getrandbits(128):032x}".uuidText)!', hashable=True, column=True),
    scalar("URL", lambda: R.choice(['URL(string: "https://example.org/a?b")!', 'URL(fileURLWithPath: "/tmp/x")']), hashable=True, column=True),
    scalar("Decimal", lambda: R.choice(["0", "1.25", "-3", 'Decimal(string: "1e-20")!']), hashable=True, column=True),
    scalar("CGFloat", lambda: R.choice(["0", "2.5"]), hashable=True),
    scalar("CGRect", lambda: "CGRect(x: 1, y: 2, width: 3, height: 4)"),
    scalar("Range<Int>", lambda: R.choice(["0..<3", "-5..<0", "2..<2"]), hashable=True),
    scalar("ClosedRange<Double>", lambda: "0.5...2"),
    scalar("SIMD3<Float>", lambda: "SIMD3(1, 2.5, -3)", hashable=True),
    scalar("IndexSet", lambda: R.choice(["IndexSet()", "IndexSet([1, 2, 9])"]), hashable=True),
    scalar("IndexPath", lambda: R.choice(["IndexPath(indexes: [])", "IndexPath(indexes: [1, 2])"]), boxed=True),
    scalar("Locale", lambda: 'Locale(identifier: "de_DE")', hashable=True),
    scalar("TimeZone", lambda: 'TimeZone(identifier: "Europe/Berlin")!', hashable=True),
    scalar("DateComponents", lambda: "DateComponents(year: 2001, day: 3)", boxed=True),
    scalar("Duration", lambda: ".seconds(3)", boxed=True),
    scalar("Measurement<UnitLength>", lambda: "Measurement(value: 2, unit: .meters)", boxed=True),
    scalar("Int128", lambda: R.choice(["-5", "170141183460469231731687303715884105727"]), boxed=True),
    scalar("DateInterval", lambda: "DateInterval(start: Date(timeIntervalSinceReferenceDate: 1), duration: 2)", boxed=True),
    scalar("Calendar", lambda: "Calendar(identifier: .gregorian)", boxed=True),
    scalar("CGPoint", lambda: "CGPoint(x: 1, y: -2.5)"),
    scalar("CharacterSet", lambda: 'CharacterSet(charactersIn: "abc")', boxed=True),
    scalar("PartialRangeFrom<Int>", lambda: "(3...)", boxed=True),
    scalar("URLComponents", lambda: 'URLComponents(string: "https://example.org/a?b=c")!', boxed=True),
    scalar("ArraySlice<Int>", lambda: "[1, 2, 3][1...]", boxed=True, codable=False),
    scalar("ContiguousArray<String>", lambda: 'ContiguousArray(["a", "b"])', boxed=True, codable=False),
    scalar("TimeInterval", lambda: "2.5", column=True),
]


def optional(wrapped: Type) -> Type:
    return Type(
        f"({wrapped.text})?" if wrapped.text.startswith("any ") else f"{wrapped.text}?",
        lambda depth: "nil" if depth < 1 or R.random() < 0.4 else wrapped.value(depth - 1), wrapped.hashable, wrapped.column, wrapped.codable, wrapped.boxed)


def array(element: Type) -> Type:
    return Type(
        f"[{element.text}]",
        lambda depth: "[" + ", ".join(element.value(depth - 1) for _ in range(R.randint(0, 3) if depth > 0 else 0)) + "]",
        element.hashable, False, element.codable, element.boxed)


def dictionary(key: Type, value: Type) -> Type:
    def make(depth: int) -> str:
        pairs = {key.value(0): value.value(depth - 1) for _ in range(R.randint(0, 3) if depth > 0 else 0)}
        if not pairs:
            return "[:]"
        # Two literals may be one value.
        listed = ", ".join(f"({k}, {v})" for k, v in pairs.items())
        return f"Dictionary([{listed}] as [({key.text}, {value.text})], uniquingKeysWith: {{ first, _ in first }})"
    return Type(f"[{key.text}: {value.text}]", make, False, False, value.codable and key.codable, value.boxed)


def set_of(element: Type) -> Type:
    return Type(
        f"Set<{element.text}>",
        lambda depth: f"Set([{', '.join(element.value(0) for _ in range(R.randint(0, 3)))}] as [{element.text}])", True, codable=element.codable)


def pair(first: Type, second: Type) -> Type:
    label = R.choice(["", "x: "])
    return Type(
        f"({label}{first.text}, {'y: ' if label else ''}{second.text})",
        lambda depth: f"({label}{first.value(depth - 1)}, {'y: ' if label else ''}{second.value(depth - 1)})",
        codable=False, boxed=True, leads=first.leads or second.leads)


@dataclass
class Property:
    name: str
    type: Type
    form: str
    is_skipped: bool = False


@dataclass
class Declared:
    name: str
    kind: str
    type: Type
    properties: list[Property] = field(default_factory=list)
    # Its name in archives, if none of its keys has to be there.
    archived_name: str = ""
    # Whether it has the attribute `codable`.
    is_codable: bool = False


class Models:
    def __init__(self) -> None:
        self.types: list[Type] = list(SCALARS)
        self.declared: list[Declared] = []
        self.sources: list[str] = []
        self.specialised: set[str] = set()
        # The properties that archives do not have.
        self.skipped: list[str] = []
        self.protocols: list[tuple[str, list[str]]] = []
        self.count = 0
        # What is public may name nothing that is not.
        self.access = R.choice(["", "", "public "])

    def fresh(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    # Types of properties

    def any_type(self, depth: int = 2, *, hashable: bool = False, column: bool = False, codable: bool = False) -> Type:
        fitting = [t for t in self.types if (not hashable or t.hashable and not t.boxed) and (not column or t.column) and (not codable or t.codable)]
        own = [t for t in fitting if t not in SCALARS]
        if depth == 0 or column or R.random() < 0.45:
            chosen = R.choice(own if own and R.random() < 0.55 else fitting)
            return optional(chosen) if column and R.random() < 0.2 and not chosen.text.endswith("?") else chosen
        inner = lambda **o: self.any_type(depth - 1, codable=codable, **o)
        match R.choice("oaads" + ("" if codable or hashable else "t")):
            case "o":
                wrapped = inner(hashable=hashable)
                return wrapped if wrapped.text.endswith("?") else optional(wrapped)
            case "a":
                return array(inner(hashable=hashable))
            case "d" if not hashable:
                key = self.any_type(0, hashable=True, codable=codable)
                return dictionary(key, inner())
            case "s" if not codable:
                element = self.any_type(0, hashable=True)
                return set_of(element)
            case "t":
                return pair(inner(), inner())
        return inner(hashable=hashable)

    # Declarations

    def properties(self, kind: str, count: int, **needs) -> list[Property]:
        found = []
        for index in range(count):
            type = self.any_type(**needs)
            name = R.choice(["value", "items", "in", "default", "class", "name", "of", "x", "is", "archive", "encoder", "decoder", "row", "made"]) + str(index)
            if R.random() < 0.08:
                name = R.choice(["in", "is", "default", "case", "switch", "where", "repeat", "encoder", "decoder", "key", "made", "row", "value", "path"])
                if any(p.name == name for p in found):
                    name += str(index)
            forms = ["var", "var", "var", "let", "varInit", "varInit", "private(set)", "observed", "skip"]
            if kind == "columns":
                forms = ["var", "var", "let", "varInit", "private(set)"]
            form = R.choice(forms)
            if type.leads and form in ("varInit", "skip"):
                form = "var"
            found.append(Property(name, type, form, is_skipped=form == "skip"))
        return found

    def declaration(self, p: Property, owner: str, access: str) -> list[str]:
        name = f"`{p.name}`" if p.name in KEYWORDS else p.name
        lines = []
        comment = ""
        if p.form != "skip" and R.random() < 0.12:
            comment = f"  // archive: key(\"k {p.name}\")"
        elif p.form != "skip" and R.random() < 0.06:
            comment = f"  // archive: was(\"old{p.name}\")"
        match p.form:
            case "let":
                lines = [f"{access}let {name}: {p.type.text}{comment}"]
            case "varInit":
                lines = [f"{access}var {name}: {p.type.text} = {p.type.value(1)}{comment}"]
            case "skip":
                self.skipped.append(f"{owner}.{p.name}")
                lines = ["// archive: skip", f"{access}var {name}: {p.type.text} = {p.type.value(1)}"]
            case "private(set)":
                lines = [f"{access}private(set) var {name}: {p.type.text}{comment}"]
            case "observed":
                lines = [f"{access}var {name}: {p.type.text} {{ didSet {{ _ = {name} }} }}{comment}"]
            case _:
                lines = [f"{access}var {name}: {p.type.text}{comment}"]
        return lines

    def initializer(self, properties: list[Property], access: str, superclass: list[Property] | None = None) -> str:
        taken = [p for p in properties if p.form != "skip"]
        parameters = (superclass or []) + taken
        listed = ", ".join(f"{escaped_label(p.name)}: {p.type.text}" for p in parameters)
        overriding = "override " if superclass is not None and not taken else ""
        lines = [f"{overriding}{access}init({listed}) {{"]
        lines += [f"  self.{p.name} = {escaped(p.name)}" for p in taken]
        if superclass is not None:
            lines.append("  super.init(" + ", ".join(f"{p.name}: {escaped(p.name)}" for p in superclass) + ")")
        return "\n    ".join(lines + ["}"])

    def struct(self) -> None:
        name = self.fresh("S")
        is_columns = R.random() < 0.25
        is_codable = not is_columns and R.random() < 0.25
        is_hashable = R.random() < 0.3
        properties = self.properties("columns" if is_columns else "struct", R.randint(1, 6), column=is_columns,
                                     hashable=is_hashable, codable=is_codable)
        access = self.access
        lines = []
        for p in properties:
            lines += self.declaration(p, name, access)
        extra = R.random()
        if extra < 0.1:
            lines.append(access + "static let shared = 3")
        elif extra < 0.2:
            lines.append(access + "var computed: Int { 3 }")
        is_own = R.random() < 0.3 or access == "public "
        if is_own:
            lines.append(self.initializer(properties, access))
        attributes = ["columns"] * is_columns + ["codable"] * is_codable
        if R.random() < 0.1:
            attributes.append(f'name("{name} (archived)")')
        if not is_columns and R.random() < 0.1:
            attributes.append("version(2)")
        taken = [p for p in properties if not p.is_skipped]
        inherited = ": Hashable" if is_hashable else ""
        outer = self.fresh("Space") if R.random() < 0.15 else ""
        full = f"{outer}.{name}" if outer else name
        body = f"// archive: {', '.join(attributes)}\n{access}struct {name}{inherited} {{\n  " + "\n  ".join(lines) + "\n}\n"
        if outer:
            body = f"{access}enum {outer} {{\n" + body + "}\n"
        self.sources.append(body)

        def make(depth: int) -> str:
            return f"{full}(" + ", ".join(f"{p.name if p.name != 'inout' else '`inout`'}: {p.type.value(depth - 1)}" for p in taken) + ")"
        type = Type(full, make, is_hashable, is_columns, is_codable, leads=any(p.type.leads for p in taken))
        self.add(full, "struct", type)
        self.note_empty(taken, attributes, not outer)
        self.declared[-1].is_codable = is_codable

    def optional_properties(self) -> None:
        """A type whose archives may have none of its keys."""
        name = self.fresh("Q")
        kind = R.choice(["struct", "final class"])
        properties = [(f"p{i}", t if t.text.endswith("?") else optional(t)) for i, t in
                      enumerate(self.any_type(2) for _ in range(R.randint(2, 6)))]
        lines = [f"{self.access}{R.choice(['var', 'let', 'private(set) var'])} {n}: {t.text}" for n, t in properties]
        listed = ", ".join(f"{n}: {t.text}" for n, t in properties)
        lines += [f"{self.access}init({listed}) {{"] + [f"  self.{n} = {n}" for n, _ in properties] + ["}"]
        self.sources.append(f"// archive:\n{self.access}{kind} {name} {{\n  " + "\n  ".join(lines) + "\n}\n")
        make = lambda depth: f"{name}(" + ", ".join(f"{n}: {t.value(depth - 1)}" for n, t in properties) + ")"
        self.add(name, kind, Type(name, make, codable=False, leads="class" in kind))
        self.declared[-1].archived_name = name

    def note_empty(self, taken: list[Property], attributes: list[str], is_plain: bool) -> None:
        if is_plain and all(p.form == "varInit" or p.type.text.endswith("?") for p in taken):
            named = [a for a in attributes if a.startswith("name(")]
            self.declared[-1].archived_name = named[0][6:-2] if named else self.declared[-1].name

    def generic(self) -> None:
        """A generic struct, and specialisations of it."""
        name = self.fresh("G")
        with_list = R.random() < 0.5
        with_optional = R.random() < 0.4
        extra = self.any_type(1)
        lines = ["var value: T"] + ["var list: [T] = []"] * with_list + ["var maybe: T?"] * with_optional + [f"let extra: {extra.text}"]
        lines = [self.access + line for line in lines]
        self.sources.append(f"// archive:\n{self.access}struct {name}<T> {{\n  " + "\n  ".join(lines) + "\n}\n")
        for _ in range(2):
            argument = self.any_type(0)
            if argument.boxed or argument.text.endswith("?") or argument.text in UNNAMED:
                argument = SCALARS[0]
            full = f"{name}<{argument.text}>"
            if full in self.specialised:
                continue
            self.specialised.add(full)
            parts = [Property("value", argument, "var")] + [Property("list", array(argument), "var")] * with_list
            parts += [Property("maybe", optional(argument), "var")] * with_optional + [Property("extra", extra, "let")]

            def make(depth: int, parts=parts, full=full) -> str:
                return f"{full}(" + ", ".join(f"{p.name}: {p.type.value(depth - 1)}" for p in parts) + ")"
            self.add(full, "struct", Type(full, make, codable=False, leads=argument.leads or extra.leads))

    def enumeration(self) -> None:
        name = self.fresh("E")
        access = self.access
        if R.random() < 0.4:
            raw = R.choice(["Int", "String", "UInt8", "Int16"])
            cases = [f"c{i}" for i in range(R.randint(1, 5))] + R.choice([[], ["default"], ["self1"]])
            body = "\n  ".join(f"case {escaped(c)}" for c in cases)
            self.sources.append(f"// archive:\n{access}enum {name}: {raw} {{\n  {body}\n}}\n")
            type = Type(name, lambda depth: f"{name}.{escaped(R.choice(cases))}", True, True, False)
            return self.add(name, "enum", type)
        is_plain = R.random() < 0.25
        is_indirect = not is_plain and R.random() < 0.25
        cases: list[tuple[str, list[tuple[str | None, Type]]]] = [("none", [])]
        for index in range(R.randint(1, 4)):
            values = []
            for place in range(0 if is_plain else R.choice([0, 1, 1, 2])):
                label = R.choice([None, f"l{place}", R.choice(["in", "for", "let", "value"]) + (str(place) if place else "")])
                values.append((label, self.any_type(1)))
            cases.append((f"c{index}", values))
        if is_indirect:
            own = Type(name, lambda depth: f"{name}.none" if depth < 1 else self.payload(name, R.choice(cases), depth))
            cases.append(("nested", [(None, own)]))
        words = []
        for case, values in cases:
            listed = ", ".join((f"{escaped_label(label)}: " if label else "") + t.text for label, t in values)
            words.append(f"case {case}" + (f"({listed})" if values else "") + (f"  // archive: key(\"K{case}\")" if R.random() < 0.1 else ""))
        self.sources.append(
            f"// archive:\n{access}{'indirect ' if is_indirect else ''}enum {name} {{\n  " + "\n  ".join(words) + "\n}\n")
        make = lambda depth: f"{name}.none" if depth < 1 else self.payload(name, R.choice(cases), depth)
        self.add(name, "enum", Type(name, make, is_plain, is_plain, False))

    def payload(self, name: str, case, depth: int) -> str:
        own, values = case
        if not values:
            return f"{name}.{own}"
        return f"{name}.{own}(" + ", ".join((f"{label}: " if label else "") + t.value(depth - 1) for label, t in values) + ")"

    def class_type(self) -> None:
        name = self.fresh("C")
        superclass = R.choice([d for d in self.declared if d.kind == "open class"] or [None]) if R.random() < 0.3 else None
        is_open = R.random() < 0.3
        properties = self.properties("class", R.randint(1, 5))
        lines = []
        for p in properties:
            lines += self.declaration(p, name, self.access)
        superclass_properties = superclass.properties if superclass else []
        inherited = [p for p in superclass_properties if not p.is_skipped]
        if {p.name for p in properties} & {p.name for p in superclass_properties}:
            return
        lines.append(self.initializer(properties, self.access, inherited if superclass else None))
        links = []
        if R.random() < 0.6:
            links = R.sample([("next", f"{name}?", "var"), ("others", f"[{name}]", "varInit"), ("owner", f"{name}?", "weak")], R.randint(1, 3))
        for link, text, form in links:
            lines.append(f"{self.access}weak var {link}{name}: {text}" if form == "weak" else f"{self.access}var {link}{name}: {text}{' = []' if form == 'varInit' else ''}")
        heading = f": {superclass.name}" if superclass else ""
        self.sources.append(
            f"// archive:\n{self.access}{'' if is_open else 'final '}class {name}{heading} {{\n  " + "\n  ".join(lines) + "\n}\n")
        taken = inherited + [p for p in properties if not p.is_skipped]

        def make(depth: int) -> str:
            call = f"{name}(" + ", ".join(f"{p.name}: {p.type.value(depth - 1)}" for p in taken) + ")"
            if not links or R.random() < 0.4:
                return call
            linking = []
            for link, _, form in links:
                match form:
                    case "var":
                        linking.append(f"$0.{link}{name} = {R.choice(['$0', call])}")
                    case "varInit":
                        linking.append(f"$0.{link}{name} = [$0, {call}]")
                    case _:
                        linking.append(f"$0.{link}{name} = $0")
            return f"linked({call}) {{ {'; '.join(linking)} }}"
        type = Type(name, make, codable=False, leads=True)
        # An object of a subclass in a property of its superclass: compared as what it is.
        self.add(name, "open class" if is_open else "class", type, superclass_properties + properties if is_open else [])
        self.note_empty(taken, [], True)

    def protocol_type(self) -> None:
        concrete = [d for d in self.declared if d.kind in ("class", "struct") and "<" not in d.name and "." not in d.name]
        if not concrete:
            return
        chosen = R.sample(concrete, min(len(concrete), R.randint(1, 3)))
        name = self.fresh("P")
        self.sources.append(f"// archive: types({', '.join(d.name for d in chosen)})\n{self.access}protocol {name} {{}}\n"
                            + "".join(f"extension {d.name}: {name} {{}}\n" for d in chosen))
        type = Type(f"any {name}", lambda depth: f"({R.choice(chosen).type.value(depth)} as any {name})",
                    codable=False, boxed=True, leads=True)
        UNNAMED.add(type.text)
        self.types.append(type)

    def alias(self) -> None:
        target = self.any_type(1)
        if target.boxed or target.text.endswith("?"):
            return
        name = self.fresh("A")
        self.sources.append(f"{self.access}typealias {name} = {target.text}\n")
        self.types.append(Type(name, target.make, target.hashable, False, target.codable, True, target.leads))

    def option_set(self) -> None:
        name = self.fresh("O")
        self.sources.append(f"// archive:\n{self.access}struct {name}: OptionSet, Hashable, Sendable {{\n  {self.access}let rawValue: UInt16\n"
                            f"  {self.access}init(rawValue: UInt16) {{ self.rawValue = rawValue }}\n"
                            f"  static let a = {name}(rawValue: 1), b = {name}(rawValue: 4)\n}}\n")
        self.add(name, "raw", Type(name, lambda depth: f"{name}(rawValue: {R.randint(0, 65535)})", True, True, False))

    def raw_struct(self) -> None:
        name = self.fresh("N")
        raw = R.choice(["String", "Int32", "Double"])
        self.sources.append(f"// archive:\n{self.access}struct {name}: RawRepresentable, Hashable {{\n  {self.access}var rawValue: {raw}\n"
                            f"  {self.access}init(rawValue: {raw}) {{ self.rawValue = rawValue }}\n}}\n")
        values = {"String": text, "Int32": lambda: str(R.randint(-9, 9)), "Double": lambda: "1.5"}[raw]
        self.add(name, "raw", Type(name, lambda depth: f"{name}(rawValue: {values()})", True, raw != "Double", False))

    def own_coding(self) -> None:
        """A type by the compiler's Codable coding."""
        name = self.fresh("K")
        properties = [(f"p{i}", R.choice([t for t in SCALARS if t.codable and not t.boxed])) for i in range(R.randint(1, 4))]
        properties = [(n, optional(t) if R.random() < 0.2 else t) for n, t in properties if t.text not in ("Float", "Double", "CGFloat", "TimeInterval", "ClosedRange<Double>")]
        listed = ", ".join(f"{n}: {t.text}" for n, t in properties)
        lines = [f"{self.access}var {n}: {t.text}" for n, t in properties] + [f"{self.access}init({listed}) {{"]
        body = "\n  ".join(lines + [f"  self.{n} = {n}" for n, _ in properties] + ["}"])
        self.sources.append(f"// archive: owncoding\n{self.access}struct {name}: Codable {{\n  {body}\n}}\n")
        make = lambda depth: f"{name}(" + ", ".join(f"{n}: {t.value(1)}" for n, t in properties) + ")"
        self.add(name, "own", Type(name, make, boxed=True))

    def converted(self) -> None:
        """Properties that attributes convert."""
        name = self.fresh("V")
        self.sources.append(
            f"{self.access}struct {name}Colour {{ {self.access}var red: Double }}\n"
            f"func pack{name}(_ colour: {name}Colour) -> [Double] {{ [colour.red] }}\n"
            f"func unpack{name}(_ parts: [Double]) throws -> {name}Colour {{ {name}Colour(red: parts.first ?? 0) }}\n"
            f"// archive:\n{self.access}struct {name} {{\n"
            f"  {self.access}var first: {name}Colour  // archive: via(pack{name}, unpack{name})\n"
            f"  {self.access}var others: [{name}Colour]?  // archive: via(pack{name}, unpack{name})\n"
            f"  {self.access}var note: Notification.Name  // archive: as(rawValue)\n"
            f"  {self.access}var notes: [String: Notification.Name]  // archive: as(rawValue)\n"
            f"  {self.access}var text: Int128?  // archive: as(description)\n"
            f"  {self.access}init(first: {name}Colour, others: [{name}Colour]?, note: Notification.Name, notes: [String: Notification.Name], text: Int128?) {{\n"
            "    (self.first, self.others, self.note, self.notes, self.text) = (first, others, note, notes, text)\n  }\n}\n")
        colour = f"{name}Colour(red: 0.5)"
        notes = ["[:]", '["a": Notification.Name("b")]']
        make = lambda depth: (f"{name}(first: {colour}, others: {R.choice(['nil', '[]', f'[{colour}, {colour}]'])}, note: Notification.Name(\"n\"), "
                              f"notes: {R.choice(notes)}, text: {R.choice(['nil', '-7'])})")
        self.add(name, "struct", Type(name, make, codable=False))

    def nested(self) -> None:
        """A type in a type, with a name that others have elsewhere."""
        outer = self.fresh("X")
        inner = R.choice(["Data", "Date", "Kind", "Value", "Set", "URL", "Element", "String", "Int", "Result", "Error", "Encoder", "Type2"])
        access = self.access
        kind = R.random()
        if kind < 0.5:
            body = f"// archive:\n  {access}struct {inner} {{ {access}var number: Swift.Int; {access}init(number: Swift.Int) {{ self.number = number }} }}\n"
            value = lambda: f"{outer}.{inner}(number: {R.randint(0, 9)})"
        else:
            body = f"// archive:\n  {access}enum {inner} {{ case one, two(Swift.String) }}\n"
            value = lambda: R.choice([f"{outer}.{inner}.one", f'{outer}.{inner}.two("x")'])
        form = R.choice(["struct", "final class"])
        text = R.choice([inner, f"[{inner}]", f"{inner}?", f"[Swift.String: {inner}]"])
        self.sources.append(f"// archive:\n{access}{form} {outer} {{\n  {body}  {access}var one: {inner}\n  {access}let many: {text}\n"
                            f"  {access}var other: Swift.Double = 2\n"
                            f"  {access}init(one: {inner}, many: {text}) {{ (self.one, self.many) = (one, many) }}\n}}\n")
        many = {inner: value, f"[{inner}]": lambda: f"[{value()}, {value()}]", f"{inner}?": lambda: R.choice(["nil", value()]),
                f"[Swift.String: {inner}]": lambda: f'["k": {value()}]'}[text]
        self.add(outer, "class" if "class" in form else "struct",
                 Type(outer, lambda depth: f"{outer}(one: {value()}, many: {many()})", codable=False, leads="class" in form))

    def main_actor(self) -> None:
        """A type of an actor, which no other type here contains."""
        name = self.fresh("M")
        kind = R.choice(["struct", "final class"])
        first, second = self.any_type(1), self.any_type(1)
        self.sources.append(f"// archive:\n@MainActor {self.access}{kind} {name} {{\n  {self.access}var first: {first.text}\n"
                            f"  {self.access}private(set) var second: {second.text}\n"
                            f"  {self.access}init(first: {first.text}, second: {second.text}) {{ (self.first, self.second) = (first, second) }}\n}}\n")
        self.declared.append(Declared(name, "isolated", Type(
            name, lambda depth: f"{name}(first: {first.value(depth - 1)}, second: {second.value(depth - 1)})")))

    def wrapped(self) -> None:
        """Properties behind a property wrapper."""
        name = self.fresh("W")
        kind = R.choice(["struct", "final class"])
        first, second = self.any_type(1), R.choice(SCALARS)
        self.sources.append(
            f"@propertyWrapper {self.access}struct {name}Box<V> {{\n  {self.access}var wrappedValue: V\n"
            f"  {self.access}init(wrappedValue: V) {{ self.wrappedValue = wrappedValue }}\n}}\n"
            f"// archive:\n{self.access}{kind} {name} {{\n  @{name}Box {self.access}var first: {first.text}\n"
            f"  @{name}Box {self.access}var second: {second.text} = {second.value(0)}\n"
            f"  {self.access}init(first: {first.text}, second: {second.text}) {{\n    self.first = first\n    self.second = second\n  }}\n}}\n")
        self.add(name, "class" if "class" in kind else "struct", Type(
            name, lambda depth: f"{name}(first: {first.value(depth - 1)}, second: {second.value(depth - 1)})",
            codable=False, leads=first.leads or "class" in kind))

    def table(self) -> None:
        """A class with columns."""
        name = self.fresh("T")
        properties = [(f"p{i}", self.any_type(0, column=True)) for i in range(R.randint(1, 4))]
        listed = ", ".join(f"{n}: {t.text}" for n, t in properties)
        lines = [f"{self.access}{R.choice(['var', 'let', 'private(set) var'])} {n}: {t.text}" for n, t in properties]
        lines += [f"{self.access}var next: {name}?", f"{self.access}weak var owner: {name}?",
                  f"{self.access}init({listed}) {{"] + [f"  self.{n} = {n}" for n, _ in properties] + ["}"]
        self.sources.append(f"// archive: columns\n{self.access}final class {name} {{\n  " + "\n  ".join(lines) + "\n}\n")

        def make(depth: int) -> str:
            call = f"{name}(" + ", ".join(f"{n}: {t.value(1)}" for n, t in properties) + ")"
            return R.choice([call, f"linked({call}) {{ $0.next = {R.choice(['$0', call])}; $0.owner = $0 }}"])
        self.add(name, "class", Type(name, make, codable=False, leads=True))

    def generic_class(self) -> None:
        name = self.fresh("H")
        self.sources.append(f"// archive:\n{self.access}final class {name}<Key: Hashable, Value> {{\n  {self.access}var table: [Key: Value] = [:]\n"
                            f"  {self.access}let last: Value?\n  {self.access}var next: {name}<Key, Value>?\n"
                            f"  {self.access}init(last: Value?) {{ self.last = last }}\n}}\n")
        for _ in range(2):
            key, value = self.any_type(0, hashable=True), self.any_type(0)
            if value.boxed or value.text.endswith("?"):
                value = SCALARS[13]
            full = f"{name}<{key.text}, {value.text}>"
            if full in self.specialised:
                continue
            self.specialised.add(full)

            def make(depth: int, key=key, value=value, full=full) -> str:
                last = "nil" if R.random() < 0.3 else value.value(depth - 1)
                return f"linked({full}(last: {last})) {{ $0.table = {dictionary(key, value).value(1)}; $0.next = {R.choice(['nil', '$0'])} }}"
            self.add(full, "class", Type(full, make, codable=False, leads=True))

    def generic_enumeration(self) -> None:
        name = self.fresh("U")
        self.sources.append(f"// archive:\n{self.access}enum {name}<A, B> {{\n  case first(A)\n  case second(B, count: Int)\n  case both(A, B)\n  case neither\n}}\n")
        a, b = (t if not t.boxed and not t.text.endswith("?") else SCALARS[0] for t in (self.any_type(0), self.any_type(0)))
        full = f"{name}<{a.text}, {b.text}>"
        make = lambda depth: full + R.choice([f".first({a.value(depth - 1)})", f".second({b.value(depth - 1)}, count: 3)",
                                              f".both({a.value(depth - 1)}, {b.value(depth - 1)})", ".neither"])
        self.add(full, "enum", Type(full, make, codable=False))

    def add(self, name: str, kind: str, type: Type, properties: list[Property] | None = None) -> None:
        self.declared.append(Declared(name, kind, type, properties or []))
        self.types.append(type)

    def build(self, count: int) -> None:
        makers = [self.optional_properties] * 2 + [self.option_set, self.raw_struct, self.own_coding, self.converted, self.nested, self.main_actor, self.wrapped, self.table,
                  self.generic_class, self.generic_enumeration] + [self.struct] * 5 + [self.enumeration] * 3 + [self.class_type] * 4 + [self.generic, self.protocol_type, self.alias]
        while len(self.declared) < count:
            R.choice(makers)()

    # The program

    def main(self) -> str:
        lines = [PROLOGUE, "@MainActor func run() {"]
        for d in self.declared:
            for _ in range(2):
                lines.append(f"  check({d.type.value(3)}, \"{d.name}\")")
            lines.append(f"  check([{', '.join(d.type.value(2) for _ in range(R.randint(0, 4)))}] as [{d.name}], \"[{d.name}]\")")
            if d.is_codable:
                lines.append(f"  checkCodable({d.type.value(3)}, \"{d.name}\")")
            if d.archived_name:
                lines.append(f"  checkEmpty(Empty{d.name}(), {d.name}.self)")
        lines += ["}", "MainActor.assumeIsolated { run() }"]
        lines.append('print("\\(checked) values, \\(failures) failures")\nif failures > 0 { exit(1) }')
        for d in self.declared:
            if d.archived_name:
                lines.append(f'nonisolated struct Empty{d.name}: ArchivableComposite {{\n  static var archivedClassName: String {{ "{d.archived_name}" }}\n'
                             "  init() {}\n  init(from decoder: ObjectDecoder) throws {}\n  func encode(to encoder: ObjectEncoder) throws {}\n}")
        return "\n".join(lines) + "\n"

    def comparisons(self) -> str:
        names = ", ".join(f'"{name}"' for name in self.skipped)
        return f"{COMPARISON}\nnonisolated let skipped: Set<String> = [{names}]\n"


UNNAMED: set[str] = set()
KEYWORDS = {"in", "is", "default", "case", "switch", "where", "repeat", "class", "for", "let", "self"}


def escaped(name: str) -> str:
    return f"`{name}`" if name in KEYWORDS else name


def escaped_label(name: str) -> str:
    return f"`{name}`" if name in ("let", "var", "inout") else name


COMPARISON = """\
import ArchiveRuntime
import Foundation

nonisolated(unsafe) var failures = 0
nonisolated(unsafe) var checked = 0
nonisolated(unsafe) var pairs: [ObjectIdentifier: ObjectIdentifier] = [:]
nonisolated(unsafe) var kept: [AnyObject] = []

nonisolated func expect(_ holds: Bool, _ path: String) {
  guard !holds else { return }
  failures += 1
  print("differs:", path)
}

/// Whether two objects meet for the first time; each has to meet the same one always.
nonisolated func met(_ a: AnyObject, _ b: AnyObject, _ path: String) -> Bool {
  kept += [a, b]
  expect(type(of: a) == type(of: b), path + " has another class")
  if let known = pairs[ObjectIdentifier(a)] {
    expect(known == ObjectIdentifier(b), path + " is another object")
    return false
  }
  pairs[ObjectIdentifier(a)] = ObjectIdentifier(b)
  return true
}

nonisolated func linked<T: AnyObject>(_ object: T, _ link: (T) -> Void) -> T {
  kept.append(object)
  link(object)
  return object
}

extension String {
  nonisolated var uuidText: String {
    let c = Array(self)
    return [c[0..<8], c[8..<12], c[12..<16], c[16..<20], c[20..<32]].map { String($0) }.joined(separator: "-")
  }
}

/// Compares the properties of structs and objects, the values of cases and the elements of collections.
nonisolated func same(_ a: Any, _ b: Any, _ path: String) {
  if isValue(a), let x = a as? AnyHashable, let y = b as? AnyHashable {
    return expect(x == y, path + ": \\(x) is \\(y)")
  }
  let (x, y) = (Mirror(reflecting: a), Mirror(reflecting: b))
  if x.displayStyle == .class {
    guard met(a as AnyObject, b as AnyObject, path) else { return }
  }
  if a is any SetAlgebra || x.displayStyle == .set {
    return expect(type(of: a) == type(of: b) && sorted(a) == sorted(b), path)
  }
  if x.displayStyle == .dictionary {
    let (left, right) = (entries(x), entries(y))
    expect(left.map(\\.0) == right.map(\\.0), path)
    for (l, r) in zip(left, right) { same(l.1, r.1, path + "[\\(l.0)]") }
    return
  }
  if x.children.isEmpty || isLeaf(a) {
    return expect(type(of: a) == type(of: b) && (text(a) == text(b)), path + ": \\(text(a)) is \\(text(b))")
  }
  expect(type(of: a) == type(of: b) && x.children.count == y.children.count, path)
  var (left, right): (Mirror?, Mirror?) = (x, y)
  while let l = left, let r = right {
    for (p, q) in zip(l.children, r.children) where !skipped.contains("\\(l.subjectType).\\(p.label ?? "")") {
      same(p.value, q.value, path + "." + (p.label ?? ""))
    }
    (left, right) = (l.superclassMirror, r.superclassMirror)
  }
}

/// Values of Foundation that `==` compares as a whole.
nonisolated func isValue(_ value: Any) -> Bool {
  value is Data || value is IndexSet || value is IndexPath || value is Locale || value is TimeZone || value is DateComponents || value is URL
    || value is Decimal || value is UUID || value is Measurement<UnitLength> || value is CGRect || value is CGPoint || value is Duration
    || value is SIMD3<Float> || value is Calendar || value is CharacterSet || value is URLComponents || value is DateInterval
    || value is PartialRangeFrom<Int> || value is Date || value is Int128
}

nonisolated func isLeaf(_ value: Any) -> Bool { value is any Comparable || isValue(value) }

nonisolated func text(_ value: Any) -> String {
  switch value {
  case let number as Double: "\\(number.bitPattern)"
  case let number as Float: "\\(number.bitPattern)"
  case let data as Data: data.map { String($0) }.joined(separator: " ")
  case let date as Date: "\\(date.timeIntervalSinceReferenceDate)"
  case let object as any AnyObject & CustomStringConvertible: object.description
  default: "\\(type(of: value)) " + String(reflecting: value)
  }
}

nonisolated func sorted(_ value: Any) -> [String] { Mirror(reflecting: value).children.map { deep($0.value) }.sorted() }

nonisolated func entries(_ mirror: Mirror) -> [(String, Any)] {
  mirror.children.map { child in
    let parts = Array(Mirror(reflecting: child.value).children)
    return (deep(parts[0].value), parts[1].value)
  }.sorted { $0.0 < $1.0 }
}

nonisolated func deep(_ value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .set { return sorted(value).description }
  if isLeaf(value) || mirror.children.isEmpty { return text(value) }
  return "(" + mirror.children.map { deep($0.value) }.joined(separator: ", ") + ")"
}
"""

PROLOGUE = """\
import ArchiveRuntime
import Foundation

@MainActor func check<T: ArchivableValue>(_ value: T, _ name: String) {
  checked += 1
  do {
    for format in [ArchiveEncoder.OutputFormat.binary, .xml] {
      var encoder = ArchiveEncoder()
      encoder.outputFormat = format
      pairs = [:]
      kept = []
      let data = try encoder.encode(value)
      same(value, try ArchiveDecoder().decode(T.self, from: data), name)
      expect(try ArchiveEncoder().encode(value) == ArchiveEncoder().encode(value), name + " has other bytes the second time")
    }
  } catch {
    failures += 1
    print("throws:", name, error)
  }
}

@MainActor func checkCodable<T: Codable>(_ value: T, _ name: String) {
  checked += 1
  do {
    pairs = [:]
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "n")
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "+", negativeInfinity: "-", nan: "n")
    same(value, try decoder.decode(T.self, from: encoder.encode(value)), name + " as JSON")
  } catch {
    failures += 1
    print("throws:", name, "as JSON:", error)
  }
}

/// An archive of a release that had none of the properties.
@MainActor func checkEmpty<E: ArchivableComposite, T: ArchivableValue>(_ empty: E, _ type: T.Type) {
  checked += 1
  do {
    _ = try ArchiveDecoder().decode(T.self, from: ArchiveEncoder().encode(empty))
  } catch {
    failures += 1
    print("throws:", E.archivedClassName, "without keys:", error)
  }
}
"""


def run(*arguments) -> subprocess.CompletedProcess:
    return subprocess.run([str(a) for a in arguments], capture_output=True, text=True)


SETTINGS = [
    "-swift-version 6",
    # A new app project of Xcode 26.
    "-swift-version 6 -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault"
    " -enable-upcoming-feature InferIsolatedConformances",
    "-swift-version 5",
    "-swift-version 6 -strict-memory-safety -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility",
]


def prove(arguments: argparse.Namespace, seed: int, setting: str, folder: Path) -> list[str]:
    """What is wrong with the types of one seed."""
    R.seed(seed)
    UNNAMED.clear()
    models = Models()
    models.build(arguments.types)
    (folder / "models").mkdir(parents=True, exist_ok=True)
    for number in range(3):
        (folder / "models" / f"models{number}.swift").write_text("import Foundation\n\n" + "\n".join(models.sources[number::3]))
    (folder / "main.swift").write_text(models.main())
    (folder / "comparisons.swift").write_text(models.comparisons())
    generated = run(arguments.archivegen, folder / "models", "-o", folder / "generated", "--no-cache", "--keep-going")
    problems = [line for line in generated.stderr.splitlines() if "error:" in line or "warning:" in line]
    if generated.returncode not in (0, 1):
        problems.append(f"archivegen ends with {generated.returncode}: {generated.stderr[-300:]}")
    sources = sorted((folder / "models").glob("*.swift")) + sorted((folder / "generated").glob("*.swift"))
    library = Path(arguments.library)
    compiled = run(
        "swiftc", *setting.split(), "-Onone", "-wmo", "-module-name", "Models", "-I", library, *sources, folder / "main.swift",
        folder / "comparisons.swift", library / "libArchiveRuntime.a", "-o", folder / "program")
    messages = [
        line for line in compiled.stderr.splitlines()
        if not line.startswith(" ") and ("error:" in line or "warning:" in line and "/generated/" in line)]
    if any("error:" in line for line in problems):
        # What was left out has no conformance.
        messages = [line for line in messages if "main.swift" not in line]
    failed = [line for line in problems if "[dependent-type]" not in line] + messages
    if compiled.returncode:
        return failed or [f"swiftc ends with {compiled.returncode}: {compiled.stderr[-500:]}"]
    outcome = run(folder / "program")
    failed += [line for line in outcome.stdout.splitlines() if line.startswith(("differs:", "throws:"))]
    if outcome.returncode not in (0, 1):
        failed.append(f"the program ends with {outcome.returncode}: {outcome.stderr[-500:]}")
    return failed


def parser(types: int) -> argparse.ArgumentParser:
    """The options of both proofs."""
    made = argparse.ArgumentParser()
    made.add_argument("archivegen")
    made.add_argument("library", help="the folder of ArchiveRuntime.swiftmodule and libArchiveRuntime.a")
    made.add_argument("--types", type=int, default=types)
    made.add_argument("--runs", type=int, default=1)
    made.add_argument("--seed", type=int, default=random.randrange(1 << 30), help="that of the first run; the others follow")
    made.add_argument("--keep", help="a folder for the sources and programs")
    return made


def main() -> None:
    arguments = parser(80).parse_args()
    count = 0
    for seed in range(arguments.seed, arguments.seed + arguments.runs):
        setting = SETTINGS[seed % len(SETTINGS)]
        with tempfile.TemporaryDirectory() as temporary:
            failed = prove(arguments, seed, setting, Path(arguments.keep) / str(seed) if arguments.keep else Path(temporary))
        if failed:
            count += 1
            print(f"seed {seed}, {setting}: {len(failed)} findings")
            for line in failed[:20]:
                print("  " + line[:300])
    print(f"{arguments.runs} runs of {arguments.types} types from seed {arguments.seed} on: {count} with findings")
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()
