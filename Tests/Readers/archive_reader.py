#!/usr/bin/env python3
"""Reads an archive of archivegen or ArchiveRuntime and prints all its keys and values as JSON.

Written from Sources/ArchiveRuntime/FORMAT.md alone, as a stranger would. Columns are expanded into records. An object is
`{"object": N}` wherever something leads to it, and is under N among "objects" with its class and values; so objects may
lead to each other. Numbers that JSON has not (NaN, formats wider than a double, bytes) are printed as {"type": hexadecimal
archived bytes}; Foundation's values as {"date": seconds}, {"uuid": …}, {"url": …}, {"decimal": …}, {"set": […]},
{"entries": [[key, value], …]} and so on, an array as a list.

usage: archive_reader.py FILE
"""
import io
import json
import math
import plistlib
import re
import struct
import sys
import uuid
import xml.parsers.expat

PLAIN_FLOATS = {"f32": "<f", "f64": "<d"}
OTHER_FLOATS = {"f16": 2, "bf16": 2, "f80": 10, "f128": 16, "dd": 16}
TYPE = re.compile(r"(utf8|latin1|bool|[ui][1-9]\d*|bf16|f16|f32|f64|f80|f128|dd|c\([a-z0-9]+\)|v[1-9]\d*\([a-z0-9]+\))((?:\[\d+\])*)")
MOST = 2 ** 48  # counts and dimensions
MOST_NESTED = 64  # collections inside each other that are printed in place, unions inside each other, dimensions
BORNE_OUT = 64  # what is made of a byte of the file, at most


class ArchiveError(ValueError):
    """The file is not an archive, is damaged, or would need memory out of proportion to its size."""


def number(text):
    if not re.fullmatch(r"0|[1-9]\d{0,14}", text) or int(text) > MOST:
        raise ArchiveError(f"{text[:40]!r} is no count")
    return int(text)


def product(counts):
    if len(counts) > MOST_NESTED:
        raise ArchiveError(f"{len(counts)} dimensions")
    result = 1
    for count in counts:
        result *= count
        if result > MOST:
            raise ArchiveError(f"the dimensions {counts[:8]} are too large")
    return result


# Numbers and text, as their archived bytes.


def parse_type(text):
    """'i32[2][3] rest' -> (element type, [2, 3], ' rest')"""
    match = TYPE.match(text)
    if not match:
        raise ArchiveError(f"no type: {text[:80]!r}")
    return match[1], [number(count) for count in re.findall(r"\d+", match[2])], text[match.end():]


def lanes(element):
    """'c(f64)' -> (2, 'f64')"""
    match = re.fullmatch(r"(?:c|v(\d+))\(([a-z0-9]+)\)", element)
    if not match:
        return 1, element
    if not TYPE.fullmatch(match[2]):
        raise ArchiveError(f"no type: {match[2][:80]!r}")
    return number(match[1] or "2"), match[2]


def lane_size(lane):
    if lane in ("bool", "utf8", "latin1"):
        return 1
    if lane in OTHER_FLOATS:
        return OTHER_FLOATS[lane]
    if lane in PLAIN_FLOATS:
        return struct.calcsize(PLAIN_FLOATS[lane])
    return (number(lane[1:]) + 7) // 8


def real(value, kind, raw):
    return value if math.isfinite(value) else {kind: raw.hex()}


