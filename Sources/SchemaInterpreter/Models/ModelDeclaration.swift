import ArchiveModel
@_spi(GeneratedCode) import ArchiveRuntime

/// A Swift type of a schema, with the arguments that a generic one has, as the calls that generated code makes.
final class ModelDeclaration {
  struct Case {
    let name: String
    let formerNames: [String]
    let entries: [ModelEntry]
  }

  let type: ArchivedType
  /// With the arguments of a generic type.
  let name: String
  let formerNames: [String]
  let isInPlace: Bool
  /// The values of a struct; of a class, those of its superclasses first.
  var entries: [ModelEntry] = []
  var cases: [Case] = []
  /// Of the type and its superclasses.
  var versions: [(name: String, version: Int)] = []
  /// Of a protocol: the types that its values may have, by their archived names.
  var listed: [(name: String, type: any ModelValue.Type)] = []
  /// Of a class: the classes whose objects may stand where it is declared, its own first, each with the class for which it
  /// stands in archives.
  var classes: [(type: any ModelClass.Type, standsFor: (any ModelClass.Type)?)] = []
  /// Of a C record.
  var record: RecordProgram?

  init(_ type: ArchivedType, name: String, formerNames: [String], isInPlace: Bool) {
    (self.type, self.name, self.formerNames, self.isInPlace) = (type, name, formerNames, isInPlace)
  }

  nonisolated(unsafe) static let none = ModelDeclaration(
    ArchivedType(name: "", kind: .structure), name: "", formerNames: [], isInPlace: true)

  func `case`(_ name: String) -> Case? { cases.first { $0.name == name || $0.formerNames.contains(name) } }

  /// Swift makes no value of a raw value that an enumeration has not.
  func hasRawValue(_ value: SchemaValue) -> Bool {
    if type.kind == .enumerators {
      guard type.isClosed, case .integer(let number) = value else { return !type.isClosed }
      return type.entries.contains { $0.form.base == .enumerator(number) }
    }
    switch value {
    case .real(let number): return type.entries.contains { Double($0.key) == number }
    case .text(let text): return type.entries.contains { $0.key == text }
    default: return true
    }
  }

  func encode(_ fields: [String: SchemaValue], _ encoder: ObjectEncoder) throws {
    for (name, version) in versions { try encoder.encodeVersion(version, of: name) }
    for entry in entries { try entry.encode(fields[entry.key] ?? .null, encoder) }
  }

  func decode(_ decoder: ObjectDecoder) throws -> [String: SchemaValue] {
    var fields: [String: SchemaValue] = [:]
    for entry in entries { fields[entry.key] = try entry.decode(decoder) }
    return fields
  }
}

/// One key of a Swift type.
struct ModelEntry {
  enum Coding {
    case value(any ModelValue.Type)
    case packed(any (PackableElement & ModelValue).Type)
    case object(any (ArchivableObject & ModelValue).Type)
    case record(any ModelRecordValue.Type)
    case records(any ModelRecordValue.Type)
  }

  let entry: ArchivedEntry
  /// Of a case's value without the case.
  let key: String
  let coding: Coding
  /// The keys from the root that a struct reads, so that it exists where an archive has one of them.
  var rootKeys: [String] = []

  func encode(_ value: SchemaValue, _ encoder: ObjectEncoder) throws {
    do { try put(value, encoder) } catch let error as NotInterpreted { throw named(error) }
  }

  /// An error of a value, with the key.
  private func named(_ error: NotInterpreted) -> NotInterpreted {
    guard error == UnknownModelValue.problem else { return error }
    let text = if case .value(let type) = entry.form.base { type } else { entry.form.text }
    return NotInterpreted(subject: entry.key, reason: "values of its type are not interpreted: '\(text)'")
  }

