"""Archives for the tests of the page and of pictures: records, graphs, objects with cycles, and text that tries to be executed."""
import plistlib
import random
import struct

U = plistlib.UID
NAMES = ["Ada", "Grace", "Barbara", "Edsger", "Niklaus", "Donald", "Alan", "Margaret", "Zoë", "Radia"]
# What would run, load or end an element if text were taken for markup.
MARKUP = "</script><script>window.owned = 1</script>"
IMAGE = "\"><img src=x onerror='window.owned = 2'>"


def keyed(top, objects):
    return {"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": top, "$objects": objects}


def save(path, top, objects):
    with open(path, "wb") as file:
        plistlib.dump(keyed(top, objects), file, fmt=plistlib.FMT_BINARY, sort_keys=False)


def named(name):
    return {"$classname": name, "$classes": [name, "NSObject"]}


def packed(form, values):
    return struct.pack(f"<{len(values)}{form}", *values)


def orders(path, rows):
    """An array of records with bit-fields, text, a union and numbers of many types; gives some columns."""
    source = random.Random(1)
    kinds = [source.randrange(4) for _ in range(rows)]
    columns = {
        "order": list(range(1000, 1000 + rows)), "kind": kinds, "flags": [source.randrange(256) for _ in range(rows)],
        "price.amount": [round(abs(source.gauss(50, 20)), 2) for _ in range(rows)],
        "placed": [1600000000 + source.randrange(150000000) for _ in range(rows)],
        "customer": [NAMES[min(9, int(abs(source.gauss(0, 4))))] for _ in range(rows)],
        "value.i": [source.randrange(-100, 100) for kind in kinds if kind in (1, 2)],
        "hash": [source.getrandbits(64) for _ in range(rows)],
    }
    description = (f"count {rows}\nu32 order\nu8 kind\nu8 flags\n u3 priority\n u1 urgent\n i4 delta\nf64 price.amount\nu32 placed\n"
                   "utf8[16] customer\nu16[3] numbers\n@2=1,2 i32 value.i\n@2=3 f64 value.d\nc(f32) phase\nu64 hash")
    data = {
        "order": packed("I", columns["order"]), "kind": bytes(kinds), "flags": bytes(columns["flags"]),
        "price.amount": packed("d", columns["price.amount"]), "placed": packed("I", columns["placed"]),
        "customer": b"".join(name.encode().ljust(16, b"\0") for name in columns["customer"]),
        "numbers": packed("H", [value % 65536 for row in range(rows) for value in (row % 7, row % 5, row)]),
        "value.i": packed("i", columns["value.i"]), "value.d": packed("d", [0.5 for kind in kinds if kind == 3]),
        "phase": packed("f", [1.5, -0.25] * rows), "hash": packed("Q", columns["hash"]),
    }
    save(path, {"root": U(1)}, [
        "$null", {"[]": U(2), **{f"[].{name}": value for name, value in data.items()}, "$class": U(3)}, description, named("order[]")])
    return columns


