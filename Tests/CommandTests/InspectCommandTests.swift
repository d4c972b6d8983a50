import Foundation
import Testing

/// An archive as Foundation writes it, made by Python, and one of ours.
private let maker = """
  import plistlib, sys, datetime, sqlite3
  U = plistlib.UID
  def archive(objects, fmt=plistlib.FMT_BINARY):
      return plistlib.dumps({"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": U(1)}, "$objects": ["$null"] + objects}, fmt=fmt)
  kind = lambda *names: {"$classname": names[0], "$classes": list(names)}
  menu = [{"title": U(2), "self": U(1), "evil\\x1b[31m": "\\x1b[2J", "inner": archive([{"x": 5, "$class": U(2)}, kind("Inner", "NSObject")]),
           "$class": U(3)}, "Lunch", kind("Menu", "NSObject")]
  open("menu.archive", "wb").write(archive(menu))
  open("around.bin", "wb").write(b"x" * 100 + archive(menu) + b"y" * 57)
  open("cut.archive", "wb").write(archive(menu)[:-40])
  rows = [{"[]": U(2), "[].id": (1).to_bytes(4, "little") + (2).to_bytes(4, "little"), "[].name": b"a\\0b\\0", "$class": U(3)},
          "count 2\\nu32 id\\nutf8[2] name", kind("row[]", "NSObject")]
  open("rows.archive", "wb").write(archive(rows))
  damaged = [dict(rows[0], **{"[].id": (1).to_bytes(4, "little")})] + rows[1:]
  open("damaged.archive", "wb").write(archive(damaged))
  day = datetime.datetime(2000, 2, 29, 12, 0, 0, 500000)
  plistlib.dump({"list": [{"n": i, "t": "x%d" % i} for i in range(10)], "deep": {"numbers": list(range(40))}},
                open("long.plist", "wb"), fmt=plistlib.FMT_BINARY)
  plistlib.dump({"early": day, "whole": day.replace(microsecond=0), "late": day.replace(year=2024)},
                open("dates.plist", "wb"), fmt=plistlib.FMT_BINARY)
  db = sqlite3.connect("notes.db")
  db.execute("create table notes (id integer, data blob)")
  db.execute("insert into notes values (1, ?)", (archive(menu),))
  db.execute("insert into notes values (2, ?)", (b"something else",))
  db.commit()
  """

@Suite("The commands that look into archives")
struct InspectCommandTests {
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(
      "make.py", maker.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n"))
    let made = try workspace.run("/usr/bin/env", ["python3", "make.py"])
    #expect(made.status == 0, "\(made.errors)")
    return workspace
  }

