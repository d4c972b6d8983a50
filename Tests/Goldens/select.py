#!/usr/bin/env python3
"""Keeps one golden archive for each construct of a release, and the tests of these alone.

`archivegen lock release --goldens` writes two or more archives for every type. For our own fixtures, graphs and models one
for each construct is enough, because the same code reads equal constructs. A construct is what `features` lists: a form of
a key in a kind of type, its attributes there, and its kind of value; the form of a type's or key's name; a kind of type as
the archive's root. An archive with a construct that no other has is always kept; of the others, the one with most new
constructs for each line of its values is next. Archives that were kept once are never changed or removed: a release's
folder is only selected from when it is recorded.

    select.py archives LOCK FOLDER      deletes what adds no construct from a release's folder
    select.py tests SWIFT GOLDENS       removes the tests of types without archives from what `lock tests` wrote
"""
import json
import re
import sys
from collections import Counter
from pathlib import Path

ATTRIBUTE = re.compile(r'(\w+)\((.*)\)$')
NAME = re.compile(r"[^\W\d]\w*")
RESERVED = set(
    "Any Array Bool Double Int Self String Swift Type as class default enum extension func guard import in init internal is let "
    "private protocol public return self static struct switch throw try var where while description hashValue".split())


class Type:
    """A type of the lock: its kind, and the forms of its keys."""

    def __init__(self, line):
        self.name, self.kind, *words = words_of(line)[1:]
        self.words = tuple(sorted(plain_attribute(word) for word in words if not word.startswith("since(")))
        superclass = [word[len("superclass("):-1].strip('"') for word in words if word.startswith("superclass(")]
        self.superclass = superclass[0] if superclass else None
        self.entries = {}


def words_of(line):
    """Words at spaces outside of quotes, angle brackets and parentheses; a whole word in quotes loses them."""
    quoted = r'"(?:[^"\\]|\\.)*"'
    angles = r"<[^<>]*(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>[^<>]*)*>"
    words = re.findall(rf"(?:{quoted}|{angles}|\((?:{quoted}|[^()\"])*\)|[^\s\"<(])+", line.strip())
    return [json.loads(word) if re.fullmatch(quoted, word) else word for word in words]


def shape(name):
    """Of a key or a name: what is no plain identifier in it."""
    kinds = {"reserved" if word in RESERVED else "unicode" if not word.isascii() else "word" for word in NAME.findall(name)}
    return re.sub(r"\d+", "0", NAME.sub("", name)) + ",".join(sorted(kinds))


def plain_attribute(word):
    match = ATTRIBUTE.match(word)
    if not match:
        return word
    name, text = match.groups()
    return f"{name} " + re.sub(r"\d+", "0", NAME.sub("n", text)) if name in ("count", "if", "unless", "bits") else name


def read_lock(path):
    types, current = {}, None
    for line in path.read_text().splitlines():
        if line.startswith("type "):
            current = Type(line)
            types[current.name] = current
        elif line.startswith("  ") and current:
            key, form, *attributes = words_of(line)
            current.entries[key] = (form, tuple(sorted(plain_attribute(word) for word in attributes if not word.startswith("since("))))
    return types


def form_of(form, types):
    """A form with the kinds of our types for their names, and one number for all."""
    text = NAME.sub(lambda match: types[match[0]].kind if match[0] in types else match[0], form)
    return re.sub(r"(?<=[\[*])\d+", "0", text)


def value_kind(value, types, depth=0):
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, int):
        return "negative" if value < 0 else "int" if value < 1 << 31 else "long" if value < 1 << 63 else "unsigned"
    if isinstance(value, float):
        return "real"
    if isinstance(value, str):
        return "empty text" if not value else "text" if value.isascii() else "unicode"
    if isinstance(value, list):
        kinds = {value_kind(item, types, depth + 1) for item in value[:4]} if depth < 2 else set()
        return f"list of {sorted(kinds)}"
    name = value.get("$class")
    if name is None:
        return " ".join(sorted(value))
    return f"object {types[name].kind}" if name in types else f"object {name}"


def objects(value):
    if isinstance(value, dict):
        if "$class" in value:
            yield value
        for item in value.values():
            yield from objects(item)
    elif isinstance(value, list):
        for item in value:
            yield from objects(item)


