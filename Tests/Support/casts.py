#!/usr/bin/env python3
"""Checks that conformances which casts look for are linked from the static library: casts.py

Of a static library a linker takes only the objects that something refers to. A cast `x as? any P` refers to the protocol, and not to the
conformance of a type, so an extension in a file of its own would be left out, and the cast would fail without a word. Such a conformance
has to stand in the file that declares the protocol or the type. Types of Foundation and Swift have to stand in the file of the protocol, and
protocols that programs' types conform to are left out: those conformances are in the program.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CAST = re.compile(r"\bas\? \(?any (\w+)")
PROTOCOL = re.compile(r"^(?:@\w+(?:\(\w+\))? )*(?:public |package |private |fileprivate )?protocol (\w+)", re.M)
TYPE = re.compile(r"^(?:@\w+(?:\(\w+\))? )*(?:public |package |final |private |fileprivate )*(?:class|struct|enum) (\w+)", re.M)
EXTENSION = re.compile(r"^(?:@\w+(?:\(\w+\))? )*extension ([\w.]+): ([^{]+?)(?: where [^{]*)?\{", re.M)
# Types of programs conform to these.
OPEN = re.compile(r"^Archivable|^PackableElement$")


def main():
    modules = [line.split()[0] for line in (ROOT / "Packaging/modules.txt").read_text().splitlines() if line and line[0] != "#"]
    files = {path: path.read_text(encoding="utf-8") for module in modules for path in sorted((ROOT / "Sources" / module).rglob("*.swift"))
             if ".docc" not in str(path)}
    protocols = {name: path for path, text in files.items() for name in PROTOCOL.findall(text)}
    types = {name: path for path, text in files.items() for name in TYPE.findall(text)}
    sought = {name for text in files.values() for name in CAST.findall(text) if name in protocols and not OPEN.match(name)}
    problems = []
    for path, text in files.items():
        for found in EXTENSION.finditer(text):
            for protocol in re.findall(r"\w+", found[2]):
                if protocol in sought and path not in (protocols[protocol], types.get(found[1])):
                    line = text[:found.start()].count("\n") + 1
                    problems.append(f"{path.relative_to(ROOT)}:{line}: '{found[1]}: {protocol}' is found by casts, and is not linked from a static "
                                    f"library: declare it in {protocols[protocol].name} or with the type")
    print("\n".join(problems) or f"The conformances to {len(sought)} protocols that casts look for stand where a linker finds them.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
