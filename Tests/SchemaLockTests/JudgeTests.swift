import ArchiveModel
import Testing

@testable import SchemaLock

/// The changes of a record with these fields.
func judge(_ old: String, _ new: String) throws -> [Change] {
  Judge.changes(
    from: try schema("type A record\n  \(old)\n  same u8"), to: try schema("type A record\n  \(new)\n  same u8"))
}

@Suite("The effect of a change on data")
struct JudgeTests {
  @Test(
    "Swift reads a boolean as a floating-point number, and no array of booleans that is one byte string",
    arguments: [
      ("bool", "f32", Level.safe), ("bool[*]", "f32[*]", .refuse), ("bool[*]?", "f64[*]?", .refuse),
      ("bool[*] elements", "f32[*]", .safe),
    ])
  func booleans(old: String, new: String, level: Level) throws {
    let changes = Judge.changes(
      from: try schema("type A class\n  x \(old)"), to: try schema("type A class\n  x \(new)"))
    #expect(changes.map(\.level).max() == level, "\(changes)")
  }

  @Test(
    "Values of one type read by a field of another",
    arguments: [
      ("x u8", "x u16", Rule.typeWidened, Level.safe, Level.refuse),
      ("x u16", "x u8", .typeNarrowed, .refuse, .safe),
      ("x u8", "x i16", .typeWidened, .safe, .refuse),
      ("x u8", "x i8", .typeNarrowed, .refuse, .refuse),
      ("x i8", "x u64", .typeNarrowed, .refuse, .refuse),
      ("x bool", "x u1", .typeWidened, .safe, .refuse),
      ("x bool", "x f32", .typeChanged, .refuse, .refuse),
      ("x f32", "x f64", .typeWidened, .safe, .refuse),
      ("x f64", "x f32", .typeNarrowed, .refuse, .safe),
      ("x f16", "x bf16", .typeNarrowed, .refuse, .refuse),
      ("x u24", "x f32", .typeWidened, .safe, .refuse),
      ("x u32", "x f32", .typeNarrowed, .refuse, .refuse),
      ("x i54", "x f64", .typeWidened, .safe, .refuse),
      ("x i55", "x f64", .typeNarrowed, .refuse, .refuse),
      ("x f64", "x i32", .typeNarrowed, .refuse, .safe),
      ("x c(f32)", "x c(f64)", .typeWidened, .safe, .refuse),
      ("x c(f32)", "x f32", .typeChanged, .refuse, .refuse),
      ("x v3(f32)", "x v4(f32)", .typeChanged, .refuse, .refuse),
      ("x u8[2]", "x u8[3]", .arrayGrown, .safe, .refuse),
      ("x u8[3]", "x u8[2]", .arrayShortened, .refuse, .safe),
      ("x u8[2][2]", "x u8[2][3]", .arrayGrown, .safe, .refuse),
      ("x u8[2][2]", "x u8[3][1]", .arrayShortened, .refuse, .refuse),
      ("x u8[2][2]", "x u8[4]", .rankChanged, .refuse, .refuse),
      ("x u8", "x u8[1]", .becameArray, .safe, .refuse),
      ("x u8[2]", "x u8", .becameValue, .refuse, .safe),
      ("x u8[2] elements", "x u8", .becameValue, .refuse, .safe),
      ("x u32[2] values(1, 2)", "x u32[3] values(1, 2)", .arrayGrown, .refuse, .refuse),
      ("x u32[3] values(1, 2)", "x u32[2] values(1, 2)", .arrayShortened, .refuse, .refuse),
      ("x u32[2] values(1, 2)", "x u32 values(1, 2)", .becameValue, .refuse, .refuse),
      ("n u8", "n u8\n  x u32 values(1, 2)", .keyAdded, .misread, .safe),
      ("n u8", "n u8\n  x u32 values(1, 2) default(\"2\")", .keyAdded, .safe, .safe),
      ("n u8", "n u8\n  x records[2]\n  x[].k u32 values(1)", .keyAdded, .misread, .safe),
      ("n u8", "n u8\n  x u32 cases(1, 2)\n  v u8 if(\"x\", 1)", .requiredKeyAdded, .refuse, .safe),
      ("n u8", "n u8\n  x u32 cases(1, 2) default(\"1\")\n  v u8 if(\"x\", 1)", .keyAdded, .safe, .safe),
      ("n u8", "n u8\n  x u32 cases(0, 1)\n  v u8 if(\"x\", 1)", .keyAdded, .safe, .safe),
      ("n u8", "n u8\n  x records[2]\n  x[].f i32 required", .requiredKeyAdded, .refuse, .safe),
      ("x records[2]\n  x[].k u32 values(1)", "x records[3]\n  x[].k u32 values(1)", .arrayGrown, .refuse, .refuse),
      ("x records[2]\n  x[].k u32 cases(1)", "x records[3]\n  x[].k u32 cases(1)", .arrayGrown, .refuse, .refuse),
      (
        "x records[2]\n  x[].k u32 cases(1) default(\"1\")", "x records[3]\n  x[].k u32 cases(1) default(\"1\")",
        .arrayGrown, .safe, .refuse
      ),
      ("x.k u32 values(1)", "x records[2]\n  x[].k u32 values(1)", .becameArray, .refuse, .loss),
      ("x.k u32 values(1)", "x records[1]\n  x[].k u32 values(1)", .becameArray, .safe, .loss),
      ("x i8[3]", "x u8[2]", .bytesReinterpreted, .misread, .misread),
      ("x &node[2]", "x &node[3]", .arrayGrown, .safe, .refuse),
      ("x &node", "x &node[3]", .becameArray, .safe, .refuse),
      ("x &#f64[2] count(\"n\")", "x &#f64[3] count(\"n\")", .arrayGrown, .refuse, .refuse),
      ("p.x u8", "p records[2]\n  p[].x u8", .becameArray, .safe, .loss),
      ("x utf8[8]", "x utf8[16]", .arrayGrown, .safe, .refuse),
      ("x utf8[8]", "x latin1[8]", .encodingChanged, .refuse, .refuse),
      ("x u8[8]", "x utf8[8]", .encodingChanged, .refuse, .safe),
      ("x u8[8]", "x latin1[8]", .encodingChanged, .loss, .misread),
      ("x utf8[8]", "x i8[8]", .encodingChanged, .safe, .refuse),
      ("x latin1[8]", "x i8[8]", .encodingChanged, .misread, .loss),
      ("x i8[8]", "x u8[8]", .bytesReinterpreted, .misread, .misread),
      ("x i8[8]", "x i32[8]", .bytesReinterpreted, .misread, .refuse),
      ("x u8[8]", "x i32[8]", .typeWidened, .safe, .refuse),
      ("x i8[2][2]", "x i32[2][2]", .typeWidened, .safe, .refuse),
      ("x &node", "x &item", .targetChanged, .refuse, .refuse),
      ("x &node", "x u32", .typeChanged, .refuse, .refuse),
      ("x &node", "x &node weak", .weakAdded, .loss, .safe),
      ("x &#f64 count(\"n\")", "x &#f64 count(\"m\")", .countChanged, .refuse, .refuse),
      ("x &#f64 count(\"n\")", "x &#f64 count(\"n + 1\")", .countChanged, .refuse, .refuse),
      ("x &#i32 count(\"n\")", "x &#i32 count(\"*terminated\")", .countChanged, .misread, .refuse),
      ("x &#i32 count(\"*terminated\")", "x &#i32 count(\"*terminated(-1)\")", .countChanged, .misread, .misread),
      ("n u8", "n u8\n  x &#i32 count(\"*terminated\")", .linkAdded, .safe, .refuse),
      ("x &#f64 count(\"n\")", "x &#f64 count(\"n or null\")", .countChanged, .safe, .refuse),
      ("x &#f64 count(\"n + 1 or null\")", "x &#f64 count(\"n + 1\")", .countChanged, .refuse, .safe),
      ("x &#f64 count(\"n or null\")", "x &#f64 count(\"m or null\")", .countChanged, .refuse, .refuse),
      ("x &#text symbols(\"f\", \"g\")", "x &#text symbols(\"f\")", .symbolRemoved, .refuse, .safe),
      ("x u8", "x u8 default(\"1\")", .defaultChanged, .misread, .safe),
      ("x u8", "x u8 required", .requiredAdded, .refuse, .safe),
      ("x u8 if(\"k\", 1)", "x u8 if(\"k\", 2)", .memberConditionChanged, .misread, .misread),
      ("x u8 if(\"k\", 1)", "x u8 if(\"k\", 1, 2)", .memberConditionChanged, .safe, .refuse),
      ("x u8 if(\"k\", 1)", "x u8 if(\"j\", 1)", .tagChanged, .refuse, .refuse),
      ("x u32 values(0, 1)", "x u32 values(0)", .allowedValuesRemoved, .refuse, .safe),
      ("x u32 values(0, 200)", "x u8", .typeNarrowed, .safe, .safe),
      ("x u32 values(0, 200)", "x i8", .typeNarrowed, .refuse, .refuse),
      ("x u32 enum(\"enum a\")", "x u32 enum(\"enum b\")", .enumerationChanged, .misread, .misread),
      ("x u8[4]", "x u8[4] native", .storageChanged, .safe, .safe),
      ("x i64", "x i64 owncoding", .codingChanged, .safe, .safe),
      ("x <Date> owncoding", "x <Date>", .codingChanged, .safe, .safe),
      ("x <Item>", "x <Item> owncoding", .codingChanged, .refuse, .refuse),
      ("x i64[*] owncoding", "x i64[*]", .codingChanged, .refuse, .refuse),
      ("x <Item> owncoding", "x <Other> owncoding", .typeChanged, .refuse, .refuse),
      ("x u3", "x u3 bits(\"g\", 0)", .bitGroupChanged, .safe, .safe),
      ("x u3 bits(\"g\", 0)", "x u3", .bitGroupChanged, .safe, .safe),
      ("x u3 bits(\"g\", 0)", "x u3 bits(\"h\", 2)", .bitGroupChanged, .safe, .safe),
      ("x u3 bits(\"g\", 0)", "x u3 bits(\"g\", 2)", .bitPositionChanged, .safe, .safe),
      ("x u3 bits(\"g\", 0)", "x u4 bits(\"g\", 3)", .typeWidened, .safe, .refuse),
      ("x u3 bits(\"g\", 0)", "x u2 bits(\"g\", 0)", .typeNarrowed, .refuse, .safe),
      ("x u3 bits(\"g\", 0)", "x i3 bits(\"g\", 0)", .typeNarrowed, .refuse, .refuse),
      ("x u3 bits(\"g\", 0)", "y f32", .keyRemoved, .loss, .loss),
      ("x u3 bits(\"g\", 0)", "g u8", .bitGroupKeyReused, .refuse, .safe),
      ("x u3 bits(\"g\", 0)", "y u8 was(\"g\")", .bitGroupKeyReused, .refuse, .safe),
      ("g u8", "x u3 bits(\"g\", 0)", .bitGroupKeyReused, .safe, .refuse),
      ("x &#u8 count(\"n bytes\")", "x &#u32 count(\"n bytes\")", .typeChanged, .refuse, .refuse),
      ("x &#u8 count(\"n bytes or null\")", "x &#u32 count(\"n bytes or null\")", .typeChanged, .refuse, .refuse),
      ("n u8", "n u8\n  x &#u32 count(\"4\")", .requiredKeyAdded, .refuse, .refuse),
      ("n u8", "n u8\n  x &#u32 count(\"n + 1\")", .requiredKeyAdded, .refuse, .refuse),
      ("n u8", "n u8\n  x &#u32 count(\"n + 1 or null\")", .linkAdded, .safe, .refuse),
      ("n u8", "m u8 was(\"n\")\n  x &#u32 count(\"m\")", .requiredKeyAdded, .refuse, .refuse),
      ("y u8", "n u8 default(\"2\")\n  x &#u32 count(\"n\")\n  y u8", .requiredKeyAdded, .refuse, .refuse),
      ("y u8", "n u8\n  x &#u32 count(\"n\")\n  y u8", .linkAdded, .safe, .refuse),
      ("y u8", "n u8\n  x &#u32 count(\"n*y\")\n  y u8", .linkAdded, .safe, .refuse),
      (
        "x records[2]\n  x[].k u8", "x records[3]\n  x[].k u8\n  x[].p &node if(\"x[].k\", 0)", .arrayGrown, .safe,
        .refuse
      ),
      (
        "x records[2]\n  x[].n u8 default(\"2\")\n  x[].p &#i32 count(\"x[].n\")",
        "x records[3]\n  x[].n u8 default(\"2\")\n  x[].p &#i32 count(\"x[].n\")", .arrayGrown, .refuse, .refuse
      ),
      (
        "x records[2]\n  x[].n u8\n  x[].p &#i32 count(\"x[].n\")",
        "x records[3]\n  x[].n u8\n  x[].p &#i32 count(\"x[].n\")", .arrayGrown, .safe, .refuse
      ),
      (
        "x records[2]\n  x[].k u8\n  x[].p &node if(\"x[].k\", 0)",
        "x records[3]\n  x[].k u8\n  x[].p &node if(\"x[].k\", 0)",
        .arrayGrown, .refuse, .refuse
      ),
      (
        "x records[2]\n  x[].k u8\n  x[].p &node if(\"x[].k\", 1)",
        "x records[3]\n  x[].k u8\n  x[].p &node if(\"x[].k\", 1)",
        .arrayGrown, .safe, .refuse
      ),
      ("x &node", "x.a u8", .linkRemoved, .refuse, .refuse),
      ("x &#u8 count(\"n bytes\")", "x &#i8 count(\"n bytes\")", .typeNarrowed, .refuse, .refuse),
      ("x &#u8 count(\"n\")", "x &#u32 count(\"n\")", .typeWidened, .safe, .refuse),
      ("x <String>", "x <String>?", .optionalAdded, .safe, .refuse),
      ("x <String>?", "x <String>", .optionalRemoved, .refuse, .safe),
      ("x <String>?", "x <String> default(\"a\")", .optionalRemoved, .refuse, .safe),
      ("x &#text", "x &#text encoding(\"latin1\")", .encodingChanged, .refuse, .safe),
      ("x &#text encoding(\"latin1\")", "x &#text", .encodingChanged, .safe, .refuse),
      ("x &#text encoding(\"utf16\")", "x &#text encoding(\"utf32\")", .encodingChanged, .safe, .safe),
      ("x f32[3]", "x records[3]\n  x[].a u8", .typeChanged, .refuse, .refuse),
      ("x f32[3]\n  t &#text", "x records[3]\n  x[].a u8\n  t &#text", .typeChanged, .loss, .loss),
      ("x records[3]\n  x[].a u8\n  t &#text", "x i32[6] required\n  t &#text", .typeChanged, .refuse, .loss),
      ("x <String>", "x <Int>", .typeChanged, .refuse, .refuse),
      ("x u8", "y f32", .keyRemoved, .loss, .loss),
      ("x u8", "y u8 was(\"x\")", .keyRenamed, .safe, .loss),
      ("x.a u8\n  x.b.c u16", "x &node", .typeChanged, .refuse, .refuse),
      ("x.a u8\n  x.b u8", "x &node\n  y u8 was(\"x.a\")", .keyRenamed, .safe, .loss),
      ("w u8\n  x u8", "w u8\n  y u8 was(\"w\", \"x\")", .keyRenamed, .safe, .loss),
      ("x &node", "y f32", .linkRemoved, .refuse, .loss),
      ("x u8 was(\"w\")", "x u8", .formerKeyRemoved, .loss, .safe),
    ])
  func values(old: String, new: String, rule: Rule, level: Level, forward: Level) throws {
    let changes = try judge(old, new)
    let found = try #require(changes.first { $0.rule == rule }, "\(changes.map(\.rule.rawValue))")
    #expect(found.level == level)
    #expect(found.forward == forward)
    #expect(!found.message.isEmpty)
  }

