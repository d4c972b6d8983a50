"""objects_reader.py FILE: prints what a keyed archive's $top leads to, by plistlib alone. An object that was met before
is #N, the Nth that was met. XML files hold references as dictionaries, which plistlib leaves as they are."""
import plistlib
import sys

archive = plistlib.load(open(sys.argv[1], "rb"))
assert archive["$archiver"] == "NSKeyedArchiver" and archive["$version"] == 100000
assert archive["$objects"][0] == "$null"
seen = {}


def shown(value):
    if isinstance(value, dict) and list(value) == ["CF$UID"]:
        value = plistlib.UID(value["CF$UID"])
    if isinstance(value, plistlib.UID):
        if value.data == 0:
            return "nil"
        target = archive["$objects"][value.data]
        if not isinstance(target, dict):
            return shown(target)
        if value.data in seen:
            return "#%d" % seen[value.data]
        seen[value.data] = len(seen) + 1
        reference = target["$class"]
        described = archive["$objects"][reference.data if isinstance(reference, plistlib.UID) else reference["CF$UID"]]
        assert described["$classname"] == described["$classes"][0]
        fields = [k + "=" + shown(v) for k, v in target.items() if k != "$class"]
        return "/".join(described["$classes"]) + "(" + ", ".join(fields) + ")"
    if isinstance(value, list):
        return "[" + ", ".join(map(shown, value)) + "]"
    if isinstance(value, bytes):
        return "<" + value.hex() + ">"
    return repr(value)


for key, value in archive["$top"].items():
    print(key + ": " + shown(value))
