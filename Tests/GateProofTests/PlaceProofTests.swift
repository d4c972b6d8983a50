import ArchiveModel
@_spi(GeneratedCode) @testable import ArchiveRuntime
import Foundation
import SchemaLock
import Testing

private typealias Form = ArchiveModel.ArchivedForm

/// Where a value of a record may be: beside the others, in a member, in arrays. Its first element is always the first two
/// bytes of the record.
private struct Place: Sendable, CustomTestStringConvertible {
  let entries: [ArchivedEntry]
  /// The entry of the value.
  let key: String
  let dimensions: [Int]
  /// Of the elements in memory, the last one.
  let last: Int
  let make: @Sendable (FieldSchema.OldKey?) -> FieldSchema

  var testDescription: String { entries.map { "\($0.key) \($0.form.text)" }.joined(separator: ", ") }

  /// - Parameter arrays: The dimensions of arrays of records around the value; none of a member.
  init(_ members: [(key: String, array: [Int])], _ own: [Int]) {
    var entries: [ArchivedEntry] = []
    var prefix = ""
    for member in members {
      if !member.array.isEmpty {
        entries.append(ArchivedEntry(key: prefix + member.key, form: Form(.records, member.array)))
      }
      prefix += member.key + (member.array.isEmpty ? "." : "[].")
      entries.append(
        ArchivedEntry(
          key: prefix + "s", form: Form(.number(ArchivedNumber(.integer(bits: 8, isSigned: false))))))
    }
    key = prefix + "x"
    entries.append(
      ArchivedEntry(key: key, form: Form(.number(ArchivedNumber(.integer(bits: 16, isSigned: false))), own)))
    self.entries = entries
    dimensions = members.flatMap(\.array) + own
    last = Self.last(members.map(\.array), own)
    make = { old in
      var field: FieldSchema = own.isEmpty ? .scalar("x", .u16, at: 0) : .array("x", own, of: .u16, at: 0)
      if let old { field = old.isFromRoot ? field.was(fromRoot: old.text) : field.was(old.text) }
      var size = 2 * own.reduce(1, *)
      for member in members.reversed() {
        // Another value, which stays where it is: an array without any column that is known is an error by itself.
        let schema = unsafe RecordSchema(
          size: size + 2, alignment: 2, fields: [field, .scalar("s", .u8, at: size)])
        size += 2
        field =
          member.array.isEmpty
          ? .record(member.key, schema, at: 0) : .records(member.key, member.array, of: schema, at: 0)
        size *= member.array.reduce(1, *)
      }
      return field
    }
  }

  /// Where the last element is: with each record around it comes the other value.
  private static func last(_ arrays: [[Int]], _ own: [Int]) -> Int {
    var size = 2 * own.reduce(1, *)
    var last = size - 2
    for array in arrays.reversed() {
      size += 2
      last += (array.reduce(1, *) - 1) * size
      size *= array.reduce(1, *)
    }
    return last
  }

  func schema(_ old: FieldSchema.OldKey? = nil) -> RecordSchema {
    unsafe RecordSchema("slot", size: 256, alignment: 2, fields: [make(old), .scalar("same", .u8, at: 255)])
  }
}

@Suite("The gate's verdict on a value that moved, or became an array, agrees with the engine")
struct PlaceProofTests {
  private static let all: [Place] = [
    Place([], []), Place([], [2]), Place([], [2, 3]), Place([("p", [])], []), Place([("p", [])], [3]),
    Place([("p", []), ("q", [])], []), Place([("q", [])], []), Place([("p", [2])], []), Place([("p", [3])], []),
    Place([("p", [2])], [2]), Place([("p", [2])], [3]), Place([("p", [2, 2])], []), Place([("p", [3, 1])], []),
    Place([("p", [2]), ("q", [])], []), Place([("p", []), ("q", [2])], []), Place([("p", [2]), ("q", [2])], []),
    Place([("p", [1])], [2]),
  ]

