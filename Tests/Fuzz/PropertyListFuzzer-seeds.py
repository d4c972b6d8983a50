"""PropertyListFuzzer-seeds.py FOLDER: writes small property lists of every kind and form, as seeds for a fuzzer."""
import datetime
import pathlib
import plistlib
import sys

folder = pathlib.Path(sys.argv[1])
values = {
    "integers": [0, 255, 256, 65536, 1 << 40, -1, (1 << 64) - 1],
    "reals": [0.0, -1.5, float("inf"), float("nan")],
    "texts": ["", "a", "fifteen letters", "é日😀", "<&>"],
    "data": [b"", b"abc", bytes(range(20))],
    "dates": [datetime.datetime(2001, 1, 1), datetime.datetime(1970, 2, 28, 23, 59, 59)],
    "bools": [True, False],
    "arrays": [[], [[]], list(range(20))],
    "dictionaries": {"a": {}, "b": {"a": 1}, "é": True, "$top": 2},
    "archive": {"$archiver": "NSKeyedArchiver", "$version": 100000, "$objects": ["$null", "x"], "$top": {"root": 1}},
}
for name, value in values.items():
    (folder / f"{name}.bplist").write_bytes(plistlib.dumps(value, fmt=plistlib.FMT_BINARY))
    xml = plistlib.dumps(value, fmt=plistlib.FMT_XML)
    (folder / f"{name}.plist").write_bytes(xml)
    (folder / f"{name}-utf16.plist").write_bytes(xml.decode().replace("UTF-8", "UTF-16").encode("utf-16"))
(folder / "references.bplist").write_bytes(
    plistlib.dumps([plistlib.UID(0), plistlib.UID(300), plistlib.UID(70000)], fmt=plistlib.FMT_BINARY))
(folder / "references.plist").write_text(
    "<?xml version='1.0'?><!DOCTYPE plist SYSTEM 'x'><plist><array><dict><key>CF$UID</key><integer>0x3</integer></dict>"
    "<string>a<![CDATA[<b>]]><!-- c -->&#x1F600;&amp;</string><true/><array/></array></plist>")
