#!/usr/bin/env python3
"""The tags, and the typedefs of types without one, of the C library's headers that Swift's Foundation imports.

Writes the lists of Sources/ArchivePlanner/Records/Resolution/SystemTags.swift: run it in the root of the repository, with the folder of
Swift's toolchain (`/opt/swift/usr`)."""
import json, pathlib, re, subprocess, sys, textwrap

toolchain = pathlib.Path(sys.argv[1])
header = next((toolchain / "lib/swift/linux").glob("*/SwiftGlibc.h"))
dump = subprocess.run([toolchain / "bin/clang", "-x", "c", "-std=gnu11", "-fsyntax-only", "-Xclang", "-ast-dump=json", header],
                      check=True, stdout=subprocess.PIPE).stdout
tags, unnamed, typedefs = set(), set(), set()
for node in json.loads(dump)["inner"]:
    if node["kind"] == "RecordDecl" and node.get("completeDefinition") or node["kind"] == "EnumDecl":
        if "name" in node: tags.add(node["name"])
        else: unnamed.add(node["id"])
    elif node["kind"] == "TypedefDecl":
        owned = [inner.get("ownedTagDecl", {}).get("id") for inner in node.get("inner", [])]
        if unnamed.intersection(owned): typedefs.add(node["name"])
path = pathlib.Path("Sources/ArchivePlanner/Records/Resolution/SystemTags.swift")
source = path.read_text()
for name, words in ("tags", tags), ("unnamed", typedefs):
    # Names that begin so are the library's alone (C17 7.1.3).
    words = sorted(word for word in words if not word.startswith("_"))
    text = textwrap.fill(" ".join(words), 116, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
    source = re.sub(r'(let %s = Set\(\n    """\n).*?(\n    """)' % name, lambda match: match[1] + text + match[2], source, flags=re.S)
    print(len(words), name)
path.write_text(source)