def lane_value(lane, raw):
    if lane == "bool":
        if raw not in (b"\0", b"\1"):
            raise ArchiveError("a truth value that is neither 0 nor 1")
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
    """Nothing is allocated for elements before the bytes are known to exist."""
    if not isinstance(raw, bytes):
        raise ArchiveError(f"{type(raw).__name__} in place of the bytes of {element}{dimensions[:8]}")
    if element in ("utf8", "latin1"):
        if not dimensions:
            raise ArchiveError("a text without a length")
        *dimensions, size = dimensions
        encoding = {"utf8": "utf-8", "latin1": "latin-1"}[element]
        take = lambda text: text.split(b"\0")[0].decode(encoding)
    else:
        count, lane = lanes(element)
        size = count * lane_size(lane)
        take = lambda piece: element_value(element, piece)
    count = product(dimensions)
    if count * size != len(raw) or (size == 0 and count > MOST_NESTED):
        raise ArchiveError(f"{len(raw)} bytes for {element}{dimensions[:8]}")
    values = [take(raw[i * size:(i + 1) * size]) for i in range(count)]
    return nest(values, dimensions) if dimensions else values[0]


# The property list around it.


def parse(data):
    """The property list, with UIDs in both forms. No byte of it counts twice."""
    if not data.startswith(b"bplist"):
        return plistlib.loads(data, fmt=plistlib.FMT_XML)
    if len(data) < 40:
        raise ArchiveError(f"{len(data)} bytes are no property list")
    offset_size, _, count, _, table = struct.unpack(">6xBBQQQ", data[-32:])
    if not 1 <= offset_size <= 8 or count * offset_size > len(data) - 32 or table > len(data) - 32 - count * offset_size:
        raise ArchiveError("the table of objects is outside the file")
    taken = sum(extent(data, int.from_bytes(data[at:at + offset_size], "big")) for at in range(table, table + count * offset_size, offset_size))
    if taken > len(data):
        raise ArchiveError("objects overlap")
    return plistlib.loads(data, fmt=plistlib.FMT_BINARY)


def extent(data, offset):
    """The number of bytes that an object has by its marker; for a container only the number of its elements."""
    if offset >= len(data) - 32:
        raise ArchiveError(f"an object at {offset} of {len(data)} bytes")
    kind, count = data[offset] >> 4, data[offset] & 15
    if kind in (4, 5, 6, 10, 13) and count == 15:
        length = 1 << (data[offset + 1] & 15)
        count = int.from_bytes(data[offset + 2:offset + 2 + min(length, 8)], "big") if length <= 8 else MOST
    elif kind in (1, 2):
        return 1 + (1 << count)
    return 1 + count * {6: 2, 13: 2}.get(kind, 1) if kind >= 4 else 1


