@_spi(GeneratedCode) import ArchiveRuntime

/// A number as a type, so that one generic type stands for any number of declarations: the runtime asks types, and not
/// values, for names and for how to read.
protocol Place {
  static var index: Int { get }
}

private enum Zero: Place { static var index: Int { 0 } }
private enum Even<Half: Place>: Place { static var index: Int { 2 * Half.index } }
private enum Odd<Half: Place>: Place { static var index: Int { 2 * Half.index + 1 } }

enum Places {
  static func type(_ index: Int) -> any Place.Type {
    if index <= 0 { return Zero.self }
    func twice<Half: Place>(_ half: Half.Type) -> any Place.Type {
      index % 2 == 0 ? Even<Half>.self : Odd<Half>.self
    }
    return twice(type(index / 2))
  }
}

/// The call that is under way: types have no other way to know it. One runs at a time.
final class ModelSession {
  let program: ModelProgram
  var nodes: [SchemaGraph.Node]
  var objects: [Int: any ArchivableObject] = [:]

  init(_ program: ModelProgram, nodes: [SchemaGraph.Node] = []) {
    self.program = program
    self.nodes = nodes
  }

  nonisolated(unsafe) private(set) static var current: ModelSession?

  static func declaration(_ index: Int) -> ModelDeclaration {
    guard let known = current?.program.declarations, known.indices.contains(index) else { return .none }
    return known[index]
  }

  /// Whether values that are not interpreted are passed over.
  static var skipsUnknown: Bool { current?.program.skipsUnknown == true }

  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    StandIn.lock.lock()
    let before = Self.current
    defer {
      Self.current = before
      StandIn.lock.unlock()
    }
    Self.current = self
    return try body()
  }
}

/// A value with fields of its own: a struct or a tuple.
protocol ModelFields: PlainModelValue, ArchivableComposite, Hashable {
  associatedtype Position: Place

  var fields: [String: SchemaValue] { get }
  init(fields: [String: SchemaValue])
}

extension ModelFields {
  private static var declaration: ModelDeclaration { ModelSession.declaration(Position.index) }
  static var archivedClassName: String { declaration.name }
  static var earlierArchivedClassNames: [String] { declaration.formerNames }
  static var isArchivedInPlace: Bool { declaration.isInPlace }

  init(_ value: SchemaValue) {
    if case .record(let fields) = value { self.init(fields: fields) } else { self.init(fields: [:]) }
  }
  var schemaValue: SchemaValue { .record(fields) }

  func encode(to encoder: ObjectEncoder) throws { try Self.declaration.encode(fields, encoder) }
  init(from decoder: ObjectDecoder) throws { self.init(fields: try Self.declaration.decode(decoder)) }
}

/// A Swift struct.
struct ModelStructure<Position: Place>: ModelFields { let fields: [String: SchemaValue] }

/// A Swift tuple: those with the same labels have one archived name.
struct ModelTuple<Position: Place>: ModelFields, ArchivedTuple { let fields: [String: SchemaValue] }

/// A Swift enumeration without raw values.
struct ModelEnumeration<Position: Place>: PlainModelValue, ArchivableEnumeration, Hashable {
  let archivedCase: String
  private var values: [String: SchemaValue]

  private static var declaration: ModelDeclaration { ModelSession.declaration(Position.index) }
  static var archivedClassName: String { declaration.name }
  static var earlierArchivedClassNames: [String] { declaration.formerNames }
  static var isArchivedInPlace: Bool { declaration.isInPlace }

  init(_ value: SchemaValue) {
    if case .enumerationCase(let name, let values) = value {
      (archivedCase, self.values) = (name, values)
    } else {
      (archivedCase, values) = ("", [:])
    }
  }
  var schemaValue: SchemaValue { .enumerationCase(archivedCase, values) }

  private var known: ModelDeclaration.Case? { Self.declaration.cases.first { $0.name == archivedCase } }
  var hasArchivedValues: Bool { known.map { !$0.entries.isEmpty } ?? false }

  func encodeValues(to encoder: ObjectEncoder) throws {
    for entry in known?.entries ?? [] { try entry.encode(values[entry.key] ?? .null, encoder) }
  }

  init?(archivedCase name: String) {
    guard let known = Self.declaration.case(name), known.entries.isEmpty else { return nil }
    (archivedCase, values) = (known.name, [:])
  }

