import Foundation
import RuntimeTestC
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Schemas that are made at their first use and kept")
struct KeptSchemaTests {
  private static func point(_ name: StaticString = "point", _ text: StaticString = "x:i32@0\ny:i32@4") -> RecordSchema {
    .of(RuntimeTestC.point.self, name, size: 8, alignment: 4, text)
  }

  /// What generated code in another module passes. The bytes stay, as those of literals do.
  private static func key(_ name: String) -> KeptSchema.Key {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.utf8.count)
    _ = bytes.initialize(from: name.utf8)
    return KeptSchema.Key(
      type: ObjectIdentifier(RuntimeTestC.point.self), name: UnsafeBufferPointer(bytes),
      text: UnsafeBufferPointer(start: nil, count: 0))
  }

  private static func made() -> RecordSchema { RecordSchema(size: 8, alignment: 4, fields: []) }

  @Test("every call gets the same schema, which archives what a stored one does")
  func same() throws {
    #expect(Self.point() === Self.point())
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    #expect(try archive(Self.point(), bytes) == archive(RuntimeTestC.point.archiveSchema, bytes))
  }

  @Test("threads that ask first at the same time get one schema")
  func threads() {
    for round in 0..<200 {
      let key = Self.key("raced \(round)")
      let found = Found()
      DispatchQueue.concurrentPerform(iterations: 8) { _ in found.add(KeptSchema.schema(key) { Self.made() }) }
      #expect(found.schemas.count == 1)
      #expect(found.schemas[ObjectIdentifier(KeptSchema.schema(key) { Self.made() })] != nil)
    }
  }

  @Test("thousands of schemas, all in one slot, are told from each other")
  func many() {
    let keys = (0..<2_000).map { Self.key("many \($0)") }
    let first = keys.map { KeptSchema.schema($0) { Self.made() } }
    #expect(Set(first.map { ObjectIdentifier($0) }).count == keys.count)
    #expect(zip(keys, first).allSatisfy { key, schema in KeptSchema.schema(key) { Self.made() } === schema })
  }

  @Test("modules that say the same get the same schema, though their literals are apart")
  func apart() {
    let first = KeptSchema.schema(Self.key("apart")) { Self.made() }
    #expect(KeptSchema.schema(Self.key("apart")) { Self.made() } === first)
    #expect(KeptSchema.schema(Self.key("apert")) { Self.made() } !== first)
  }

  @Test("two modules may describe one type in two ways")
  func modules() {
    let other = Self.point("place")
    #expect(other !== Self.point())
    #expect(other.name == "place")
    #expect(Self.point("point", "x:i32@0\ny:i32@4-").fields.map(\.key) == ["x"])
  }

  @Test("a name of one letter, and of letters that are not ASCII, is a name")
  func names() {
    #expect(Self.point("p").name == "p")
    #expect(Self.point("größe").name == "größe")
  }

  @Test(
    "a text that does not fit the type is an error at the first use",
    arguments: [("x:i32@4\ny:i32@0", "stands elsewhere"), ("x:u32@0\ny:i32@4", "is 'Int32'"), ("x:i32@0", "'y'")]
      as [(StaticString, String)])
  func stale(text: StaticString, found: String) throws {
    let schema = Self.point("point", text)
    let error = #expect(throws: ArchiveError.self) { try schema.plan }
    #expect("\(try #require(error))".contains(found))
  }

  @Test("a text that cannot be read is an error at the first use")
  func unreadable() {
    #expect(throws: ArchiveError.self) { try Self.point("point", "x:i32").plan }
  }
}

private final class Found: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var schemas: [ObjectIdentifier: RecordSchema] = [:]

  func add(_ schema: RecordSchema) { lock.withLock { schemas[ObjectIdentifier(schema)] = schema } }
}