  @Test("A field that was renamed is still read when the struct around it becomes an array")
  func renamedInArray() throws {
    let changes = try judge("p.x u8 was(\"p.old\")", "p records[2]\n  p[].x u8 was(\"p[].old\")")
    #expect(changes.map(\.rule) == [.becameArray])
    let lost = try judge("p.x u8 was(\"p.old\")", "p records[2]\n  p[].x u8")
    #expect(lost.contains { $0.rule == .formerKeyRemoved && $0.level == .loss })
  }

  @Test("A count in a record that becomes an array is that of the element")
  func countInArray() throws {
    let changes = try judge(
      "p.n u8\n  p.x &#i32 count(\"p.n\")", "p records[2]\n  p[].n u8\n  p[].x &#i32 count(\"p[].n\")")
    #expect(changes.map(\.rule) == [.becameArray] && changes.allSatisfy { $0.level == .safe }, "\(changes)")
  }

  @Test("Two targets of pointers that become one are refused where an archive may have both")
  func mergedTables() throws {
    let node = "type A record\n  s &t\n  u &u\ntype t record\n  x u8\ntype u record\n  x u8"
    let merged = Judge.changes(
      from: try schema(node), to: try schema("type A record\n  s &t\n  u &t\ntype t record was(\"u\")\n  x u8"))
    #expect(merged.filter { $0.rule == .typeRenamed }.map(\.level) == [.refuse], "\(merged)")
    let renamed = Judge.changes(
      from: try schema(node),
      to: try schema("type A record\n  s &t\n  u &v\ntype t record\n  x u8\ntype v record was(\"u\")\n  x u8"))
    #expect(renamed.filter { $0.rule == .typeRenamed }.map(\.level) == [.safe], "\(renamed)")
    func numbers(_ first: String, _ second: String) throws -> Level? {
      func text(_ type: String) -> String {
        "type A record\n  n u8\n  x &#\(type) count(\"n\")\n  y &#i32 count(\"n\")"
      }
      let changes = Judge.changes(from: try schema(text(first)), to: try schema(text(second)))
      return changes.first { $0.rule == .typeWidened }?.level
    }
    #expect(try numbers("i16", "i32") == .refuse)
    #expect(try numbers("i16", "i64") == .safe)
    let apart = Judge.changes(
      from: try schema("type A record\n  x &#i16\ntype B record\n  y &#i32\ntype C record\n  z &#i16"),
      to: try schema("type A record\n  x &#i32\ntype B record\n  y &#i32\ntype C record\n  z &#i16"))
    #expect(apart.map(\.level) == [.safe], "in no graph together: \(apart)")
    let element = Judge.changes(
      from: try schema("type A record\n  n u8\n  x &#i16 count(\"n\")\n  y &#i16"),
      to: try schema("type A record\n  n u8\n  x &#i32 count(\"n\")\n  y &#i16"))
    #expect(element.map(\.level) == [.loss], "\(element)")
  }

