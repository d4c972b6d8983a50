// What generated code asks for besides the calls that people write.

extension ObjectEncoder {
  /// Archives the version of a type's keys, for its migration when a later one reads them.
  public func encodeVersion(_ version: Int, of name: String) throws {
    try encode(version, forKey: "$" + name + ".version")
  }
}

extension ObjectDecoder {
  /// The version under which a type was archived; 1 when the archive says none.
  ///
  /// - Parameter names: The type's archived name and its earlier ones.
  public func decodeVersion(of names: String...) throws -> Int {
    for name in names where try hasKey("$" + name + ".version") {
      return try decode(Int.self, forKey: "$" + name + ".version")
    }
    return 1
  }

  /// The first of these keys that the object has: itself, or followed by a dot or by `[]` where a value takes several.
  public func storedKey(_ keys: String...) throws -> String? {
    for key in keys where try hasKey(key) { return key }
    for key in keys where try containsValues(within: key) { return key }
    for key in keys where try hasKey(key + "[]") { return key }
    return nil
  }

  /// The same; the first of them when the object has none, for the error that reading it throws.
  public func requiredKey(_ first: String, _ others: String...) throws -> String {
    if try hasKey(first) { return first }
    for key in others where try storedKey(key) != nil { return try storedKey(first) ?? key }
    return first
  }
}

/// A C record as an object of its own: for collections and optionals of records in generated code.
public struct ArchivedRecord<Record: ArchivableRecord>: ArchivableComposite {
  public var record: Record

  public init(_ record: Record) { self.record = record }

  public static var archivedClassName: String { Record.archiveSchema.name }
  public static var earlierArchivedClassNames: [String] { Record.archiveSchema.oldNames }
  public static var isArchivedInPlace: Bool { false }

  public func encode(to encoder: ObjectEncoder) throws { try encoder.encode(record, forKey: "") }
  public init(from decoder: ObjectDecoder) throws { record = try decoder.decode(Record.self, forKey: "") }
}
