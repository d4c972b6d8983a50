"""Writes the files that the console blocks of the articles are about, into the current folder."""
import datetime
import plistlib
import struct
import uuid
from pathlib import Path

U = plistlib.UID


def kind(*names):
    return {"$classname": names[0], "$classes": [*names, "NSObject"]}


def archive(name, objects, top=None):
    """An archive as NSKeyedArchiver writes it; the object 1 is the root."""
    whole = {"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": top or {"root": U(1)}, "$objects": ["$null", *objects]}
    Path(name).write_bytes(plistlib.dumps(whole, fmt=plistlib.FMT_BINARY, sort_keys=False))


def numbers(form, *values):
    return b"".join(struct.pack("<" + form, value) for value in values)


# LookingIntoArchives.md
archive("menu.archive", [
    {"title": U(2), "created": U(3), "id": U(5), "items": U(7), "$class": U(12)}, "Lunch",
    {"NS.time": 730900800.25, "$class": U(4)}, kind("NSDate"),
    {"NS.uuidbytes": uuid.UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8").bytes, "$class": U(6)}, kind("NSUUID"),
    {"NS.objects": [U(9), U(9)], "$class": U(8)}, kind("NSArray"),
    {"name": U(10), "menu": U(1), "$class": U(11)}, "Soup", kind("Item"), kind("Menu")])
graph = {
    "[]": "graph 1\n2 node\n1 #text", "[].#root": numbers("I", 1), "node[]": "count 2\ni32 value\nu32&1 next\nu32&2 text",
    "node[].value": numbers("i", 10, 20), "node[].next": numbers("I", 2, 1), "node[].text": numbers("I", 1, 0), "#text[].utf8": b"the root\0"}
archive("tree.archive", [
    {**graph, "[]": U(2), "node[]": U(3), "$class": U(4)}, graph["[]"], graph["node[]"], kind("node*")])
plistlib.dump({"people": [{"name": "Ann", "age": 3}, {"name": "Bob", "age": 40}, {"name": "Cy"}]},
              open("people.plist", "wb"), fmt=plistlib.FMT_BINARY, sort_keys=False)


# ComparingArchives.md
def menu(name, title, prices, limit, persons):
    """`persons` are objects by their keys; equal names are one object."""
    count = len(prices)
    own = {"title": U(2), "limit": limit, "lines[]": U(3), "lines[].order": numbers("I", *range(count)) if count else b"",
           "lines[].price": numbers("I", *prices), "lines[].stock": numbers("H", *[2] * count), "$class": U(4)}
    objects = [own, title, f"count {count}\nu32 order\nu32 price\nu16 stock", kind("Menu"), kind("Person")]
    places = {}
    for key, (identity, text) in persons.items():
        if identity not in places:
            objects += [{"name": U(len(objects) + 2), "$class": U(5)}, text]
            places[identity] = len(objects) - 1
        own[key] = U(places[identity])
    archive(name, objects)


prices = [100, 150, 200, 250, *range(300, 1600, 100), 90]
menu("old.archive", "Lunch", prices, 3, {"owner": (1, "Ada"), "backup": (1, "Ada")})
menu("new.archive", "Dinner", [100, 150, 200, 275, *prices[4:-1]], 3.0,
     {"owner": (1, "Ada"), "backup": (2, "Ada"), "cook": (3, "Bo")})
broken = {"$class": U(3), "[]": U(2), "[].price": bytes(15), "[].stock": numbers("H", 1, 2)}
torn = {**graph, "[]": U(5), "node[]": U(6), "node[].next": numbers("I", 2, 9), "$class": U(7)}
archive("broken.archive", [
    broken, "count 2\nf64 price\nu16 stock", kind("order[]"), torn, graph["[]"], graph["node[]"], kind("node*")],
    {"orders": U(1), "tree": U(4)})
Path("headers").mkdir(exist_ok=True)
Path("headers/order.h").write_text(
    "struct line {\n    unsigned short price;\n};\n\nstruct order {\n    unsigned id;\n    struct line lines[2];\n    unsigned stock;\n};\n")
archive("order.archive", [
    {"id": 7, "lines[]": U(2), "lines[].price": numbers("I", 250, 70000), "note": U(4), "$class": U(3)},
    "count 2\nu32 price", kind("order"), "by hand"])
