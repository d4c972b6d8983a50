import ArchiveModel
import Foundation
import GateProof
import SchemaInterpreter
import SchemaLock
import Testing

/// A type of a property, with values of it.
private struct Sample {
  let form: String
  let values: [SchemaValue]

  init(_ form: String, _ values: SchemaValue...) {
    self.form = form
    self.values = values
  }
}

/// No floating-point type has it.
private let large: Int64 = (1 << 60) + 1

private func integers(_ numbers: Int64...) -> SchemaValue { .list(numbers.map { .integer($0) }) }
private func reals(_ numbers: Double...) -> SchemaValue { .list(numbers.map { .real($0) }) }
private func texts(_ texts: String...) -> SchemaValue { .list(texts.map { .text($0) }) }
private func pair(_ first: String, _ second: String, _ more: [String: SchemaValue] = [:]) -> SchemaValue {
  .record([first: .integer(1), second: .integer(2)].merging(more) { $1 })
}

@Suite("The gate's verdict on a property that gets another type agrees with the engine", .serialized)
struct ValueProofTests {
  private static let samples = [
    Sample("i8", .integer(1), .integer(-5)), Sample("u8", .integer(1), .integer(200)),
    Sample("i64", .integer(1), .integer(-large)), Sample("u64", .integer(1), .unsigned(.max)),
    Sample("f32", .real(1), .real(2.5)), Sample("f64", .real(1), .real(0.1)), Sample("bool", .integer(0), .integer(1)),
    Sample("i64[*]", integers(), integers(1, 2, 1), integers(large)),
    Sample("i8[*]", integers(), integers(1, -1)), Sample("u8[*]", integers(), integers(1, 200, 1)),
    Sample("f64[*]", reals(), reals(1, 2, 1), reals(0.1)), Sample("f32[*]", reals(), reals(2.5, 2.5)),
    Sample("<String>", .text("abc"), .text("1"), .text("a")), Sample("<Data>", .text("616263"), .text(""), .text("ff")),
    Sample("<Date>", .real(1), .real(2.5)), Sample("<UUID>", .text("00000000-0000-4000-8000-000000000001")),
    Sample("<URL>", .text("https://example.com/a")), Sample("<Decimal>", .text("1"), .text("2.25")),
    Sample("<Locale>", .text("de_DE")), Sample("<TimeZone>", .text("GMT")), Sample("<IndexSet>", integers(1, 2, 5)),
    Sample("<CGPoint>", reals(1, 2)), Sample("<CGSize>", reals(1, 2)), Sample("<CGRect>", reals(1, 2, 3, 4)),
    Sample("<NSRange>", integers(1, 5)),
    Sample("<[Bool]>", integers(1, 0, 1), integers()), Sample("<[Int?]>", .list([.integer(1), .null]), integers(3, 3)),
    Sample("<[String]>", texts("a", "b", "a"), texts(), texts("abc")),
    Sample("<[String?]>", texts("a", "a"), .list([.null])),
    Sample("<[[Int]]>", .list([integers(1, 300), integers()])), Sample("<[[UInt8]]>", .list([integers(1, 2)])),
    Sample("<[Data]>", texts("6162", "")), Sample("<Set<Int>>", integers(1, 2, 5, large)),
    Sample("<Set<UInt8>>", integers(1, 2, 200)), Sample("<Set<String>>", texts("a", "b"), texts("abc")),
    Sample(
      "<[String: Int]>", .dictionary([.text("a"): .integer(large)]), .dictionary([.text("abc"): .integer(1)]),
      .dictionary([:])),
    Sample("<[String: Double]>", .dictionary([.text("a"): .real(1.5)])),
    Sample("<[String: Int?]>", .dictionary([.text("a"): .integer(1)]), .dictionary([.text("a"): .null])),
    Sample("<[Int: String]>", .dictionary([.integer(1): .text("a")])),
    Sample("<Range<Int>>", integers(1, 5), integers(1, large)),
    Sample("<ClosedRange<Int>>", integers(1, 5), integers(1, large)),
    Sample("<Range<Double>>", reals(1, 5), reals(1, 5.5)), Sample("<[Range<Int>]>", .list([integers(1, large)])),
    Sample("<[ClosedRange<Int>]>", .list([integers(1, 5)])), Sample("<[Range<Double>]>", .list([reals(1, 5.5)])),
    // Such a tuple has the keys of a range, in any order of its values.
    Sample(
      "<(lowerBound: Int, upperBound: Int)>", pair("lowerBound", "upperBound"),
      pair("lowerBound", "upperBound", ["lowerBound": .integer(large)])),
    Sample(
      "<(lowerBound: Double, upperBound: Double)>",
      .record(["lowerBound": .real(1), "upperBound": .real(2.5)]),
      .record(["lowerBound": .real(3), "upperBound": .real(2.5)])),
    Sample("<(Int, Int)>", pair("0", "1"), pair("0", "1", ["1": .integer(large)])),
    Sample("<(Int, Int, Int)>", pair("0", "1", ["2": .integer(3)])),
    Sample("<(x: Int, y: Int)>", pair("x", "y", ["y": .integer(large)]), pair("x", "y")),
    Sample("<(x: Int, y: Int, z: Int)>", pair("x", "y", ["z": .integer(large)])),
    Sample(
      "<(Int, String)>", .record(["0": .integer(1), "1": .text("a")]), .record(["0": .integer(large), "1": .text("a")])),
    Sample("<(Double, Double)>", .record(["0": .real(1), "1": .real(0.1)])),
    Sample("<(Double, String)>", .record(["0": .real(1.5), "1": .text("a")])),
    Sample("<Character>", .text("a"), .text("é")), Sample("<[Character]>", texts("a", "b", "a")),
    Sample("<[Character: Int]>", .dictionary([.text("a"): .integer(1)]), .dictionary([.text("b"): .integer(large)])),
    Sample("<Initial>", .text("a"), .text("b")),
    Sample("<[(Int, Int)]>", .list([pair("0", "1")])),
    Sample("<[(x: Int, y: Int)]>", .list([pair("x", "y")])), Sample("<SIMD2<Float>>", reals(1, 2.5)),
    Sample("<SIMD2<Double>>", reals(1, 0.1)), Sample("<SIMD3<Float>>", reals(1, 2, 3), reals(1, 2, 3.5)),
    Sample("<SIMD4<Int32>>", integers(1, 2, 3, (1 << 30) + 1)),
    Sample("<Point>", pair("x", "y", ["y": .integer(large)])), Sample("<Size>", pair("x", "z")),
    Sample("<[Point]>", .list([pair("x", "y")])),
    Sample("<Kind>", .integer(1), .integer(300)), Sample("<[Kind]>", integers(1, 300), integers(1, 1)),
    Sample("<Word>", .text("a"), .text("b")),
    Sample("<Figure>", .enumerationCase("a", [:]), .enumerationCase("b", ["x": .integer(1)])),
    Sample("<Plain>", .enumerationCase("a", [:]), .enumerationCase("b", [:])),
  ]

