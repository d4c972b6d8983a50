import ArchiveModel
import Testing

@testable import SchemaLock

@Suite("Former keys of properties that move into a struct")
struct FormerPlaceTests {
  private func lost(_ old: String, _ new: String) throws -> [String] {
    Judge.changes(from: try schema(old), to: try schema(new)).filter { $0.level != .safe }.map {
      "\($0.rule.rawValue) \($0.subject) \($0.old)"
    }
  }

  @Test("A property that was renamed and then moves into a struct reads the keys of both releases, if 'was' has them")
  func renamedAndMoved() throws {
    let old = "type C class\n  name <String> was(\"owner\")"
    func new(_ names: String) -> String {
      "type C class\n  title <Name>\ntype Name structure\n  full <String> was(\(names))"
    }
    #expect(try lost(old, new("\"/name\", \"/owner\"")).isEmpty)
    #expect(try lost(old, new("\"/owner\", \"/name\"")).isEmpty)
    #expect(try lost(old, new("\"/name\"")) == ["former-key-removed C.title.full owner"])
  }

  @Test("A property that moved into a struct reads the key of the release before, when it moves on into another struct")
  func movedTwice() throws {
    let old = "type A class\n  address <Address>\ntype Address structure\n  street <String> was(\"/street\")"
    func new(_ names: String) -> String {
      "type A class\n  address <Address>\ntype Address structure\n  lines <Lines>\ntype Lines structure\n  street <String> was(\(names))"
    }
    #expect(try lost(old, new("\"/address.street\", \"/street\"")).isEmpty)
  }

  @Test("A property that leaves a struct reads the former key that it had there, if 'was' has it")
  func movedOut() throws {
    let old = "type B class\n  box <Box>\ntype Box structure\n  size <Int> was(\"length\")"
    func new(_ names: String) -> String {
      "type B class\n  size <Int> was(\(names))\ntype Box structure\n  other <Int>"
    }
    #expect(try lost(old, new("\"box.size\", \"box.length\"")).allSatisfy { !$0.contains("B.size") })
    #expect(try lost(old, new("\"box.size\"")).contains("former-key-removed B.size box.length"))
  }