class Archive:
    def __init__(self, file):
        data = file.read()
        self.left = BORNE_OUT * len(data) + 65536
        plist = typed(parse, data)
        if not isinstance(plist, dict) or plist.get("$archiver") != "NSKeyedArchiver" or plist.get("$version") != 100000:
            raise ArchiveError("not a keyed archive")
        self.objects, self.top = plist.get("$objects"), plist.get("$top")
        if not isinstance(self.objects, list) or not isinstance(self.top, dict) or self.objects[:1] != ["$null"]:
            raise ArchiveError("'$objects' or '$top' is missing")
        self.references = None  # how many lead to each object
        self.found, self.queue = {}, []

    def charge(self, amount):
        self.left -= amount
        if self.left < 0:
            raise ArchiveError("what is in it takes more room than the file's size bears out")

    def index(self, value):
        """The number of a UID; None for anything else."""
        if isinstance(value, dict) and list(value) == ["CF$UID"]:
            value = plistlib.UID(value["CF$UID"])
        if not isinstance(value, plistlib.UID):
            return None
        if value.data >= len(self.objects):
            raise ArchiveError(f"a reference to object {value.data} of {len(self.objects)}")
        return value.data

    def resolved(self, value):
        index = self.index(value)
        return value if index is None else self.objects[index]

    def field(self, fields, key, kind=object):
        if key not in fields:
            raise ArchiveError(f"the key {key[:80]!r} is missing")
        value = self.resolved(fields[key])
        if not isinstance(value, kind):
            raise ArchiveError(f"{key[:80]!r} is {type(value).__name__}")
        return value

    # Objects.

    def value(self, value, depth=0):
        """A value under a key or in a collection: a plain value, one of Foundation's, or a reference to an object."""
        index = self.index(value)
        if index == 0:
            return None
        target = value if index is None else self.objects[index]
        if isinstance(target, dict) and index is not None:
            name = self.class_names(target)[0]
            if name in COLLECTIONS:
                if depth >= MOST_NESTED or self.leading_to(index) > 1:
                    return self.reference(index)
                return COLLECTIONS[name](self, target, depth + 1)
            return VALUES[name](self, target) if name in VALUES else self.reference(index)
        return self.plain(target)

    def leading_to(self, index):
        """The number of references to an object. An object with one reference is printed in its place."""
        if self.references is None:
            self.references = {}
            for fields in [self.top, *self.objects]:
                for held in fields.values() if isinstance(fields, dict) else ():
                    for each in held if isinstance(held, list) else (held,):
                        target = self.index(each)
                        self.references[target] = self.references.get(target, 0) + 1
        return self.references.get(index, 0)

    def reference(self, index):
        if index not in self.found:
            self.found[index] = None
            self.queue.append(index)
        self.charge(1)
        return {"object": index}

    def class_names(self, fields):
        described = self.resolved(fields.get("$class"))
        names = described.get("$classes") if isinstance(described, dict) else None
        if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
            raise ArchiveError("an object without a class")
        if described.get("$classname") != names[0]:
            raise ArchiveError(f"a class called {described.get('$classname')!r} and {names[0]!r}")
        return names

    def described_object(self, fields):
        names = self.class_names(fields)
        if names[0] in COLLECTIONS:
            return {"class": names[0], "values": COLLECTIONS[names[0]](self, fields, 0)}
        if names[0] in VALUES:
            return {"class": names[0], "values": VALUES[names[0]](self, fields)}
        result = {"class": names[0], "values": self.values(fields)}
        superclasses = [name for name in names[1:] if name != "NSObject"]
        return result | ({"superclasses": superclasses} if superclasses else {})

    def plain(self, value):
        if isinstance(value, float):
            # plistlib widens 4-byte reals, and loses a NaN's payload.
            return real(value, "f64", struct.pack("<d", value))
        if isinstance(value, (str, bytes)):
            self.charge(len(value))
        elif not isinstance(value, (int, type(None))):
            raise ArchiveError(f"{type(value).__name__} where a value should be")
        return {"bytes": value.hex()} if isinstance(value, bytes) else value

    def elements(self, fields, depth, key="NS.objects"):
        items = self.field(fields, key, list)
        self.charge(len(items))
        return [self.value(item, depth) for item in items]

    def entries(self, fields, depth):
        keys, values = self.elements(fields, depth, "NS.keys"), self.elements(fields, depth)
        if len(keys) != len(values):
            raise ArchiveError(f"{len(keys)} keys for {len(values)} values")
        return {"entries": [list(entry) for entry in zip(keys, values)]}

    def uuid(self, fields):
        return {"uuid": str(uuid.UUID(bytes=self.field(fields, "NS.uuidbytes", bytes))).upper()}

    def url(self, fields):
        """One that builds on another is a chain: its base is an object."""
        base = self.index(fields.get("NS.base", plistlib.UID(0)))
        result = {"url": self.plain(self.field(fields, "NS.relative", str))}
        return result | ({"base": self.reference(base)} if base else {})

    def decimal(self, fields):
        length, order = self.field(fields, "NS.length", int), self.resolved(fields.get("NS.mantissa.bo", 1))
        mantissa, exponent = self.field(fields, "NS.mantissa", bytes), self.field(fields, "NS.exponent", int)
        if len(mantissa) != 16 or not 0 <= length <= 8 or not -128 <= exponent <= 127:
            raise ArchiveError("a decimal number of another size")
        digits = sum(int.from_bytes(mantissa[2 * i:2 * i + 2], "big" if order == 2 else "little") << 16 * i for i in range(length))
        sign = "-" if self.field(fields, "NS.negative", int) else ""
        return {"decimal": "NaN" if sign and not length else f"{sign}{digits}e{exponent}"}

    def geometry(self, fields):
        """NSValue: a point, size or rectangle is text; a range two numbers."""
        if self.field(fields, "NS.special", int) == 4:
            return {"range": [self.field(fields, f"NS.rangeval.{part}", int) for part in ("location", "length")]}
        keys = {1: "NS.pointval", 2: "NS.sizeval", 3: "NS.rectval"}
        return self.plain(self.field(fields, keys.get(self.field(fields, "NS.special", int), "NS.special"), str))

    def indexes(self, fields):
        count = self.field(fields, "NSRangeCount", int)
        if count == 1:
            return {"indexes": [[self.field(fields, "NSLocation", int), self.field(fields, "NSLength", int)]]}
        numbers, value, shift = [], 0, 0
        for byte in self.field(fields, "NSRangeData", bytes) if count else b"":
            value, shift = value | (byte & 127) << shift, shift + 7
            if byte < 128:
                numbers.append(value)
                value, shift = 0, 0
            elif shift > 63:
                raise ArchiveError("a number of more than 64 bits")
        if len(numbers) != 2 * count or shift:
            raise ArchiveError(f"{len(numbers)} numbers for {count} ranges")
        return {"indexes": [numbers[i:i + 2] for i in range(0, len(numbers), 2)]}

    # Fields of records.

    def described(self, fields, key, text, used):
        """The value at `key` by the description `text` at `key[]`; its keys are added to `used`."""
        if text.startswith("count "):
            used.append(f"{key}[].")
            return self.columns(fields, key, text)
        if text.startswith("graph "):
            return self.graph(fields, key, text, used)
        if text.startswith("elements "):
            return {}  # each element stands under a key of its own
        order = "little"
        if text.startswith("native "):
            _, order, text = (text + "  ").split(" ", 2)
            text = text.rstrip(" ")
        element, dimensions, rest = parse_type(text)
        if rest or order not in ("little", "big"):
            raise ArchiveError(f"the description {text[:80]!r}")
        raw = self.field(fields, key)
        if not isinstance(raw, bytes):
            return self.plain(raw)  # a number object
        if order == "big":
            size = 8 if element == "dd" else lane_size(lanes(element)[1])
            raw = b"".join(raw[i:i + size][::-1] for i in range(0, len(raw), size))
        return array_value(element, dimensions, raw)

    def columns(self, fields, key, text):
        first, *lines = text.split("\n")
        shape = [number(count) for count in first.split(" ")[1:]]
        count = product(shape)
        records, known = None, []  # of each column the flat values, and how many places a record has in it
        group = None  # the last column, for the bit-fields in it
        for line in lines:
            if line.startswith(" "):
                if group is None:
                    raise ArchiveError(f"{line[:80]!r} is in no group")
                group, record_rows, owner = self.part_column(line, group, known)
                for record, value in zip(records, record_rows):
                    record.pop(owner, None)
                    if value is not None:
                        record[beside(group["part"], owner)] = value
                continue
            conditions = []
            while line.startswith("@"):
                word, line = (line + " ").split(" ", 1)
                conditions.append(condition(word, known))
            element, dimensions, rest = parse_type(line.rstrip(" "))
            match = re.match(r"((?:&\d+)*) ", rest)
            if not match or len(conditions) > MOST_NESTED:
                raise ArchiveError(f"the column {line[:80]!r}")
            tables = [number(table) for table in match[1].split("&")[1:]]
            name = rest[match.end():]
            raw = self.field(fields, f"{key}[].{name}", bytes)
            if not conditions:
                rows = array_value(element, [count] + dimensions, raw) if count and product(dimensions) else [[]] * self.borne(count)
                known.append(flatten(rows))
            else:
                places = self.places(conditions, known, self.borne(count))
                values = iter(array_value(element, [sum(map(len, places))] + dimensions, raw))
                flat = [None] * len(known[conditions[-1][0]])
                for place in (place for each in places for place in each):
                    flat[place] = next(values, [])
                known.append(flat)
                rows = [[flat[place] for place in each] for each in places]
                rows = [row[0] if row and "[]" not in name else row or None for row in rows]
            records = records if records is not None else [{} for _ in range(count)]
            for record, value in zip(records, rows):
                if value is not None:
                    record[name] = {"rows": value, "of": tables} if tables else value
            group = None
            if re.fullmatch(r"u\d+", element) and number(element[1:]) <= 64 and not tables:
                group = {"name": name, "bits": number(element[1:]), "end": 0, "flat": known[-1], "rows": rows, "part": ""}
        # Without columns nothing bears the count out.
        return nest(records if records is not None else [{} for _ in range(self.borne(count))], shape)

    def part_column(self, line, group, known):
        """A bit-field of a group in columns: its values, as if it were a column."""
        name, position, width, signed = part(line, group["end"], group["bits"])
        take = lambda value: [take(each) for each in value] if isinstance(value, list) else None if value is None else bits(value, position, width, signed)
        self.charge(len(group["flat"]))
        known.append([None if value is None else take(value) for value in group["flat"]])
        return group | {"end": position + width, "part": name}, [take(row) for row in group["rows"]], group["name"]

    def grouped(self, fields):
        """The bit-fields that are in groups, by their keys, and the keys that the groups have."""
        found, taken = {}, set()
        for key in fields:
            if not (key == "[bits]" or key.endswith(".[bits]")):
                continue
            taken.add(key)
            prefix, word = key[:-len("[bits]")], None
            for line in self.field(fields, key, str).split("\n"):
                if not line.startswith(" "):
                    element, dimensions, rest = parse_type(line)
                    if not re.fullmatch(r"u\d+", element) or number(element[1:]) > 64 or dimensions or not re.match(r" .", rest):
                        raise ArchiveError(f"the group {line[:80]!r}")
                    word, size, end = self.field(fields, prefix + rest[1:], int), number(element[1:]), 0
                    taken.add(prefix + rest[1:])
                    if not 0 <= word < 1 << size:
                        raise ArchiveError(f"{word} in {size} bits")
                elif word is None:
                    raise ArchiveError(f"{line[:80]!r} is in no group")
                else:
                    name, position, width, signed = part(line, end, size)
                    found[prefix + name], end = bits(word, position, width, signed), position + width
        return found, taken

    def borne(self, count):
        """A count without bytes for it."""
        self.charge(count)
        return count

    @staticmethod
    def places(conditions, known, count):
        """For every record the indices in the innermost tag's column for which all conditions hold."""
        innermost = known[conditions[-1][0]]
        per_record = len(innermost) // count if count else 0
        result = []
        for record in range(count):
            live = []
            for place in range(record * per_record, (record + 1) * per_record):
                holds = True
                for column, wanted, values in conditions:
                    tag = known[column][place * len(known[column]) // len(innermost)]
                    holds = holds and isinstance(tag, int) and (int(tag) in values) == wanted
                if holds:
                    live.append(place)
            result.append(live)
        return result

    def graph(self, fields, key, text, used):
        """The roots and tables of a graph: links are row numbers from 1 on."""
        words = lambda raw, size: [int.from_bytes(raw[i:i + size], "little") for i in range(0, len(raw), size)]
        first, *lines = text.split("\n")
        used.append(f"{key}[].")
        result = {"roots": words(self.field(fields, f"{key}[].#root", bytes), 4), "tables": []}
        if len(result["roots"]) != number(first[6:]):
            raise ArchiveError("the number of roots is another")
        for line in lines:
            if line.startswith(" ") and not result["tables"]:
                raise ArchiveError(f"{line[:80]!r} belongs to no table")
            if line.startswith(" site "):
                result["tables"][-1].setdefault("sites", []).append(line.split(" ", 3)[2:])
                continue
            if line.startswith(" "):
                word, count = (line[1:] + " ").split(" ")[:2]
                raw = self.field(fields, f"{prefix}[].#{word}", bytes)
                size = 8 if word == "blocks" else len(raw) // max(number(count), 1)
                if size == 0 or size % 8 or size * number(count) != len(raw):
                    raise ArchiveError(f"{len(raw)} bytes for {line[:80]!r}")
                result["tables"][-1][word] = [words(raw[i:i + size], 8) for i in range(0, len(raw), size)]
                continue
            rows, name = (line + " ").split(" ", 1)
            rows, name = number(rows), name[:-1]
            prefix = f"{key}.{name}" if key else name
            used += [f"{prefix}[].", f"{prefix}[]"]
            table = {"name": name, "rows": self.rows(fields, prefix, name, rows)}
            if len(table["rows"]) != rows:
                raise ArchiveError(f"the number of rows of {name[:80]!r} is another")
            result["tables"].append(table)
        return result

    def rows(self, fields, prefix, name, count):
        if name == "#text":
            return [text.decode("utf-8") for text in self.field(fields, f"{prefix}[].utf8", bytes).split(b"\0")[:-1]]
        if name == "#handles":
            raw, lengths = self.field(fields, f"{prefix}[].bytes", bytes), self.field(fields, f"{prefix}[].length", bytes)
            result, start = [], 0
            for at in range(0, len(lengths), 8):
                length = int.from_bytes(lengths[at:at + 8], "little")
                result.append(raw[start:start + length].hex())
                start += length
            if start != len(raw):
                raise ArchiveError(f"{len(raw)} bytes for handles of {start}")
            return result
        if name.startswith("#"):
            element, dimensions, rest = parse_type(name[1:])
            if rest or dimensions:
                raise ArchiveError(f"the table {name[:80]!r}")
            return array_value(element, [count], self.field(fields, f"{prefix}[].value", bytes))
        return self.columns(fields, prefix, self.field(fields, f"{prefix}[]", str))

    def values(self, fields):
        """All keys of a dictionary of fields with their values."""
        names = {(key[1:] if key.startswith("$$") else key): value for key, value in fields.items() if key != "$class"}
        groups, taken = self.grouped(names)
        names = {key: value for key, value in names.items() if key not in taken}
        result, used = {}, []
        for key in names:
            if key.endswith("[]"):
                # A graph's tables have descriptions, too, which belong to no field.
                result[key[:-2]] = (key, self.field(names, key, str))
        parts = {}
        for base, (key, text) in result.items():
            if text.startswith("graph "):
                parts[base] = self.described(names, base, text, used)
        used = set(used)
        for base, (key, text) in result.items():
            if key not in used and base not in parts:
                more = []
                parts[base] = self.described(names, base, text, more)
                used.update(more)
        for key, value in names.items():
            if key not in parts and not key.endswith("[]") and not inside(key, used):
                parts[key] = self.value(value)
        return {key: value for key, value in parts.items() if value != {}} | groups

    def read(self):
        return typed(self.read_all)

    def read_all(self):
        root = self.index(self.top.get("root")) if set(self.top) == {"root"} else None
        target = self.objects[root] if root is not None else None
        if isinstance(target, dict) and not {self.class_names(target)[0]} & (VALUES.keys() | COLLECTIONS.keys()):
            self.found[root] = None
            result = self.described_object(target)
            if self.leading_to(root) > 1:
                result["object"] = root
        else:
            root, result = None, {"values": self.values(self.top)}
        for index in self.queue:
            self.found[index] = self.described_object(self.objects[index])
        objects = {str(index): found for index, found in self.found.items() if index != root}
        return result | ({"objects": objects} if objects else {})


def condition(word, known):
    """'@2!1,3' -> (1, False, {1, 3})"""
    match = re.fullmatch(r"@(\d+)([=!])(-?\d+(?:,-?\d+)*)", word)
    if not match or not 1 <= number(match[1]) <= len(known):
        raise ArchiveError(f"the condition {word[:80]!r}")
    return number(match[1]) - 1, match[2] == "=", {int(value) for value in match[3].split(",")}


def part(line, end, size):
    """' i5@8 delta' -> ('delta', 8, 5, True)"""
    match = re.fullmatch(r" ([ui])([1-9]\d{0,2})(?:@(\d+))? (.+)", line)
    if not match:
        raise ArchiveError(f"the part {line[:80]!r}")
    position, width = number(match[3]) if match[3] else end, number(match[2])
    if position < end or position + width > size:
        raise ArchiveError(f"the part {line[:80]!r} is not inside {size} bits")
    return match[4], position, width, match[1] == "i"


def bits(word, position, width, signed):
    value = word >> position & (1 << width) - 1
    return value - (1 << width) if signed and value >> width - 1 else value


def beside(name, group):
    """The key of a field in the group of another key."""
    return group[:group.rfind(".") + 1] + name


def inside(key, prefixes):
    """Whether a key is a column or another part of a value that has a description."""
    at = key.find("[].")
    for _ in range(MOST_NESTED):
        if at < 0:
            return False
        if key[:at + 3] in prefixes:
            return True
        at = key.find("[].", at + 1)
    raise ArchiveError(f"the key {key[:80]!r}")


def typed(body, *arguments):
    """Converts libraries' errors about bytes that are not an archive to this reader's error."""
    try:
        return body(*arguments)
    except ArchiveError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, struct.error, RecursionError, MemoryError,
            plistlib.InvalidFileException, xml.parsers.expat.ExpatError) as flaw:
        raise ArchiveError(f"the file is damaged: {type(flaw).__name__}: {flaw}") from flaw


