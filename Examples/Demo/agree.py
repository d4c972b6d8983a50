"""Reads an archive with Python's plistlib and holds it against what ArchiveDecoder read: agree.py ARCHIVE < LINES.

Each line is a key, a tab and a value, or the values of a column. Prints both sides; exits 1 if one differs.
"""
import plistlib
import struct
import sys

FLOATS = {"f32": "f", "f64": "d"}


def column(top, objects, key):
    """A column's values: its description, at `array[]`, names every column's element type."""
    array, name = key.split("[].")
    count, *columns = objects[top[array + "[]"].data].splitlines()
    element = dict(reversed(line.split(" ", 1)) for line in columns)[name]
    count, data = int(count.split()[1]), top[key]
    if element in FLOATS:
        return struct.unpack(f"<{count}{FLOATS[element]}", data)
    width = len(data) // count  # "bool", or "u10" for ten bits in two bytes
    return [int.from_bytes(data[at : at + width], "little", signed=element[0] == "i") for at in range(0, len(data), width)]


def same(archived, text):
    """Python's value and Swift's text for it; bools are bit-fields of one bit, which Swift sees as numbers."""
    if isinstance(archived, str):
        return archived == text
    if isinstance(archived, float):
        return archived == struct.unpack("<f", struct.pack("<f", float(text)))[0]
    return int(archived) == int(text)


def short(values):
    return " ".join(f"{value:.3g}" if isinstance(value, float) else str(value) for value in values[:5]) + " …"


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    archive = plistlib.loads(data)
    top, objects = archive["$top"], archive["$objects"]
    print(f"    {len(data)} bytes, {len(top)} keys, {len(objects)} objects, in the format of {archive['$archiver']}\n")
    print(f"    {'key':28}{'in the archive (plistlib)':32}read back (ArchiveDecoder)")
    compared = differing = 0
    for line in sys.stdin:
        key, text = line.rstrip("\n").split("\t")
        if "[]." in key:
            values, texts = column(top, objects, key), text.split()
            shown = short(values), short([float(t) if "." in t else int(t) for t in texts])
        else:
            value = top[key]
            value = objects[value.data] if isinstance(value, plistlib.UID) else value
            values, texts = [value], [text]
            shown = str(value), text
        wrong = sum(not same(a, b) for a, b in zip(values, texts)) + abs(len(values) - len(texts))
        compared += len(values)
        differing += wrong
        print(f"    {key:28}{shown[0]:32}{shown[1]}{'   <-- differs' if wrong else ''}")
    if differing or not compared:
        sys.exit(f"\n{differing} of {compared} values differ.")
    print(f"\nAll {compared:,} values agree: what ArchiveDecoder read back is what plistlib finds under each key.")


main()