  private func put(_ value: SchemaValue, _ encoder: ObjectEncoder) throws {
    switch coding {
    case .value(let type):
      func put<Value: ModelValue>(_ type: Value.Type) throws {
        try encoder.encode(Value.made(of: value), forKey: key)
      }
      try put(type)
    case .packed(let type):
      func put<Value: PackableElement & ModelValue>(_ type: Value.Type) throws {
        let elements = entry.form.isOptional && value == .null ? nil : value.elements.map { Value.made(of: $0) }
        if entry.storage == "elements" { return try encoder.encode(elements, forKey: key) }
        try encoder.encodePacked(elements, forKey: key)
      }
      try put(type)
    case .object(let type):
      func put<Value: ArchivableObject & ModelValue>(_ type: Value.Type) throws {
        try encoder.encodeConditionalObject(Value?.made(of: value), forKey: key)
      }
      try put(type)
    case .record(let type):
      func put<Value: ModelRecordValue>(_ type: Value.Type) throws {
        try encoder.encode(Value(record: value), forKey: key)
      }
      try put(type)
    case .records(let type):
      func put<Value: ModelRecordValue>(_ type: Value.Type) throws {
        try encoder.encode(value.elements.map { Value(record: $0) }, forKey: key)
      }
      try put(type)
    }
  }

  /// The value where an archive does not have the key.
  var missingValue: SchemaValue { entry.form.isOptional ? .null : Self.value(ofDefault: entry.defaultValue) }

  func decode(_ decoder: ObjectDecoder) throws -> SchemaValue {
    do { return try get(decoder) } catch let error as NotInterpreted { throw named(error) }
  }

  private func get(_ decoder: ObjectDecoder) throws -> SchemaValue {
    var key = key
    if let found = try storedKey(decoder) {
      key = found
    } else if entry.isRequired {
      if entry.form.isOptional { throw ArchiveError.missingKey(path: key) }
    } else {
      return missingValue
    }
    switch coding {
    case .value(let type):
      func get<Value: ModelValue>(_ type: Value.Type) throws -> SchemaValue {
        try decoder.decode(type, forKey: key).schemaValue
      }
      return try get(type)
    case .packed(let type):
      func get<Value: PackableElement & ModelValue>(_ type: Value.Type) throws -> SchemaValue {
        entry.form.isOptional
          ? try decoder.decodePacked([Value]?.self, forKey: key)?.schemaValue ?? .null
          : try decoder.decodePacked([Value].self, forKey: key).schemaValue
      }
      return try get(type)
    case .object(let type):
      func get<Value: ArchivableObject & ModelValue>(_ type: Value.Type) throws -> SchemaValue {
        let value = try decoder.decode(Value?.self, forKey: key).schemaValue
        if entry.isRequired, !entry.form.isOptional, value == .null { throw ArchiveError.missingKey(path: key) }
        return value
      }
      return try get(type)
    case .record(let type):
      func get<Value: ModelRecordValue>(_ type: Value.Type) throws -> SchemaValue {
        try decoder.decode(type, forKey: key).recordValue
      }
      return try get(type)
    case .records(let type):
      func get<Value: ModelRecordValue>(_ type: Value.Type) throws -> SchemaValue {
        .list(try decoder.decode([Value].self, forKey: key).map(\.recordValue))
      }
      return try get(type)
    }
  }

  /// The first of the keys that the archive has.
  private func storedKey(_ decoder: ObjectDecoder) throws -> String? {
    let former = entry.formerKeys.map { name -> String in
      if name.hasPrefix("/") { return decoder.keyFromRoot(String(name.dropFirst())) }
      // Of a case's value: the case is named by now.
      let prefix = String(entry.key.dropLast(key.count))
      return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    }
    return try decoder.storedKey(among: [key] + former, orFromRoot: rootKeys)
  }

  /// As far as it is a literal.
  private static func value(ofDefault text: String?) -> SchemaValue {
    guard let text else { return .null }
    if let number = Int64(text) { return .integer(number) }
    if let number = Double(text) { return .real(number) }
    if text == "true" || text == "false" { return .integer(text == "true" ? 1 : 0) }
    if text == "[]" { return .list([]) }
    if text == "[:]" { return .dictionary([:]) }
    return .text(
      text.count >= 2 && text.first == "\"" && text.last == "\"" ? String(text.dropFirst().dropLast()) : text)
  }
}
