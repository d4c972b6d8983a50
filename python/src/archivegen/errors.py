"""The errors of this package: one hierarchy, each with the key path and the byte offset where they are known."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice


class ArchiveError(ValueError):
    """An archive that cannot be read, or a value that cannot be archived.

    Attributes:
        reason: What is wrong, without the place.
        offset: The byte of the file at which it is wrong; None where no one byte is, or where it is not known.
        key_path: The keys that lead to it, from the archive's root.
    """

    def __init__(self, reason: str, *, offset: int | None = None, key_path: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.offset = offset
        self.key_path = key_path

    def within(self, key: str) -> ArchiveError:
        """The same error, below one more key. Returns itself, so that it can be raised again."""
        self.key_path = (key, *self.key_path)
        return self

    def __str__(self) -> str:
        path = f"{shown(' / '.join(self.key_path[:12]), 200)}: " if self.key_path else ""
        place = f" (at byte {self.offset})" if self.offset is not None else ""
        return f"{path}{self.reason}{place}"


class NotAnArchive(ArchiveError):
    """The file is no keyed archive at all: another format, or a property list of something else."""


class Damaged(ArchiveError):
    """The file contradicts itself or its format."""


class ChecksumMismatch(Damaged):
    """The archive has a checksum that does not fit its bytes, or has none where one is required.

    `archivegen.open(path, checksum="ignored")` reads it anyway.
    """


class Excessive(ArchiveError):
    """What is asked for takes memory out of proportion to the file, as only a hostile file does.

    `archivegen.open(path, expansion=…)` allows more.
    """


class Missing(ArchiveError, KeyError):
    """There is no such key, column, table or object."""


class WrongKind(ArchiveError, TypeError):
    """The value is of another kind than the one asked for."""


class NotArchivable(ArchiveError):
    """A Python value that an archive cannot hold as it is."""


def shown(text: object, most: int = 80) -> str:
    """Text from a file, for a message: control characters escaped, and shortened."""
    text = str(text)
    short = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(character if character.isprintable() else character.encode("unicode_escape", "replace").decode() for character in short)


def listed(names: Iterable[object], most: int = 12) -> str:
    """Names from a file in quotation marks, the first ones if there are many."""
    first = list(islice(names, most + 1))
    return ", ".join(quoted(name, 40) for name in first[:most]) + (", …" if len(first) > most else "") if first else "none"


def quoted(text: object, most: int = 80) -> str:
    """`shown`, in quotation marks."""
    return f"'{shown(text, most)}'"