# Foundation's classes by the names that archives have for them, with those of other writers.
COLLECTIONS = {
    **dict.fromkeys(["NSArray", "NSMutableArray"], Archive.elements),
    **dict.fromkeys(["NSSet", "NSMutableSet"], lambda archive, fields, depth: {"set": archive.elements(fields, depth)}),
    **dict.fromkeys(["NSOrderedSet", "NSMutableOrderedSet"], lambda archive, fields, depth: {"orderedSet": archive.elements(fields, depth)}),
    **dict.fromkeys(["NSDictionary", "NSMutableDictionary"], Archive.entries),
}
VALUES = {
    "NSNull": lambda archive, fields: None,
    **dict.fromkeys(["NSString", "NSMutableString"], lambda archive, fields: archive.plain(archive.field(fields, "NS.string", str))),
    **dict.fromkeys(["NSData", "NSMutableData"], lambda archive, fields: archive.plain(archive.field(fields, "NS.data", bytes))),
    "NSDate": lambda archive, fields: {"date": archive.plain(archive.field(fields, "NS.time", (float, int)))},
    "NSUUID": Archive.uuid,
    "NSURL": Archive.url,
    "NSDecimalNumber": Archive.decimal,
    "NSLocale": lambda archive, fields: {"locale": archive.plain(archive.field(fields, "NS.identifier", str))},
    "NSTimeZone": lambda archive, fields: {"timeZone": archive.plain(archive.field(fields, "NS.name", str))},
    "NSValue": Archive.geometry,
    "NSIndexSet": Archive.indexes,
}


def main(path):
    try:
        with open(path, "rb") as file:
            text = json.dumps(Archive(file).read(), sort_keys=True, ensure_ascii=False, allow_nan=False)
    except (ArchiveError, OSError) as flaw:
        print(f"archive_reader.py: {path}: {flaw}", file=sys.stderr)
        return 1
    sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass") + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
