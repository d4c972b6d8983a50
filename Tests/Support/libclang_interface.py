#!/usr/bin/env python3
"""Compares Sources/CClang/include/libclang.h with the headers of installed libclangs: names, values, types, sizes.

    libclang_interface.py [CLANG]

It exits with 1 and one line for each difference, and with 77 if no headers are installed.
"""
import glob, pathlib, re, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
OURS = ROOT / "Sources/CClang/include/libclang.h"


def program(text):
    """A C program that prints every value and size of the interface, one line each."""
    enumerators = sorted(set(re.findall(r"\bCX[A-Za-z]+_[A-Za-z0-9_]+(?= = )|\bCX(?:ChildVisit|Visit)_[A-Za-z]+", text)))
    structs = re.findall(r"^\} (\w+);", text, re.M) + ["struct CXUnsavedFile"]
    members = [("CXString", "private_flags"), ("CXSourceLocation", "int_data"), ("CXSourceRange", "begin_int_data"),
               ("CXSourceRange", "end_int_data"), ("CXCursor", "kind"), ("CXCursor", "xdata"), ("CXCursor", "data"),
               ("CXType", "kind"), ("CXType", "data"), ("struct CXUnsavedFile", "Length")]
    lines = [f'printf("%s = %lld\\n", "{name}", (long long){name});' for name in enumerators]
    lines += [f'printf("%s: %zu\\n", "{name}", sizeof({name}));' for name in structs]
    lines += [f'printf("%s.%s: %zu\\n", "{t}", "{m}", offsetof({t}, {m}));' for t, m in members]
    return "\n".join(lines)


def values(clang, include, header, body, folder):
    source = folder / "values.c"
    source.write_text(f'#include "{header}"\n#include <stddef.h>\n#include <stdio.h>\nint main(void) {{\n{body}\n}}\n')
    subprocess.run([clang, "-I", include, source, "-o", folder / "values"], check=True)
    return subprocess.run([folder / "values"], check=True, capture_output=True, text=True).stdout.splitlines()


def functions(clang, include, header, names, folder):
    """The type of each function, as the compiler spells it."""
    source = folder / "functions.c"
    source.write_text(f'#include "{header}"\n')
    dump = subprocess.run([clang, "-I", include, "-fsyntax-only", "-Xclang", "-ast-dump", "-fno-color-diagnostics", source],
                          check=True, capture_output=True, text=True).stdout
    found = dict(re.findall(r"FunctionDecl .*?\b(clang_\w+) '([^\n]*)'", dump))
    typedefs = dict(re.findall(r"TypedefDecl .*?\b(CX\w+Visitor) '([^\n']*)'", dump))
    return [f"{name}: {found.get(name, 'missing')}" for name in names] + [f"{k}: {v}" for k, v in sorted(typedefs.items())
            if k in ("CXCursorVisitor", "CXFieldVisitor", "CXInclusionVisitor")]


def main():
    clang = sys.argv[1] if len(sys.argv) > 1 else "clang"
    text = OURS.read_text()
    names = sorted(set(re.findall(r"\b(clang_\w+)\(", text)))
    body = program(text)
    installed = sorted(p for pattern in ["/usr/lib/llvm-*/include", "/usr/include", "/usr/local/include"]
                       for p in glob.glob(pattern) if pathlib.Path(p, "clang-c/Index.h").exists())
    if not installed:
        print("libclang_interface: no clang-c/Index.h is installed, nothing compared", file=sys.stderr)
        sys.exit(77)
    different = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        def interface(include, header):
            return values(clang, include, header, body, folder) + functions(clang, include, header, names, folder)
        ours = interface(str(OURS.parent), "libclang.h")
        for include in installed:
            theirs = interface(include, "clang-c/Index.h")
            for mine, other in zip(ours, theirs):
                if mine != other:
                    different += 1
                    print(f"{include}/clang-c: {other}; libclang.h: {mine}", file=sys.stderr)
            print(f"{len(ours)} values, sizes and functions compared with {include}/clang-c")
    sys.exit(1 if different else 0)


main()
