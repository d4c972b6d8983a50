"""What several tests use."""

from __future__ import annotations

import os
import plistlib
from pathlib import Path
from typing import Any

from damage import ROOT, as_xml, test_archives

import archivegen

__all__ = ["ROOT", "archive", "as_xml", "columns", "described", "folder", "numbered", "test_archives"]

uid = plistlib.UID


def folder() -> list[Path]:
    """Archives that the Swift tests wrote, each in both forms: the folder of ARCHIVES_FOR_READERS."""
    path = os.environ.get("ARCHIVES_FOR_READERS")
    return sorted(Path(path).glob("*.archive")) if path else []


def described(name: str) -> dict[str, Any]:
    return {"$classname": name, "$classes": [name, "NSObject"]}


def archive(objects: list[Any], root: Any = uid(1), top: dict[str, Any] | None = None) -> bytes:
    """A keyed archive by plistlib: what `$objects` has after `$null`."""
    whole = {"$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": {"root": root} if top is None else top, "$objects": ["$null", *objects]}
    return plistlib.dumps(whole, fmt=plistlib.FMT_BINARY)


def columns(text: str, **fields: Any) -> bytes:
    """An array of records, by its description and its columns."""
    return archive([{"$class": uid(2), "[]": uid(3), **fields}, described("r[]"), text])


def table(text: str, **fields: Any) -> archivegen.Table:
    """The same, opened."""
    root = archivegen.loads(columns(text, **fields)).root
    assert isinstance(root, archivegen.Table)
    return root


def numbered(found: dict[str, Any]) -> Any:
    """`plain`'s result, equal for archives that number their objects differently: objects are numbered as they occur."""
    numbers: dict[int, int] = {found["object"]: 0} if "object" in found else {}
    queue: list[int] = []

    def walk(value: Any) -> Any:
        if isinstance(value, dict) and list(value) == ["object"]:
            if value["object"] not in numbers:
                numbers[value["object"]] = len(numbers) + 1
                queue.append(value["object"])
            return {"object": numbers[value["object"]]}
        if isinstance(value, dict):
            return {key: walk(inner) for key, inner in sorted(value.items())}
        return [walk(inner) for inner in value] if isinstance(value, list) else value

    root = walk({key: value for key, value in found.items() if key not in ("object", "objects")})
    return root, [walk(found["objects"][str(number)]) for number in queue]
