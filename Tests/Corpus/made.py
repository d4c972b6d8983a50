"""Makes annotations for records that need some, so that pointers and unions are archived and compared.

The annotation of a field depends only on its type and name, so all runs are alike. archivegen gets the annotations in a
YAML file, and the checker gets them as values.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from elements import Compound, Number
from layout import Array, Layouts, Member, Obstacle, Pointer, Record


@dataclass
class Made:
    """Annotations by the identities of DWARF's members and records, which live as long as their `Layouts`."""

    words: dict[int, dict[str, str]] = field(default_factory=dict)
    views: dict[int, str] = field(default_factory=dict)
    tags: dict[int, tuple[str, dict[str, tuple[int, ...]]]] = field(default_factory=dict)
    """By type: the type's own attributes under the empty name, and those of its fields by their paths."""
    lines: dict[str, dict[str, str]] = field(default_factory=dict)
    """The annotated fields: file, line and name."""
    places: set[tuple[Path | None, int, str]] = field(default_factory=set)

    def yaml(self) -> str:
        text = ["types:"]
        for type, fields in self.lines.items():
            text.append(f"  {type}:")
            if "" in fields:
                text.append(f"    archive: {fields['']}")
            if named := {path: words for path, words in fields.items() if path}:
                text.append("    fields:")
                text += [f'      "{path}": {words}' for path, words in named.items()]
        return "\n".join(text) + "\n" if self.lines else "types: {}\n"


def annotations(layouts: Layouts, headers: set[Path]) -> Made:
    """Annotations for those records of these headers that have a unique name."""
    made = Made()
    for record in layouts.all:
        name = record.tag or (record.typedefs[0] if record.typedefs else None)
        if name is None or record.file not in headers or len({id(other) for other in layouts.named(name)}) != 1:
            continue
        fields: dict[str, str] = {}
        writer = _Writer(made, headers, record, fields)
        if record.kind == "struct":
            writer.write(record, "")
        elif (view := _view(record)) is not None:
            made.views[id(record)] = view.name
            fields[""] = f"view({view.name})"
            writer.write(record, "", only=view)
        if fields:
            made.lines[name] = fields
    return made


