"""canonical.py FILE [binary|xml OUT]: prints a property list as Canonical.swift does; writes it again to OUT."""
import datetime
import plistlib
import struct
import sys


def real(value):
    return "real %x" % struct.unpack(">Q", struct.pack(">d", value))[0]


def canonical(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return real(value)
    if isinstance(value, datetime.datetime):
        return "date " + real((value - datetime.datetime(2001, 1, 1)).total_seconds())
    if isinstance(value, bytes):
        return "<" + value.hex() + ">"
    if isinstance(value, str):
        return "'" + value.encode("utf-8").hex() + "'"
    if isinstance(value, plistlib.UID):
        return "uid %d" % value.data
    if isinstance(value, list):
        return "[" + ", ".join(map(canonical, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(sorted(canonical(k) + ": " + canonical(v) for k, v in value.items())) + "}"
    raise TypeError(value)


value = plistlib.load(open(sys.argv[1], "rb"))
print(canonical(value))
for kind, path in zip(sys.argv[2::2], sys.argv[3::2]):
    try:
        written = plistlib.dumps(value, fmt=plistlib.FMT_XML if kind == "xml" else plistlib.FMT_BINARY)
    except (TypeError, ValueError):
        continue  # Python writes no references and no control characters in XML.
    with open(path, "wb") as file:
        file.write(written)
