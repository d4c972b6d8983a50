"""Reads labels.txt."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_FIELD = re.compile(r"^  (\S+): (.*?)(?: -- (.*))?$")
_BETWEEN = re.compile(r", (?![^(]*\))")


@dataclass(frozen=True)
class Label:
    set: str
    text: str
    """The annotations that lose no data; empty if the header does not say which."""
    annotations: frozenset[str]


def read_labels(path: Path = Path(__file__).resolve().parent / "labels.txt") -> dict[str, Label]:
    """By the fields' paths, "library/file type.field"."""
    labels: dict[str, Label] = {}
    owner = chosen = ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        if line.startswith("set "):
            chosen = line.removeprefix("set ")
        elif match := _FIELD.match(line):
            words = frozenset(_BETWEEN.split(match[2])) - {"?"}
            labels[f"{owner}.{match[1]}"] = Label(chosen, match[2], words)
        elif not line.startswith(" "):
            owner = line
        else:
            raise SystemExit(f"{path}:{number}: not a label: {line}")
    return labels
