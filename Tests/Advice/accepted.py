"""Passes examples to archivegen as annotations, and collects its errors about them."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from fields import Field, Library

_ERROR = re.compile(r"^(/.*?):(\d+):(\d+): error: (.*)$")


def refused_examples(library: Library, shown: Iterable[Field], archivegen: Path) -> list[tuple[Field, str]]:
    """The fields whose example is an error, and the message."""
    by_type: dict[str, dict[str, tuple[Field, str]]] = defaultdict(dict)
    for field in shown:
        # An anonymous member cannot be named in YAML.
        if field.name:
            words = by_type[field.type.split(" ")[-1]]
            words[field.name] = field, field.example or ""
            # The members of a named union are listed under its name.
            union = None if "unnamed" in field.c_type else field.c_type.split(" ")[-1]
            for member, case in field.cases.items():
                if union:
                    by_type[union][member] = field, case
                else:
                    words[f"{field.name}.{member}"] = field, case
    with tempfile.TemporaryDirectory() as folder:
        configuration = Path(folder) / "archivegen.yml"
        places: dict[int, Field] = {}
        lines = ["types:"]
        for type_name, members in by_type.items():
            lines += [f"  {type_name}:", "    fields:"]
            for name, (field, words) in members.items():
                lines.append(f"      {name}: '{words}'")
                places[len(lines)] = field
        configuration.write_text("\n".join(lines) + "\n")
        run = subprocess.run(
            [archivegen, *library.arguments, "-o", f"{folder}/out", "--dry-run", "--keep-going", "--config", configuration],
            capture_output=True, text=True, errors="replace")
    refused: list[tuple[Field, str]] = []
    for line in run.stderr.splitlines():
        if (match := _ERROR.match(line)) and match[1] == str(configuration):
            if field := places.get(int(match[2])):
                refused.append((field, match[4]))
    return refused
