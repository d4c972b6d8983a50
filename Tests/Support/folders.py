#!/usr/bin/env python3
"""Checks that the folders of a module do not use each other in circles, and that no type name stands in two modules.

SwiftPM holds the walls between modules. Within a module everything sees everything, so this reads the sources: a folder uses
another if its code names a type that the other one declares. Folders of one parent are compared; files that stand in the parent
itself are its front door, and may use all of them.

    folders.py          checks all modules
    folders.py MODULE   prints which folder of the module uses which, and by what names
"""
import re
import sys
import tempfile
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

# Names that two modules may both have, with the reason.
BOTH = {
    "ArchivedForm": "what the lock says of a value, and how the engine archives it",
    "ElementType": "Tests/ElementTableTests compares the two tables",
    "SourceLocation": "an alias, because swift-syntax has the name too",
    "TextEncoding": "of the render model, and of the engine",
}

SOURCES = Path(__file__).resolve().parents[2] / "Sources"

DECLARATION = re.compile(
    r"^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|open|final|indirect|nonisolated) )*(?:struct|enum|class|protocol|actor|typealias) (\w+)", re.M)
WORD = re.compile(r"(?<![.\w])([A-Z]\w*)")
TEXT = re.compile(r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"')
COMMENT = re.compile(r"//[^\n]*|/\*[\s\S]*?\*/")


def code(path):
    """The source without comments, and of texts only what is interpolated."""
    text = COMMENT.sub("", path.read_text("utf-8"))
    return TEXT.sub(lambda match: " ".join(re.findall(r"\\\(([^()]*(?:\([^()]*\)[^()]*)*)\)", match[0])), text)


def modules():
    return sorted(path.name for path in SOURCES.iterdir() if path.is_dir() and any(path.rglob("*.swift")))


class Module:
    def __init__(self, name, root=SOURCES):
        self.name = name
        self.root = root / name
        self.code = {path: code(path) for path in sorted(self.root.rglob("*.swift")) if ".docc" not in str(path)}
        # A private type is its file's own.
        self.places = {name: path for path, text in self.code.items() for name in DECLARATION.findall(text)}

    def uses(self):
        """(parent, folder, other folder) with the names that the first uses of the second."""
        found = defaultdict(lambda: defaultdict(set))
        for path, text in self.code.items():
            own = set(DECLARATION.findall(text)) | set(re.findall(r"\b(?:struct|enum|class|protocol|typealias|case) (\w+)", text))
            for name in set(WORD.findall(text)) - own:
                other = self.places.get(name)
                if other is None or other == path:
                    continue
                mine, its = path.relative_to(self.root).parts[:-1], other.relative_to(self.root).parts[:-1]
                depth = 0
                while depth < min(len(mine), len(its)) and mine[depth] == its[depth]:
                    depth += 1
                if depth < len(mine) and depth < len(its):
                    found[mine[:depth]][mine[depth], its[depth]].add((name, path.name))
        return found

    def circles(self):
        """(parent, sentence) for each circle of folders."""
        problems = []
        for parent, edges in sorted(self.uses().items()):
            graph = defaultdict(set)
            for user, used in edges:
                graph[user].add(used)
            while True:
                try:
                    list(TopologicalSorter(graph).static_order())
                    break
                except CycleError as flaw:
                    # The list goes from what is used to what uses it.
                    circle = list(reversed(flaw.args[1]))
                    pairs = list(zip(circle, circle[1:]))
                    said = "; ".join(f"{user} uses {', '.join(sorted({name for name, _ in edges[user, used]})[:4])} of {used}" for user, used in pairs)
                    place = "/".join((self.name, *parent))
                    problems.append((place, f"{place}: {' -> '.join(circle)}: {said}"))
                    # The weakest use goes, to find further circles.
                    user, used = min(pairs, key=lambda pair: len(edges[pair]))
                    graph[user].discard(used)
        return problems


def twice(known):
    """A sentence for each type name that two modules declare."""
    places = defaultdict(set)
    for module in known:
        for name in module.places:
            places[name].add(module.name)
    return [
        f"the type name {name} stands in {', '.join(sorted(where))}: rename one of them"
        for name, where in sorted(places.items()) if len(where) > 1 and name not in BOTH]


def planted():
    """Faults that have to be found, and what is none; gives what was not judged right."""
    faults = {
        "a circle": ({"A/a.swift": "struct One { var two: Two }", "B/b.swift": "enum Two { func f(_ one: One?) {} }"}, 1),
        "a use within a text": ({"A/a.swift": 'struct One { let t = "\\(Two.all)" }', "B/b.swift": "enum Two { let one: One }"}, 1),
        "a use by an extension": ({"A/a.swift": "struct One { let two: Two }", "B/b.swift": "struct Two {}\nextension One {}"}, 1),
        "a comment and a text": ({"A/a.swift": '// Two\nstruct One { let t = "Two" }', "B/b.swift": "struct Two { let one: One }"}, 0),
        "one direction": ({"A/a.swift": "struct One { let two: Two }", "B/b.swift": "struct Two {}"}, 0),
        "a nested namesake": ({"A/a.swift": "struct One { enum Two {}; let two: Two }", "B/b.swift": "struct Two { let one: One }"}, 0),
        "the front door": ({"a.swift": "struct One { let two: Two }", "B/b.swift": "struct Two { let one: One }"}, 0),
    }
    wrong = []
    for name, (files, count) in faults.items():
        with tempfile.TemporaryDirectory() as folder:
            for path, text in files.items():
                (Path(folder, "M") / path).parent.mkdir(parents=True, exist_ok=True)
                Path(folder, "M", path).write_text(text)
            found = Module("M", Path(folder)).circles()
        if len(found) != count:
            wrong.append(f"planted: {name}: {len(found)} circles, and {count} are there")
    return wrong


def main():
    if len(sys.argv) > 1:
        for parent, edges in sorted(Module(sys.argv[1]).uses().items()):
            print("/".join((sys.argv[1], *parent)))
            for (user, used), names in sorted(edges.items()):
                print(f"  {user} -> {used}: {', '.join(sorted(f'{name} ({file})' for name, file in names)[:12])}")
        return 0
    known = [Module(name) for name in modules()]
    circles = [circle for module in known for circle in module.circles()]
    problems = planted() + [sentence for _, sentence in circles] + twice(known)
    print("\n".join(problems) or f"The folders of {len(known)} modules use each other in no circle, and no type name stands in two modules.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
