import ArchiveModel
import SchemaInterpreter
import SchemaLock
import Testing

@Suite("The gate's verdict on another count of a pointer agrees with the engine")
struct CountProofTests {
  private func schema(_ count: String?, of element: String, _ fields: [(key: String, default: String?)])
    -> ArchivedSchema
  {
    var entries = fields.map { key, value in
      var entry = ArchivedEntry(
        key: key, form: ArchivedForm(.number(ArchivedNumber(.integer(bits: 32, isSigned: false)))))
      entry.defaultValue = value
      return entry
    }
    var data = ArchivedEntry(key: "data", form: ArchivedForm(.link(table: "#\(element)")))
    data.count = count
    entries.append(data)
    return ArchivedSchema(types: [ArchivedType(name: "root", kind: .record, isInColumns: true, entries: entries)])
  }

  /// What the engine and the gate say.
  private func levels(
    _ old: ArchivedSchema, _ new: ArchivedSchema, _ values: [String: SchemaValue]
  ) throws -> (isRead: Bool, gate: Level, forward: Level) {
    let data = try RecordProgram(old, root: "root").encode(SchemaGraph(root: values))
    let read = try? RecordProgram(new, root: "root").decode(data).root["data"]
    let changes = Judge.changes(from: old, to: new)
    return (
      read == values["data"], changes.map(\.level).max() ?? .safe, changes.map(\.forward).max() ?? .safe
    )
  }

  @Test("Bytes of elements of one byte are their count, also under another key", arguments: ["u8", "i8"])
  func bytes(element: String) throws {
    let values: [String: SchemaValue] = ["n": .integer(3), "data": .list([.integer(1), .integer(2), .integer(3)])]
    let (bytes, count) = (schema("n bytes", of: element, [("n", nil)]), schema("n", of: element, [("n", nil)]))
    #expect(try levels(bytes, count, values) == (true, .safe, .safe))
    #expect(try levels(count, bytes, values) == (true, .safe, .safe))
    var renamed = schema("m bytes", of: element, [("m", nil)])
    for index in renamed.types[0].entries.indices where renamed.types[0].entries[index].key == "m" {
      renamed.types[0].entries[index].formerKeys = ["n"]
    }
    let (isRead, gate, _) = try levels(bytes, renamed, values)
    #expect(isRead && gate == .safe)
  }

  @Test("Bytes of larger elements are not")
  func largerElements() throws {
    let (bytes, count) = (schema("n bytes", of: "i32", [("n", nil)]), schema("n", of: "i32", [("n", nil)]))
    let changes = Judge.changes(from: bytes, to: count)
    #expect(changes.map(\.level) == [.refuse] && changes.map(\.forward) == [.refuse])
  }

  @Test("A constant count that is the default of a new count is that count; another default is not")
  func constant() throws {
    let values: [String: SchemaValue] = ["n": .integer(5), "data": .list([.integer(1), .integer(2)])]
    let old = schema("2", of: "i32", [("n", nil)])
    let (isRead, gate, forward) = try levels(old, schema("m", of: "i32", [("m", "2"), ("n", nil)]), values)
    #expect(isRead && gate == .safe && forward == .refuse)
    for count in ["1", nil] {
      let other = try levels(old, schema("m", of: "i32", [("m", count), ("n", nil)]), values)
      #expect(!other.isRead && other.gate == .refuse)
    }
    // The key was there, with other values.
    let reused = try levels(old, schema("n", of: "i32", [("n", "2")]), values)
    #expect(!reused.isRead && reused.gate >= .refuse, "\(reused)")
  }

  @Test("The count of a pointer to one element has the default 1; NULL is read if the pointer may be NULL")
  func oneElement() throws {
    let old = schema(nil, of: "i32", [])
    let one: [String: SchemaValue] = ["data": .list([.integer(5)])]
    let none: [String: SchemaValue] = ["data": .null]
    let counted = schema("n", of: "i32", [("n", "1")])
    #expect(try levels(old, counted, one) == (true, .refuse, .refuse))
    #expect(try levels(old, counted, none) == (false, .refuse, .refuse))
    let nullable = schema("n or null", of: "i32", [("n", "1")])
    for values in [one, none] { #expect(try levels(old, nullable, values) == (true, .safe, .refuse)) }
  }

  @Test("Bytes of elements of one byte are as many elements of a larger type")
  func widenedBytes() throws {
    let (old, new) = (schema("n bytes", of: "u8", [("n", nil)]), schema("n", of: "i32", [("n", nil)]))
    let values: [String: SchemaValue] = ["n": .integer(2), "data": .list([.integer(1), .integer(200)])]
    #expect(try levels(old, new, values) == (true, .safe, .refuse))
  }
}