def graph(path, rows):
    """A tree of tasks with texts, links to parents (cycles) and to items."""
    parents = [0] + [(row - 1) // 3 + 1 for row in range(1, rows)]
    children = [[] for _ in range(rows + 1)]
    for row, parent in enumerate(parents, 1):
        children[parent].append(row)
    items = rows // 3 + 1
    keys = {
        "[].#root": packed("I", [1]), "node[].title": packed("I", range(1, rows + 1)), "node[].parent": packed("I", parents),
        "node[].kids": packed("I", [link for own in children[1:] for link in (own + [0] * 3)[:3]]),
        "node[].item": packed("I", [row % items + 1 if row % 3 == 0 else 0 for row in range(rows)]),
        "node[].weight": packed("d", [row / 4 for row in range(rows)]),
        "#text[].utf8": b"".join(b"task %d\0" % row for row in range(rows)), "item[].amount": bytes(row % 251 for row in range(items)),
    }
    save(path, {"root": U(1)}, [
        "$null", {"[]": U(2), "node[]": U(3), "item[]": U(4), **keys, "$class": U(5)},
        f"graph 1\n{rows} node\n{rows} #text\n{items} item",
        f"count {rows}\nu32&2 title\nu32&1 parent\nu32[3]&1 kids\nu32&3 item\nf64 weight", f"count {items}\nu8 amount", named("node*")])


class Objects:
    """$objects in the making."""

    def __init__(self):
        self.all = ["$null"]

    def put(self, value):
        self.all.append(value)
        return U(len(self.all) - 1)


def people(path, number=60):
    """Objects with dates that lead to each other, in an array."""
    source = random.Random(2)
    objects = Objects()
    person, array, date, data = (objects.put(named(name)) for name in ("Person", "NSArray", "NSDate", "NSMutableData"))
    own = [objects.put(None) for _ in range(number)]
    for index, uid in enumerate(own):
        friends = [own[source.randrange(number)] for _ in range(source.randrange(4))]
        objects.all[uid.data] = {
            "name": objects.put(f"Person {index}"), "born": objects.put({"NS.time": index * 1e7, "$class": date}), "age": index % 90,
            "friends": objects.put({"NS.objects": friends, "$class": array}),
            "badge": objects.put({"NS.data": bytes(range(100, 120)), "$class": data}), "best": own[(index * 7 + 1) % number],
            "photo": bytes(range(40)), "$class": person}
    save(path, {"root": objects.put({"NS.objects": own, "$class": array}), "version": 3, "big": 2 ** 63 + 5}, objects.all)


def hostile(path):
    """Markup, ends of scripts, control characters and marks of direction, in keys, classes, values, columns and names of tables."""
    objects = Objects()
    sneaky = "a\u202egnp.exe\u0000\u0007\u200b\u2028" + MARKUP + IMAGE
    keys = {MARKUP: sneaky, IMAGE: IMAGE, "<!--": "]]>", "k\u202ey\u0001": MARKUP, "__proto__": "x", "constructor": "y", "": "empty",
            "{{script}}": "{{data}}", "$$x\\N\"\n": "\\N\\\"}{<b>", "=cmd|' /C calc'!A0": "=1+1"}
    root = {key: objects.put(value) for key, value in keys.items()}
    first = objects.put(None)
    root["self"] = first
    objects.all[first.data] = {**root, "$class": objects.put(named(MARKUP + IMAGE))}
    column = "x" + IMAGE
    table = {"[]": objects.put(f"count 3\nutf8[64] {MARKUP}\nu8 {column}"), f"[].{column}": b"\1\2\3",
             f"[].{MARKUP}": b"".join(text.encode().ljust(64, b"\0") for text in (MARKUP, "\u202eevil", "<b>")),
             "$class": objects.put(named(IMAGE + "[]"))}
    name = "<svg onload=alert(1)>"
    links = {"[]": objects.put(f"graph 1\n2 {name}\n2 #text"), f"{name}[]": objects.put("count 2\nu32&1 next\nu32&2 " + MARKUP),
             "[].#root": packed("I", [1]), f"{name}[].next": packed("I", [2, 1]), f"{name}[].{MARKUP}": packed("I", [1, 2]),
             "#text[].utf8": MARKUP.encode() + b"\0" + IMAGE.encode() + b"\0", "$class": objects.put(named(name + "*"))}
    save(path, {"root": first, "table": objects.put(table), "graph": objects.put(links), MARKUP: 1}, objects.all)


def letter(text):
    """A keyed archive with a cycle, a table and text that is markup, as bytes."""
    objects = Objects()
    own = objects.put(None)
    table = {"[]": objects.put("count 3\nu16 amount\n@1=7 i32 more"), "[].amount": packed("H", [7, 8, 7]), "[].more": packed("i", [-70, -71]),
             "$class": objects.put(named("line[]"))}
    objects.all[own.data] = {"text": objects.put(text), "self": own, "lines": objects.put(table), MARKUP: objects.put(IMAGE + "\u202ex"),
                             "$class": objects.put(named("Letter" + MARKUP))}
    return plistlib.dumps(keyed({"root": own}, objects.all), fmt=plistlib.FMT_BINARY, sort_keys=False)


def nested(path):
    """Property lists within data: a keyed archive with a cycle, a table and hostile text, a list in XML, and lists in a list in a list."""
    payload = letter("inner text")
    deep = b"the innermost"
    for level in range(10):
        deep = plistlib.dumps({"level": 10 - level, "inner": deep}, fmt=plistlib.FMT_BINARY)
    xml = plistlib.dumps({"in xml": "a < b", "binary": plistlib.dumps({"three": 3}, fmt=plistlib.FMT_BINARY)})
    objects = Objects()
    parcel, data = objects.put(None), objects.put(named("NSMutableData"))
    objects.all[parcel.data] = {"payload": payload, "wrapped": objects.put({"NS.data": letter("second text"), "$class": data}), "again": payload, "deep": deep,
                                "xml": xml, "broken": b"bplist00 but no list", "letter": objects.put({"text": "outer text", "$class": objects.put(named("Letter"))}),
                                "$class": objects.put(named("Parcel"))}
    save(path, {"root": parcel}, objects.all)
    return payload


def changed(path, number, is_new):
    """People of whom a third have changed, one has gone and one is new."""
    objects = Objects()
    person, array = objects.put(named("Person")), objects.put(named("NSArray"))
    own = [objects.put({"name": objects.put(f"Person {index}{' changed' if is_new and index % 3 == 0 else ''}"),
                        "age": index % 90 + (is_new and index % 3 == 0), "$class": person}) for index in range(number)]
    if is_new:
        own = [*own[1:], objects.put({"name": objects.put("New one"), "age": 5, "$class": person})]
    save(path, {"root": objects.put({"NS.objects": own, "$class": array}), "version": 3 + is_new}, objects.all)


def changed_hostile(path, is_new):
    """Markup, marks of direction, long words, long keys and many lines."""
    objects = Objects()
    values = {MARKUP: f"{IMAGE}{is_new}", "long": f"{'a long word without a space ' * 3}{'x' * 5000}{is_new}",
              "lines": f"{chr(10).join(['line', chr(9) + 'indented ' + chr(0x202e) + ' evil'] * 20)}{is_new}", "k" * 400: f"v{is_new}", f"only{is_new}": MARKUP}
    root = {key: objects.put(value) for key, value in values.items()}
    root.update({"data": bytes(range(256)) * 20 + bytes([is_new]), "type": is_new or objects.put("1"), "big": 2 ** 63 + is_new, "date": 1.5 + is_new})
    save(path, {"root": objects.put({**root, "$class": objects.put(named("C" + MARKUP))})}, objects.all)


def damaged(path):
    """An archive of which one object lies outside the file."""
    people(path, 3)
    with open(path, "rb") as file:
        data = bytearray(file.read())
    offsets, table = data[-26], struct.unpack(">Q", data[-8:])[0]
    place = data.index(b"\x58Person 1") if b"\x58Person 1" in data else data.index(b"Person 1") - 1
    for start in range(table, len(data) - 32, offsets):
        if int.from_bytes(data[start:start + offsets], "big") == place:
            data[start:start + offsets] = (len(data) - 1).to_bytes(offsets, "big")
    with open(path, "wb") as file:
        file.write(data)
