import ArchiveModel
import Testing

@testable import SchemaLock

@Suite("What became of the fields and types that are gone")
struct SuccessorTests {
  @Test("A renamed field is recognised, and the message has the line to write")
  func renaming() throws {
    let changes = try judge("price f64\n  stock u32", "cost u8\n  prize f64\n  stock u32")
    let removed = try #require(changes.first { $0.rule == .keyRemoved })
    #expect(removed.fixes.first?.hasPrefix("// archive: was(\"price\")    on 'prize'") == true)
    #expect(removed.fixes.last == "archivegen lock --retire A.price    if its values are no longer needed")
  }

  @Test("A field that was renamed twice gets one 'was' with both names, and so does a type")
  func renamedAgain() throws {
    func fix(_ new: String) throws -> String? {
      try judge("price f64 was(\"cost\")\n  stock u32", "\(new)\n  stock u32").first { $0.rule == .keyRemoved }?.fixes
        .first
    }
    #expect(
      try fix("prize f64 was(\"cost\")")
        == "// archive: was(\"cost\", \"price\")    on 'prize' in place of the one that is there, if it was renamed")
    #expect(try fix("prize f64") == "// archive: was(\"cost\", \"price\")    on 'prize', if it was renamed")
    let types = Judge.changes(
      from: try schema("type Item record was(\"Thing\")\n  a u8\n  b u8"),
      to: try schema("type Article record was(\"Thing\")\n  a u8\n  b u8"))
    #expect(
      types.first { $0.rule == .typeRemoved }?.fixes.first
        == "// archive: was(\"Thing\", \"Item\")    on 'Article' in place of the one that is there, if it was renamed")
  }

  @Test("A case that was renamed with the labels of its values is recognised where no other has values of these types")
  func renamedCases() throws {
    func fixes(_ old: String, _ new: String) throws -> [String] {
      Judge.changes(
        from: try schema("type Shape enumeration\n  \(old)"), to: try schema("type Shape enumeration\n  \(new)")
      )
      .flatMap(\.fixes).filter { $0.contains("archive:") }
    }
    let old = "circle case\n  circle.radius f64\n  empty case"
    let value = ", and '/* archive: was(\"radius\") */' before its value 'r'"
    #expect(
      try fixes(old, "empty case\n  round case\n  round.r f64")
        == ["// archive: was(\"circle\")    on 'round'\(value), if it was renamed"])
    // The values of the case are the next change.
    #expect(
      try fixes(old, "empty case\n  round case was(\"circle\")\n  round.r f64")
        == ["/* archive: was(\"radius\") */    before 'round.r', if it was renamed"])
    #expect(
      try fixes(old, "empty case\n  round case was(\"circle\")\n  round.r f64 was(\"round.radius\")") == [])
    // Either may be the one.
    #expect(try fixes(old, "empty case\n  oval case\n  oval.a f64\n  zzz case\n  zzz.b f64") == [])
    #expect(try fixes(old, "empty case\n  text case\n  text.t u32") == [])
  }

  @Test("A field that moved into a member is recognised by its name")
  func moving() throws {
    let changes = try judge("amount f64\n  other u8", "stock.amount f64\n  other u8")
    #expect(
      changes.first { $0.rule == .keyRemoved }?.fixes.first?.contains("was(\"/amount\")    on 'stock.amount'") == true)
  }

  @Test(
    "A property that moved into a struct in place, or out of one, is recognised where only one has its name and form")
  func movingIntoStruct() throws {
    func fixes(_ old: String, _ new: String) throws -> [String] {
      let changes = Judge.changes(from: try schema(old), to: try schema(new))
      return changes.first { $0.rule == .keyRemoved }?.fixes ?? []
    }
    let retire = "    if its values are no longer needed"
    let stats = "type Stats structure\n  count i64"
    let root = "type Root class\n  stats <Stats>"
    #expect(
      try fixes("type Root class\n  count i64", "\(root)\n\(stats)")
        == [
          "// archive: was(\"/count\")    on 'Stats.count', if it moved there",
          "archivegen lock --retire Root.count\(retire)",
        ])
    // A new property of another name is rather another one.
    #expect(
      try fixes("type Root class\n  count i64", "\(root)\n  total i64\n\(stats)").first?.contains("'Stats.count'")
        == true)
    // Into a struct that was there, whose property has a former name.
    #expect(
      try fixes(
        "\(root)\n  count i64\ntype Stats structure\n  a i8", "\(root)\n\(stats) was(\"number\")\n  a i8"
      ).first
        == "// archive: was(\"number\", \"/count\")    on 'Stats.count' in place of the one that is there, "
        + "if it moved there"
    )
    let pos = "type Pos structure\n  x i64\n  y i64"
    #expect(
      try fixes("type P class\n  pos <Pos>\n\(pos)", "type P class\n  x i64\n  y i64\n\(pos)")
        == [
          "// archive: was(\"pos.x\")    on 'x', if it moved there",
          "// archive: was(\"pos.y\")    on 'y', if it moved there", "archivegen lock --retire P.pos\(retire)",
        ])
    let place = "type Place structure\n  pos <Pos>"
    #expect(
      try fixes("type P class\n  pos <Pos>\n\(pos)", "type P class\n  place <Place>\n\(place)\n\(pos)").first
        == "// archive: was(\"/pos\")    on 'Place.pos', if it moved there")
    // Two candidates, two that are gone, another type, and a type around that has the key for another property.
    let retired = ["archivegen lock --retire Root.count\(retire)"]
    #expect(
      try fixes("type Root class\n  count i64", "\(root)\n  other <Stats>\n\(stats)") == retired)
    #expect(
      try fixes("type Root class\n  count i64", "\(root)\ntype Stats structure\n  count <String>") == retired)
    #expect(
      try fixes(
        "type Root class\n  count i64\ntype Z class\n  count i64",
        "\(root)\n\(stats)\ntype Z class\n  count i64\n  stats <Stats>") == retired)
    #expect(
      try fixes("type P class\n  a <Pos>\n  b <Pos>\n\(pos)", "type P class\n  x i64\n\(pos)")
        == ["archivegen lock --retire P.a\(retire)"])
  }

  @Test("Values of a case that became a struct are recognised, and no default is proposed in their place")
  func movingIntoStructOfCase() throws {
    let style = "type Style structure\n  raw <String> required"
    func block(_ values: String) -> String {
      "type Block enumeration\n  aside case\n\(values)\n  note case\n  note.n i64 required\n\(style)"
    }
    let changes = Judge.changes(
      from: try schema(block("  aside.n i64 required\n  aside.style <Style> required")),
      to: try schema(
        block("  aside.0 <Aside> required") + "\ntype Aside structure\n  n i64 required\n  style <Style> required"))
    let lines = ["n", "style"].map { "// archive: was(\"/aside.\($0)\")    on 'Aside.\($0)', if it moved there" }
    #expect(changes.first { $0.key == "aside.n" }?.fixes.first == lines[0])
    #expect(changes.first { $0.key == "aside.style" }?.fixes.first == lines[1])
    #expect(changes.first { $0.rule == .requiredKeyAdded }?.fixes == lines)
  }

  @Test("Fields that moved out of a member under their own names are recognised")
  func movingOut() throws {
    let changes = try judge("keysym.mod u16\n  keysym.unused u32", "mod u16\n  window u8")
    let removed = try #require(changes.first { $0.key == "keysym" })
    #expect(removed.fixes.first == "// archive: was(\"keysym.mod\")    on 'mod', if it moved there")
  }

  @Test("A member with a pointer that has another name is two changes, each with the line for the member")
  func renamedMemberWithPointer() throws {
    let changes = try judge(
      "bodies.data &#f64 count(\"bodies.n\")\n  bodies.n i32", "all.data &#f64 count(\"all.n\")\n  all.n i32")
    let removed = changes.filter { [.keyRemoved, .linkRemoved].contains($0.rule) }
    #expect(
      removed.map { "\($0.rule.rawValue) \($0.key ?? "")" }.sorted() == [
        "key-removed bodies", "link-removed bodies.data",
      ])
    #expect(removed.allSatisfy { $0.fixes.first == "// archive: was(\"bodies\")    on 'all', if it was renamed" })
    let dropped = try judge("bodies.data &#f64\n  bodies.n i32\n  x u8", "x u8")
    #expect(
      dropped.map { "\($0.rule.rawValue) \($0.key ?? "")" }.sorted() == [
        "key-removed bodies", "link-removed bodies.data",
      ])
  }

  @Test("Of types that are gone, each gets the successor that is likeliest for all of them")
  func renamedTypes() throws {
    let head = "\n  time u64\n  type u32"
    let old = try schema(
      "type ControllerAxisEvent record\(head)\n  axis u8\ntype ControllerDeviceEvent record\(head)\n  which u32\n"
        + "type TextEvent record\(head)\n  text u8[32]\ntype WindowEvent record\(head)")
    let new = try schema(
      "type CameraDeviceEvent record\(head)\n  which u32\ntype GamepadAxisEvent record\(head)\n  axis u8\n"
        + "type GamepadDeviceEvent record\(head)\n  which u32\ntype RenderEvent record\(head)\n"
        + "type WindowEvent record\(head)")
    let proposals = Judge.changes(from: old, to: new).filter { $0.rule == .typeRemoved }.map { change in
      change.fixes.first { $0.hasPrefix("// archive:") } ?? "none for \(change.type)"
    }
    #expect(
      proposals == [
        "// archive: was(\"ControllerAxisEvent\")    on 'GamepadAxisEvent', if it was renamed",
        "// archive: was(\"ControllerDeviceEvent\")    on 'GamepadDeviceEvent', if it was renamed",
        // What it shares with 'RenderEvent' every event has.
        "none for TextEvent",
      ])
  }

  @Test("An enumeration with raw values may get another name, which archives do not have")
  func renamedRawValues() throws {
    func changes(_ name: String, _ cases: String, _ retired: RetiredNames = RetiredNames()) throws -> [String] {
      let old = "type Holder class\n  kind <Kind>\ntype Kind enumeration raw(\"String\")\n  a case\n  b case"
      let new = "type Holder class\n  kind <\(name)>\ntype \(name) enumeration raw(\"String\")\n  \(cases)"
      return Judge.changes(from: try schema(old), to: try schema(new), retired: retired).map {
        "\($0.rule.rawValue) \($0.level) \($0.fixes.first ?? "")"
      }
    }
    #expect(try changes("Sort", "a case\n  b case") == ["type-renamed safe "])
    #expect(try changes("Sort", "a case\n  b case\n  c case") == ["type-renamed safe ", "case-added safe "])
    #expect(try changes("Sort", "a case\n  c case").contains { $0.hasPrefix("type-removed refuse") })
    #expect(try changes("Sort", "a case\n  c case").allSatisfy { !$0.contains("was(") })
  }

  @Test("A type that the header still has, and that is left out, is shown there with the reason")
  func leftOut() throws {
    let old = try schema("type A record\n  x u8\ntype B record\n  y u8")
    let place = SourceLocation(file: "a.h", line: 3, column: 2)
    let new = ArchivedSchema(
      types: try schema("type B record\n  y u8").types,
      leftOut: [
        "A": LeftOutType(
          reason: "its field 'u' is a union", advice: "write tag(field)", location: place,
          sourceLine: "  union { int x; } u;")
      ])
    let change = try #require(Judge.changes(from: old, to: new).first)
    #expect(change.message == "'A' is left out now, and archives have its values: its field 'u' is a union")
    #expect(change.location == place)
    #expect(change.fixes.first == "tag(field)")
    let nested = ArchivedSchema(
      types: new.types,
      leftOut: [
        "A": LeftOutType(
          reason: "its field 'b' cannot be archived whole",
          advice: "annotate the field that the note names, or skip it",
          location: place, sourceLine: nil)
      ])
    #expect(
      Judge.changes(from: old, to: nested).first?.fixes.first
        == "annotate the field inside it that cannot be archived, or skip it")
  }

  @Test("Fields that exchange their names by 'was' are misread")
  func swapping() throws {
    let changes = try judge("a u8\n  b u8", "a u8 was(\"b\")\n  b u8 was(\"a\")")
    #expect(changes.map(\.rule) == [.keysSwapped, .keysSwapped])
  }

  @Test("A former key that is another field's own key reads nothing")
  func hidden() throws {
    // 'a' is in the archive, so its former key 'b' is never looked for.
    let changes = try judge("a u8\n  b u8", "a u8 was(\"b\")")
    #expect(changes.map(\.rule) == [.keyRemoved])
    #expect(changes.map(\.key) == ["b"])
  }

  @Test("Types: renamed, removed, added, of another kind")
  func types() throws {
    func rules(_ old: String, _ new: String) throws -> [Rule] {
      Judge.changes(from: try schema(old), to: try schema(new)).map(\.rule)
    }
    #expect(try rules("type A record\n  x u8", "type B record was(\"A\")\n  x u8") == [.typeRenamed])
    #expect(try rules("type A record\n  x u8", "type B record\n  x u8") == [.typeRemoved, .typeAdded])
    #expect(try rules("type A record\n  x u8", "type A class\n  x u8") == [.kindChanged])
    #expect(try rules("type A structure\n  x u8", "type A owncoding") == [.kindChanged])
    #expect(try rules("type A owncoding", "type A structure\n  x u8\n  y u8 required") == [.kindChanged])
    #expect(try rules("type A owncoding", "type A owncoding").isEmpty)
    #expect(try rules("type A record version(2)", "type A record") == [.versionLowered])
    // What refers to a renamed type is not changed by that.
    #expect(
      try rules(
        "type A record\n  x u8\ntype L record\n  a &A\n  s <[A]>",
        "type B record was(\"A\")\n  x u8\ntype L record\n  a &B\n  s <[B]>")
        == [.typeRenamed])
  }

  @Test("A name that archives have for another type of today's is misread")
  func reusedName() throws {
    func changes(_ old: String, _ new: String) throws -> [String] {
      Judge.changes(from: try schema(old), to: try schema(new)).map { "\($0.rule.rawValue) \($0.type)" }
    }
    let both = "type A record\n  x u8\ntype B record was(\"A\")\n  x u8"
    #expect(try changes("type A record\n  x u8", both) == ["type-name-reused A", "type-added B"])
    // The release in between had both.
    #expect(try changes(both, both) == [])
  }

  @Test("A count or a tag that was renamed with 'was' is read")
  func renamedCount() throws {
    func changes(_ old: String, _ new: String) throws -> [String] {
      try judge(old, new).map { "\($0.rule.rawValue) \($0.level) \($0.forward)" }.sorted()
    }
    #expect(
      try changes("n u8\n  p &#f64 count(\"n\")", "m u8 was(\"n\")\n  p &#f64 count(\"m\")")
        == ["count-changed safe refuse", "key-renamed safe loss"])
    #expect(
      try changes("n u8\n  m u8\n  p &#f64 count(\"n\")", "n u8\n  m u8\n  p &#f64 count(\"m\")")
        == ["count-changed refuse refuse"])
    #expect(
      try changes(
        "t u8 cases(1, 2)\n  a u8 if(\"t\", 1)", "s u8 was(\"t\") cases(1, 2)\n  a u8 if(\"s\", 1)")
        == ["key-renamed safe loss", "tag-changed safe refuse"])
    #expect(
      try changes(
        "t u8 cases(1, 2)\n  a u8 if(\"t\", 1)", "s u8 was(\"t\") cases(1, 2)\n  a u8 if(\"s\", 2)")
        == ["key-renamed safe loss", "member-condition-changed misread misread", "tag-changed safe refuse"])
  }
}
