#!/usr/bin/env python3
"""Compares the examples in archivegen's notes with labels.txt, which has what a person would write on the same fields.

    advice.py --packages DIR              every library among Debian's packages, unpacked in DIR (Tests/Corpus/fetch)
    advice.py --repositories DIR          also those of GitHub, each checked out in DIR/NAME
    advice.py --accepted                  also passes each example to the tool, and checks that it is accepted

An example is harmful if it is not one of the label's annotations. The check fails if there is a harmful one in the
requested set, or if an example is not accepted.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import fields
from accepted import refused_examples
from labels import Label, read_labels

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=Path, help="the folder of unpacked Debian packages")
    parser.add_argument("--repositories", type=Path, help="the folder of checked out repositories")
    parser.add_argument("--archivegen", type=Path, default=ROOT / ".build/debug/archivegen")
    parser.add_argument("--set", dest="chosen", help="only the libraries of this set")
    parser.add_argument("--accepted", action="store_true", help="give every example shown to the tool")
    parser.add_argument("--verbose", action="store_true", help="name the fields that have a right answer and no example")
    options = parser.parse_args()

    labels = {path: label for path, label in read_labels().items() if options.chosen in (None, label.set)}
    libraries = fields.libraries(options.packages, options.repositories)
    if not libraries:
        parser.error("there are no headers: give --packages, --repositories or both")
    tally: dict[str, int] = {}
    failures = 0
    for library in libraries:
        if not any(path.startswith(f"{library.name}/") for path in labels) and not options.accepted:
            continue
        found, _ = fields.read(library, options.archivegen)
        for field in found:
            if label := labels.pop(field.path, None):
                outcome = judge(field, label)
                tally[outcome] = tally.get(outcome, 0) + 1
                if outcome == "harmful" or (options.verbose and outcome == "silent"):
                    print(f"{field.file}:{field.line}: {field.path} ({field.c_type}): {outcome}: "
                          f"{field.example or 'no example'}, and the label is {label.text}")
                failures += outcome == "harmful"
        if options.accepted:
            shown = [field for field in found if field.example]
            refused = refused_examples(library, shown, options.archivegen)
            print(f"{library.name}: {len(shown)} examples, {len(refused)} not accepted", flush=True)
            for field, message in refused[:20]:
                print(f"{field.file}:{field.line}: {field.path}: '{field.example}' is not accepted: {message}")
            failures += len(refused)
    here = {library.name for library in libraries}
    for path in labels:
        if path.split("/")[0] in here:
            print(f"labels.txt: {path} is no field that archivegen asks an annotation for; is an include folder missing?")
            failures += 1
    shown = tally.get("right", 0) + tally.get("harmful", 0)
    print(f"{sum(tally.values())} fields with labels; {shown} examples, of them {tally.get('right', 0)} right and "
          f"{tally.get('harmful', 0)} harmful; without one: {tally.get('silent', 0)} that a person would answer, "
          f"{tally.get('rightly silent', 0)} that nobody can")
    return 1 if failures else 0


def judge(field: fields.Field, label: Label) -> str:
    if field.example is None:
        return "silent" if label.annotations else "rightly silent"
    words = field.example.replace(", capacity", " capacity").replace(", cstring", " cstring")
    return "right" if words in label.annotations else "harmful"


if __name__ == "__main__":
    sys.exit(main())