  init?(archivedCase name: String, from decoder: ObjectDecoder) throws {
    guard let known = Self.declaration.case(name), !known.entries.isEmpty else { return nil }
    (archivedCase, values) = (known.name, [:])
    for entry in known.entries { values[entry.key] = try entry.decode(decoder) }
  }

  func encode(to encoder: ObjectEncoder) throws { try encoder.encodeEnumeration(self) }
}

/// A Swift type of which archives have the raw value.
struct ModelRaw<Position: Place, Raw: ModelValue & Hashable>: PlainModelValue, RawRepresentable, Hashable {
  let rawValue: Raw

  init(_ value: SchemaValue) { rawValue = Raw.made(of: value) }
  var schemaValue: SchemaValue { rawValue.schemaValue }

  init?(rawValue: Raw) {
    guard ModelSession.declaration(Position.index).hasRawValue(rawValue.schemaValue) else { return nil }
    self.rawValue = rawValue
  }
}

/// A value of a protocol: one of the listed types, as a case with the name of the type.
struct ModelExistential<Position: Place>: PlainModelValue, ArchivableExistential {
  let value: any ModelValue

  init(_ value: any ModelValue) { self.value = value }

  init(_ value: SchemaValue) {
    guard case .enumerationCase(let name, let values) = value,
      let known = Self.listed.first(where: { $0.name == name })
    else {
      self.value = UnknownModelValue(.null)
      return
    }
    self.value = known.type.made(of: values[""] ?? .null)
  }

  var schemaValue: SchemaValue {
    let name = Self.listed.first { type(of: value) == $0.type }?.name ?? ""
    return .enumerationCase(name, ["": value.schemaValue])
  }

  private static var listed: [(name: String, type: any ModelValue.Type)] {
    ModelSession.declaration(Position.index).listed
  }
  static var archivedTypes: [any ArchivableValue.Type] { listed.map(\.type) }
}

/// A C record that is a property of a Swift type.
struct ModelRecord<Position: Place>: RawRecord, ArchivableRecord {
  var storage: RecordStorage

  init(storage: RecordStorage) { self.storage = storage }

  static var program: RecordProgram? { ModelSession.declaration(Position.index).record }
  static var archiveSchema: RecordSchema { program?.root.schema ?? StandIn.archiveSchema }
}

/// What is known of a type of C records.
protocol ModelRecordValue: ArchivableRecord {
  init(record value: SchemaValue)
  var recordValue: SchemaValue { get }
}

extension ModelRecord: ModelRecordValue {
  init(record value: SchemaValue) {
    guard let program = Self.program, case .record(let fields) = value else {
      self.init()
      return
    }
    let memory = RecordMemory(program)
    let record = memory.write(SchemaGraph(root: fields))
    self = withExtendedLifetime(memory) { ModelRecord(copying: UnsafeRawPointer(record)) }
  }

  var recordValue: SchemaValue {
    guard let program = Self.program else { return .null }
    return withUnsafeBytes { bytes in
      .record(bytes.baseAddress.map { RecordReading(program).graph($0).root } ?? [:])
    }
  }
}

/// In a collection, and where it is optional.
extension ArchivedRecord: ModelValue, PlainModelValue where Record: ModelRecordValue {
  init(_ value: SchemaValue) { self.init(Record(record: value)) }
  var schemaValue: SchemaValue { record.recordValue }
}

/// A value of a type that the schema does not tell.
struct UnknownModelValue: PlainModelValue, Hashable {
  init(_ value: SchemaValue) {}
  var schemaValue: SchemaValue { .null }

  static var problem: NotInterpreted {
    NotInterpreted(subject: "a value", reason: "its type is not in the schema")
  }
  func archived(in encoder: ObjectEncoder) throws -> ArchivedReference { throw Self.problem }
  static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> UnknownModelValue {
    guard ModelSession.skipsUnknown else { throw problem }
    return UnknownModelValue(.null)
  }
  /// Whatever stands there, with all keys that begin with it.
  static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> UnknownModelValue {
    guard ModelSession.skipsUnknown else { throw problem }
    guard try decoder.containsValue(forKey: key) else { throw ArchiveError.missingKey(path: decoder.keyPath(key)) }
    for own in try decoder.keys where own.hasPrefix(key + ".") || own.hasPrefix(key + "[") {
      _ = try decoder.containsValue(forKey: own)
    }
    return UnknownModelValue(.null)
  }
}