  @Test("What cannot be read of a column makes every form of the output an error, and CSV is not converted without it")
  func damagedColumns() throws {
    let workspace = try workspace()
    for options in [
      [], ["[0].id"], ["--format", "jsonl"], ["--format", "json", "root"], ["--format", "csv"],
      ["--html", "page.html"],
    ] {
      let run = try workspace.run(Workspace.toolPath, ["inspect", "damaged.archive"] + options)
      #expect(
        run.status == 1 && (run.errors.contains("1 unreadable value") || run.errors.contains("'id' cannot be read")),
        "\(options): \(run)")
    }
    let run = try workspace.archivegen("convert", "damaged.archive", "rows.csv")
    #expect(run.status == 1 && run.errors.contains("'id' cannot be read") && workspace.read("rows.csv") == nil)
  }

  @Test("Bytes behind a list are named, and so is an argument that is not UTF-8") func otherBytes() throws {
    let workspace = try workspace()
    let script = """
      (cat menu.archive; echo) > longer.archive
      '\(Workspace.toolPath)' inspect longer.archive; echo $?
      '\(Workspace.toolPath)' inspect longer.archive --at 0 | head -1
      '\(Workspace.toolPath)' inspect "$(printf 'n\\377.plist')"; echo $?
      """
    let run = try workspace.run("/bin/sh", ["-c", script])
    #expect(run.output == "1\nkeyed archive, 4 objects\n64\n", "\(run.output)")
    #expect(
      run.errors.contains("bytes begins it, with 1 byte behind it; 'archivegen inspect --at 0' shows the list"),
      "\(run.errors)")
    #expect(run.errors.contains("is not UTF-8, as names of files have to be"), "\(run.errors)")
  }

  @Test("Options that would do nothing are errors") func uselessOptions() throws {
    let workspace = try workspace()
    for (arguments, expected) in [
      (["convert", "rows.archive", "x.plist", "--path", "root"], "'--path' names a table for CSV"),
      (["convert", "rows.archive", "x.plist", "--name", "foo"], "'--name' is the name of the records of a CSV"),
      (["inspect", "rows.archive", "--raw", "--schema"], "'--raw' is for the tree and JSON"),
    ] {
      let run = try workspace.run(Workspace.toolPath, arguments)
      #expect(run.status != 0 && run.errors.contains(expected), "\(arguments): \(run.errors)")
    }
  }

  @Test("A file is shown as a tree, without a control character of its text")
  func tree() throws {
    let run = try workspace().archivegen("inspect", "menu.archive")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("root: Menu #1") && run.output.contains("self: → #1 Menu"))
    #expect(!run.output.contains("\u{1B}") && run.output.contains("\\u{1b}[2J"))
    let colored = try workspace().archivegen("inspect", "menu.archive", "title", "--color", "always")
    #expect(colored.output == "\u{1B}[32m\"Lunch\"\u{1B}[0m\n")
  }

  @Test("An archive in the midst of a file, in data, and in a database is found")
  func embedded() throws {
    let workspace = try workspace()
    #expect(try workspace.archivegen("inspect", "around.bin", "title", "--at", "0x64").output == "\"Lunch\"\n")
    #expect(try workspace.archivegen("inspect", "menu.archive", "--expand-data").output.contains("root: Inner #1"))
    let database = try workspace.archivegen(
      "inspect", "--sqlite", "notes.db", "SELECT * FROM notes", "--format", "jsonl")
    #expect(database.output.hasPrefix(#"{"$row":1,"$column":"data","value":"#), "\(database.output) \(database.errors)")
    #expect(database.output.split(separator: "\n").count == 1)
    let wrong = try workspace.archivegen("inspect", "--sqlite", "notes.db", "SELECT nope FROM notes")
    #expect(wrong.status == 1 && wrong.errors.contains("no such column: nope"))
    for (more, status) in [(";", Int32(0)), ("; -- all\n", 0), ("; SELECT 1", 1), ("; nonsense", 1)] {
      let run = try workspace.archivegen("inspect", "--sqlite", "notes.db", "SELECT * FROM notes\(more)")
      #expect(run.status == status && run.errors.contains("more than one statement") == (status == 1), "\(run)")
    }
  }

  @Test("Several files are lines of JSON, each with its file")
  func lines() throws {
    let run = try workspace().archivegen("inspect", "menu.archive", "rows.archive", "--format", "jsonl")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 3, "\(run.output)\(run.errors)")
    #expect(lines.last == #"{"$file":"rows.archive","id":2,"name":"b"}"#)
    for line in lines { #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil, "\(line)") }
  }

  @Test("With --head and --skip JSON has so many elements of each list, and is JSON")
  func headOfJSON() throws {
    let workspace = try workspace()
    func json(_ file: String, _ arguments: String...) throws -> String {
      let run = try workspace.run(Workspace.toolPath, ["inspect", file, "--format", "json"] + arguments)
      #expect(run.status == 0, "\(run.errors)")
      let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8), options: .fragmentsAllowed)
      return String(decoding: try JSONSerialization.data(withJSONObject: value, options: .sortedKeys), as: UTF8.self)
    }
    let two = #"[{"n":0,"t":"x0"},{"n":1,"t":"x1"}]"#
    #expect(try json("long.plist", "--head", "2") == #"{"deep":{"numbers":[0,1]},"list":\#(two)}"#)
    #expect(try json("long.plist", "list", "--head", "2") == two)
    #expect(try json("long.plist", "list", "--head", "1", "--skip", "9") == #"[{"n":9,"t":"x9"}]"#)
    #expect(try json("long.plist", "list[].n", "--head", "3") == "[0,1,2]")
    #expect(try json("long.plist", "deep.numbers", "--head", "3", "--skip", "38") == "[38,39]")
    #expect(try json("long.plist", "list", "--head", "0") == "[]")
    // Rows of an archive as well.
    #expect(try json("rows.archive", "--head", "1").contains(#"[{"id":1,"name":"a"}]"#))
  }

  @Test("XML has no dates with fractions: they are an error, and --round-dates takes the second that has begun")
  func roundDates() throws {
    let workspace = try workspace()
    for arguments in [["inspect", "dates.plist", "--format", "xml1"], ["convert", "dates.plist", "dates.xml"]] {
      let run = try workspace.run(Workspace.toolPath, arguments)
      #expect(run.status == 1 && run.output.isEmpty, "\(run.output)")
      #expect(
        run.errors.contains("dates.plist: 2 dates with fractions of a second, the first ")
          && run.errors.contains("which XML cannot hold; '--round-dates' cuts them off, JSON keeps them"),
        "\(run.errors)")
    }
    #expect(workspace.read("dates.xml") == nil)
    let cut = try workspace.archivegen("convert", "dates.plist", "dates.xml", "--round-dates")
    #expect(cut.status == 0, "\(cut.errors)")
    let shown = try workspace.archivegen("inspect", "dates.plist", "--format", "xml1", "--round-dates")
    for text in [workspace.read("dates.xml") ?? "", shown.output] {
      let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil) as? [String: Date]
      #expect(list?["early"] == Date(timeIntervalSinceReferenceDate: -26_481_600))
      #expect(list?["whole"] == list?["early"])
      #expect(list?["late"] == Date(timeIntervalSinceReferenceDate: 730_900_800))
    }
  }

  @Test("A cut file is refused with a word on --salvage, which shows what it holds")
  func salvage() throws {
    let workspace = try workspace()
    let run = try workspace.archivegen("inspect", "cut.archive")
    #expect(run.status == 1 && run.errors.contains("--salvage"), "\(run.errors)")
    let found = try workspace.archivegen("inspect", "cut.archive", "--salvage")
    #expect(
      found.status == 0 && found.output.contains("a string: \"Lunch\"") && found.errors.contains("found: "))
  }

  @Test(
    "Conversion to JSON and back gives the same bytes, to XML and back the same values, and columns to CSV and back")
  func convert() throws {
    let workspace = try workspace()
    for arguments in [
      ["menu.archive", "menu.json"], ["menu.json", "again.archive"], ["rows.archive", "rows.csv"],
      ["rows.archive", "rows.xml"], ["rows.xml", "fromxml.archive"],
      ["rows.csv", "fromcsv.archive"],
    ] {
      let run = try workspace.run(Workspace.toolPath, ["convert"] + arguments)
      #expect(run.status == 0, "\(arguments): \(run.errors)")
    }
    let bytes = try ["menu.archive", "again.archive"].map {
      try Data(contentsOf: URL(fileURLWithPath: workspace.path + "/" + $0))
    }
    #expect(bytes[0] == bytes[1])
    #expect(workspace.read("rows.csv") == "id,name\n1,a\n2,b\n")
    try workspace.write(
      "check.py",
      """
      import plistlib
      def plain(value):  # plistlib reads the UIDs of XML as dictionaries
          if isinstance(value, plistlib.UID): return {"CF$UID": value.data}
          if isinstance(value, dict): return {key: plain(item) for key, item in value.items()}
          return [plain(item) for item in value] if isinstance(value, list) else value
      assert plain(plistlib.load(open("rows.xml", "rb"))) == plain(plistlib.load(open("rows.archive", "rb")))
      assert plistlib.load(open("fromxml.archive", "rb")) == plistlib.load(open("rows.archive", "rb"))
      """)
    let check = try workspace.run("/usr/bin/env", ["python3", "check.py"])
    #expect(check.status == 0, "\(check.errors)")
    #expect(try workspace.archivegen("inspect", "fromcsv.archive", "--format", "csv").output == "id,name\n1,a\n2,b\n")
  }

  @Test("CSV gets the types of an archive with --like, and convert says for which columns it needs that")
  func like() throws {
    let workspace = try workspace()
    try workspace.write("typed.csv", "id,ratio[0],ratio[1]\n1,0.5,0.1\n")
    #expect(try workspace.archivegen("convert", "typed.csv", "plain.archive", "--name", "line").status == 0)
    let json = try workspace.archivegen("convert", "plain.archive", "-", "--to", "json").output
    try workspace.write(
      "typed.json",
      json.replacingOccurrences(of: "f64[2]", with: "f32[2]").replacingOccurrences(of: "i64", with: "i32"))
    #expect(try workspace.archivegen("convert", "typed.json", "typed.archive").status == 0)
    let out = try workspace.archivegen("convert", "typed.archive", "out.csv")
    #expect(out.status == 0 && out.errors.contains("'ratio'") && out.errors.contains("--like"), "\(out.errors)")
    #expect(workspace.read("out.csv") == "id,ratio[0],ratio[1]\n1,0.5,0.1\n")
    let back = try workspace.archivegen("convert", "out.csv", "again.archive", "--like", "typed.archive")
    #expect(back.status == 0 && back.errors.isEmpty, "\(back.errors)")
    let files = try ["typed.archive", "again.archive"].map {
      try workspace.archivegen("inspect", $0, "--format", "json").output
    }
    #expect(files[0] == files[1] && files[0].contains("f32[2]") && files[0].contains("line[]"))
    try workspace.write("other.csv", "id,ratios\n1,2\n")
    let other = try workspace.archivegen("convert", "other.csv", "other.archive", "--like", "typed.archive")
    #expect(
      other.status == 0 && other.errors.contains("'ratio'") && other.errors.contains("'ratios'"), "\(other.errors)")
    try workspace.write("wrong.csv", "id\nx\n")
    let wrong = try workspace.archivegen("convert", "wrong.csv", "wrong.archive", "--like", "typed.archive")
    #expect(wrong.status == 1 && wrong.errors.contains("line 2 of the CSV, column 'id'"), "\(wrong.errors)")
    let useless = try workspace.archivegen("convert", "plain.archive", "x.json", "--like", "typed.archive")
    #expect(useless.status == 1 && useless.errors.contains("--like"), "\(useless.errors)")
  }

  @Test("JSON that was edited into an archive that readers refuse is an error, and is written as it is if asked")
  func unsoundJSON() throws {
    let workspace = try workspace()
    #expect(try workspace.archivegen("convert", "rows.archive", "rows.json").status == 0)
    try workspace.write(
      "rows.json", (workspace.read("rows.json") ?? "").replacingOccurrences(of: "count 2", with: "count 3"))
    let run = try workspace.archivegen("convert", "rows.json", "bad.archive")
    #expect(run.status == 1 && run.errors.contains("--as-is") && run.errors.contains("rows.json"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: workspace.path + "/bad.archive"))
    let forced = try workspace.archivegen("convert", "rows.json", "bad.archive", "--as-is")
    #expect(forced.status == 0, "\(forced.errors)")
    #expect(try workspace.archivegen("lint", "bad.archive").status == 1)
  }

  @Test(
    "A whole file of another format is named by every command, whatever its first bytes are",
    arguments: [
      ("gzip", "import gzip; data = gzip.compress(b'x' * 99)"), ("zip", "data = b'PK\\x03\\x04' + bytes(99)"),
      ("xz", "import lzma; data = lzma.compress(b'x' * 99)"),
      ("typedstream", "data = b'\\x04\\x0bstreamtyped' + bytes(99)"),
      ("SQLite", "data = b'SQLite format 3\\0' + bytes(99)"),
      (
        "behind its length in 4 bytes",
        "import plistlib; list = plistlib.dumps([1], fmt=plistlib.FMT_BINARY); data = len(list).to_bytes(4, 'big') + list"
      ),
    ])
  func otherFormats(_ name: String, _ made: String) throws {
    let workspace = try Workspace()
    let write = try workspace.run("/usr/bin/env", ["python3", "-c", "\(made); open('file', 'wb').write(data)"])
    try #require(write.status == 0, "\(write.errors)")
    for arguments in [
      ["inspect", "file"], ["lint", "file"], ["convert", "file", "out.json"], ["diff", "file", "file"],
    ] {
      let run = try workspace.run(Workspace.toolPath, arguments)
      #expect(run.status != 0 && (run.output + run.errors).contains(name), "\(arguments): \(run.output)\(run.errors)")
    }
    let piped = try workspace.run("/bin/sh", ["-c", "'\(Workspace.toolPath)' inspect - < file"])
    #expect(piped.errors.contains(name), "\(piped.errors)")
  }

  @Test("More levels of values than commands read are told, and no limit that only a program sets")
  func manyLevels() throws {
    let workspace = try Workspace()
    let levels = (String(repeating: "<array>", count: 1_500), String(repeating: "</array>", count: 1_500))
    try workspace.write("deep.xml", "<?xml version=\"1.0\"?><plist version=\"1.0\">\(levels.0)\(levels.1)</plist>")
    for arguments in [
      ["inspect", "deep.xml"], ["lint", "deep.xml"], ["convert", "deep.xml", "-"], ["diff", "deep.xml", "deep.xml"],
      ["graph", "deep.xml", "--svg"],
    ] {
      let run = try workspace.run(Workspace.toolPath, arguments)
      let text = run.output + run.errors
      #expect(run.status != 0 && text.contains("more than 1000 levels of values"), "\(arguments): \(text)")
      #expect(!text.contains("maximumNesting"), "\(arguments): \(text)")
    }
  }

  @Test("Where one of several tables is needed, the tables are named as they may be written")
  func tableChoice() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
    let (workspace, graph) = (try Workspace(), "\(tests)/Goldens/Graphs/0.1.0/wk_part.extremes.archive")
    for arguments in [["convert", graph, "out.csv"], ["inspect", graph, "--format", "csv"]] {
      let run = try workspace.run(Workspace.toolPath, arguments)
      #expect(
        run.status == 1 && run.errors.contains("choose one with --path '#wk_part', --path '#i16'"), "\(run.errors)")
      for path in ["#wk_part", "wk_part", "root#wk_part"] {
        let run = try workspace.run(Workspace.toolPath, arguments + ["--path", path])
        #expect(run.status == 0, "\(run.errors)")
      }
    }
    let nodes = try workspace.archivegen("graph", graph, "wk_part:1", "--dot")
    #expect(nodes.status == 0 && nodes.output.contains("#wk_part:1"), "\(nodes.errors)")
  }

  @Test(
    "A mistake says what to write instead",
    arguments: [
      (["menu.archive", "nope"], 1, "the keys there are 'evil\\u{1b}[31m', 'inner', 'self', 'title'"),
      (["menu.archive", "--format", "csv"], 1, "it has no columns"),
      (["none.archive"], 1, "No such file"), (["make.py"], 1, "begins like neither"),
      (["a", "b", "c"], 64, "--format jsonl"),
      (["menu.archive", "--at", "x"], 64, "0x4d2"), (["menu.archive", "--schema", "--stats"], 64, "choose one"),
      (["--sqlite", "notes.db"], 64, "a database and a query"),
    ] as [([String], Int32, String)])
  func mistakes(_ arguments: [String], _ status: Int32, _ message: String) throws {
    let workspace = try workspace()
    let run = try workspace.run(Workspace.toolPath, ["inspect"] + arguments)
    #expect(run.status == status && run.errors.contains(message), "\(run.status) \(run.errors)")
  }

  @Test("A device is written to, a link stays a link, and the mode of a file that is replaced stays")
  func outputs() throws {
    let workspace = try workspace()
    let manager = FileManager.default
    try workspace.write("old.json", "old")
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: workspace.path + "/old.json")
    try manager.createSymbolicLink(atPath: workspace.path + "/link.json", withDestinationPath: "old.json")
    #expect(try workspace.archivegen("convert", "menu.archive", "link.json").status == 0)
    #expect(try manager.destinationOfSymbolicLink(atPath: workspace.path + "/link.json") == "old.json")
    #expect(workspace.read("old.json")?.contains("NSKeyedArchiver") == true)
    #expect(try manager.attributesOfItem(atPath: workspace.path + "/old.json")[.posixPermissions] as? Int == 0o640)
    // A pipe stands for devices, which a failing test would destroy.
    let piped = try workspace.run(
      "/bin/sh",
      [
        "-c",
        "mkfifo pipe.json; cat pipe.json > got.json & '\(Workspace.toolPath)' convert menu.archive pipe.json; wait; test -p pipe.json",
      ])
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(workspace.read("got.json") == workspace.read("old.json"))
  }
}

