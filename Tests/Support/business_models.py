#!/usr/bin/env python3
"""Writes Tests/Models/Business/*.swift, a company's records with some twenty properties for each type and every form in
turn, and Tests/ModelFixtureTests/BusinessSamples.swift, a value of each type whose properties differ from their initial
values.

The types refer to each other as a company's records do. The forms of properties are assigned in rotation, so that each
name occurs with many forms.
"""
import os
import sys

SUBJECTS = {
    "Sales": ["Customer", "Order", "OrderLine", "Offer", "Campaign"],
    "Stock": ["Article", "Warehouse", "Shelf", "Delivery", "Supplier"],
    "People": ["Employee", "Department", "Contract", "Absence"],
    "Ledger": ["Booking", "LedgerAccount", "Receipt", "TaxRate", "Payment"],
}
STRUCTS = {"OrderLine", "Shelf", "Absence", "TaxRate", "Booking"}
WORDS = (
    "number name note created changed total rate weight isActive code tags history position size color limit period "
    "contact parent related lines owner remarks counts"
).split()


def forms(subject, others, is_struct):
    """Property types with initial values: plain ones, then those of objects. A struct has none of struct types."""
    plain = [
        ("Int", "0"), ("String", '""'), ("Date", "Date(timeIntervalSinceReferenceDate: 0)"), ("Double", "0.5"),
        ("Bool", "false"), ("UInt16", "7"), ("[String]", "[]"), ("[Double]", "[]"), ("Decimal", "0"), ("UUID?", None),
        ("URL?", None), ("Data", "Data()"), ("[String: Int]", "[:]"), ("Set<Int>", "[]"), ("ClosedRange<Int>", "0...9"),
        ("CGSize", "CGSize(width: 1, height: 2)"), ("SIMD2<Float>", "[0, 1]"), ("(low: Int, high: Int)", "(0, 1)"),
        ("String?", '"x"'), ("[Int?]", "[]"), (f"{subject}State", ".open"), (f"[{subject}State]", "[]"),
        ("Int64", "-1"), ("[String: [Date]]", "[:]"), ("Float?", None), ("[(String, Int)]", "[]"),
    ]
    objects = []
    for other in others:
        if other in STRUCTS:
            if not is_struct:
                objects += [(f"[{other}]", "[]"), (f"{other}?", None), (f"[String: {other}]", "[:]")]
        else:
            objects += [(f"{other}?", None), (f"[{other}]", "[]"), (f"[String: {other}]", "[:]"), (f"weak {other}?", None)]
    return plain, objects


SAMPLES = {
    "Int": "42", "String": '"text"', "Date": "Date(timeIntervalSinceReferenceDate: 9.5)", "Double": "-2.25",
    "Bool": "true", "UInt16": "65_535", "[String]": '["a", "", "c"]', "[Double]": "[0.1, -0.0]",
    "Decimal": "Decimal(string: \"12345678901234567890.5\")!", "UUID?": "UUID()", "URL?": 'URL(string: "https://a.b/c")',
    "Data": "Data([0, 1, 255])", "[String: Int]": '["a": 1, "b": -2]', "Set<Int>": "[3, 1, 2]",
    "ClosedRange<Int>": "-5...5", "CGSize": "CGSize(width: 3, height: 4.5)", "SIMD2<Float>": "[0.25, -1]",
    "(low: Int, high: Int)": "(2, 3)", "String?": "nil", "[Int?]": "[1, nil, 3]", "Int64": ".min",
    "[String: [Date]]": '["d": [Date(timeIntervalSinceReferenceDate: 1)], "e": []]', "Float?": "0.5",
    "[(String, Int)]": '[("a", 1), ("b", 2)]',
}


def sample(swift_type, subject):
    """An expression whose value differs from the initial one; nested objects end when `depth` does."""
    if swift_type in SAMPLES:
        return SAMPLES[swift_type]
    if swift_type == f"{subject}State":
        return '.closed(by: "me", on: Date(timeIntervalSinceReferenceDate: 2))'
    if swift_type == f"[{subject}State]":
        return "[.open, .late(days: 3)]"
    call = f"sample{swift_type.strip('[]?').split(': ')[-1]}(depth - 1)"
    if swift_type.startswith("[String"):
        return f'depth == 0 ? [:] : ["one": {call}, "two": {call}]'
    if swift_type.startswith("["):
        return f"depth == 0 ? [] : [{call}, {call}]"
    return f"depth == 0 ? nil : {call}"


def write_type(subject, kind, others, start, samples):
    is_struct = kind in STRUCTS
    plain, objects = forms(subject, others, is_struct)
    samples += ["", f"func sample{kind}(_ depth: Int) -> {kind} {{", f"  {'var' if is_struct else 'let'} made = {kind}()"]
    lines = ["// archive:", f"{'struct' if is_struct else 'final class'} {kind} {{"]
    for position, word in enumerate(WORDS):
        if position % 4 == 3 and objects:
            swift_type, value = objects[(start + position // 4) % len(objects)]
        else:
            swift_type, value = plain[(start * 7 + position) % len(plain)]
        keyword = "var"
        if swift_type.startswith("weak "):
            if is_struct:
                swift_type = swift_type[5:]
            else:
                keyword, swift_type = "weak var", swift_type[5:]
        name = f"{word}{'s' if swift_type.startswith('[') and not word.endswith('s') else ''}"
        if keyword == "var":
            samples.append(f"  made.{name} = {sample(swift_type, subject)}")
        comment = {5: f'  // archive: key("{kind.upper()}_{word}")', 9: f'  // archive: was("{word}Old")'}.get(position, "")
        initial = "" if value is None else f" = {value}"
        lines.append(f"  {keyword} {name}: {swift_type}{initial}{comment}")
    lines += ["  init() {}", "}"]
    samples += ["  return made", "}"]
    return "\n".join(lines)


def main(folder, samples_path):
    samples = [
        "// Written by Tests/Support/business_models.py.\n", "import Foundation", "", "@testable import ModelFixtures"]
    os.makedirs(folder, exist_ok=True)
    kinds = [kind for kinds in SUBJECTS.values() for kind in kinds]
    for subject, own in SUBJECTS.items():
        parts = [
            "// Written by Tests/Support/business_models.py.\n\nimport Foundation",
            f"// archive:\nenum {subject}State: Equatable {{\n  case open\n  case closed(by: String, on: Date)\n"
            f"  case late(days: Int)\n}}",
        ]
        for kind in own:
            start = kinds.index(kind)
            others = [kinds[(start + step) % len(kinds)] for step in (1, 3, 4, 8)] + ([] if kind in STRUCTS else [kind])
            parts.append(write_type(subject, kind, others, start, samples))
        with open(f"{folder}/{subject}.swift", "w", encoding="utf-8") as file:
            file.write("\n\n".join(parts) + "\n")
    with open(samples_path, "w", encoding="utf-8") as file:
        file.write("\n".join(samples) + "\n")


if __name__ == "__main__":
    root = sys.argv[1] if len(sys.argv) > 1 else "Tests"
    main(f"{root}/Models/Business", f"{root}/ModelFixtureTests/BusinessSamples.swift")