def features(document, types):
    """The constructs of one golden archive."""
    root = types.get(document["type"])
    found = {("root", root.kind if root else "", root.words if root else ""), ("name", shape(document["type"]))}
    for item in objects(document):
        name = item["$class"]
        found.add(("class", shape(name) if NAME.sub("", name) else "plain" if name in types else name))
        record = types.get(NAME.match(name)[0] if NAME.match(name) else name)
        owner = types.get(name, record)
        entries, chain = {}, 0
        while owner:
            entries |= {key: (owner, chain, form) for key, form in owner.entries.items()}
            owner, chain = types.get(owner.superclass), chain + 1
        for key, value in item.items():
            kind = value_kind(value, types)
            if key not in entries:
                found.add(("other key", shape(key), kind))
                continue
            declaring, depth, (form, attributes) = entries[key]
            found.add(("key", declaring.kind, min(depth, 2), form_of(form, types)))
            found.add(("value", form_of(form, types), kind))
            found.add(("attributes", declaring.kind, attributes, form.endswith("?")))
            found.add(("key's name", declaring.kind, shape(key)))
    return found


def kept(folder, types):
    """The archives of a folder that have all constructs, by the names of their files without the ending."""
    all_features, costs = {}, {}
    for path in sorted(folder.glob("*.json")):
        text = path.read_text()
        all_features[path.stem] = features(json.loads(text), types)
        costs[path.stem] = text.count("\n") + 4
    times = Counter(feature for found in all_features.values() for feature in found)
    chosen = [name for name, found in all_features.items() if any(times[feature] == 1 for feature in found)]
    covered = set().union(*(all_features[name] for name in chosen))
    while open_names := [name for name, found in all_features.items() if found - covered]:
        best = max(open_names, key=lambda name: (len(all_features[name] - covered) / costs[name], name))
        chosen.append(best)
        covered |= all_features[best]
    # The tests report a type's first archive if it is not there.
    chosen = {name for found in chosen for name in (found, found.split(".")[0])}
    # What the later ones have, too, an earlier one was not needed for.
    for name in sorted(chosen, key=lambda name: (-costs[name], name)):
        others = set().union(*(all_features[other] for other in chosen if other != name))
        is_first = any(other.startswith(name + ".") for other in chosen)
        if all_features[name] <= others and not is_first:
            chosen.remove(name)
    return chosen


def select_archives(lock, folder):
    names = kept(folder, read_lock(lock))
    paths = [path for path in folder.iterdir() if path.suffix in (".json", ".archive")]
    for path in paths:
        if path.stem not in names:
            path.unlink()
    print(f"{folder}: {len(names)} of {len(paths) // 2} golden archives have every construct")


def select_tests(swift, goldens):
    """Removes a type's rows and its test, with an `#if` around it, and keys of types that no archive has."""
    text = swift.read_text()
    there = {(release.name, path.stem) for release in goldens.iterdir() for path in release.iterdir()}
    files = {name for _, name in there}
    row = re.compile(r"^ +(\S+?)\\t(\S+?)\\t\S+\n", re.MULTILINE)
    start, middle = (text.index(mark) for mark in ('expected: """', 'keys: """'))
    end = text.index('"""', middle + len('keys: """'))
    rows = row.sub(lambda match: match[0] if (match[1], match[2]) in there else "", text[start:middle])
    text = text[:start] + rows + keys_of(archived_types(goldens), text[middle:end]) + text[end:]
    test = re.compile(r"\n(  #if [^\n]*\n)?(?:  @[^\n]*\n)*?  @Test [^\n]*\{\n(?:    [^\n]*\n)+  \}\n(?(1)  #endif\n)", re.MULTILINE)

    def wanted(match):
        tested = re.findall(r'problems\(of: "([^"]*)"', match[0])
        return match[0] if not tested or any(name in files for name in tested) else ""

    swift.write_text(test.sub(wanted, text))


def archived_types(goldens):
    """The names of classes that stand in an archive, without arguments of generic types and what marks lists."""
    names = set()
    for path in goldens.glob("*/*.json"):
        names |= {re.match(r"[^<\[*]*", item["$class"])[0] for item in objects(json.loads(path.read_text()))}
    return names


def keys_of(names, text):
    """The part of the table of keys for types of these names, and for the structs among their keys."""
    opening, *blocks = re.split(r"(?=^ +type\\t)", text, flags=re.MULTILINE)
    blocks[-1:], closing = [blocks[-1].rstrip(" ")], re.search(r" *$", blocks[-1])[0]
    types = {tuple(block.split("\n")[0].split("\\t")[1:]): block for block in blocks}
    wanted, left = set(), set(names)
    while left:
        found = {known for known in types if set(known) & left and known not in wanted}
        wanted |= found
        left = {line.split("\\t")[1] for known in found for line in types[known].split("\n")[1:] if "\\t" in line} - {"-"}
    return opening + "".join(block for known, block in types.items() if known in wanted) + closing


if __name__ == "__main__":
    task, *paths = sys.argv[1:]
    {"archives": select_archives, "tests": select_tests}[task](*map(Path, paths))
