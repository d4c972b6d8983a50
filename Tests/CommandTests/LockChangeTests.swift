import Foundation
import Testing

/// What a lock records of types, and which changes of it are breaks.
extension LockCommandTests {
  @Test("An old release is compared even if the last one is compatible")
  func oldReleases() throws {
    let workspace = try released()
    try workspace.write("h/item.h", Self.item.replacing("double price;", with: "double price; int added;"))
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "2.0", "--as-is").status == 0)
    #expect(try workspace.archivegen("lock", "release", "2.0", "--as-is").status == 1)
    try workspace.write("h/item.h", Self.item)
    let run = try workspace.archivegen("check", "h", "--format", "json")
    #expect(run.status == 2)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let changes = try #require(report["changes"] as? [[String: Any]])
    #expect(changes.count == 1)
    #expect(changes[0]["rule"] as? String == "key-removed")
    #expect(changes[0]["releases"] as? [String] == ["2.0"])
    #expect((report["checked"] as? [String: Any])?["releases"] as? [String] == ["1.0", "2.0"])
  }

  @Test("A field that moves out of a C struct gets its former key, and retiring is for what does not read it")
  func leftStruct() throws {
    let workspace = try Workspace()
    try workspace.write("h/a.h", "struct in { int a; int v; };\nstruct out { int u; struct in s; };\n")
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1", "h").status == 0)
    func check(_ field: String) throws -> String {
      try workspace.write("h/a.h", "struct in { int a; };\nstruct out { int u; struct in s;\n\(field)\n};\n")
      return try workspace.archivegen("check", "h").errors
    }
    let told = try check("int v;")
    #expect(told.contains("write '// archive: was(\"s.v\")' on 'out.v', if it was renamed"), "\(told)")
    let read = try check("int v; // archive: was(\"s.v\")")
    #expect(read.contains("if no archive has the struct but where 'out.v' reads it"), "\(read)")
    // A renamed field has one line of advice, at its struct.
    try workspace.write("h/a.h", "struct in { int a; int w; };\nstruct out { int u; struct in s; };\n")
    let renamed = try workspace.archivegen("check", "h").errors
    #expect(renamed.components(separatedBy: "archive: was(").count == 2, "\(renamed)")
  }

  @Test("Swift types are in the lock, with their cases and raw values")
  func models() throws {
    let workspace = try Workspace()
    let source = """
      // archive:
      struct Game { var home: String; var scores: [Double] = []; var kind: Kind = .cup; var note: String? }
      // archive:
      enum Kind: Int { case cup = 1, league }
      // archive:
      enum Shape { case circle(radius: Double), square }
      """
    try workspace.write("m/Game.swift", source)
    #expect(try workspace.archivegen("lock", "m").status == 0)
    let text = lock(of: workspace)
    for line in [
      "  home <String> required", "  scores f64[*] default(\"[]\")", "  note <String>?", "  cup =1", "  league =2",
      "  circle case",
      "  circle.radius f64 required",
    ] {
      #expect(text.contains(line + "\n"), "\(text)")
    }
    try workspace.write("m/Game.swift", source.replacing("case cup = 1, league", with: "case league = 1, cup"))
    #expect(try workspace.archivegen("check", "m").errors.contains("[enumerator-renumbered]"))
    try workspace.write("m/Game.swift", source.replacing("note: String?", with: "note: String?; var place: String"))
    #expect(try workspace.archivegen("check", "m").errors.contains("[required-key-added]"))
  }

  @Test("The default of a case's value counts where it is a literal, and else the message says what to write")
  func caseDefaults() throws {
    let workspace = try Workspace()
    let source = "// archive:\nenum Place { case annex(building: String) }\n"
    try workspace.write("m/Place.swift", source)
    #expect(try workspace.archivegen("lock", "m").status == 0)
    try workspace.write("m/Place.swift", source.replacing("String)", with: "String, door: Int = 3)"))
    #expect(try workspace.archivegen("check", "m").status == 3)
    try workspace.write("m/Place.swift", source.replacing("String)", with: "String, door: Int = Self.doors)"))
    let run = try workspace.archivegen("check", "m")
    #expect(run.errors.contains("[required-key-added]"))
    #expect(run.errors.contains("write '/* archive: default(…) */' before 'annex.door'"), "\(run.errors)")
    try workspace.write("m/Place.swift", source.replacing("String)", with: "String, door: Int = 3)"))
    #expect(try workspace.archivegen("m", "-o", "out").status == 0)
    #expect(try #require(workspace.read("out/Place+Archive.swift")).contains("value1 = 3 }"))
  }

  @Test("The encoding of a text behind a pointer is in the lock, and another one is a break")
  func encodings() throws {
    let workspace = try released("struct box { char *note; /* archive: cstring */ };\n")
    try workspace.write("h/item.h", "struct box { char *note; /* archive: cstring(latin1) */ };\n")
    let run = try workspace.archivegen("check", "h")
    #expect(run.status == 2 && run.errors.contains("'note' was text in utf8 and is text in latin1"), "\(run.errors)")
  }

  @Test("Another tag value of a union's member is reported and accepted once for all its fields")
  func memberCondition() throws {
    func header(_ order: String) -> String {
      """
      enum kind { \(order) };
      struct weld { float a, b, c; };
      struct joint { enum kind kind; union { float length; /* archive: case(LENGTH) */
        struct weld weld; /* archive: case(WELD) */ } u; /* archive: tag(kind) */ };

      """
    }
    let workspace = try released(header("LENGTH, WELD"))
    try workspace.write("h/item.h", header("WELD, LENGTH"))
    let changed = try workspace.archivegen("check", "h")
    let lines = changed.errors.split(separator: "\n").filter { $0.contains("[member-condition-changed]") }
    #expect(changed.status == 2 && lines.count == 2, "\(changed.errors)")
    #expect(changed.errors.contains("the same goes for joint.u.weld.b and joint.u.weld.c"), "\(changed.errors)")
    let breaks = changed.errors.matches(of: /error: ([^:]+): .*\[(.+)\]/).flatMap { ["--accept", "\($0.2):\($0.1)"] }
    let run = try workspace.run(Workspace.toolPath, ["lock", "h", "--reason", "never saved"] + breaks)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try workspace.archivegen("check", "h").status == 0)
    // The first field stood for the others.
    try workspace.write("h/item.h", header("WELD, LENGTH").replacing("float a, b, c;", with: "float b, c;"))
    let gone = try workspace.archivegen("check", "h")
    #expect(!gone.errors.contains("[member-condition-changed]"), "\(gone.errors)")
  }

  @Test("An incompatible change of a nested struct is reported, accepted or retired once")
  func nested() throws {
    let header = """
      struct point { int x; int y; };
      struct line { struct point from; struct point to; };
      struct plan { struct line lines[4]; struct point origin; };

      """
    let workspace = try released(header)
    try workspace.write("h/item.h", header.replacing("int x;", with: "short x;"))
    let narrowed = try workspace.archivegen("check", "h")
    #expect(narrowed.status == 2)
    #expect(narrowed.errors.split(separator: "\n").count { $0.contains("[type-narrowed]") } == 1, "\(narrowed.errors)")
    #expect(narrowed.errors.contains("point.x: 'x' was 'i32' and is 'i16'"))
    #expect(
      narrowed.errors.contains("the same goes for line.from.x, line.to.x, plan.lines[].from.x and 2 more"),
      "\(narrowed.errors)")
    #expect(
      try workspace.archivegen("lock", "h", "--accept", "type-narrowed:point.x", "--reason", "small").status == 0)
    #expect(try workspace.archivegen("check", "h").status == 0)

    let other = try released(header)
    try other.write("h/item.h", header.replacing("int x;", with: ""))
    let gone = try other.archivegen("check", "h")
    #expect(gone.errors.split(separator: "\n").count { $0.contains("[key-removed]") } == 1, "\(gone.errors)")
    #expect(gone.errors.contains("h/item.h:1:8: error: point.x: 'x' is gone"), "\(gone.errors)")
    #expect(try other.archivegen("lock", "h", "--retire", "point.x").status == 0)
    #expect(try other.archivegen("check", "h").status == 0)

    let third = try released(header)
    try third.write("h/item.h", header.replacing("struct point to; ", with: ""))
    let member = try third.archivegen("check", "h")
    #expect(
      member.errors.contains("line.to: the member 'to' is gone, and archives have its values (x, y)"),
      "\(member.errors)")
    #expect(member.errors.split(separator: "\n").count { $0.contains("[key-removed]") } == 2, "\(member.errors)")
    #expect(try third.archivegen("lock", "h", "--retire", "line.to", "--retire", "plan.lines[].to").status == 0)
  }

  @Test("Where a struct stands twice, no list of former keys is proposed for the second time, but a migration")
  func twice() throws {
    let workspace = try released("struct flat { int px, py, vx, vy; };\n")
    func nested(_ x: String, _ y: String) -> String {
      "struct vec {\n  int x; \(x)\n  int y; \(y)\n};\nstruct flat { struct vec pos, vel; };\n"
    }
    try workspace.write("h/item.h", nested("", ""))
    let plain = try workspace.archivegen("check", "h")
    #expect(plain.errors.contains("write '// archive: was(\"/px\")' on 'pos.x'"), "\(plain.errors)")
    try workspace.write(
      "h/item.h", nested("// archive: was(\"/px\", \"/vx\")", "// archive: was(\"/py\", \"/vy\")"))
    let followed = try workspace.archivegen("check", "h")
    #expect(
      followed.errors.contains("write '// archive: version(2), migrate(update)' on 'flat' and read 'vx' there")
        && !followed.errors.contains("in place of the one that is there"), "\(followed.errors)")
  }

  @Test("The links of a list in a member of the node are the node's, and have no golden archive")
  func containerInMember() throws {
    let link = "struct link { struct link *next, *prev; };\n"
    func nodes(_ member: String, _ path: String) -> String {
      link + member + "struct root { int z; struct link list; /* archive: container(node, \(path)) */ };\n"
    }
    let workspace = try released(
      nodes("struct node { int v; struct link l; /* archive: container(node, l) */ };\n", "l"))
    try workspace.write(
      "h/item.h",
      nodes(
        "struct in { int q;\n  struct link l; // archive: container(node, in.l), was(\"/l\")\n};\n"
          + "struct node { int v; struct in in; };\n", "in.l"))
    #expect(try workspace.archivegen("check", "h").status == 3)
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(lock(of: workspace).contains("  list.next &link container(\"node\", \"in.l\")\n"))
    let release = try workspace.archivegen("lock", "release", "2.0", "h", "--goldens", "g")
    #expect(release.errors.contains("no golden archive of root.list.next: it is a link of"), "\(release.errors)")
    try workspace.write("h/item.h", nodes("struct node { int v; struct in { int q; struct link l; } in; };\n", "in.l"))
    #expect(try workspace.archivegen("check", "h").status == 2)
  }

  @Test("A pointer that a struct lists as removed is dropped wherever the struct is")
  func removedInStruct() throws {
    let root = "struct root { int id; struct slot slots[2]; struct slot in; struct slot *x; /* archive: ref */ };\n"
    let workspace = try released(
      "struct slot { int k; struct slot *p; /* archive: ref */ };\n" + root)
    try workspace.write("h/item.h", "struct slot { int k; };\n" + root)
    #expect(try workspace.archivegen("check", "h").status == 2)
    try workspace.write("h/item.h", "// archive: removed(\"p\")\nstruct slot { int k; };\n" + root)
    let run = try workspace.archivegen("check", "h")
    #expect(run.status == 3, "\(run.errors)")
  }

  @Test("The texts of an array that was renamed have one line to write")
  func renamedTexts() throws {
    let workspace = try released("struct item { int id; char names[2][8]; // archive: cstring\n};\n")
    try workspace.write("h/item.h", "struct item { int id; char titles[2][8]; // archive: cstring\n};\n")
    let run = try workspace.archivegen("check", "h")
    #expect(run.errors.contains("write '// archive: was(\"names\")' on 'titles'"), "\(run.errors)")
    try workspace.write(
      "h/item.h", "struct item { int id; char titles[2][8]; // archive: cstring, was(\"names\")\n};\n")
    #expect(try workspace.archivegen("check", "h").status == 3)
  }

  @Test("A field that moved within a struct is looked for there before a field of the record around it with its name")
  func movedBesideNamesake() throws {
    let others = "struct other { int id; struct inner m; };\n"
    let workspace = try released("struct inner { int a; int b; };\nstruct outer { int b; struct inner m; };\n" + others)
    func moved(_ was: String) -> String {
      "struct inner {\n  int a;\n  struct { int b; // archive: \(was)\n  } w;\n};\nstruct outer { int c; struct inner m; };\n"
        + others
    }
    try workspace.write("h/item.h", moved("was(\"/b\")"))
    let run = try workspace.archivegen("check", "h")
    #expect(run.errors.contains("was(\"/m.b\", \"/b\")' on 'm.w.b' in place of"), "\(run.errors)")
    try workspace.write("h/item.h", moved("was(\"/m.b\", \"/b\")"))
    let followed = try workspace.archivegen("check", "h").errors
    #expect(!followed.contains("'m.b' is gone") && followed.contains("'b' is gone"), "\(followed)")
  }

  @Test("Commands that a document proposes can be run as they are")
  func documentCommands() throws {
    let workspace = try released("struct item { int id; int old; };\n")
    try workspace.write("h/item.h", "struct item { int id; };\n")
    let json = try workspace.archivegen("check", "h", "--format", "json").output
    #expect(json.contains("archivegen lock h --retire item.old    if"), "\(json)")
  }

  @Test("The list of former keys that is proposed has none that come from a former name of the member around")
  func movedInRenamed() throws {
    let workspace = try released("struct part { int q; double w; };\nstruct node { int n; struct part part; };\n")
    func moved(_ was: String) -> String {
      "struct size { double w; // archive: \(was)\n};\nstruct part { int q; struct size size; };\n"
        + "struct node {\n  int n;\n  struct part item; // archive: was(\"part\")\n};\n"
    }
    try workspace.write("h/item.h", moved("was(\"/w\")"))
    let first = try workspace.archivegen("check", "h")
    #expect(first.errors.contains("write '// archive: was(\"/part.w\", \"/w\")' on 'item.size.w'"), "\(first.errors)")
    try workspace.write("h/item.h", moved("was(\"/part.w\", \"/w\")"))
    let second = try workspace.archivegen("check", "h")
    #expect(!second.errors.contains("key-removed") && !second.errors.contains("ambiguous"), "\(second.errors)")
  }

  @Test("A field that moved is looked for under the member that was around it, and its former name can be retired")
  func moved() throws {
    let parts = "struct shader { int id; };\nstruct texture { int id; };\n"
    let workspace = try released(parts + "struct model { int n; struct shader shader; struct texture texture; };\n")
    try workspace.write(
      "h/item.h",
      parts
        + "struct material { struct { int id; } map; struct shader shader; };\nstruct model { int n; struct material material; };\n"
    )
    let run = try workspace.archivegen("check", "h")
    #expect(run.errors.contains("was(\"/shader\")' on 'material.shader'"), "\(run.errors)")

    let other = try released("struct mat { int n; float row[4]; };\n")
    try other.write("h/item.h", "struct mat { int n; struct { float x, y, z, w; } row; };\n")
    #expect(try other.archivegen("check", "h").errors.contains("--retire mat.row"))
    #expect(try other.archivegen("lock", "h", "--retire", "mat.row").status == 0)
    #expect(try other.archivegen("check", "h").status == 0)
  }

  @Test("Enumerators and constants of option sets have their own locations, and initial values are defaults")
  func places() throws {
    let workspace = try Workspace()
    let model = """
      // archive:
      struct Cart { var number: Int; var rate: Double = 1.5; var flags: Flags = [] }
      // archive:
      struct Flags: OptionSet { let rawValue: Int
        static let gift = Flags(rawValue: 1 << 0)
        static let sealed = Self(rawValue: 0x2)
        static let all: Flags = [.gift, .sealed]
      }

      """
    try workspace.write("in/item.h", Self.item)
    try workspace.write("in/Cart.swift", model.replacing("var rate: Double = 1.5; ", with: ""))
    #expect(try workspace.archivegen("lock", "in").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    try workspace.write("in/Cart.swift", model)
    #expect(try workspace.archivegen("lock", "in").status == 0)
    #expect(lock(of: workspace).contains("  rate f64 default(\"1.5\")\n"))
    #expect(try workspace.archivegen("lock", "release", "2.0", "--as-is").status == 0)
    try workspace.write("in/item.h", Self.item.replacing("OPEN, DONE", with: "DONE, OPEN"))
    try workspace.write("in/Cart.swift", model.replacing("1 << 0", with: "1 << 2").replacing("1.5", with: "2.5"))
    let run = try workspace.archivegen("check", "in")
    #expect(run.errors.contains("in/item.h:1:53: error: enum state.DONE: 'DONE' was 1 and is 0"), "\(run.errors)")
    #expect(run.errors.contains("in/Cart.swift:5:14: error: Flags.gift: 'gift' was 1 and is 4"), "\(run.errors)")
    // Archives of 1.0 have no rate.
    #expect(
      run.errors.contains("in/Cart.swift:2:36: error: Cart.rate: an archive without 'rate' gave 1.5 and gives 2.5"),
      "\(run.errors)")
    #expect(run.errors.contains("write '// archive: default(1.5)' on 'rate'"))
  }

  @Test(
    "What decides how archives are read is in the lock, and a change of it is a break",
    arguments: [
      (
        "enum E: String { case a = \"x\", b = \"y\" }", "enum E: String { case a = \"y\", b = \"x\" }",
        "key-of-another-field"
      ),
      ("enum E: Double { case a = 1.5, b = 2.5 }", "enum E: Double { case a = 2.5, b = 1.5 }", "key-of-another-field"),
      (
        "struct E: OptionSet { let rawValue: Int; static let a = E(rawValue: 1) }",
        "struct E: OptionSet { let rawValue: Int8; static let a = E(rawValue: 1) }", "type-narrowed"
      ),
      (
        "enum E {\n  case a // archive: key(\"x\")\n  case b // archive: key(\"y\")\n}",
        "enum E {\n  case a // archive: key(\"y\")\n  case b // archive: key(\"x\")\n}", "key-of-another-field"
      ),
      (
        "struct S {\n  var a = 0 // archive: key(\"x\")\n  var b = 0 // archive: key(\"y\")\n}",
        "struct S {\n  var a = 0 // archive: key(\"y\")\n  var b = 0 // archive: key(\"x\")\n}", "key-of-another-field"
      ),
      (
        "struct S {\n  var v: any P // archive: types(A, B)\n}\nprotocol P {}\n// archive:\nstruct A: P {}\n// archive:\nstruct B: P {}",
        "struct S {\n  var v: any P // archive: types(B)\n}\nprotocol P {}\n// archive:\nstruct A: P {}\n// archive:\nstruct B: P {}",
        "listed-type-removed"
      ),
    ])
  func recordedFacts(old: String, new: String, rule: String) throws {
    let workspace = try Workspace()
    func write(_ text: String) throws { try workspace.write("M.swift", "// archive:\n\(text)\n") }
    try write(old)
    let locked = try workspace.archivegen("lock", "M.swift")
    #expect(locked.status == 0, "\(locked.errors)")
    #expect(lock(of: workspace).hasPrefix("archivegen lock 3\n"))
    #expect(try workspace.archivegen("check", "M.swift").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    try write(new)
    let broken = try workspace.archivegen("check", "M.swift")
    #expect(broken.status == 2, "\(broken.errors)")
    #expect(broken.errors.contains("[\(rule)]"), "\(broken.errors)")
  }

  @Test("A migration that is dropped is a break, for C and for Swift")
  func droppedMigration() throws {
    let workspace = try Workspace()
    let header = "// archive: version(2), migrate(update)\nstruct item { int a; };\nvoid update(struct item *, int);\n"
    let model =
      "// archive: version(2), migrate(update)\nstruct Model { var a = 1 }\nextension Model { mutating func update(from v: Int, _ d: ObjectDecoder) throws {} }\n"
    try workspace.write("s/item.h", header)
    try workspace.write("s/Model.swift", model)
    #expect(try workspace.archivegen("lock", "s").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    try workspace.write("s/item.h", header.replacing(", migrate(update)", with: ""))
    try workspace.write("s/Model.swift", model.replacing(", migrate(update)", with: ""))
    let broken = try workspace.archivegen("check", "s")
    #expect(broken.status == 2)
    #expect(broken.errors.contains("Model: 'Model' had a migration to version 2 and has none"))
    #expect(broken.errors.contains("item: 'item' had a migration to version 2 and has none"))
  }

  @Test("The value of a constant that is a default is compared, not its name")
  func constantDefault() throws {
    let workspace = try Workspace()
    func write(_ value: String, _ name: String = "size") throws {
      try workspace.write(
        "M.swift",
        "enum Limits { static let \(name) = \(value) }\n// archive:\nstruct S { var b = 1; var a: Int = Limits.\(name) }\n"
      )
    }
    try workspace.write("M.swift", "// archive:\nstruct S { var b = 1 }\n")
    #expect(try workspace.archivegen("lock", "M.swift").status == 0)
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    try write("5")
    #expect(try workspace.archivegen("lock", "M.swift").status == 0)
    #expect(try workspace.archivegen("lock", "release", "2.0", "--as-is").status == 0)
    #expect(lock(of: workspace).contains("  a i64 default(\"Limits.size\", \"5\") since(\"2.0\")\n"))
    try write("5", "most")
    #expect(try workspace.archivegen("check", "M.swift").status == 3)
    try write("6")
    let broken = try workspace.archivegen("check", "M.swift")
    #expect(broken.status == 2)
    #expect(broken.errors.contains("gave Limits.size (5) and gives Limits.size (6)"), "\(broken.errors)")
    #expect(broken.errors.contains("default(5)"), "what the constant was: \(broken.errors)")
  }

  @Test(
    "Messages name the affected releases, quote text, give a reason for what is left out, and agree with the exit code")
  func messages() throws {
    let workspace = try released("struct item { int a; };\n")
    func write(_ text: String) throws {
      try workspace.write(
        "h/item.h", "struct item { int a; char n[8]; // archive: cstring, default(\"\(text)\")\n};\n")
    }
    try write("a b")
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(try workspace.archivegen("lock", "release", "2.0", "h").status == 0)
    try write("c")
    let run = try workspace.archivegen("check", "h")
    #expect(run.status == 2)
    #expect(run.errors.contains("new code gets other values from archives of 1.0, without"), "\(run.errors)")
    #expect(run.errors.contains("write '// archive: default(\"a b\")' on 'n'"), "\(run.errors)")

    let forward = try released("struct item { int a; };\n")
    try forward.write("h/item.h", "struct item { int a; struct item *next; };\n")
    let new = try forward.archivegen("check", "h", "--mode", "forward")
    #expect(new.status == 2)
    #expect(new.errors.contains("checked against 1.0: 1 change, which makes archives unreadable\n"), "\(new.errors)")
    try forward.write("h/item.h", "struct item { int a; void *b; };\n")
    let nothing = try forward.archivegen("check", "h")
    #expect(nothing.status == 70)
    #expect(nothing.errors.contains("its field 'b' (void *) is a pointer"), "\(nothing.errors)")
  }

  @Test("A lock of an earlier format is completed by the next 'lock', and is no break before")
  func completedLock() throws {
    let workspace = try Workspace()
    try workspace.write(
      "M.swift",
      "// archive:\nenum E: Int { case a = 1 }\n// archive: version(2), migrate(up)\nstruct S {\n  var a = 0 // archive: key(\"x\")\n}\nextension S { mutating func up(from v: Int, _ d: ObjectDecoder) throws {} }\n"
    )
    try workspace.write(
      "archivegen.lock",
      """
      archivegen lock 1
      mode backward
      release 1.0

      type E enumerators closed since("1.0")
        a =1 since("1.0")

      type S structure version(2) since("1.0")
        x i64 default("0") since("1.0")

      end

      """)
    #expect(try workspace.archivegen("check", "M.swift").status == 3)
    #expect(try workspace.archivegen("lock", "M.swift").status == 0)
    #expect(
      lock(of: workspace).withoutChecksums == """
        archivegen lock 7
        mode backward
        release 1.0

        type E enumerators closed integer("Int") since("1.0")
          a =1 since("1.0")

        type S structure version(2) migrate since("1.0")
          x i64 field("a") default("0") since("1.0")

        end

        """)
    #expect(try workspace.archivegen("check", "M.swift").status == 0)
  }

  @Test("Of releases that are written at once each is in the lock, or its run fails and says why")
  func releasesAtOnce() throws {
    let workspace = try released()
    let script = """
      "$0" lock release $1 h > $1.txt 2>&1 && echo $1 || grep -q "run the command again" $1.txt || echo "$1: ?"
      """
    try workspace.write("names", "1.1\n1.2\n1.3\n1.4\n")
    let run = try workspace.run(
      "/usr/bin/xargs", ["-a", "names", "-P", "4", "-n", "1", "/bin/sh", "-c", script, Workspace.toolPath])
    let done = run.output.split(separator: "\n").map(String.init)
    let lines = lock(of: workspace).withoutChecksums.split(separator: "\n").filter { $0.hasPrefix("release ") }
    let releases = Set(lines.map { String($0.dropFirst("release ".count)) })
    #expect(!done.isEmpty && Set(done + ["1.0"]) == releases, "\(run.output) \(releases)")
  }
}