  @Test("Every pair of types, optional or not")
  func pairs() throws {
    var wrong: [String] = []
    var counts: [Level: Int] = [:]
    let readers = try Self.samples.map { sample in
      try [false, true].map { isOptional in
        let schema = schema(sample, isOptional: isOptional)
        return (schema, program: try SchemaProgram(schema, root: "Model"))
      }
    }
    for from in Self.samples {
      for wasOptional in [false, true] {
        let old = schema(from, isOptional: wasOptional)
        let writer = try SchemaProgram(old, root: "Model")
        let values = from.values + (wasOptional ? [.null] : [])
        let archives = try values.map { ($0, try writer.encode(SchemaGraph(root: ["k": $0]))) }
        for (to, programs) in zip(Self.samples, readers) where from.form != to.form {
          for (isOptional, (new, reader)) in zip([false, true], programs) {
            let outcomes = archives.map { value, archive -> Level in
              do {
                let read = try reader.decode(archive).root["k"] ?? .null
                return ValueMeaning.isSame((from.form, value), (to.form, read))
                  ? .safe : read == .null ? .loss : .misread
              } catch { return .refuse }
            }
            let changes = Judge.changes(from: old, to: new)
            let level = changes.map(\.level).max() ?? .safe
            let forward = Judge.changes(from: new, to: old).map(\.forward).max() ?? .safe
            counts[level, default: 0] += 1
            let seen = outcomes.max() ?? .safe
            if seen != level || forward != level {
              wrong.append(
                "\(from.form)\(wasOptional ? "?" : "") → \(to.form)\(isOptional ? "?" : ""): \(level.rawValue), forward \(forward.rawValue), and the engine's is \(outcomes.map(\.rawValue))"
              )
            }
          }
        }
      }
    }
    #expect([Level.safe, .refuse, .misread].allSatisfy { (counts[$0] ?? 0) > 100 }, "\(counts)")
    #expect(wrong.isEmpty, "\(wrong.count) of \(counts): \(wrong.prefix(100).joined(separator: "\n"))")
  }

  private func schema(_ sample: Sample, isOptional: Bool) -> ArchivedSchema {
    func entry(_ key: String, _ form: String, default value: String? = nil) -> ArchivedEntry {
      var entry = ArchivedEntry(key: key, form: ArchivedForm(form) ?? ArchivedForm(.enumerationCase))
      (entry.isRequired, entry.defaultValue) = (value == nil, value)
      return entry
    }
    var types = [
      ArchivedType(name: "Model", kind: .structure, entries: [entry("k", sample.form + (isOptional ? "?" : ""))]),
      ArchivedType(name: "Point", kind: .structure, entries: [entry("x", "i64"), entry("y", "i64")]),
      ArchivedType(
        name: "Size", kind: .structure, entries: [entry("x", "i64", default: "7"), entry("z", "i64", default: "7")]),
      ArchivedType(
        name: "Figure", kind: .enumeration, entries: [entry("a", "case"), entry("b", "case"), entry("b.x", "i64")]),
      ArchivedType(name: "Plain", kind: .enumeration, entries: [entry("a", "case"), entry("b", "case")]),
      ArchivedType(name: "Word", kind: .enumeration, entries: [entry("a", "case"), entry("b", "case")]),
      ArchivedType(name: "Kind", kind: .enumerators, entries: [entry("one", "=1"), entry("many", "=300")]),
      ArchivedType(name: "Initial", kind: .enumeration, entries: [entry("a", "case"), entry("b", "case")]),
    ]
    types[7].rawType = "Character"
    types[5].rawType = "String"
    types[6].integerType = "Int"
    types[6].isClosed = true
    return ArchivedSchema(types: types)
  }
}
