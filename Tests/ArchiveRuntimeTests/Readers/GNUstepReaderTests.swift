import Foundation
import RuntimeTestC
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("GNUstep's NSKeyedUnarchiver, an implementation of its own")
struct GNUstepReaderTests {
  /// The reader, compiled once.
  private static let reader = Result { try Tool.compileObjectiveC("gnustep_reader") }

  private func read(_ data: Data, _ name: String, _ keys: [String]) throws -> [String] {
    let reader = try Self.reader.get()
    return try Tool.withFile(data) { file in
      let output = try Tool.run(
        "env", ["LC_ALL=C.UTF-8", reader.path, file, name] + keys, package: "libgnustep-base-dev")
      return output.split(separator: "\n").map(String.init)
    }
  }

  @Test("opens a record as the root and sees its fields")
  func root() throws {
    let keys = [
      "order:int", "status:int", "flag:bool", "kind:int", "delta:int", "numbers:data", "numbers[]:text", "name:text",
      "price:real", "none:int",
    ]
    #expect(
      try read(try ArchiveEncoder().encode(someOrder()), "order", keys) == [
        "order = 4000000000", "status = 5", "flag = true", "kind = 17", "delta = -64",
        "numbers = 01000200030004000500ffff", "numbers[] = u16[2][3]", "name = Käse", "price = 12.5", "none = missing",
      ])
  }

  @Test("opens an array of records and sees its columns")
  func columns() throws {
    let data = try ArchiveEncoder().encode([point(x: 1, y: -1), point(x: 2, y: -2)])
    let lines = try read(data, "point[]", ["[]:text", "[].x:data", "[].y:data"])
    #expect(
      lines == [
        "[] = count 2", "i32 x", "i32 y", "[].x = 0100000002000000", "[].y = fffffffffeffffff",
      ])
  }

  @Test("opens several values")
  func several() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(someOrder(), forKey: "theStruct")
    try encoder.encode(Int64.min, forKey: "least")
    let lines = try read(try encoder.finish(), "-", ["theStruct.order:int", "theStruct.name:text", "least:int"])
    #expect(lines == ["theStruct.order = 4000000000", "theStruct.name = Käse", "least = \(Int64.min)"])
  }

  @Test("opens wide numbers as data")
  func wide() throws {
    let schema = schema(.scalar("x", .i128, at: 16), .scalar("f", .f32, at: 32))
    var record = [UInt8](repeating: 0, count: 256)
    record.replaceSubrange(16..<32, with: (1...16).map { UInt8($0) })
    record.replaceSubrange(32..<36, with: withUnsafeBytes(of: Float(-0.25)) { Array($0) })
    #expect(
      try read(try archive(schema, record), "r", ["x:data", "x[]:text", "f:real"]) == [
        "x = 0102030405060708090a0b0c0d0e0f10", "x[] = i128", "f = -0.25",
      ])
  }
}
