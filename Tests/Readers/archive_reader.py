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


def flatten(values):
    return [item for value in values for item in (flatten(value) if isinstance(value, list) else [value])]


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
        if text.startswith("graph "):
            return self.graph(fields, key, text)
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
        known = []  # of each column the flat values, and how many places a record has in it
        for line in lines:
            conditions = []
            while line.startswith("@"):
                word, line = line.split(" ", 1)
                column, sign, values = re.fullmatch(r"@(\d+)([=!])(.*)", word).groups()
                conditions.append((int(column) - 1, sign == "=", {int(value) for value in values.split(",")}))
            element, dimensions, rest = parse_type(line)
            tables = [int(number) for number in re.match(r"((?:&\d+)*) ", rest)[1].split("&")[1:]]
            name = rest[rest.index(" ") + 1:]
            raw = fields[f"{key}[].{name}"]
            if not conditions:
                known.append(flatten(array_value(element, [len(records)] + dimensions, raw)))
                rows = array_value(element, [len(records)] + dimensions, raw)
            else:
                places = self.places(conditions, known, len(records))
                values = array_value(element, [sum(map(len, places))] + dimensions, raw)
                flat = [None] * max((place for each in places for place in each), default=-1)
                flat += [None] * (len(known[conditions[-1][0]]) - len(flat))
                for place, value in zip((place for each in places for place in each), values):
                    flat[place] = value
                known.append(flat)
                rows = [[values.pop(0) for _ in each] for each in places]
                rows = [row[0] if row and "[]" not in name else row or None for row in rows]
            for record, value in zip(records, rows):
                if value is not None:
                    record[name] = {"rows": value, "of": tables} if tables else value
        return nest(records, shape)

    @staticmethod
    def places(conditions, known, count):
        """For every record the places in the innermost tag's column for which all conditions hold."""
        column, _, _ = conditions[-1]
        per_record = len(known[column]) // count if count else 0
        result = []
        for record in range(count):
            live = []
            for place in range(record * per_record, (record + 1) * per_record):
                holds = True
                for column, wanted, values in conditions:
                    outer = place * len(known[column]) // len(known[conditions[-1][0]])
                    holds = holds and known[column][outer] is not None and (int(known[column][outer]) in values) == wanted
                if holds:
                    live.append(place)
            result.append(live)
        return result

    def graph(self, fields, key, text):
        """The roots and tables of a graph: links are row numbers from 1 on."""
        words = lambda raw, size: [int.from_bytes(raw[i:i + size], "little") for i in range(0, len(raw), size)]
        first, *lines = text.split("\n")
        result = {"roots": words(fields[f"{key}[].#root"], 4), "tables": []}
        if len(result["roots"]) != int(first.split(" ")[1]):
            raise ValueError("the number of roots")
        for line in lines:
            if line.startswith(" site "):
                result["tables"][-1].setdefault("sites", []).append(line.split(" ", 3)[2:])
                continue
            if line.startswith(" "):
                word, count = line.split()
                raw = fields[f"{prefix}[].#{word}"]
                size = 8 if word == "blocks" else len(raw) // int(count)
                result["tables"][-1][word] = [words(raw[i:i + size], 8) for i in range(0, len(raw), size)]
                continue
            rows, name = line.split(" ", 1)
            prefix = f"{key}.{name}" if key else name
            table = {"name": name}
            if name == "#text":
                table["rows"] = [text.decode("utf-8") for text in fields[f"{prefix}[].utf8"].split(b"\0")[:-1]]
            elif name == "#handles":
                raw, table["rows"] = fields[f"{prefix}[].bytes"], []
                for length in words(fields[f"{prefix}[].length"], 8):
                    table["rows"].append(raw[:length].hex())
                    raw = raw[length:]
            elif name.startswith("#"):
                table["rows"] = array_value(name[1:], [int(rows)], fields[f"{prefix}[].value"])
            else:
                table["rows"] = self.columns(fields, prefix, self.object(fields[f"{prefix}[]"]))
            if len(table["rows"]) != int(rows):
                raise ValueError(f"the number of rows of {name}")
            result["tables"].append(table)
        return result

    def values(self, fields):
        """All keys of a dictionary of fields with their values."""
        result, columns = {}, []
        names = {(key[1:] if key.startswith("$$") else key): value for key, value in fields.items() if key != "$class"}
        for key, value in names.items():
            if key.endswith("[]"):
                text = self.object(value)
                if text.startswith("graph "):
                    columns += [key + "."] + [
                        f"{key[:-2]}.{name}[]".lstrip(".") for name in re.findall(r"^\d+ (.*)$", text, re.M)]
                result[key[:-2]] = self.described(names, key[:-2], text)
                if text.startswith("count "):
                    columns.append(key + ".")
        for key, value in names.items():
            if key not in result and not key.endswith("[]") and not any(key.startswith(c) for c in columns):
                result[key] = self.plain(value)
        inside = lambda key: any(f"{key}[]" == column for column in columns)
        return {key: value for key, value in result.items() if value != {} and not inside(key)}

    def read(self):
        if set(self.top) != {"root"} or not isinstance(self.top["root"], plistlib.UID):
            return {"values": self.values(self.top)}
        root = self.object(self.top["root"])
        return {"class": self.object(root["$class"])["$classname"], "values": self.values(root)}


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        print(json.dumps(Archive(file).read(), sort_keys=True, ensure_ascii=False, allow_nan=False))
