import Foundation
import Testing

/// Pairs of archives as Foundation writes them, and rows of ours, made by Python.
private let maker = """
  import plistlib
  U = plistlib.UID
  def archive(objects, fmt=plistlib.FMT_BINARY):
      return plistlib.dumps({"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": U(1)}, "$objects": ["$null"] + objects}, fmt=fmt)
  kind = lambda *names: {"$classname": names[0], "$classes": list(names)}
  def menu(title, price):
      return [{"title": U(2), "price": price, "self": U(1), "$class": U(3)}, title, kind("Menu", "NSObject")]
  def rows(prices):
      n = len(prices)
      ids = b"".join(i.to_bytes(4, "little") for i in range(n))
      data = b"".join(p.to_bytes(2, "little") for p in prices)
      return [{"[]": U(2), "[].id": ids, "[].price": data, "$class": U(3)}, f"count {n}\\nu32 id\\nu16 price", kind("item[]", "NSObject")]
  def write(name, data):
      open(name, "wb").write(data)
  write("a.archive", archive(menu("Lunch", 2.5)))
  write("b.archive", archive(menu("Dinner <b>\\x1b[2J", 2.5000001)))
  write("cut.archive", archive(menu("Lunch", 2.5))[:-9])
  write("rows1.archive", archive(rows([5] * 400)))
  write("rows2.archive", archive(rows([6] * 400)))
  write("short.archive", archive([{"[]": U(2), "[].id": b"1234567", "$class": U(3)}, "count 2\\nu32 id", kind("item[]", "NSObject")]))
  write("item.archive", archive([{"id": 7, "price": "dear", "extra": 1, "$class": U(2)}, kind("item", "NSObject")]))
  write("wide.archive", archive([{"[]": U(2), "[].id": b"\\1\\0\\0\\0\\x70\\x11\\1\\0", "$class": U(3)}, "count 2\\nu32 id", kind("item[]", "NSObject")]))
  u = lambda *numbers: b"".join(n.to_bytes(4, "little") for n in numbers)
  parts = lambda *numbers: b"".join(n.to_bytes(8, "little") for n in numbers)
  write("ring.archive", archive([
      {"[]": U(2), "[].#root": u(1), "ring[]": U(3), "ring[].cells[].a": u(1, 2, 3), "ring[].one.k": u(1),
       "ring[].one.u.c.a": u(7), "ring[].cur": u(1), "ring[].only": u(1), "cell[]": U(4), "cell[].a": b"",
       "cell[].#parts": parts(0, 1, 2, 1), "pick[]": U(5), "pick[].k": b"", "pick[].u.c.a": b"",
       "pick[].#parts": parts(0, 1, 0, 1), "$class": U(6)},
      "graph 1\\n1 ring\\n0 cell\\n parts 1\\n site 1 cells\\n0 pick\\n parts 1\\n site 1 one",
      "count 1\\nu32[3] cells[].a\\nu32 one.k\\n@2=1 u32 one.u.c.a\\nu32&2 cur\\nu32&3 only", "count 0\\nu32 a",
      "count 0\\nu32 k\\n@1=1 u32 u.c.a", kind("ring*", "NSObject")]))
  write("cells.archive", archive([
      {"[]": U(2), "[].#root": u(1), "list[]": U(3), "list[].names": u(1), "list[].n": u(2), "list[].pp": u(1),
       "utf8*[]": U(4), "utf8*[].*": u(1, 2), "utf8*[].#blocks": parts(2), "#text[].utf8": b"a\\0b\\0", "list*[]": U(5),
       "list*[].*": u(1), "$class": U(6)},
      "graph 1\\n1 list\\n2 utf8*\\n blocks 1\\n2 #text\\n1 list*", "count 1\\nu32&2 names\\nu32 n\\nu32&4 pp",
      "count 2\\nu32&3 *", "count 1\\nu32&1 *", kind("list*", "NSObject")]))
  write("good.archive", archive([{"id": 7, "price": 3, "$class": U(2)}, kind("item", "NSObject")]))
  """