  @Test("A migration may read none of the keys that there were")
  func migratedWhole() throws {
    let changes = Judge.changes(
      from: try schema("type A record\n  x u8"), to: try schema("type A record version(2)\n  y f64"))
    #expect(!changes.contains { $0.rule == .nothingInCommon && $0.level != .safe }, "\(changes)")
  }

  @Test(
    "A default that the field cannot have any more is not proposed",
    arguments: [("x u8", "x u8", true), ("x u8", "x u8[2]", false), ("x f32", "x i32", true)])
  func impossibleDefault(old: String, new: String, isProposed: Bool) throws {
    let changes = try judge("\(old) default(\"1\")", new).filter { $0.rule == .defaultChanged }
    #expect(changes.map(\.fixes.isEmpty) == [!isProposed])
    let fraction = try judge("\(old) default(\"1.5\")", new).filter { $0.rule == .defaultChanged }
    #expect(fraction.map(\.fixes.isEmpty) == [true])
  }

  @Test("A struct without properties that becomes optional is read as nil, also in another struct")
  func emptyStruct() throws {
    let types = "type Empty structure\ntype Holder structure\n  e <Empty>\n"
    for type in ["Empty", "Holder"] {
      let (old, new) = (types + "type A structure\n  x <\(type)>", types + "type A structure\n  x <\(type)>?")
      let changes = Judge.changes(from: try schema(old), to: try schema(new))
      #expect(changes.map(\.rule) == [.optionalAdded] && changes.first?.level == .loss)
    }
  }

