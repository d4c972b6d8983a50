import ArchiveModel
import Foundation
import SchemaInterpreter
import SchemaLock
import Testing

private func owned(_ number: Int64) -> SchemaValue { .record(["v": .integer(number)]) }

/// `struct S { var v }` became `struct S { var i = In() }`, and `In.v` names the former keys.
@Suite(
  "The gate's verdict on a property that moved into a struct inside agrees with the engine, wherever the struct stands")
struct MovedProofTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let properties: [String]
    let former: [String]
    let value: [String: SchemaValue]
    let level: Level

    var testDescription: String { "\(properties.joined(separator: ", ")), was \(former)" }

    init(_ properties: [String], was former: String..., value: [String: SchemaValue], _ level: Level) {
      (self.properties, self.former, self.value, self.level) = (properties, former, value, level)
    }
  }

  private static let pair = SchemaValue.record(["0": owned(77), "1": .integer(3)])
  private static let on = SchemaValue.enumerationCase("on", ["0": owned(77)])
  private static let mid = SchemaValue.record(["s": owned(77)])

  @Test(
    "What happens to archives",
    arguments: [
      // An object of its own.
      Case(["x <S>?"], was: "/v", value: ["x": owned(77)], .safe),
      Case(["x <[S]> required"], was: "/v", value: ["x": .list([owned(77), owned(78)])], .safe),
      Case(["x \"<[String: S]>\" required"], was: "/v", value: ["x": .dictionary([.text("a"): owned(77)])], .safe),
      // In place its keys are those of what is around it.
      Case(["x <S> required"], was: "/v", value: ["x": owned(77)], .loss),
      Case(["x <S> required"], was: "/v", "/x.v", value: ["x": owned(77)], .safe),
      Case(["x \"<(S, Int)>?\""], was: "/v", value: ["x": pair], .loss),
      Case(["x \"<(S, Int)>?\""], was: "/v", "/0.v", value: ["x": pair], .safe),
      Case(["x \"<[(S, Int)]>\" required"], was: "/v", value: ["x": .list([pair])], .loss),
      Case(["x \"<(S, Int)>\" required"], was: "/v", "/x.0.v", value: ["x": pair], .safe),
      Case(["x <N> required"], was: "/v", value: ["x": on], .loss),
      Case(["x <N> required"], was: "/v", "/x.on.0.v", value: ["x": on], .safe),
      Case(["x <N>?"], was: "/v", value: ["x": on], .loss),
      Case(["x <N>?"], was: "/v", "/on.0.v", value: ["x": on], .safe),
      Case(["x <Mid> required"], was: "/v", value: ["x": mid], .loss),
      Case(["x <Mid> required"], was: "/v", "/s.v", value: ["x": mid], .loss),
      Case(["x <Mid> required"], was: "/v", "/x.s.v", value: ["x": mid], .safe),
      Case(["x <[Mid]> required"], was: "/v", "/s.v", value: ["x": .list([mid])], .safe),
      // What is around it has the key.
      Case(["v i64 required", "x <S> required"], was: "/v", value: ["v": .integer(5), "x": owned(77)], .misread),
      Case(
        ["v i64 required", "x <S> required"], was: "/v", "/x.v", value: ["v": .integer(5), "x": owned(77)], .misread),
      Case(["v i64 required", "x <S> required"], was: "/x.v", "/v", value: ["v": .integer(5), "x": owned(77)], .safe),
      // Two of them in place have no keys that tell them apart.
      Case(["p <S> required", "q <S> required"], was: "/v", value: ["p": owned(77), "q": owned(78)], .loss),
      Case(
        ["p <S> required", "q <S> required"], was: "/p.v", "/q.v", value: ["p": owned(77), "q": owned(78)], .misread),
    ])
  func levels(of moved: Case) throws {
    let names = moved.former.map { "\"\($0)\"" }.joined(separator: ", ")
    let before = try schema(moved, ["type S structure\n  v i64 default(\"1\")"])
    let after = try schema(
      moved,
      [
        "type In structure\n  v i64 default(\"1\") was(\(names))", "type S structure\n  i <In> default(\"In()\")",
      ])
    #expect(try outcome(moved.value, before, after) == moved.level)
    // The other types here stand alone as well, and are judged for that.
    let changes = Judge.changes(from: before, to: after).filter { $0.type == "Doc" || moved.isThrough($0.type) }
    #expect(changes.map(\.level).max() ?? .safe == moved.level, "\(changes.map(\.message))")
  }

  /// `Label` reads "/w" where it was split from another type.
  @Test("A struct in a new place that reads a value which another property has")
  func taken() throws {
    func schema(_ own: String) throws -> ArchivedSchema {
      let label = "type Label structure\n  w i64 default(\"1\") was(\"/w\")"
      return try LockParser.parse("archivegen lock 1\n\(label)\ntype Doc structure\n  w i64 required\(own)\nend\n")
        .schema(
          of: nil)
    }
    let (before, after) = (try schema(""), try schema("\n  badge <Label> default(\"Label()\")"))
    #expect(try outcome(["w": .integer(77)], before, after) == .misread)
    let changes = Judge.changes(from: before, to: after).filter { $0.level > .safe }
    #expect(changes.map(\.subject) == ["Doc.badge.w"], "\(changes.map(\.message))")
    #expect(changes.map(\.rule) == [.keyOfAnotherField])
    #expect(Judge.changes(from: after, to: after).isEmpty)
  }

  /// `w` of `Doc` and that of `Page`, which is in place in it, became `Size.w`.
  @Test(
    "One struct in place of two properties has no list of former keys that tells them apart",
    arguments: [("\"/w\"", "Doc.page.w"), ("\"/page.w\", \"/w\"", "Doc.w")])
  func ofTwo(former: String, place: String) throws {
    func schema(_ own: String, _ types: String) throws -> ArchivedSchema {
      try LockParser.parse(
        "archivegen lock 1\ntype Doc structure\n  page <Page> required\n\(own)\ntype Page structure\n\(own)\n\(types)end\n"
      ).schema(of: nil)
    }
    let before = try schema("  w i64 required", "")
    let after = try schema("  size <Size> required", "type Size structure\n  w i64 required was(\(former))\n")
    let value = ["w": SchemaValue.integer(77), "page": .record(["w": .integer(78)])]
    #expect(try outcome(value, before, after) == .misread)
    let changes = Judge.changes(from: before, to: after).filter { $0.level > .safe }
    #expect(changes.map(\.subject) == [place], "\(changes.map(\.message))")
    #expect(changes.map(\.level) == [.misread])
    #expect(changes.first?.fixes.first?.contains("migrate(update)    on 'Doc'") == true, "\(changes.map(\.fixes))")
  }

  /// `case on(v: Int)` became `case on(S)`, and `S.v` names the former keys.
  @Test(
    "Values of a case that became a struct",
    arguments: [
      ("<N>?", "\"/on.v\"", "required", "default(\"1\")", Level.safe),
      ("<[N]> required", "\"/on.v\"", "required", "required", .safe),
      // A default is for archives that have none of the values.
      ("<N>?", "\"/on.v\"", "default(\"S()\")", "required", .safe),
      // In place its keys are those of what is around it.
      ("<N> required", "\"/on.v\"", "required", "default(\"1\")", .refuse),
      ("<N> required", "\"/on.v\"", "required", "required", .refuse),
      ("<N> required", "\"/on.v\"", "default(\"S()\")", "required", .loss),
      ("<N> required", "\"/x.on.v\", \"/on.v\"", "required", "required", .safe),
      ("<N> required", "\"/x.on.v\", \"/on.v\"", "default(\"S()\")", "required", .safe),
    ])
  func inCase(form: String, former: String, value: String, part: String, level: Level) throws {
    func schema(_ types: String) throws -> ArchivedSchema {
      let n = "type N enumeration\n  off case\n  on case"
      let inner = "type T structure\n  w i64 required"
      return try LockParser.parse("archivegen lock 1\n\(inner)\n\(n)\n\(types)\ntype Doc structure\n  x \(form)\nend\n")
        .schema(of: nil)
    }
    let before = try schema("  on.t <T> required\n  on.v i64 required")
    let list = former.replacing("on.v", with: "on.t")
    let after = try schema(
      "  on.0 <S> \(value)\ntype S structure\n  t <T> required was(\(list))\n  v i64 \(part) was(\(former))")
    let on = SchemaValue.enumerationCase("on", ["t": .record(["w": .integer(78)]), "v": .integer(77)])
    let found = Result { try outcome(["x": form.hasPrefix("<[") ? .list([on]) : on], before, after) }
    #expect(((try? found.get()) ?? .refuse) == level, "\(found)")
    let changes = Judge.changes(from: before, to: after).filter { $0.type == "Doc" || form != "<N> required" }
    #expect(changes.map(\.level).max() ?? .safe == level, "\(changes.map(\.message))")
  }

  @Test(
    "A property that moved out of a struct in place reads its key there",
    arguments: [
      (["v i64 default(\"1\") was(\"x.v\")", "w i64 default(\"1\") was(\"x.w\")"], Level.safe),
      (["v i64 default(\"1\") was(\"/x.v\")", "y <T> default(\"T()\")"], .safe),
      (["v i64 default(\"1\") was(\"x.v\")"], .loss),
      (["v i64 default(\"1\") was(\"x.v\")", "w i64 default(\"1\") was(\"x.v\", \"x.w\")"], .misread),
    ])
  func out(properties: [String], level: Level) throws {
    let inner = "type S structure\n  v i64 default(\"1\")\n  w i64 default(\"1\")"
    let new = "type T structure\n  w i64 default(\"1\") was(\"/x.w\")"
    func schema(_ properties: [String]) throws -> ArchivedSchema {
      let doc = "type Doc structure\n" + properties.map { "  \($0)" }.joined(separator: "\n")
      return try LockParser.parse("archivegen lock 1\n\([inner, new, doc].joined(separator: "\n"))\nend\n").schema(
        of: nil)
    }
    let (before, after) = (try schema(["x <S> required"]), try schema(properties))
    let value = ["x": SchemaValue.record(["v": .integer(77), "w": .integer(78)])]
    #expect(try outcome(value, before, after) == level)
    let changes = Judge.changes(from: before, to: after)
    // Which of two properties has a value twice is no matter of keys: what nothing reads is lost.
    #expect(changes.map(\.level).max() ?? .safe == min(level, .loss), "\(changes.map(\.message))")
  }

  /// What reading gives back of the numbers that were written; 1 is the default.
  private func outcome(
    _ value: [String: SchemaValue], _ before: ArchivedSchema, _ after: ArchivedSchema
  ) throws -> Level {
    let archive = try SchemaProgram(before, root: "Doc").encode(SchemaGraph(root: value))
    let read = numbers(.record(try SchemaProgram(after, root: "Doc").decode(archive).root))
    let written = numbers(.record(value))
    if read == written { return .safe }
    let kept = read.filter { $0 != 1 }
    return kept.allSatisfy { number in kept.count { $0 == number } <= written.count { $0 == number } }
      ? .loss : .misread
  }

  private func numbers(_ value: SchemaValue) -> [Int64] {
    switch value {
    case .integer(let number): [number]
    case .list(let values): values.flatMap(numbers).sorted()
    case .record(let fields), .enumerationCase(_, let fields): fields.values.flatMap(numbers).sorted()
    case .dictionary(let pairs): pairs.values.flatMap(numbers).sorted()
    default: []
    }
  }

  private func schema(_ moved: Case, _ types: [String]) throws -> ArchivedSchema {
    var all = types + ["type Doc structure\n" + moved.properties.map { "  \($0)" }.joined(separator: "\n")]
    for (name, text) in [
      ("N", "type N enumeration\n  off case\n  on case\n  on.0 <S> required"),
      ("Mid", "type Mid structure\n  s <S> required"),
    ] where moved.uses(name) { all.append(text) }
    return try LockParser.parse("archivegen lock 1\n\(all.joined(separator: "\n"))\nend\n").schema(of: nil)
  }
}

extension MovedProofTests.Case {
  func uses(_ type: String) -> Bool { properties.contains { $0.contains(type) } }

  /// Whether the property's value is an object of this type.
  func isThrough(_ type: String) -> Bool {
    uses("<\(type)>?") || uses("<[\(type)]>")
  }
}
