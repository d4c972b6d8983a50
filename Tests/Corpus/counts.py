"""Counts of the checks, and the problems found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Counts:
    headers: int = 0
    headers_alone: int = 0
    headers_with_errors: int = 0
    records: int = 0
    generated: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    generated_with_skips: int = 0
    skipped_fields: int = 0
    fields: int = 0
    archives: int = 0
    values: int = 0
    unread_headers: int = 0
    """The number of types in clang-only parts of a header, which gcc cannot read."""
    unread_types: int = 0
    """The number of types with pointers whose graphs were compared, and of the pointers in them."""
    graphs: int = 0
    links: int = 0
    """The number of fields that are archived because the checker made an annotation."""
    annotated_fields: int = 0
    """The number of types whose values are not compared: those with unions that have a tag in a comment."""
    tagged: int = 0
    grouped: int = 0
    """Records that need another name beside Foundation."""
    renamed_types: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)

    def __iadd__(self, other: Counts) -> Counts:
        for name, value in vars(other).items():
            mine = getattr(self, name)
            setattr(self, name, mine | value if isinstance(value, set) else mine + value)
        return self

    def problem(self, text: str) -> None:
        self.problems.append(text)

    def text(self) -> str:
        lines = [
            f"{self.headers} headers ({self.headers_alone} of them tried alone, {self.headers_with_errors} with errors of their own)",
            f"{self.records} records seen: {self.generated} generated, {sum(self.refused.values())} refused",
            *(f"    {count:5} {reason}" for reason, count in self.refused.most_common()),
            f"{self.generated_with_skips} generated with --unresolved skip, which left out {self.skipped_fields} fields",
            f"{self.fields} fields in these; {self.values} values compared in {self.archives} archives",
        ]
        if self.graphs:
            lines.append(f"{self.graphs} types with pointers, {self.links} pointers followed; {self.annotated_fields} fields have annotations made up for them")
        if self.renamed_types:
            lines.append(f"{len(self.renamed_types)} type names that Swift's C library has for others, given another name by a macro (header_sets.py)")
        if self.unread_headers or self.unread_types:
            lines.append(f"not compared, because gcc cannot read them: {self.unread_headers} headers, {self.unread_types} types")
        if self.grouped:
            lines.append(f"left to Tests/FixtureTests: {self.grouped} types of headers with groups of bit-fields")
        if self.tagged:
            lines.append(f"left to Tests/FixtureTests: {self.tagged} types with unions that have a tag")
        return "\n".join("  " + line for line in lines)