@Suite("Headers that name numbers")
struct NamedNumberTests {
  @Test("Enumerators and dates of a header stand in the tree, in tables, in CSV and in the page")
  func names() throws {
    let workspace = try Workspace()
    try workspace.write(
      "h/device.h",
      """
      #include <stdint.h>
      #include <time.h>
      enum state { OFF, IDLE, ACTIVE = 7 };
      struct device { uint32_t id; enum state state; time_t seen; /* not a time_t */ int64_t other; };
      """)
    try workspace.write(
      "make.py",
      """
      import plistlib
      U = plistlib.UID
      kind = lambda name: {"$classname": name, "$classes": [name, "NSObject"]}
      def save(name, objects):
          plistlib.dump({"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": U(1)}, "$objects": ["$null"] + objects},
                        open(name, "wb"), fmt=plistlib.FMT_BINARY)
      save("one.archive", [{"id": 1, "state": 7, "seen": 1709208000, "other": 5, "$class": U(2)}, kind("device")])
      q = lambda size, *numbers: b"".join(n.to_bytes(size, "little") for n in numbers)
      save("many.archive", [{"[]": U(2), "[].id": q(4, 1, 2), "[].state": q(4, 7, 3), "[].seen": q(8, 1709208000, 0), "$class": U(3)},
           "count 2\\nu32 id\\nu32 state\\ni64 seen", kind("device[]")])
      """)
    #expect(try workspace.run("/usr/bin/env", ["python3", "make.py"]).status == 0)
    let one = try workspace.archivegen("inspect", "one.archive", "--schema", "h/device.h")
    #expect(
      one.output.contains("state: ACTIVE (7)\n") && one.output.contains("seen: 2024-02-29T12:00:00Z (1709208000)")
        && one.output.contains("other: 5\n"), "\(one.output)\(one.errors)")
    let csv = try workspace.archivegen("inspect", "many.archive", "--schema", "h", "--format", "csv")
    #expect(
      csv.output == "id,state,seen\n1,ACTIVE,2024-02-29T12:00:00Z\n2,3,1970-01-01T00:00:00Z\n",
      "\(csv.output)\(csv.errors)")
    let tree = try workspace.archivegen("inspect", "--schema", "h/device.h", "many.archive")
    #expect(tree.output.contains("ACTIVE (7)"), "\(tree.output)")
    let page = try workspace.archivegen("inspect", "many.archive", "--schema", "h/device.h", "--html", "page.html")
    let text = workspace.read("page.html") ?? ""
    #expect(
      page.status == 0 && text.contains(#""names":{"0":"OFF","1":"IDLE","7":"ACTIVE"}"#)
        && text.contains(#""reading":"unix""#), "\(page.errors)")
    let types = try workspace.archivegen("inspect", "many.archive", "--schema")
    #expect(types.output.contains("[].state: u32"), "\(types.output)")
    #expect(try workspace.archivegen("inspect", "many.archive", "-I", "h").status == 64)
  }
}
