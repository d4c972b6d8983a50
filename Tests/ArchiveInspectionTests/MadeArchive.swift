import ArchiveInspection
import Foundation
import UntypedArchive

/// Archives that tests write as the lossless JSON has them.
enum MadeArchive {
  /// - Parameter objects: the elements of `$objects` behind `$null`, as JSON.
  static func data(_ objects: [String], top: String = #"{"root":{"$ref":1}}"#) throws -> Data {
    let json = """
      {"archivegen":1,"format":"binary","list":{"$archiver":"NSKeyedArchiver",
      "$objects":["$null",\(objects.joined(separator: ",\n"))],"$top":\(top),"$version":100000}}
      """
    return try TestArchives.list(Data(json.utf8)).data
  }

  static func document(_ objects: [String], top: String = #"{"root":{"$ref":1}}"#) throws -> ArchiveDocument {
    try TestArchives.document(try data(objects, top: top))
  }

  static func ref(_ uid: Int) -> String { #"{"$ref":\#(uid)}"# }

  static func classObject(_ name: String, _ supers: String = "NSObject") -> String {
    #"{"$classes":["\#(name)","\#(supers)"],"$classname":"\#(name)"}"#
  }

  static func values(_ type: String, _ list: [some CustomStringConvertible]) -> String {
    #"{"$values":"\#(type)","list":[\#(list.map(\.description).joined(separator: ","))]}"#
  }

  /// An array of records as the root: columns by name, type and values. Conditions stand before the type: `@2=1 u8`.
  static func table(_ columns: [(name: String, type: String, values: [String])], count: Int) throws -> Data {
    let lines = columns.map { "\($0.type) \($0.name)" }.joined(separator: "\\n")
    let data = columns.map {
      #""[].\#($0.name)":\#(values($0.type.split(separator: " ").last.map(String.init) ?? "", $0.values))"#
    }
    return try Self.data([
      "{" + ([#""[]":\#(ref(2))"#] + data + [#""$class":\#(ref(3))"#]).joined(separator: ",") + "}",
      "\"count \(count)\(lines.isEmpty ? "" : "\\n" + lines)\"", classObject("row[]"),
    ])
  }

  /// A graph of nodes with a value and two links.
  static func graph(values: [Int], next: [Int], other: [Int], root: Int) throws -> Data {
    try data([
      """
      {"[]":\(ref(2)),"node[]":\(ref(3)),"node[].value":\(Self.values("u32", values)),"node[].next":\(Self.values("u32", next)),
      "node[].other":\(Self.values("u32", other)),"[].#root":\(Self.values("u32", [root])),"$class":\(ref(4))}
      """,
      "\"graph 1\\n\(values.count) node\"", "\"count \(values.count)\\nu32 value\\nu32&1 next\\nu32&1 other\"",
      classObject("node*"),
    ])
  }
}

/// Numbers that are the same in every run.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
