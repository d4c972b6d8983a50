#!/usr/bin/env python3
"""documented.py: fails for a public declaration of a module that programs import without a doc comment, and for one that
throws and does not document its errors.

It reads the sources and not a symbol graph, because that would compile the module again. Public declarations are those with
`public`, requirements of public protocols and cases of public enumerations. Implementations of requirements of the module's
protocols, and of Swift's own protocols in INHERITED, need no comment.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The modules that programs import.
SOURCES = [ROOT / "Sources" / name for name in ("ArchiveRuntime", "ArchiveEvolution", "ArchiveTesting")]

# Requirements of Swift's and Foundation's protocols.
INHERITED = {
    "==(_:_:)", "hash(into:)", "description", "errorDescription", "rawValue", "init(rawValue:)", "stringValue", "intValue",
    "init(stringValue:)", "init(intValue:)", "init(stringLiteral:)", "encode(to:)", "init(from:)", "startIndex", "endIndex",
}
INTRODUCERS = r"(?:func|var|let|init|subscript|struct|class|enum|protocol|typealias|associatedtype|actor)"
MODIFIERS = (
    r"(?:(?:static|class|final|mutating|nonmutating|convenience|required|override|indirect|nonisolated|consuming|"
    r"borrowing|unowned|weak|lazy)(?:\(\w+\))?\s+)*")
ATTRIBUTES = r"(?:@\w+(?:\([^)]*\))?\s+)*"
PUBLIC = re.compile(rf"^{ATTRIBUTES}(?:public|open)\s+(?:(?:internal|package|private|fileprivate)\(set\)\s+)?{MODIFIERS}{INTRODUCERS}\b")
REQUIREMENT = re.compile(rf"^{ATTRIBUTES}{MODIFIERS}(?:func|var|init|subscript|associatedtype)\b")
TYPE = re.compile(rf"^{ATTRIBUTES}(?:(public|open|private|fileprivate|internal|package)\s+)?{MODIFIERS}(struct|class|enum|protocol|actor|extension)\s+([\w.]+)")


def strip(line):
    """The line without its texts and comments, so that braces count."""
    line = re.sub(r'\\"', "", line)
    line = re.sub(r'"[^"]*"', '""', line)
    return line.split("//")[0]


def signature(lines, index):
    """The declaration from this line to its body, as one line."""
    text, depth = "", 0
    for line in lines[index:index + 30]:
        part = strip(line)
        text += " " + part.strip()
        depth += part.count("(") - part.count(")")
        if depth <= 0 and ("{" in part or not part.rstrip().endswith((",", "->"))) and not text.rstrip().endswith(")"):
            break
        if depth <= 0 and "{" in part:
            break
        following = lines[index + 1] if index + 1 < len(lines) else ""
        if depth <= 0 and text.rstrip().endswith(")") and not re.match(r"\s*(\)|throws|async|->|where|\{)", following):
            break
        index += 1
    return text.strip()


def name(text):
    """`decode(_:forKey:)` of a declaration."""
    match = re.search(r"\b(?:func\s+([\w`]+|[=~<>!+\-*/]+)|(init)[?!]?|(subscript))\s*(?:<.*?>)?\s*\(", text)
    if not match:
        match = re.search(r"\b(?:var|let|struct|class|enum|protocol|typealias|associatedtype|actor|case)\s+`?(\w+)", text)
        return match.group(1) if match else "?"
    base = match.group(1) or match.group(2) or match.group(3)
    depth, labels, part = 0, [], ""
    for character in text[match.end():]:
        if character in "([<":
            depth += 1
        if character in ")]>":
            if character == ")" and depth == 0:
                break
            depth -= 1
        if character == "," and depth == 0:
            labels.append(part)
            part = ""
        else:
            part += character
    if part.strip():
        labels.append(part)
    words = [re.sub(r"^(@\w+(\([^)]*\))?\s+)+", "", label.strip()).split(":")[0].split()[0] for label in labels]
    return f"{base}({''.join(word + ':' for word in words)})"


def throws(text):
    """Whether the function itself throws, not one that it takes."""
    depth = 0
    for match in re.finditer(r"[(){]|\bthrows\b", text):
        if match.group() == "throws" and depth == 0:
            return True
        depth += {"(": 1, ")": -1, "{": -1000}.get(match.group(), 0)
    return bool(re.search(r"\{\s*get\s+throws\b", text))


def declarations(path):
    """Gives (line, name, signature, comment, is a requirement) of what is public in a file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    contexts = []  # (depth, kind, is public)
    depth = 0
    in_text = False
    for index, line in enumerate(lines):
        if line.count('"""') % 2:
            in_text = not in_text
            continue
        if in_text:
            continue
        stripped = line.strip()
        kind, is_public = (contexts[-1][1], contexts[-1][2]) if contexts else ("file", True)
        directly = not contexts or depth == contexts[-1][0] + 1
        is_requirement = kind == "protocol" and is_public and directly and bool(REQUIREMENT.match(stripped))
        is_case = kind == "enum" and is_public and directly and stripped.startswith("case ")
        if PUBLIC.match(stripped) or is_requirement or is_case:
            comment, above = [], index - 1
            while above >= 0 and re.match(r"\s*(@|///)", lines[above]):
                if lines[above].strip().startswith("///"):
                    comment.insert(0, lines[above].strip()[3:].strip())
                above -= 1
            text = signature(lines, index)
            yield index + 1, name(text), text, " ".join(comment), is_requirement, lines[above + 1:index]
        code = strip(line)
        match = TYPE.match(stripped)
        if match and "{" in code and code.count("{") > code.count("}"):
            is_open = match.group(1) in ("public", "open")
            contexts.append((depth, match.group(2), is_open))
        elif match and "{" not in code:
            # The brace comes on a later line.
            contexts.append((depth, match.group(2), match.group(1) in ("public", "open")))
            continue
        depth += code.count("{") - code.count("}")
        while contexts and depth <= contexts[-1][0] and "}" in code:
            contexts.pop()


def main():
    found = [(path, *declaration) for sources in SOURCES for path in sorted(sources.rglob("*.swift"))
             if ".docc" not in str(path.relative_to(sources)) for declaration in declarations(path)]
    # Names so plain that they may mean anything are documented each time.
    known = INHERITED | {each[2] for each in found if each[5]} - {"init(_:)", "value", "keys"}
    failures = []
    for path, line, what, text, comment, is_requirement, attributes in found:
        if what in known and not is_requirement or any("unavailable" in each for each in attributes):
            continue
        place = f"{path.relative_to(ROOT)}:{line}"
        if not comment:
            failures.append(f"{place}: '{what}' is public and has no doc comment")
        elif throws(text) and not re.search("throw", comment, re.I):
            failures.append(f"{place}: '{what}' throws, and its doc comment does not say what")
    print("\n".join(failures), file=sys.stderr)
    if failures:
        print(f"{len(failures)} of {len(found)} public declarations", file=sys.stderr)
        return 1
    print(f"{len(found)} public declarations have doc comments.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
