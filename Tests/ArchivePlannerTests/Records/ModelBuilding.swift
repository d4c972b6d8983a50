import ArchiveModel
@testable import ArchivePlanner

/// A record of `a.h` whose fields are four bytes apart.
func record(
  _ tag: String, _ fields: [(name: String, type: CType, annotation: String)], kind: Record.Kind = .structure,
  line: Int = 1,
  annotation: String = "", alignment: Int = 4, isDeprecated: Bool = false, isFromInput: Bool = true,
  enclosing: Record? = nil
) -> Record {
  Record(
    id: Record.ID(tag), kind: kind, tag: tag, typedefs: [],
    location: SourceLocation(file: "a.h", line: line, column: 8),
    isFromInput: isFromInput, enclosing: enclosing?.id, size: fields.count * 4, alignment: alignment,
    isDeprecated: isDeprecated,
    fields: fields.enumerated().map { index, field in
      let place = SourceLocation(file: "a.h", line: line + index + 1, column: 5)
      return Field(
        name: field.name, type: field.type, typeSpelling: "T", bitOffset: kind == .union ? 0 : index * 32,
        isAnonymousMember: field.name.isEmpty, location: place,
        attributes: AttributeParser.parse(field.annotation, at: place, on: .field).attributes)
    },
    attributes: AttributeParser.parse(annotation, at: SourceLocation(file: "a.h", line: line, column: 30), on: .type)
      .attributes)
}

func model(
  _ records: [Record], typedefs: [String: TypedefTarget] = [:], constants: [String: Int64] = [:],
  functions: Set<String> = []
) -> HeaderModel {
  HeaderModel(
    target: Target(triple: "x86_64-unknown-linux-gnu", pointerSize: 8, isBigEndian: false),
    headers: [Header(path: "a.h", includes: [], use: .direct)], records: records, typedefs: typedefs,
    constants: constants, functions: functions, diagnostics: [], lines: SourceLines())
}

func plan(
  _ records: [Record], typedefs: [String: TypedefTarget] = [:], configuration: Configuration = Configuration(),
  unresolved: UnresolvedPolicy = .refuse, strict: Bool = false, constants: [String: Int64] = [:],
  functions: Set<String> = []
) -> Plan {
  var options = PlannerOptions(module: "CShop")
  options.unresolved = unresolved
  options.isStrict = strict
  return ArchivePlanner.plan(
    model(records, typedefs: typedefs, constants: constants, functions: functions), configuration: configuration,
    options: options)
}

extension Plan {
  var schemas: [Schema] { renderModel.files.flatMap { $0.conformances.map(\.schema) + $0.mirrors.map(\.schema) } }
  var messages: [String] { diagnostics.map(\.message) }

  /// The entries of the type's table, by key.
  func fields(of type: String) -> [String: SchemaField] {
    Dictionary(
      (schema(of: type)?.fields ?? []).map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func schema(of type: String) -> Schema? {
    renderModel.files.flatMap(\.conformances).first { $0.typeName == SwiftName(.member("CShop"), type) }?.schema
  }

  var privateSchemas: [PrivateSchema] { renderModel.files.flatMap(\.privateSchemas) }
}

let int = CType.integer(bits: 32, isSigned: true)
let char = CType.integer(bits: 8, isSigned: true)
let int32 = ElementType(int) ?? .byte
let float64 = ElementType(.floating(.double, size: 8)) ?? .byte
let pointer = CType.pointer(to: .void)
let short = CType.integer(bits: 16, isSigned: false)

/// A pointer to the record with this tag.
func pointer(to tag: String) -> CType { .pointer(to: .record(Record.ID(tag))) }

extension SchemaField.Form {
  /// A pointer to the record with this tag.
  static func link(to tag: String, _ dimensions: [Int] = [], count: ElementCount? = nil) -> Self {
    .pointer(dimensions: dimensions, SchemaPointer(.target(.record(Record.ID(tag)), count)))
  }

  static func data(_ element: ElementType, _ dimensions: [Int] = [], count: ElementCount? = nil) -> Self {
    .pointer(dimensions: dimensions, SchemaPointer(.target(.element(element), count)))
  }

  static func via(_ pack: String, _ unpack: String, _ release: String? = nil, _ dimensions: [Int] = []) -> Self {
    .pointer(
      dimensions: dimensions, SchemaPointer(.via(PointerFunctions(pack: pack, unpack: unpack, release: release))))
  }
}

extension ElementCount {
  static func of(_ keys: String..., times factor: Int = 1) -> ElementCount {
    ElementCount(keys: keys, factor: factor, isBytes: false)
  }

  static func bytes(_ keys: String...) -> ElementCount { ElementCount(keys: keys, factor: 1, isBytes: true) }
}
