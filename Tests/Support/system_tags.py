#!/usr/bin/env python3
"""The structs, unions and unnamed types with typedefs of the C library's headers that Swift's Foundation imports.

Writes the list of Sources/ArchivePlanner/Records/Resolution/SystemTags.swift: run it in the root of the repository, with the folder of
Swift's toolchain (`/opt/swift/usr`)."""
import json, pathlib, re, subprocess, sys, textwrap

toolchain = pathlib.Path(sys.argv[1])
header = next((toolchain / "lib/swift/linux").glob("*/SwiftGlibc.h"))
dump = subprocess.run([toolchain / "bin/clang", "-x", "c", "-std=gnu11", "-fsyntax-only", "-Xclang", "-ast-dump=json", header],
                      check=True, stdout=subprocess.PIPE).stdout
names, unnamed = set(), {}
for node in json.loads(dump)["inner"]:
    if node["kind"] == "RecordDecl" and node.get("completeDefinition"):
        if "name" in node: names.add(node["name"])
        else: unnamed[node["id"]] = True
    elif node["kind"] == "TypedefDecl":
        owned = [inner.get("ownedTagDecl", {}).get("id") for inner in node.get("inner", [])]
        if any(tag in unnamed for tag in owned): names.add(node["name"])
# Names that begin so are the library's alone (C17 7.1.3).
names = sorted(name for name in names if not name.startswith("_"))
text = textwrap.fill(" ".join(names), 116, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
path = pathlib.Path("Sources/ArchivePlanner/Records/Resolution/SystemTags.swift")
source = path.read_text()
path.write_text(re.sub(r'(    """\n).*?(\n    """)', lambda match: match[1] + text + match[2], source, flags=re.S))
print(len(names), "names")