@dataclass
class _Writer:
    made: Made
    headers: set[Path]
    root: Record
    fields: dict[str, str]

    def write(self, record: Record, path: str, only: Member | None = None) -> None:
        tags = _tags(record)
        for member in record.members:
            if only is not None and member is not only:
                continue
            type = member.type.element if isinstance(member.type, Array) else member.type
            if isinstance(type, Obstacle) and member.name:
                self._say(member, path + member.name, self._pointer_words(record, member, type, tags))
            elif isinstance(type, Record) and not type.is_named:
                self._unnamed(member, type, path, tags.get(id(member)))

    def _unnamed(self, member: Member, inner: Record, path: str, tag: Member | None) -> None:
        below = f"{path}{member.name}." if member.name else path
        if inner.kind == "struct":
            self.write(inner, below)
            return
        view, name = _view(inner), next((one.name for one in inner.members if one.name), None)
        if name is None or isinstance(member.type, Array):
            return
        place = path + member.name if member.name else f"{path}({name})"
        if tag is not None and len(inner.members) < 100 and all(one.name and (_is_viable(one) or self._is_link(inner, one)) for one in inner.members):
            self.made.tags[id(inner)] = (tag.name, {one.name: (index + 1,) for index, one in enumerate(inner.members)})
            self.fields[place] = f"tag({tag.name})"
            for index, one in enumerate(inner.members):
                type = one.type.element if isinstance(one.type, Array) else one.type
                words = self._pointer_words(inner, one, type, {}) if isinstance(type, Obstacle) else {}
                self._say(one, below + one.name, {"case": str(index + 1)} | words)
                if isinstance(type, Record) and not type.is_named and type.kind == "struct":
                    self.write(type, f"{below}{one.name}.")
        elif view is not None:
            self.made.views[id(inner)] = view.name
            self.fields[place] = f"view({view.name})"
            self.write(inner, below, only=view)
        else:
            return
        self.made.places.add((member.file, member.line, member.name))

    def _is_link(self, union: Record, member: Member) -> bool:
        return isinstance(member.type, Pointer) and bool({"ref", "cstring"} & self._pointer_words(union, member, member.type, {}).keys())

    def _say(self, member: Member, path: str, words: dict[str, str]) -> None:
        if words:
            self.made.words[id(member)] = words
            self.fields[path] = ", ".join(f"{word}({argument})" if argument else word for word, argument in words.items())
            self.made.places.add((member.file, member.line, member.name))

    def _pointer_words(self, record: Record, member: Member, type: Obstacle, tags: dict[int, Member]) -> dict[str, str]:
        """The attributes of a pointer. A flexible array, or a pointer to an undefined type, is left to `--unresolved
        skip`."""
        choice = hashlib.sha256(f"{self.root.display_name}.{member.name}".encode()).digest()[0]
        pointee = type.pointee() if isinstance(type, Pointer) and not _is_flexible(member) else None
        if isinstance(pointee, Number) and pointee.spelling == "char":
            return {"cstring": "latin1" if choice % 2 else ""}
        counters = [other for other in record.members if record.kind == "struct" and _is_integer(other) and all(other is not tag for tag in tags.values())]
        count = {"count": counters[choice // 2 % len(counters)].name} if counters and not isinstance(member.type, Array) else None
        if isinstance(pointee, (Number, Compound)) and pointee.storage:
            return (count if choice % 2 else None) or {"ref": ""}
        if isinstance(pointee, Record) and pointee.is_named and pointee.kind == "struct" and pointee.file in self.headers:
            if count and choice % 2 and not _has_tail(pointee):
                return count
            return {"ref": ""}
        # Half of the fields that need `skip` get it here, and the rest through the policy.
        return {"skip": ""} if isinstance(type, Pointer) and choice % 2 else {}


def _is_integer(member: Member, tag: bool = False) -> bool:
    """Whether a field can be used as a count or a tag."""
    type = member.type
    return (
        bool(member.name) and member.bit_width is None and isinstance(type, Number) and type.kind in ("int", "uint")
        and 8 <= type.bits <= 64 and type.spelling not in ("enum", "char") and not (tag and type.bits > 32))


def _tags(record: Record) -> dict[int, Member]:
    """For each unnamed union in the record, an integer before it that no other union uses. A type that two members have
    can only have one annotation, so it gets no tag."""
    types = [id(member.type) for member in record.members]
    tags: dict[int, Member] = {}
    free: list[Member] = []
    for member in record.members:
        if _is_integer(member, tag=True):
            free.append(member)
        elif isinstance(member.type, Record) and member.type.kind == "union" and not member.type.is_named:
            if free and types.count(id(member.type)) == 1:
                tags[id(member)] = free.pop(0)
    return tags


def _is_viable(member: Member) -> bool:
    """Whether a union's member is plain data, regardless of its name."""
    type = member.type.element if isinstance(member.type, Array) else member.type
    if _is_flexible(member) or isinstance(member.type, Array) and 0 in member.type.dimensions:
        return False
    if isinstance(type, Record):
        return type.kind == "struct" and all(_is_viable(inner) for inner in type.members)
    return not isinstance(type, Obstacle)


def _view(union: Record) -> Member | None:
    """The last plain member, because the first one might be chosen by mistake."""
    return next((member for member in reversed(union.members) if member.name and _is_viable(member)), None)


def _is_flexible(member: Member) -> bool:
    return isinstance(member.type, Array) and None in member.type.dimensions


def _has_tail(record: Record) -> bool:
    last = record.members[-1] if record.members else None
    if last is None:
        return False
    if isinstance(last.type, Record) and not last.name:
        return _has_tail(last.type)
    return isinstance(last.type, Array) and last.type.dimensions[0] in (None, 0)
