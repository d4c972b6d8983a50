#!/usr/bin/env python3
"""schema.py PREFIX: checks the installed files for editors.

The JSON Schema of archivegen.yml is checked by a validator: it is a valid schema, every configuration of this repository
follows it, and mistakes do not. The modelines of configurations name it in a form that editors resolve. The snippets are JSON.
"""
import json
import pathlib
import re
import sys

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
MISTAKES = [
    "modul: CShop", "types: {item: {fields: {a: skp}}}", "types: {item: {fields: {a: 'key(\"b\"), cuont(n)'}}}",
    "types: {item: {archive: cstring}}", "types: {item: {filds: {}}}", "diagnostics: {duplicate-key: warning}",
    "diagnostics: {no-such-kind: error}", "unresolved: maybe", "releases: sometimes", "include: {a: b}", "access: open",
]
RIGHT = [
    "types: {item: {archive: 'name(\"Item\"), version(2)', fields: {a: 'key(\"b\"), was(\"c\", \"d\") -- remark', (number): tag(kind)}}}",
    "include: [a, b]\ndefine: A=1\ndiagnostics: {redundant-attribute: ignore}",
]


def main():
    share = pathlib.Path(sys.argv[1]) / "share/archivegen"
    schema = json.loads((share / "archivegen.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    wrong = []
    configurations = sorted(p for d in ("Examples", "Tests") for p in (ROOT / d).rglob("archivegen*.yml") if ".build" not in p.parts)
    documents = re.findall(r"```yaml\n(.*?)```", "\n".join(p.read_text() for p in [ROOT / "README.md", *sorted(
        (ROOT / "Sources/ArchiveRuntime/ArchiveRuntime.docc").glob("*.md"))]), re.DOTALL)
    documents = [text for text in documents if re.search(r"^(module|types|diagnostics|define):", text, re.MULTILINE)]
    for name, text in [(str(p), p.read_text()) for p in configurations] + [("a document", text) for text in documents + RIGHT]:
        for error in validator.iter_errors(yaml.safe_load(text) or {}):
            wrong.append(f"{name}: {error.message} at {error.json_path}")
    for text in MISTAKES:
        if validator.is_valid(yaml.safe_load(text)):
            wrong.append(f"the schema takes {text!r}")
    for text in documents:
        modeline = re.search(r"^# yaml-language-server: \$schema=(\S+)$", text, re.MULTILINE)
        if modeline and not (modeline[1].startswith("/") or modeline[1] == "archivegen.schema.json"):
            wrong.append(f"editors do not resolve {modeline[1]}")
    if not configurations or not documents:
        wrong.append("there are no configurations to check")
    for name, snippet in json.loads((share / "archivegen.code-snippets").read_text()).items():
        if not {"prefix", "body", "description", "scope"} <= snippet.keys():
            wrong.append(f"the snippet {name!r} is incomplete")
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(configurations)} configurations and {len(documents)} in documents follow the schema")


main()