  @Test(
    "A property that leaves a struct for the type around it gets its former key, and retiring is for what does not read it"
  )
  func leftStruct() throws {
    func fixes(_ holder: String, _ size: String) throws -> [String] {
      let old = "type B \(holder)\n  box <Box>\ntype Box structure\n  other <Int>\n  size i64"
      let new = "type B \(holder)\n  box <Box>\n  \(size)\ntype Box structure\n  other <Int>"
      return Judge.changes(from: try schema(old), to: try schema(new)).filter { $0.subject == "Box.size" }.flatMap(
        \.fixes)
    }
    let retiring = "archivegen lock --retire Box.size    if"
    for holder in ["class", "structure"] {
      #expect(
        try fixes(holder, "size i64") == [
          "// archive: was(\"box.size\")    on 'B.size', if it moved there",
          "\(retiring) its values are no longer needed",
        ])
      #expect(
        try fixes(holder, "size i64 was(\"/box.size\")") == [
          "\(retiring) no archive has the struct but where 'B.size' reads it"
        ])
      #expect(try fixes(holder, "size <String>") == ["\(retiring) its values are no longer needed"])
      #expect(try fixes(holder, "width i64") == ["\(retiring) its values are no longer needed"])
    }
  }

  @Test("A struct in place that moved itself reads the keys of where it was, and no other place's")
  func movedWithin() throws {
    let inner = "type S structure\n  f4 <Int>\n  "
    let old = "type Doc class\n  a <S>\n  m <M>\ntype M structure\n  f8 <S>\n\(inner)f3 <String>?"
    func new(_ names: String) -> String {
      "type Doc class\n  a <S>\n  k <K>\ntype K structure\n  m <M> was(\"/m\")\ntype M structure\n  f8 <S>\n\(inner)g <G>\n"
        + "type G structure\n  f3 <String>? was(\(names))"
    }
    let found = try lost(old, new("\"/a.f3\", \"/f8.f3\", \"/f3\""))
    #expect(found.contains { $0.hasPrefix("key-of-another-field Doc.m.f8.f3") }, "\(found)")
  }

  @Test("A place that never had a property reads no other place's value of it, which moved")
  func neverThere() throws {
    let old = "type R class\n  p <T>\n  q <S>\ntype T structure\n  v <String>?\n  x <Int>\ntype S structure\n  y <Int>"
    let new =
      "type R class\n  p <T>\n  q <S>\ntype T structure\n  n <S>\n  x <Int>\ntype S structure\n  v <String>? was(\"/p.v\", \"/v\")\n  y <Int>"
    let found = try lost(old, new)
    #expect(found.contains { $0.hasPrefix("key-of-another-field R.q.v") }, "\(found)")
  }

  @Test(
    "A value that two properties read, one of them by its key from the root, is a misread",
    arguments: [
      // Beside a property that was renamed.
      (
        "type R class\n  v <Int>",
        "type R class\n  g <G>\n  z <Int> was(\"v\")\ntype G structure\n  x <Int> was(\"/v\")", "R.g.x"
      ),
      // Beside a struct that was renamed.
      (
        "type R class\n  q <Q>\n  s <S>\ntype Q structure\n  y <Int>\ntype S structure\n  v <Int>\n  y <Int>",
        "type R class\n  q <Q>\n  s2 <S> was(\"s\")\ntype Q structure\n  x <Int> was(\"/s.v\")\n  y <Int>\ntype S structure\n  v <Int>\n  y <Int>",
        "R.q.x"
      ),
      // Twice the same struct, for a struct that is gone.
      (
        "type R class\n  a <S>\n  b <S>\ntype S structure\n  f <Int>",
        "type R class\n  b <S>\n  g <G>\n  h <G>\ntype S structure\n  f <Int>\ntype G structure\n  x <Int> was(\"/a.f\")",
        "R.h.x"
      ),
    ])
  func readTwice(old: String, new: String, subject: String) throws {
    let found = try lost(old, new)
    #expect(found.contains { $0.hasPrefix("key-of-another-field \(subject)") }, "\(found)")
  }

  @Test("A default is of no effect where every release has the key, in a struct in place too")
  func defaultOfMoved() throws {
    func breaks(_ old: String, _ new: String) throws -> [String] {
      var lock = LockFile()
      lock.update(to: try schema(old))
      _ = lock.release("1.0")
      return Gate.check(try schema(new), against: lock).breaks.map { "\($0.rule.rawValue) \($0.subject)" }
    }
    let pos = "type Pos structure\n  x i64 default(\"1\")"
    let stats = "type Root class\n  stats <Stats>\ntype Stats structure\n  count i64 was(\"/count\") default(\"0\")"
    #expect(try breaks("type Root class\n  count i64 default(\"5\")", stats).isEmpty)
    #expect(
      try breaks("type P class\n  pos <Pos>\n\(pos)", "type P class\n  x i64 was(\"pos.x\") default(\"7\")\n\(pos)")
        .isEmpty)
    #expect(
      try breaks(
        "type Ev enumeration\n  swap case\n  swap.0 <Pos> required\n\(pos)",
        "type Ev enumeration\n  swap case\n  swap.x i64 was(\"swap.0.x\") required\n\(pos)"
      ).isEmpty)
  }

  @Test("The order of the factors of a count is no change") func factors() throws {
    let fields = "  w u32\n  h u32\n  v &#f32 count(\"%\")"
    func type(_ count: String) -> String { "type m record\n" + fields.replacing("%", with: count) }
    #expect(try lost(type("w*h*2"), type("h*w*2")).isEmpty)
    #expect(try lost(type("w*h"), type("w")) == ["count-changed m.v w*h"])
  }

  @Test("What is accepted of an inherited key stays accepted with the next release") func acceptedOfSubclass() throws {
    var lock = LockFile()
    lock.update(to: try schema("type A class\n  name <String>\ntype B class superclass(\"A\")\n  x <Int>"))
    lock.accepted = ["B.name", "B.gone"].map {
      LockFile.Acceptance(rule: .keyRemoved, subject: $0, old: "", new: "", reason: "why")
    }
    let isReleased = lock.release("1.0")
    #expect(isReleased)
    #expect(lock.accepted.map(\.subject) == ["B.name"])
  }
}
