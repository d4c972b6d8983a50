#!/usr/bin/env python3
"""Reads an archive of archivegen and prints all its keys and values as JSON, columns expanded into records.

Written from Sources/ArchiveRuntime/FORMAT.md alone, as a stranger would. Numbers that JSON has not (NaN, formats
wider than a double, bytes) are printed as {"type": hexadecimal archived bytes}.

usage: archive_reader.py FILE
"""
import json
import math
import plistlib
import re
import struct
import sys

PLAIN_FLOATS = {"f32": "<f", "f64": "<d"}
OTHER_FLOATS = {"f16": 2, "bf16": 2, "f80": 10, "f128": 16, "dd": 16}


def parse_type(text):
    """'i32[2][3] rest' -> (element type, [2, 3], ' rest')"""
    match = re.match(r"(utf8|latin1|bool|[ui]\d+|bf16|f\d+|dd|c\([a-z0-9]+\)|v\d+\([a-z0-9]+\))((?:\[\d+\])*)", text)
    if not match:
        raise ValueError(f"no type: {text!r}")
    dimensions = [int(number) for number in re.findall(r"\d+", match[2])]
    return match[1], dimensions, text[match.end():]


def lanes(element):
    """'c(f64)' -> (2, 'f64')"""
    match = re.fullmatch(r"(?:c|v(\d+))\(([a-z0-9]+)\)", element)
    if not match:
        return 1, element
    return int(match[1] or 2), match[2]


def lane_size(lane):
    if lane in ("bool", "utf8", "latin1"):
        return 1
    if lane in OTHER_FLOATS:
        return OTHER_FLOATS[lane]
    if lane in PLAIN_FLOATS:
        return struct.calcsize(PLAIN_FLOATS[lane])
    return (int(lane[1:]) + 7) // 8


def real(value, kind, raw):
    return value if math.isfinite(value) else {kind: raw.hex()}


def lane_value(lane, raw):
    if lane == "bool":
        if raw not in (b"\0", b"\1"):
            raise ValueError("a truth value that is neither 0 nor 1")
        return raw == b"\1"
    if lane in OTHER_FLOATS:
        return {lane: raw.hex()}
    if lane in PLAIN_FLOATS:
        return real(struct.unpack(PLAIN_FLOATS[lane], raw)[0], lane, raw)
    return int.from_bytes(raw, "little", signed=lane[0] == "i")


def element_value(element, raw):
    count, lane = lanes(element)
    size = lane_size(lane)
    values = [lane_value(lane, raw[i * size:(i + 1) * size]) for i in range(count)]
    return values[0] if element == lane else values


def nest(values, dimensions):
    """A flat list as rows of rows."""
    for count in reversed(dimensions[1:]):
        values = [values[i:i + count] for i in range(0, len(values), count)] if count else []
    return values


def array_value(element, dimensions, raw):
    if element in ("utf8", "latin1"):
        *dimensions, size = dimensions
        encoding = {"utf8": "utf-8", "latin1": "latin-1"}[element]
        take = lambda text: text.split(b"\0")[0].decode(encoding)
    else:
        count, lane = lanes(element)
        size = count * lane_size(lane)
        take = lambda piece: element_value(element, piece)
    if math.prod(dimensions) * size != len(raw):
        raise ValueError(f"{len(raw)} bytes for {element}{dimensions}")
    values = [take(raw[i * size:(i + 1) * size]) for i in range(math.prod(dimensions))]
    return nest(values, dimensions) if dimensions else values[0]


class Archive:
    def __init__(self, file):
        plist = plistlib.load(file)
        if plist.get("$archiver") != "NSKeyedArchiver" or plist.get("$version") != 100000:
            raise ValueError("not a keyed archive")
        self.objects, self.top = plist["$objects"], plist["$top"]

    def object(self, value):
        return self.objects[value.data] if isinstance(value, plistlib.UID) else value

    def plain(self, value):
        value = self.object(value)
        if isinstance(value, float):
            # plistlib widens 4-byte reals; a NaN's payload is lost to it.
            return real(value, "f64", struct.pack("<d", value))
        return {"bytes": value.hex()} if isinstance(value, bytes) else value

    def described(self, fields, key, text):
        """What the description `text` at `key[]` says stands at `key`."""
        if text.startswith("count "):
            return self.columns(fields, key, text)
        if text.startswith("elements "):
            return {}  # each element stands under a key of its own
        order = "little"
        if text.startswith("native "):
            _, order, text = text.split(" ", 2)
        element, dimensions, rest = parse_type(text)
        if rest:
            raise ValueError(f"description {text!r}")
        raw = self.object(fields[key])
        if order == "big":
            size = 8 if element == "dd" else lane_size(lanes(element)[1])
            raw = b"".join(raw[i:i + size][::-1] for i in range(0, len(raw), size))
        if not isinstance(raw, bytes):
            return self.plain(raw)  # a number object
        return array_value(element, dimensions, raw)

    def columns(self, fields, key, text):
        first, *lines = text.split("\n")
        shape = [int(count) for count in first.split(" ")[1:]]
        records = [{} for _ in range(math.prod(shape))]
        for line in lines:
            element, dimensions, rest = parse_type(line)
            name = rest[1:]
            rows = array_value(element, [len(records)] + dimensions, fields[f"{key}[].{name}"])
            for record, value in zip(records, rows):
                record[name] = value
        return nest(records, shape)

    def values(self, fields):
        """All keys of a dictionary of fields with their values."""
        result, columns = {}, []
        names = {(key[1:] if key.startswith("$$") else key): value for key, value in fields.items() if key != "$class"}
        for key, value in names.items():
            if key.endswith("[]"):
                text = self.object(value)
                result[key[:-2]] = self.described(names, key[:-2], text)
                if text.startswith("count "):
                    columns.append(key + ".")
        for key, value in names.items():
            if key not in result and not key.endswith("[]") and not any(key.startswith(c) for c in columns):
                result[key] = self.plain(value)
        return {key: value for key, value in result.items() if value != {}}

    def read(self):
        if set(self.top) != {"root"} or not isinstance(self.top["root"], plistlib.UID):
            return {"values": self.values(self.top)}
        root = self.object(self.top["root"])
        return {"class": self.object(root["$class"])["$classname"], "values": self.values(root)}


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        print(json.dumps(Archive(file).read(), sort_keys=True, ensure_ascii=False, allow_nan=False))