  @Test("Every pair of places, with a former key from the root and without, in a record and in columns")
  func pairs() throws {
    var counts: [Level: Int] = [:]
    for old in Self.all {
      for new in Self.all {
        for former in [nil, former(of: new, old)] {
          for inColumns in [false, true] {
            let changes = changes(old, new, former, inColumns: inColumns)
            let level = changes.map(\.level).max() ?? .safe
            let outcomes = try samples(of: old).map { try outcome($0, old, new.schema(former), inColumns: inColumns) }
            // A column has the dimensions of the arrays around a value and its own: where only the sum stays, it is read.
            let mayBeRead = inColumns && changes.contains { $0.rule == .rankChanged }
            let isRight =
              switch level {
              case .safe: outcomes.allSatisfy { $0 == .equal }
              case .refuse where changes.contains { $0.level == .loss }: outcomes.contains { $0 != .equal }
              case .refuse: !outcomes.contains(.lost) && (outcomes.contains(.refused) || mayBeRead)
              case .loss: outcomes.contains(.lost)
              case .misread: false
              }
            #expect(
              isRight,
              """
              \(old.testDescription) → \(new.testDescription), was \(former?.text ?? "nothing"), \(inColumns ? "in columns" : "alone"), \
              is called \(changes.map { "\($0.rule.rawValue) \($0.level.rawValue)" }): \(outcomes.map(\.rawValue))
              """)
            counts[level, default: 0] += 1
          }
        }
      }
    }
    #expect([Level.safe, .refuse, .loss].allSatisfy { (counts[$0] ?? 0) > 30 }, "\(counts)")
  }

  private enum Outcome: String { case equal, lost, refused }

  /// The key that the value had, as the new field may name it.
  private func former(of new: Place, _ old: Place) -> FieldSchema.OldKey? {
    guard new.key != old.key, !new.key.contains("[]"), !old.key.contains("[]") else { return nil }
    return FieldSchema.OldKey(text: old.key, isFromRoot: true)
  }

  private func samples(of place: Place) -> [[UInt8]] {
    [[0], [0, place.last]].map { places in
      var bytes = [UInt8](repeating: 0, count: 256)
      for place in places { bytes[place] = 7 }
      bytes[255] = 1
      return bytes
    }
  }

  private func outcome(
    _ bytes: [UInt8], _ old: Place, _ new: RecordSchema, inColumns: Bool
  ) throws -> Outcome {
    let data = inColumns ? try columns(old.schema(), bytes) : try single(old.schema(), bytes)
    let copy: [UInt8]
    do {
      copy = inColumns ? try columns(new, from: data) : try single(new, from: data)
    } catch is ArchiveError {
      return .refused
    }
    // The first element keeps its place; the last one is somewhere after it.
    return copy[0] == bytes[0] && copy.count { $0 == 7 } == bytes.count { $0 == 7 } ? .equal : .lost
  }

  private func changes(
    _ old: Place, _ new: Place, _ former: FieldSchema.OldKey?, inColumns: Bool
  ) -> [Change] {
    func schema(_ place: Place, _ former: String?) -> ArchivedSchema {
      let entries = place.entries.map { entry in
        var entry = entry
        if entry.key == place.key, let former { entry.formerKeys = [former] }
        return entry
      }
      return ArchivedSchema(types: [
        ArchivedType(name: "slot", kind: .record, isInColumns: inColumns, entries: entries)
      ])
    }
    // Of the value alone.
    return Judge.changes(from: schema(old, nil), to: schema(new, former?.text)).filter {
      !($0.key == "s" || $0.key?.hasSuffix(".s") == true)
    }
  }

  // MARK: Archives

  private func single(_ schema: RecordSchema, _ bytes: [UInt8]) throws -> Data {
    let plan = try schema.plan
    return try bytes.withUnsafeBytes { bytes in
      var sink = PropertyListSink(.block)
      sink.reserveRoot()
      try plan.encode(try #require(bytes.baseAddress), into: &sink)
      return try sink.finishRoot(plan.keys.object, name: plan.name)
    }
  }

  private func single(_ schema: RecordSchema, from data: Data) throws -> [UInt8] {
    let plan = try schema.plan
    var bytes = [UInt8](repeating: 0, count: 256)
    try bytes.withUnsafeMutableBytes { bytes in
      guard let address = bytes.baseAddress else { return }
      try ParsedArchive(data, limits: .init()).readRoot(
        (plan.keys.lookup, classIndex: plan.keys.classIndex), names: ["slot"]
      ) { (source) throws(ArchiveError) in try plan.decode(into: address, from: &source) }
    }
    return bytes
  }

  private func columns(_ schema: RecordSchema, _ bytes: [UInt8]) throws -> Data {
    let plan = try schema.plan
    return try bytes.withUnsafeBytes { bytes in
      var sink = PropertyListSink(.block)
      sink.reserveRoot()
      try plan.encodeColumns(try #require(bytes.baseAddress), stride: 256, dimensions: [1], key: "", into: &sink)
      return try sink.finishRoot(plan.keys.array, name: "slot[]")
    }
  }

  private func columns(_ schema: RecordSchema, from data: Data) throws -> [UInt8] {
    let plan = try schema.plan
    var bytes = [UInt8](repeating: 0, count: 256)
    try bytes.withUnsafeMutableBytes { bytes in
      guard let address = bytes.baseAddress else { return }
      try ParsedArchive(data, limits: .init()).readRoot(nil, names: ["slot[]"]) { (source) throws(ArchiveError) in
        guard let text = try source.description("[]", index: nil), let description = ColumnsDescription(text) else {
          throw .missingKey(path: "[]")
        }
        let found = try plan.findColumns(description, key: "", indices: { _ in nil }, from: &source)
        try plan.scatter(found, to: address, stride: 256, path: "")
      }
    }
    return bytes
  }
}