  @Test("Arrays in arrays of records may grow as other arrays")
  func columns() throws {
    let changes = try judge("a records[2]\n  a[].v u8[2]", "a records[3]\n  a[].v u8[3]")
    #expect(changes.map(\.rule) == [.arrayGrown, .arrayGrown] && changes.allSatisfy { $0.level == .safe })
  }

  @Test("A record that became an array's first element is one change, with those of its fields")
  func firstRecord() throws {
    let changes = try judge(
      "p.x u8\n  p.q.y u8\n  p.k u8",
      "a records[2] was(\"p\")\n  a[].x u16 was(\"p[].x\")\n  a[].q records[3] was(\"p[].q\")\n  a[].q[].y u8 was(\"p[].q[].y\")"
    )
    #expect(Set(changes.map(\.rule)) == [.becameArray, .typeWidened, .keyRemoved])
    #expect(changes.filter { $0.rule == .keyRemoved }.map(\.key) == ["p.k"])
  }

  @Test("A removed key of a type with a new version may be read by 'migrate'")
  func migrated() throws {
    let (old, new) = ("type A record\n  cents i32\n  same u8", "type A record version(2)\n  amount f64\n  same u8")
    let changes = Judge.changes(from: try schema(old), to: try schema(new))
    let removed = try #require(changes.first { $0.rule == .keyRemoved })
    #expect(removed.fixes.contains("archivegen lock --accept key-removed:A.cents    if 'migrate' reads it"))
  }

