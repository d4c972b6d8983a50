"""Arithmetic types: their names in FORMAT.md, and the canonical bytes of a value that C has in memory."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

FLOAT_BYTES = {"f16": 2, "bf16": 2, "f32": 4, "f64": 8, "f80": 10, "f128": 16}


@dataclass(frozen=True)
class Number:
    """One integer, boolean or floating-point type. `storage` is its `sizeof`, including padding."""

    kind: str  # bool, int, uint, or a float's name
    bits: int
    storage: int
    """The values of a closed enumeration; empty for a type that allows all bit patterns."""
    cases: tuple[int, ...] = ()
    """The C name of the type, or `enum`; archives do not depend on it."""
    spelling: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        match self.kind:
            case "int":
                return f"i{self.bits}"
            case "uint":
                return f"u{self.bits}"
            case _:
                return self.kind

    @property
    def size(self) -> int:
        """The size in bytes in an archive."""
        return FLOAT_BYTES.get(self.kind) or (1 if self.kind == "bool" else (self.bits + 7) // 8)

    @property
    def is_plain(self) -> bool:
        """Whether a single value is a boolean, integer or real of the property list."""
        return self.kind in ("bool", "f16", "bf16", "f32", "f64") or (self.kind in ("int", "uint") and self.bits <= 64)

    def canonical(self, raw: bytes) -> bytes:
        if self.kind == "bool":
            return b"\1" if any(raw) else b"\0"
        return raw[: self.size]

    def canonical_bits(self, value: int) -> bytes:
        """The canonical bytes of a bit-field's `bits` bits."""
        if self.kind == "bool":
            return b"\1" if value else b"\0"
        if self.kind == "int" and value >> (self.bits - 1):
            value -= 1 << self.bits
        return value.to_bytes(self.size, "little", signed=self.kind == "int")

    def canonical_array(self, raw: bytes) -> bytes:
        if self.kind != "bool" and self.storage == self.size:
            return raw
        return b"".join(self.canonical(raw[at : at + self.storage]) for at in range(0, len(raw), self.storage))

    def plist_value(self, canonical: bytes) -> bool | int | float:
        """The value that plistlib gives for a plain number."""
        match self.kind:
            case "bool":
                return canonical != b"\0"
            case "int" | "uint":
                return int.from_bytes(canonical, "little", signed=self.kind == "int")
            case "f16":
                return _real32(_widened_half(int.from_bytes(canonical, "little")))
            case "bf16":
                return _real32(int.from_bytes(canonical, "little") << 16)
            case "f32":
                return _real32(int.from_bytes(canonical, "little"))
            case "f64":
                return struct.unpack("<d", canonical)[0]
        raise ValueError(f"{self.name} is no property list scalar")


@dataclass(frozen=True)
class Compound:
    """A complex number or a vector: several lanes of one number type. A vector of three has storage for four."""

    lane: Number
    lanes: int
    is_vector: bool
    storage: int

    is_plain = False

    @property
    def name(self) -> str:
        return f"v{self.lanes}({self.lane.name})" if self.is_vector else f"c({self.lane.name})"

    @property
    def size(self) -> int:
        return self.lanes * self.lane.size

    def canonical(self, raw: bytes) -> bytes:
        return self.lane.canonical_array(raw[: self.lanes * self.lane.storage])

    def canonical_array(self, raw: bytes) -> bytes:
        return b"".join(self.canonical(raw[at : at + self.storage]) for at in range(0, len(raw), self.storage))


@dataclass(frozen=True)
class Text:
    """A `char` array that an annotation marks as text."""

    encoding: str
    storage: int

    is_plain = False

    @property
    def name(self) -> str:
        return f"{self.encoding}[{self.storage}]"

    def canonical(self, raw: bytes) -> bytes:
        return raw.split(b"\0")[0].ljust(self.storage, b"\0")

    def canonical_array(self, raw: bytes) -> bytes:
        return b"".join(self.canonical(raw[at : at + self.storage]) for at in range(0, len(raw), self.storage))

    def string(self, canonical: bytes) -> str:
        return canonical.rstrip(b"\0").decode("utf-8" if self.encoding == "utf8" else "latin-1")


Element = Number | Compound | Text


def same_value(found: object, expected: object) -> bool:
    """Whether two values have the same type and, for reals, the same bits: -0.0 is not 0.0, and a NaN keeps its
    payload."""
    if type(found) is not type(expected):
        return False
    if isinstance(found, float):
        return struct.pack("<d", found) == struct.pack("<d", expected)
    return found == expected


def _real32(bits: int) -> float:
    # This is how plistlib unpacks a 4-byte real: a signalling NaN becomes quiet, in both cases.
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def _widened_half(bits: int) -> int:
    """An IEEE 754 binary16 as binary32, including the payload of a NaN."""
    sign, exponent, fraction = bits >> 15 << 31, bits >> 10 & 0x1F, bits & 0x3FF
    if exponent == 0x1F:
        return sign | 0xFF << 23 | fraction << 13
    if exponent:
        return sign | (exponent + 112) << 23 | fraction << 13
    return sign | struct.unpack("<I", struct.pack("<f", fraction * 2.0**-24))[0]