@Suite("The commands that compare and check archives")
struct DiffCommandTests {
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("make.py", maker)
    let made = try workspace.run("/usr/bin/env", ["python3", "make.py"])
    #expect(made.status == 0, "\(made.errors)")
    #expect(try workspace.archivegen("convert", "a.archive", "a.xml").status == 0)
    return workspace
  }

  @Test("Equal archives give nothing and 0, other ones a line for each difference and 1, and trouble 2")
  func exitCodes() throws {
    let workspace = try workspace()
    let equal = try workspace.archivegen("diff", "a.archive", "a.xml")
    #expect(equal.status == 0 && equal.output.isEmpty, "\(equal.output)\(equal.errors)")
    let run = try workspace.archivegen("diff", "a.archive", "b.archive")
    #expect(run.status == 1, "\(run.errors)")
    #expect(
      run.output == """
        --- a.archive
        +++ b.archive
        ~ price: 2.5 → 2.5000001
        ~ title: "Lunch" → "Dinner <b>\\u{1b}[2J"
        2 differences: 2 changed

        """)
    let cut = try workspace.archivegen("diff", "a.archive", "cut.archive")
    #expect(cut.status == 2 && cut.errors.hasPrefix("archivegen: error: cut.archive: "), "\(cut.errors)")
    let missing = try workspace.archivegen("diff", "a.archive", "none.archive")
    #expect(missing.status == 2 && missing.errors.contains("none.archive"))
    let damaged = try workspace.archivegen("diff", "rows1.archive", "short.archive")
    #expect(damaged.status == 2 && damaged.errors.contains("short.archive: "), "\(damaged.errors)")
    #expect(try workspace.archivegen("diff", "a.archive", "b.archive", "--quiet").output.isEmpty)
    #expect(try workspace.archivegen("diff", "a.archive").status == 64)
  }

  @Test("An archive equals its JSON, and edited JSON differs by the edit")
  func json() throws {
    let workspace = try workspace()
    #expect(try workspace.archivegen("convert", "a.archive", "a.json").status == 0)
    #expect(try workspace.archivegen("diff", "a.archive", "a.json").status == 0)
    try workspace.write("edited.json", (workspace.read("a.json") ?? "").replacing("Lunch", with: "Supper"))
    let run = try workspace.archivegen("diff", "a.archive", "edited.json")
    #expect(run.status == 1 && run.output.contains(#"~ title: "Lunch" → "Supper""#), "\(run.output)\(run.errors)")
    try workspace.write("wrong.json", "{\"archivegen\":1,")
    let wrong = try workspace.archivegen("diff", "a.archive", "wrong.json")
    #expect(wrong.status == 2 && wrong.errors.contains("wrong.json: line 1"), "\(wrong.errors)")
  }

  @Test("Patterns, tolerance, counts and limits are heeded")
  func options() throws {
    let workspace = try workspace()
    let ignored = try workspace.archivegen("diff", "a.archive", "b.archive", "--ignore", "title", "--tolerance", "1e-6")
    #expect(ignored.status == 0 && ignored.output.isEmpty, "\(ignored.output)")
    let stat = try workspace.archivegen("diff", "rows1.archive", "rows2.archive", "--stat")
    #expect(stat.status == 1 && stat.output == " [] | 400 changed\n 400 differences: 400 changed\n", "\(stat.output)")
    let head = try workspace.archivegen("diff", "rows1.archive", "rows2.archive", "--head", "2")
    #expect(head.output.contains("~ [1].price: 5 → 6\n… and 398 more in []\n"), "\(head.output)")
    let all = try workspace.archivegen("diff", "rows1.archive", "rows2.archive", "--head", "0", "--limit", "0")
    #expect(all.output.contains("~ [399].price: 5 → 6"))
    let wrong = try workspace.archivegen("diff", "a.archive", "b.archive", "--key", "lines:")
    #expect(wrong.status == 64 && wrong.errors.contains("'lines:order'"), "\(wrong.errors)")
    let unknown = try workspace.archivegen("diff", "rows1.archive", "rows2.archive", "--key", "prize")
    #expect(unknown.errors.contains("note: '--key prize' matches no rows"), "\(unknown.errors)")
    let known = try workspace.archivegen("diff", "rows1.archive", "rows2.archive", "--key", "id")
    #expect(known.errors.isEmpty, "\(known.errors)")
  }

  @Test("Colours are for terminals, pages have no markup of an archive, and JSON has the counts")
  func formats() throws {
    let workspace = try workspace()
    let colored = try workspace.archivegen("diff", "a.archive", "b.archive", "--color", "always")
    #expect(colored.output.contains("\u{1B}[33m~ price") && !colored.output.contains("\u{1B}[2J"))
    let page = try workspace.archivegen("diff", "a.archive", "b.archive", "--format", "html")
    #expect(page.status == 1 && page.output.contains("Dinner &lt;b&gt;") && !page.output.contains("<script"))
    let json = try workspace.archivegen("diff", "a.archive", "b.archive", "--format", "json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect((object["counts"] as? [String: Int])?["changed"] == 2)
  }

  @Test("Git shows an archive's changes by the driver and by the text conversion that the documentation names")
  func git() throws {
    let workspace = try workspace()
    func git(_ arguments: String...) throws -> Workspace.Outcome {
      try workspace.run(
        "/usr/bin/env",
        ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.pager=cat"] + arguments,
        environment: ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"])
    }
    #expect(try git("init", "-q", ".").status == 0)
    try workspace.write(".gitattributes", "*.archive diff=archivegen\n")
    _ = try workspace.run("/bin/cp", ["a.archive", "menu.archive"])
    _ = try workspace.run("/bin/cp", ["a.archive", "gone.archive"])
    #expect(try git("add", ".gitattributes", "menu.archive", "gone.archive").status == 0)
    #expect(try git("commit", "-qm", "first").status == 0)
    _ = try workspace.run("/bin/cp", ["b.archive", "menu.archive"])
    _ = try workspace.run("/bin/rm", ["gone.archive"])
    #expect(try git("config", "diff.archivegen.command", "'\(Workspace.toolPath)' diff").status == 0)
    let driver = try git("diff")
    #expect(driver.status == 0, "\(driver.errors)")
    #expect(
      driver.output.contains("--- a/menu.archive\n+++ b/menu.archive\n~ price: 2.5 → 2.5000001\n"), "\(driver.output)")
    #expect(
      driver.output.contains("--- a/gone.archive") && driver.output.contains("- root: Menu #1"), "\(driver.output)")
    #expect(try git("config", "--unset", "diff.archivegen.command").status == 0)
    #expect(try git("config", "diff.archivegen.textconv", "'\(Workspace.toolPath)' inspect --color never").status == 0)
    let text = try git("diff")
    #expect(text.output.contains("-    title: \"Lunch\""), "\(text.output)\(text.errors)")
  }

  // MARK: lint

  @Test("A sound archive gives nothing and 0, findings 1 with offset and key path, and trouble 2")
  func lint() throws {
    let workspace = try workspace()
    let sound = try workspace.archivegen("lint", "a.archive", "rows1.archive", "a.xml")
    #expect(sound.status == 0 && sound.output.isEmpty, "\(sound.output)\(sound.errors)")
    let short = try workspace.archivegen("lint", "short.archive", "cut.archive")
    #expect(short.status == 1)
    #expect(
      short.output.contains(": error: root[].id: it has 7 bytes where 8 are described [column]"), "\(short.output)")
    #expect(short.output.contains("cut.archive:") && short.output.contains("[trailer]"))
    #expect(try workspace.archivegen("lint", "none.archive").status == 2)
    let json = try workspace.archivegen("lint", "short.archive", "--format", "json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["sound"] as? Bool == false && (object["findings"] as? [[String: Any]])?.first?["offset"] is Int)
  }

  @Test("With headers it follows pointers to records inside others, and to pointers")
  func pointersInside() throws {
    let workspace = try workspace()
    try workspace.write(
      "ring.h",
      """
      struct cell { unsigned a; };
      struct pick { unsigned k; union { struct cell c; /* archive: case(1) */ } u; /* archive: tag(k) */ };
      struct ring { struct cell cells[3]; struct pick one; struct cell *cur; /* archive: ref */ struct pick *only; /* archive: ref */ };

      """)
    try workspace.write(
      "list.h",
      "struct list {\n  char **names; // archive: cstring, count(n)\n  unsigned n;\n  struct list **pp; // archive: ref\n};\n"
    )
    for (archive, header) in [("ring.archive", "ring.h"), ("cells.archive", "list.h")] {
      let run = try workspace.archivegen("lint", archive, "--schema", header)
      #expect(run.status == 0 && run.output.contains("today's code reads it"), "\(run.output)\(run.errors)")
    }
    try workspace.write(
      "old.h", "struct cell { unsigned a; };\nstruct ring { struct cell *cur; /* archive: ref */ };\n")
    let old = try workspace.archivegen("lint", "ring.archive", "--schema", "old.h")
    #expect(
      old.status == 1 && old.output.contains("The archive holds 'cells', which 'ring' has no more"), "\(old.output)")
    try workspace.write(
      "intrusive.h",
      """
      struct link { struct link *next; /* archive: ref */ };
      struct ent { int k; struct link hn; /* archive: container(ent, hn) */ };
      struct head { struct link *first; /* archive: ref */ };
      struct ring { struct head heads[2]; /* archive: container(ent, hn) */ };

      """)
    let intrusive = try workspace.archivegen("lint", "ring.archive", "--schema", "intrusive.h")
    #expect(
      intrusive.output.contains("intrusive lists are not followed here") && !intrusive.output.contains("refuses"),
      "\(intrusive.output)\(intrusive.errors)")
  }

  @Test("With headers it says what today's code would do")
  func schema() throws {
    let workspace = try workspace()
    try workspace.write(
      "item.h", "struct item {\n  unsigned id;\n  unsigned short price;\n  unsigned stock; // archive: default(9)\n};\n"
    )
    let good = try workspace.archivegen("lint", "good.archive", "--schema", "item.h")
    #expect(good.status == 1, "\(good.output)\(good.errors)")
    #expect(
      good.output.contains("'item' has no key 'stock': today's code takes the default [schema]"), "\(good.output)")
    #expect(good.output.contains("today's code reads it"))
    // The archive has the value under the key that the struct's property reads from the root.
    try workspace.write(
      "m/M.swift",
      "// archive: name(\"item\")\nfinal class Item {\n  var id: UInt32 = 0\n  var money = Money()\n}\n"
        + "// archive:\nstruct Money {\n  var cents: UInt16 = 0 // archive: was(\"/price\")\n}\n")
    let moved = try workspace.archivegen("lint", "good.archive", "--schema", "m")
    #expect(moved.status == 0 && !moved.output.contains("takes the default"), "\(moved.output)\(moved.errors)")
    let bad = try workspace.archivegen("lint", "item.archive", "--schema", "item.h")
    #expect(bad.status == 1 && bad.output.contains("today's code refuses it: "), "\(bad.output)")
    #expect(bad.output.contains("price"))
    let rows = try workspace.archivegen("lint", "rows1.archive", "--schema", "item.h")
    #expect(
      rows.output.contains("takes the default") && rows.output.contains("today's code reads it"), "\(rows.output)")
    try workspace.write(
      "call.h",
      "int twice(int);\nstruct item {\n  unsigned id;\n  unsigned short price;\n  int (*run)(int); // archive: symbols(twice)\n};\n"
    )
    let call = try workspace.archivegen("lint", "rows1.archive", "--schema", "call.h")
    #expect(
      call.output.contains("'item.run': pointers to functions cannot be checked without the program"),
      "\(call.output)\(call.errors)")
    let other = try workspace.archivegen("lint", "a.archive", "--schema", "item.h")
    #expect(other.output.contains("no type of the headers and models is archived as 'Menu'"), "\(other.output)")
    let none = try workspace.archivegen("lint", "a.archive", "--schema", "none.h")
    #expect(none.status == 2, "\(none.status) \(none.errors)")
  }

  @Test(
    "There is one verdict: a type that refuses other values reads an archive whose values fit",
    arguments: [
      (
        "rows1", "item.h", 1,
        """
        rows1.archive: warning: 'item' has no key 'stock': today's code takes the default [schema]
        rows1.archive: 0 errors, 1 warning
        rows1.archive: today's code reads it

        """
      ),
      (
        "rows1", "narrow.h", 1,
        """
        rows1.archive:N: warning: [].id: 'id' was 'u32' and is 'u16': values that do not fit are refused: today's code reads this archive, whose values fit [schema]
        rows1.archive: 0 errors, 1 warning
        rows1.archive: today's code reads it

        """
      ),
      (
        "wide", "narrow.h", 1,
        """
        wide.archive: warning: 'item' has no key 'price': today's code takes the default [schema]
        wide.archive:N: error: [].id: 'id' was 'u32' and is 'u16': values that do not fit are refused: today's code refuses values that do not fit [schema]
        wide.archive: error: [1].id: today's code refuses it: The archived value 70000 for the key '[1].id' does not fit the type u16. [schema]
        wide.archive: 2 errors, 1 warning

        """
      ),
      ("good", "narrow.h", 0, "good.archive: today's code reads it\n"),
    ])
  func verdicts(archive: String, header: String, status: Int32, output: String) throws {
    let workspace = try workspace()
    try workspace.write(
      "item.h", "struct item {\n  unsigned id;\n  unsigned short price;\n  unsigned stock; // archive: default(9)\n};\n"
    )
    try workspace.write("narrow.h", "struct item {\n  unsigned short id;\n  unsigned short price;\n};\n")
    let run = try workspace.archivegen("lint", "\(archive).archive", "--schema", header)
    #expect(run.output.replacing(/archive:[0-9]+:/, with: "archive:N:") == output)
    #expect(run.status == status, "\(run.errors)")
  }

  @Test("Objects of a subclass, and those that stand for a class, are read where the class is declared")
  func subclasses() throws {
    let workspace = try workspace()
    try workspace.write(
      "m/Model.swift",
      """
      // archive:
      class Item { var title = "" }
      // archive:
      class Book: Item { var pages = 0 }
      // archive:
      final class Novel: Book { var hero = "" }
      // archive: replace(stand, Stamp)
      final class Seal { var n = 1; func stand() -> Stamp { Stamp() } }
      // archive: resolve(seal)
      final class Stamp { var text = ""; func seal() -> Seal { Seal() } }
      // archive:
      final class Shelf { var items: [Item] = []; var best: Book?; var seal: Seal? }

      """)
    try workspace.write(
      "make.py",
      """
      import plistlib
      U = plistlib.UID
      kind = lambda *names: {"$classname": names[0], "$classes": [*names, "NSObject"]}
      def save(name, best):
          plistlib.dump({"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": U(1)}, "$objects": [
              "$null", {"items": U(2), "best": U(best), "seal": U(7), "$class": U(3)},
              {"NS.objects": [U(5), U(6)], "$class": U(4)}, kind("Shelf"), kind("NSArray"),
              {"title": "a", "pages": 5, "hero": "b", "$class": U(9)}, {"title": "c", "$class": U(10)},
              {"text": "s", "$class": U(8)}, kind("Stamp"), kind("Novel", "Book", "Item"), kind("Item")]},
              open(name, "wb"), fmt=plistlib.FMT_BINARY)
      save("good.archive", 5)
      save("bad.archive", 6)
      """)
    #expect(try workspace.run("/usr/bin/env", ["python3", "make.py"]).status == 0)
    let good = try workspace.archivegen("lint", "good.archive", "--schema", "m")
    #expect(good.status == 0 && good.output == "good.archive: today's code reads it\n", "\(good.output)\(good.errors)")
    // A superclass's object does not stand where a subclass is declared.
    let bad = try workspace.archivegen("lint", "bad.archive", "--schema", "m")
    #expect(
      bad.output.contains("an object of the type 'Item' for the key 'root.items[1]' where only Book is allowed")
        || bad.output.contains("an object of the type 'Item' for the key 'root.best' where only Book is allowed"),
      "\(bad.output)\(bad.errors)")
    #expect(bad.status == 1)
  }

  @Test("A value that the schema does not tell is passed over, and what stands behind it is judged")
  func unknownValue() throws {
    let workspace = try workspace()
    try workspace.write(
      "m/Model.swift",
      """
      import Foundation
      // archive:
      final class Shelf { var time: Duration = .seconds(1); var paths: [IndexPath] = []
        var length: Measurement<UnitLength>?; var wide: UInt128 = 0; var own: Own?; var count = 0 }
      // archive: owncoding
      struct Own: Codable { var a = 1 }

      """)
    try workspace.write(
      "make.py",
      """
      import plistlib
      U = plistlib.UID
      def save(name, count):
          plistlib.dump({"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": U(1)}, "$objects": [
              "$null", {"time": U(2), "paths": U(4), "length": U(2), "wide": 5, "own": U(2), "other": 3,
              "count": count, "$class": U(3)}, "1",
              {"$classname": "Shelf", "$classes": ["Shelf", "NSObject"]}, {"NS.objects": [U(2)], "$class": U(5)},
              {"$classname": "NSArray", "$classes": ["NSArray", "NSObject"]}]},
              open(name, "wb"), fmt=plistlib.FMT_BINARY)
      save("good.archive", 5)
      save("bad.archive", U(2))
      """)
    #expect(try workspace.run("/usr/bin/env", ["python3", "make.py"]).status == 0)
    let good = try workspace.archivegen("lint", "good.archive", "--schema", "m")
    // A key that no field reads is a warning.
    #expect(good.status == 1 && good.output.contains("except for values of the types"), "\(good.output)\(good.errors)")
    for type in ["Duration", "IndexPath", "Measurement<UnitLength>", "Own"] {
      #expect(good.output.contains("'\(type)'"), "\(good.output)")
    }
    #expect(good.output.contains("other") && !good.output.contains("'time'"), "\(good.output)")
    let bad = try workspace.archivegen("lint", "bad.archive", "--schema", "m")
    #expect(bad.status == 1 && bad.output.contains("today's code refuses it"), "\(bad.output)\(bad.errors)")
    #expect(bad.output.contains("count"), "\(bad.output)")
  }

  @Test("Golden archives fit the headers and models that they are of")
  func goldens() throws {
    let workspace = try workspace()
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
    for (name, inputs) in [
      ("Fixtures", ["Fixtures/include"]), ("Graphs", ["Graphs/include"]), ("Models", ["Models", "CModels/include"]),
    ] {
      let folder = "\(tests)/Goldens/\(name)/0.1.0"
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".archive") }
        .sorted()
      #expect(!files.isEmpty)
      let run = try workspace.run(
        Workspace.toolPath,
        ["lint"] + files.map { "\(folder)/\($0)" } + inputs.flatMap { ["--schema", "\(tests)/\($0)"] })
      let findings = run.output.split(separator: "\n").filter { $0.hasSuffix("]") }
      #expect(findings == [], "\(name)")
      #expect(run.status == 0, "\(run.errors)")
    }
  }
}