  @Test("A property that moved into a struct in place is read by the key from the root")
  func movedIntoStruct() throws {
    let old = try schema("type A class\n  size i32\n  other u8")
    let new = try schema("type A class\n  box <B>\n  other u8\ntype B structure\n  size i64 was(\"/size\")")
    let changes = Judge.changes(from: old, to: new)
    #expect(changes.contains { $0.rule == .keyRenamed && $0.key == "box.size" && $0.level == .safe })
    #expect(!changes.contains { $0.rule == .keyRemoved })
    let whole = try schema("type A class\n  size i32 required\n  other u8")
    let required = try schema(
      "type A class\n  box <B> required\n  other u8\ntype B structure\n  size i64 required was(\"/size\")")
    #expect(
      Judge.changes(from: whole, to: required).allSatisfy { $0.level == .safe }, "all that the struct needs is there")
    let more = try schema(
      "type A class\n  box <B> required\n  other u8\ntype B structure\n  size i64 required was(\"/size\")\n  x u8 required"
    )
    #expect(Judge.changes(from: whole, to: more).contains { $0.rule == .requiredKeyAdded && $0.level == .refuse })
  }

  @Test("A text and a struct with a raw value of text are read alike, also in collections")
  func rawTexts() throws {
    let types = "type ID enumerators raw(\"String\") integer(\"String\")"
    for (text, raw) in [("<String>", "<ID>"), ("<[String]>", "<[ID]>"), ("<[String: Int]>", "<[ID: Int]>")] {
      let (old, new) = (
        try schema("type A structure\n  x \"\(text)\" required"),
        try schema("type A structure\n  x \"\(raw)\" required\n\(types)")
      )
      #expect(Judge.changes(from: old, to: new).allSatisfy { $0.level == .safe && $0.forward == .safe }, "\(text)")
    }
  }

  @Test("Objects of an enumeration that became a class are read without their values")
  func enumerationBecameClass() throws {
    let old = try schema("type T enumeration\n  leaf case\n  leaf.0 i64 required")
    let new = try schema("type T class\n  value i64?")
    #expect(Judge.changes(from: old, to: new).map(\.level).max() == .loss)
  }

  @Test("The nodes of an intrusive list are part of what a link leads to")
  func containers() throws {
    func changes(_ old: String, _ new: String) throws -> [Change] {
      try judge("l.next &link\(old)", "l.next &link\(new)")
    }
    let item = " container(\"item\", \"a\")"
    #expect(try changes(item, item).isEmpty)
    #expect(try changes(item, " container(\"item\", \"b\")").map(\.level) == [.misread])
    #expect(try changes(item, " container(\"other\", \"a\")").map(\.level) == [.refuse])
    #expect(try changes(item, "").map(\.rule) == [.targetChanged])
    #expect(try changes("", item).isEmpty, "a lock of an earlier format does not say it")
    let renamed = try schema("type A record\n  l.next &link\(item)\n  same u8\ntype item record\n  a.next &link")
    let now = try schema(
      "type A record\n  l.next &link container(\"item\", \"b\")\n  same u8\ntype item record\n  b.next &link was(\"a.next\")"
    )
    #expect(Judge.changes(from: renamed, to: now).allSatisfy { $0.rule != .targetChanged })
  }

  @Test("A Swift array of numbers is read packed and as a list, whichever of them the property writes")
  func swiftStorage() throws {
    let (packed, elements) = (try schema("type A class\n  n i32[*]"), try schema("type A class\n  n i32[*] elements"))
    let back = try #require(Judge.changes(from: packed, to: elements).first { $0.rule == .storageChanged })
    #expect(back.level == .safe && back.forward == .safe)
    let forth = try #require(Judge.changes(from: elements, to: packed).first { $0.rule == .storageChanged })
    #expect(forth.level == .safe && forth.forward == .refuse, "code of earlier versions of archivegen refuses it")
  }

  @Test("Arrays of a Swift struct that gets 'columns' are refused by old code, and those that had them by code without")
  func swiftColumns() throws {
    let (elements, columns) = (try schema("type A structure\n  n i32"), try schema("type A structure columns\n  n i32"))
    let forth = try #require(Judge.changes(from: elements, to: columns).first { $0.rule == .storageChanged })
    #expect(forth.level == .safe && forth.forward == .refuse && forth.key == nil)
    let back = try #require(Judge.changes(from: columns, to: elements).first { $0.rule == .storageChanged })
    #expect(
      back.level == .refuse && back.forward == .safe
        && back.fixes == ["// archive: columns    on 'A', which reads both"])
    #expect(Judge.changes(from: columns, to: columns).isEmpty)
    let (record, other) = (try schema("type A record\n  n i32"), try schema("type A record columns\n  n i32"))
    #expect(!Judge.changes(from: record, to: other).contains { $0.rule == .storageChanged })
  }

  @Test("Objects of a class that gets 'columns' are refused by old code, and those that had them by code without")
  func tables() throws {
    let (objects, columns) = (try schema("type A class\n  n i32"), try schema("type A class columns\n  n i32"))
    let forth = try #require(Judge.changes(from: objects, to: columns).first { $0.rule == .storageChanged })
    #expect(forth.level == .safe && forth.forward == .refuse && forth.message.hasPrefix("objects of 'A' were archived"))
    let back = try #require(Judge.changes(from: columns, to: objects).first { $0.rule == .storageChanged })
    #expect(
      back.level == .refuse && back.forward == .safe
        && back.fixes == ["// archive: columns    on 'A', which reads both"])
    #expect(Judge.changes(from: columns, to: columns).isEmpty)
  }

  @Test("A removed array of records is one change, not one for each field")
  func removedArray() throws {
    let changes = try judge("a records[2]\n  a[].v u8\n  a[].w u8", "b u8[3]")
    #expect(changes.filter { $0.rule == .keyRemoved }.map(\.key) == ["a"])
  }

  @Test("A migration that is dropped, stand-ins and 'resolve' are breaks")
  func codeOfTypes() throws {
    func changes(_ old: String, _ new: String) throws -> [String] {
      Judge.changes(from: try schema(old), to: try schema(new)).map { "\($0.rule.rawValue) \($0.level) \($0.forward)" }
    }
    let migrated = "type A record version(2) migrate\n  x u8"
    #expect(try changes(migrated, "type A record version(2)\n  x u8") == ["migration-removed misread safe"])
    #expect(try changes(migrated, "type A record version(3)\n  x u8") == ["migration-removed misread safe"])
    #expect(try changes("type A record version(2)\n  x u8", migrated) == [])
    let stood = "type A class replace(\"B\")\n  x u8\ntype B class\n  x u8"
    #expect(try changes(stood, "type A class\n  x u8\ntype B class\n  x u8") == ["stand-in-changed refuse refuse"])
    #expect(try changes("type A class\n  x u8\ntype B class\n  x u8", stood) == ["stand-in-added safe refuse"])
    #expect(
      try changes(stood, "type A class replace(\"C\")\n  x u8\ntype C class was(\"B\")\n  x u8") == [
        "type-renamed safe refuse"
      ])
    #expect(try changes("type A class resolve\n  x u8", "type A class\n  x u8") == ["resolve-removed misread safe"])
  }

  @Test("The raw type of integers: numbers that do not fit are refused")
  func integers() throws {
    func changes(_ old: String, _ new: String) throws -> [String] {
      Judge.changes(from: try schema(old), to: try schema(new)).map { "\($0.rule.rawValue) \($0.level) \($0.forward)" }
    }
    func flags(_ type: String) -> String { "type F enumerators integer(\"\(type)\")\n  a =1" }
    func closed(_ type: String, _ value: Int) -> String {
      "type F enumerators integer(\"\(type)\") closed\n  a =\(value)"
    }
    #expect(try changes(flags("Int"), flags("Int8")) == ["type-narrowed refuse safe"])
    #expect(try changes(flags("Int8"), flags("Int")) == ["type-widened safe refuse"])
    #expect(try changes(flags("UInt"), flags("Int")) == ["type-narrowed refuse refuse"])
    #expect(try changes(closed("Int", 100), closed("Int8", 100)) == ["type-narrowed safe safe"])
    #expect(try changes("type F enumerators\n  a =1", flags("Int8")) == [])
  }

  @Test("Fields that exchange keys, and cases that exchange raw values, are misread")
  func exchangedKeys() throws {
    func rules(_ old: String, _ new: String) throws -> [String] {
      try judge(old, new).map { "\($0.rule.rawValue) \($0.key ?? "") \($0.level)" }
    }
    let exchanged = ["key-of-another-field x misread", "key-of-another-field y misread"]
    #expect(try rules("x u8\n  y u8", "x u8 field(\"y\")\n  y u8 field(\"x\")") == exchanged)
    #expect(try rules("x u8 field(\"a\")\n  y u8 field(\"b\")", "x u8 field(\"b\")\n  y u8 field(\"a\")") == exchanged)
    // One of them is new: what 'a' wrote is read as 'b'.
    #expect(
      try rules("x u8 field(\"a\")", "x u8 field(\"b\")\n  y u8 field(\"a\")")
        == ["key-of-another-field x misread", "key-added y safe"])
    // A field that is renamed keeps its key.
    #expect(try rules("x u8 field(\"a\")", "x u8 field(\"b\")") == [])
    let cases = Judge.changes(
      from: try schema("type E enumeration raw(\"String\")\n  x case field(\"a\")\n  y case field(\"b\")"),
      to: try schema("type E enumeration raw(\"String\")\n  x case field(\"b\")\n  y case field(\"a\")"))
    #expect(cases.map(\.rule) == [.keyOfAnotherField, .keyOfAnotherField])
  }

  @Test("Types of a protocol that are not listed any more are refused")
  func listedTypes() throws {
    func rules(_ old: String, _ new: String) throws -> [String] {
      try judge(old, new).map { "\($0.rule.rawValue) \($0.level) \($0.forward)" }
    }
    let both = "x \"<any Shape>\" types(\"Circle\", \"Square\")"
    #expect(try rules(both, "x \"<any Shape>\" types(\"Circle\")") == ["listed-type-removed refuse safe"])
    #expect(try rules("x \"<any Shape>\" types(\"Circle\")", both) == ["listed-type-added safe refuse"])
    #expect(try rules("x \"<any Shape>\"", both) == [])
  }

  @Test("Defaults that are constants are compared by their values")
  func constants() throws {
    func rules(_ old: String, _ new: String) throws -> [Rule] { try judge(old, new).map(\.rule) }
    #expect(try rules("x u8 default(\"K.t\", \"5\")", "x u8 default(\"K.t\", \"6\")") == [.defaultChanged])
    #expect(try rules("x u8 default(\"K.t\", \"5\")", "x u8 default(\"L.t\", \"5\")") == [])
    #expect(try rules("x u8 default(\"5\")", "x u8 default(\"K.t\", \"5\")") == [])
    #expect(try rules("x u8 default(\"K.t\")", "x u8 default(\"K.t\", \"5\")") == [])
    #expect(try rules("x u8 default(\"K.t\")", "x u8 default(\"L.t\")") == [.defaultChanged])
  }

  @Test("A default that makes a struct has those of the struct's properties")
  func madeDefaults() throws {
    func changes(_ old: String, _ limit: Int, _ new: String, _ newLimit: Int) throws -> [Change] {
      func made(_ text: String, _ limit: Int) throws -> ArchivedSchema {
        try schema(
          "type S structure\n  search <Search> default(\(text))\ntype Search structure\n  kind <String>?\n  limit i64 default(\"\(limit)\")"
        )
      }
      return Judge.changes(from: try made(old, limit), to: try made(new, newLimit)).filter { $0.type == "S" }
    }
    let found = try changes("\".init()\"", 10, "\".init()\"", 99)
    #expect(found.map(\.rule) == [.defaultChanged])
    #expect(
      found.first?.message == "an archive without 'search' gives .init(), in which 'limit' was 10 and is 99")
    // What is written as an argument, or made by another type, has no part of its own.
    #expect(try changes("\".init(limit: 5)\"", 10, "\".init(limit: 5)\"", 99).isEmpty)
    #expect(try changes("\"Other()\"", 10, "\"Other()\"", 99).isEmpty)
    #expect(
      try changes("\"Search(kind: nil)\"", 10, "\"Search(kind: \\\"a, b\\\")\"", 10).map(\.rule) == [.defaultChanged])
    #expect(try changes("\"Search(limit: 10)\"", 10, "\"Search()\"", 10).map(\.rule) == [.defaultChanged])
    #expect(
      try changes("\".standard\", \"Search()\"", 10, "\".standard\", \"Search()\"", 99).map(\.rule) == [.defaultChanged]
    )
  }

  @Test("Types that make each other by default are compared once")
  func defaultsInCircles() throws {
    func nodes(_ last: Int) throws -> ArchivedSchema {
      try schema(
        (0..<40).map {
          "type N\($0) structure\n  a <N\(($0 + 1) % 40)> default(\".init()\")\n  b <N\(($0 + 1) % 40)> default(\".init()\")\n  n i64 default(\"\($0 == 39 ? last : 0)\")"
        }.joined(separator: "\n"))
    }
    #expect(Judge.changes(from: try nodes(1), to: try nodes(1)).isEmpty)
    #expect(Judge.changes(from: try nodes(1), to: try nodes(2)).contains { $0.rule == .defaultChanged })
  }

  @Test("Keys are compared by Unicode scalars, as in archives")
  func normalForms() throws {
    let (one, two) = ("caf\u{E9}", "cafe\u{301}")
    #expect(try judge("\(one) u8", "\(two) u8").map(\.rule).contains(.keyRemoved))
    #expect(try judge("\(one) u8", "\(two) u8 was(\"\(one)\")").map(\.rule) == [.keyRenamed])
    #expect(try judge("\(one) u8", "\(two) u8 was(\"\(two)\")").map(\.rule).contains(.keyRemoved))
  }

  @Test("Keys that a class inherits count as its own")
  func inheritance() throws {
    let old = "type Base class\n  x u8\ntype Sub class superclass(\"Base\")\n  y u8"
    let moved = "type Base class\n  x u8\n  y u8\ntype Sub class superclass(\"Base\")"
    #expect(
      Judge.changes(from: try schema(old), to: try schema(moved)).map { "\($0.rule.rawValue) \($0.subject)" }
        == ["key-added Base.y"])
    let alone = "type Base class\n  x u8\ntype Sub class\n  y u8"
    #expect(
      Judge.changes(from: try schema(old), to: try schema(alone)).map { "\($0.rule.rawValue) \($0.subject)" }
        == ["superclass-changed Sub", "key-removed Sub.x"])
  }

  @Test(
    "Enumerators",
    arguments: [
      ("RED =0\n  BLUE =1", "RED =1\n  BLUE =0", [Rule.enumeratorRenumbered, .enumeratorRenumbered]),
      ("RED =0\n  BLUE =1", "RED =0\n  GREEN =1", [.enumeratorReused]),
      ("RED =0\n  BLUE =1", "RED =0", [.enumeratorRemoved]),
      ("RED =0", "RED =0\n  BLUE =1", [.enumeratorAdded]),
      ("RED =0\n  ROUGE =0", "RED =0", []),
    ])
  func enumerators(old: String, new: String, rules: [Rule]) throws {
    let changes = Judge.changes(
      from: try schema("type \"enum color\" enumerators\n  \(old)"),
      to: try schema("type \"enum color\" enumerators\n  \(new)"))
    #expect(changes.map(\.rule) == rules)
  }

  @Test(
    "An enumerator that is inserted gets a free number, and the one behind it keeps its own",
    arguments: [
      ("OFF =0\n  IDLE =1\n  ACTIVE =2", "OFF =0\n  IDLE =1\n  WARMUP =2\n  ACTIVE =3", ["WARMUP = 3", "ACTIVE = 2"]),
      ("A =1\n  B =2\n  C =4", "A =1\n  X =2\n  B =4\n  C =8", ["X = 8", "B = 2"]),
      ("A =0\n  B =1", "X =0\n  Y =1\n  A =2\n  B =3", ["X = 2", "A = 0"]),
      ("A =9223372036854775807", "X =9223372036854775807\n  A =0", ["X = …", "A = 9223372036854775807"]),
    ])
  func insertedEnumerator(old: String, new: String, fixes: [String]) throws {
    let changes = Judge.changes(
      from: try schema("type \"enum state\" enumerators\n  \(old)"),
      to: try schema("type \"enum state\" enumerators\n  \(new)"))
    let renumbered = try #require(changes.first { $0.rule == .enumeratorRenumbered })
    #expect(renumbered.fixes.map { $0.components(separatedBy: "    ")[0] } == fixes)
    let reused = changes.filter { $0.rule == .enumeratorReused }
    #expect(!reused.isEmpty && reused.allSatisfy { $0.level == .misread })
    // The numbers that are proposed are no break.
    var text = new
    for fix in changes.flatMap(\.fixes) where !fix.contains("…") {
      let words = fix.components(separatedBy: "    ")[0].components(separatedBy: " = ")
      text = text.components(separatedBy: "\n  ").map {
        $0.hasPrefix(words[0] + " =") ? "\(words[0]) =\(words[1])" : $0
      }.joined(separator: "\n  ")
    }
    guard !fixes[0].contains("…") else { return }
    let after = Judge.changes(
      from: try schema("type \"enum state\" enumerators\n  \(old)"),
      to: try schema("type \"enum state\" enumerators\n  \(text)"))
    #expect(after.allSatisfy { $0.rule == .enumeratorAdded }, "\(text)")
  }

  @Test("A new enumerator with the number of one that stays is a warning, because archives do not tell them apart")
  func equalEnumerators() throws {
    let old = try schema("type \"enum state\" enumerators\n  IDLE =1\n  ACTIVE =2")
    let new = try schema("type \"enum state\" enumerators\n  IDLE =1\n  WARMUP =2\n  ACTIVE =2")
    let changes = Judge.changes(from: old, to: new)
    #expect(changes.map(\.rule) == [.enumeratorReused] && changes[0].level == .safe)
    var lock = LockFile()
    lock.update(to: old)
    let report = Gate.check(new, against: lock)
    #expect(report.breaks.isEmpty && report.warnings.map(\.subject) == ["enum state.WARMUP"])
    lock.accept(report.warnings, reason: "an alias")
    #expect(Gate.check(new, against: lock).warnings.isEmpty)
  }

  @Test("Cases of Swift enumerations")
  func cases() throws {
    let old = "type Shape enumeration\n  circle case\n  circle.radius f64\n  square case"
    func rules(_ new: String) throws -> [Rule] {
      Judge.changes(from: try schema(old), to: try schema("type Shape enumeration\n" + new)).map(\.rule)
    }
    #expect(try rules("  circle case\n  circle.radius f64") == [.caseRemoved])
    #expect(try rules("  circle case\n  circle.radius f64\n  square case\n  oval case\n  oval.a f32") == [.caseAdded])
    #expect(try rules("  circle case\n  circle.radius f32\n  square case") == [.typeNarrowed])
  }

  @Test("Every rule is explained, and no schema differs from itself")
  func rules() throws {
    for rule in Rule.allCases {
      #expect(!rule.explanation.why.isEmpty && !rule.explanation.remedy.isEmpty, "\(rule.rawValue)")
    }
    let all = try schema("type A record\n  x u8\n  y &A\ntype \"enum e\" enumerators\n  A =1\n  B =1")
    #expect(Judge.changes(from: all, to: all).isEmpty)
  }
}
