import ArchiveModel
@_spi(GeneratedCode) import ArchiveRuntime
import SchemaInterpreter

/// A Swift struct whose properties are those of a schema: the calls are those that generated code makes.
struct ModelStandIn: ArchivableComposite {
  /// What is written or read; one proof runs at a time.
  nonisolated(unsafe) static var schema = ArchivedSchema()

  static var archivedClassName: String { "Model" }

  var values: [String: SchemaValue]

  init(_ values: [String: SchemaValue]) { self.values = values }

  private static var entries: [ArchivedEntry] { schema["Model"]?.entries ?? [] }

  func encode(to encoder: ObjectEncoder) throws {
    for entry in Self.entries {
      let value = values[entry.key] ?? .null
      try Self.withType(of: entry) { type in try Self.encode(value, as: type, entry, encoder) }
    }
  }

  init(from decoder: ObjectDecoder) throws {
    values = [:]
    for entry in Self.entries {
      values[entry.key] = try Self.withType(of: entry) { type in try Self.decode(type, entry, decoder) }
    }
  }

  private static func encode<Value: ModelValue>(
    _ value: SchemaValue, as type: Value.Type, _ entry: ArchivedEntry, _ encoder: ObjectEncoder
  ) throws {
    switch value {
    case .list(let elements):
      if let packable = type as? any (PackableElement & ModelValue).Type {
        try encodePacked(elements, packable, entry, encoder)
      } else {
        try encoder.encode(elements.map { Value($0) }, forKey: entry.key)
      }
    case .null: try encoder.encode(Value?.none, forKey: entry.key)
    default:
      entry.form.isOptional
        ? try encoder.encode(Value?.some(Value(value)), forKey: entry.key)
        : try encoder.encode(Value(value), forKey: entry.key)
    }
  }

  private static func encodePacked<Value: PackableElement & ModelValue>(
    _ elements: [SchemaValue], _ type: Value.Type, _ entry: ArchivedEntry, _ encoder: ObjectEncoder
  ) throws {
    try encoder.encodePacked(elements.map { Value($0) }, forKey: entry.key)
  }

  private static func decode<Value: ModelValue>(
    _ type: Value.Type, _ entry: ArchivedEntry, _ decoder: ObjectDecoder
  ) throws -> SchemaValue {
    let key: String?
    switch entry.formerKeys.count {
    case 0: key = try decoder.storedKey(entry.key)
    case 1: key = try decoder.storedKey(entry.key, entry.formerKeys[0])
    default: key = try decoder.storedKey(entry.key, entry.formerKeys[0], entry.formerKeys[1])
    }
    guard let key else {
      if entry.isRequired { throw ArchiveError.missingKey(path: entry.key) }
      guard let text = entry.defaultValue else { return .null }
      return Int64(text).map { .integer($0) } ?? (text == "true" ? .integer(1) : .text(text))
    }
    if !entry.form.dimensions.isEmpty {
      guard let packable = type as? any (PackableElement & ModelValue).Type else {
        return .list(try decoder.decode([Value].self, forKey: key).map(\.schemaValue))
      }
      return try decodePacked(packable, key, decoder)
    }
    let value =
      entry.form.isOptional
      ? try decoder.decode(Value?.self, forKey: key).map(\.schemaValue) ?? .null
      : try decoder.decode(type, forKey: key).schemaValue
    // Swift creates no value of a number that an enumeration does not have.
    if case .value(let name) = entry.form.base, let numbers = schema[name]?.entries, !numbers.isEmpty, value != .null {
      guard numbers.contains(where: { $0.form.base == value.enumerator }) else {
        throw ArchiveError.unknownCase(path: key, name: value.description, type: name)
      }
    }
    return value
  }

  private static func decodePacked<Value: PackableElement & ModelValue>(
    _ type: Value.Type, _ key: String, _ decoder: ObjectDecoder
  ) throws -> SchemaValue {
    .list(try decoder.decodePacked([Value].self, forKey: key).map(\.schemaValue))
  }

  private static func withType<Result>(
    of entry: ArchivedEntry, _ body: (any ModelValue.Type) throws -> Result
  ) rethrows -> Result {
    guard case .number(let number) = entry.form.base else {
      let isNumber = if case .value(let name) = entry.form.base { schema[name] != nil } else { false }
      return isNumber ? try body(Int64.self) : try body(String.self)
    }
    return try body(types[number.name] ?? Int64.self)
  }

  nonisolated(unsafe) private static let types: [String: any ModelValue.Type] = [
    "i8": Int8.self, "i16": Int16.self, "i32": Int32.self, "i64": Int64.self, "u8": UInt8.self, "u16": UInt16.self,
    "u32": UInt32.self, "u64": UInt64.self, "f32": Float.self, "f64": Double.self, "bool": Bool.self,
  ]

  static let numberNames = types.keys.sorted()
}

extension SchemaValue {
  fileprivate var enumerator: ArchivedForm.Base? {
    if case .integer(let number) = self { .enumerator(number) } else { nil }
  }
}
