import ArchiveRuntime
import Foundation

/// A value that a program builds, of any number of parts, some of which it has in memory once and in many places.
struct BuiltValue {
  let name: String
  /// Encodes the value of this many parts. It gives the length of the archive.
  let encode: (Int) throws -> Int

  /// Limits that let whatever is out of proportion be refused at any size.
  private static var encoder: ArchiveEncoder {
    var encoder = ArchiveEncoder()
    encoder.readingLimits.memoryAllowance = 0
    return encoder
  }

  private static func value<Value: ArchivableValue>(_ name: String, _ make: @escaping (Int) -> Value) -> BuiltValue {
    BuiltValue(name: name) { try encoder.encode(make($0)).count }
  }

  private static func coded<Value: Codable>(_ name: String, _ make: @escaping (Int) -> Value) -> BuiltValue {
    BuiltValue(name: name) {
      var encoder = encoder
      encoder.readingLimits.memoryPerByte = 1
      return try encoder.encode(codable: make($0)).count
    }
  }

  static var all: [BuiltValue] {
    [
      value("a tree of shared branches, built") {
        (0..<$0).reduce(Tree("leaf")) { tree, _ in Tree("", [tree, tree]) }
      },
      value("a set of a tree of shared branches, built") { count in
        Set([(0..<count).reduce(NamedTree("leaf")) { tree, level in NamedTree("\(level)", [tree, tree]) }])
      },
      value("a dictionary whose key is a tree of shared branches, built") { count in
        [(0..<count).reduce(NamedTree("leaf")) { tree, level in NamedTree("\(level)", [tree, tree]) }: 1]
      },
      value("a document of shared branches, built") { count in
        (0..<min(count, 900)).reduce(ArchiveValue.integer(1)) { value, _ in .array([value, value]) }
      },
      value("dictionaries with one long key, built") { count in
        let key = String(repeating: "key ", count: count * 4)
        return (0..<count).map { [key: $0] }
      },
      coded("a Codable tree of shared branches, built") { count in
        (0..<min(count, 30)).reduce(Tree("leaf")) { tree, _ in Tree("", [tree, tree]) }
      },
      coded("Codable dictionaries with one long key, built") { count in
        let key = String(repeating: "key ", count: count * 4)
        return (0..<count).map { [key: $0] }
      },
      coded("Codable structs that share a list, built") { count in
        let trees = (0..<count).map { Tree("\($0)") }
        return (0..<count).map { Tree("\($0)", trees) }
      },
    ]
  }
}
