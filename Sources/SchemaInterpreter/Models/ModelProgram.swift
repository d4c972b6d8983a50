import ArchiveEvolution
import ArchiveModel
@_spi(GeneratedCode) public import ArchiveRuntime
public import Foundation

/// A Swift type of a schema, with all that it leads to, as the calls that generated code makes: archives of it are written
/// and read without generated code.
public final class ModelProgram: @unchecked Sendable {
  public let schema: ArchivedSchema
  public let rootName: String
  /// By the places that types have.
  private(set) var declarations: [ModelDeclaration] = []
  private var places: [String: (any ModelValue.Type)] = [:]
  private var records: [String: any ModelRecordValue.Type] = [:]
  private var open: [(index: Int, arguments: [String: SwiftTypeText])] = []
  private var root: any ModelValue.Type = UnknownModelValue.self
  /// The types that a value of a protocol may have, at the key that is read now.
  private var listed: [String] = []
  /// The names of the types that an archive has objects of.
  private let found: Set<String>
  /// Types whose values are passed over when an archive is read that this schema need not have written.
  public private(set) var skipped: Set<String> = []
  var skipsUnknown: Bool { !found.isEmpty }

  /// - Parameter found: The names of the types that an archive has objects of, if one is read that this schema need not have
  ///   written: classes among them may stand where the schema has a superclass, or the class that they stand for.
  /// - Throws: `NotInterpreted` for a type that has no archives of its own: one with raw values, or with parameters.
  public init(_ schema: ArchivedSchema, root name: String, found: Set<String> = []) throws(NotInterpreted) {
    self.schema = schema
    self.found = found
    rootName = name
    guard let type = schema[name] else {
      throw NotInterpreted(subject: name, reason: "the schema has no such type")
    }
    guard type.parameters.isEmpty else {
      throw NotInterpreted(subject: name, reason: "it is generic, and has archives where others use it")
    }
    guard type.kind != .ownCoding else { throw .ownCoding(name) }
    guard [.structure, .class, .enumeration].contains(type.kind), type.rawType == nil else {
      throw NotInterpreted(subject: name, reason: "archives have its raw values, which are no archives of their own")
    }
    root = try self.type(.named(name, []))
    while let next = open.popLast() { try complete(declarations[next.index], next.arguments) }
  }

  /// The archive that generated code for this schema would write.
  ///
  /// - Parameter encoder: With settings, for an earlier release for instance.
  /// - Throws: `ArchiveError`, as generated code.
  public func encode(_ graph: SchemaGraph, with encoder: ArchiveEncoder = ArchiveEncoder()) throws -> Data {
    func data<Value: ModelValue>(_ type: Value.Type, _ value: SchemaValue) throws -> Data {
      try encoder.encode(Value.made(of: value))
    }
    let (session, value) = session(writing: graph)
    return try session.run { try data(root, value) }
  }

  /// What an encoder for an earlier release would lose.
  ///
  /// - Throws: `ArchiveError`, as generated code.
  public func losses(encoding graph: SchemaGraph, with encoder: ArchiveEncoder) throws -> [ArchiveLoss] {
    func losses<Value: ModelValue>(_ type: Value.Type, _ value: SchemaValue) throws -> [ArchiveLoss] {
      try encoder.losses(encoding: Value.made(of: value))
    }
    let (session, value) = session(writing: graph)
    return try session.run { try losses(root, value) }
  }

  private func session(writing graph: SchemaGraph) -> (ModelSession, root: SchemaValue) {
    var nodes = graph.nodes
    var value = SchemaValue.record(graph.root)
    switch schema[rootName]?.kind {
    case .class:
      if let known = graph.rootNode, nodes.indices.contains(known) {
        nodes[known].fields = graph.root
        value = .node(known)
      } else {
        value = .node(nodes.count)
        nodes.append(SchemaGraph.Node(type: rootName, fields: graph.root))
      }
    case .enumeration: value = graph.root[""] ?? .null
    default: break
    }
    return (ModelSession(self, nodes: nodes), value)
  }

  /// What generated code for this schema would read. An object at the root is a node as well.
  ///
  /// - Throws: `ArchiveError`, as generated code.
  public func decode(_ data: Data) throws -> SchemaGraph {
    func value<Value: ModelValue>(_ type: Value.Type) throws -> SchemaValue {
      try ArchiveDecoder().decode(type, from: data).schemaValue
    }
    let session = ModelSession(self)
    switch try session.run({ try value(root) }) {
    case .record(let fields): return SchemaGraph(root: fields, nodes: session.nodes)
    case .node(let index?): return SchemaGraph(root: session.nodes[index].fields, nodes: session.nodes)
    case let value: return SchemaGraph(root: ["": value], nodes: session.nodes)
    }
  }

  /// Reads an archive for what the decoder reports.
  func read(_ data: Data, isArray: Bool, with decoder: ArchiveDecoder) throws {
    func read<Value: ModelValue>(_ type: Value.Type) throws {
      if isArray { _ = try decoder.decode([Value].self, from: data) } else { _ = try decoder.decode(type, from: data) }
    }
    try ModelSession(self).run { try read(root) }
  }

  /// An error of the runtime, with the schema's names of types.
  public func text(of error: any Error) -> String {
    places.sorted { ($0.key.utf8.count, $0.key) > ($1.key.utf8.count, $1.key) }.reduce("\(error)") { text, known in
      text.replacing("\(known.value)", with: known.key)
    }
  }

  // MARK: Declarations

  private func complete(_ declaration: ModelDeclaration, _ arguments: [String: SwiftTypeText]) throws(NotInterpreted) {
    let type = declaration.type
    func entries(_ type: ArchivedType) throws(NotInterpreted) -> [ModelEntry] {
      var result: [ModelEntry] = []
      for entry in type.entries {
        result.append(
          ModelEntry(
            entry: entry, key: entry.key, coding: try coding(of: entry, arguments),
            rootKeys: schema.rootKeys(within: entry)))
      }
      return result
    }
    switch type.kind {
    case .enumeration:
      for own in type.entries where own.form.base == .enumerationCase {
        var values: [ModelEntry] = []
        for entry in type.entries where entry.key.hasPrefix(own.key + ".") {
          let key = String(entry.key.dropFirst(own.key.count + 1))
          values.append(
            ModelEntry(
              entry: entry, key: key, coding: try coding(of: entry, arguments),
              rootKeys: schema.rootKeys(within: entry)))
        }
        declaration.cases.append(.init(name: own.key, formerNames: own.formerKeys, entries: values))
      }
    case .structure, .class:
      for ancestor in schema.lineage(of: type) {
        declaration.entries += try entries(ancestor)
        if let version = ancestor.version { declaration.versions.append((ancestor.name, version)) }
      }
    default: break
    }
  }

  private func coding(
    of entry: ArchivedEntry, _ arguments: [String: SwiftTypeText]
  ) throws(NotInterpreted) -> ModelEntry.Coding {
    let form = entry.form
    if entry.isOwnCoding {
      return .value(optional(form, try ownCoding(entry.key, form.base == .enumerationCase ? entry.key : form.text)))
    }
    listed = entry.types
    switch form.base {
    case .number(let number):
      guard let type = Self.numbers[number.name] else { return .value(optional(form, unknown(number.name))) }
      if form.dimensions.isEmpty { return .value(form.isOptional ? Self.optional(type) : type) }
      return .packed(type)
    case .value(let text):
      guard let parsed = SwiftTypeText(text)?.substituting(arguments, schema) else {
        return .value(optional(form, unknown(text)))
      }
      if !form.isOptional, case .array(let element) = parsed,
        case .named(let name, _) = element, name.hasPrefix("SIMD"), schema[name] == nil,
        let vector = try type(element) as? any (PackableElement & ModelValue).Type
      {
        return .packed(vector)
      }
      if !form.isOptional, let record = try record(parsed) { return .record(record) }
      if !form.isOptional, case .array(let element) = parsed, let record = try record(element) {
        return .records(record)
      }
      let known = try type(parsed)
      if entry.isWeak, let object = known as? any (ArchivableObject & ModelValue).Type { return .object(object) }
      return .value(optional(form, known))
    default: return .value(unknown(form.text))
    }
  }

  /// The type for values that are not interpreted.
  private func unknown(_ name: String) -> any ModelValue.Type {
    skipped.insert(name)
    return UnknownModelValue.self
  }

  private func ownCoding(_ subject: String, _ name: String) throws(NotInterpreted) -> any ModelValue.Type {
    guard skipsUnknown else { throw .ownCoding(subject) }
    return unknown(name)
  }

  private func optional(_ form: ArchivedForm, _ type: any ModelValue.Type) -> any ModelValue.Type {
    form.isOptional ? Self.optional(type) : type
  }

  /// The type by which the runtime writes and reads values.
  private func type(_ text: SwiftTypeText) throws(NotInterpreted) -> any ModelValue.Type {
    switch text {
    case .optional(let wrapped): return Self.optional(try type(wrapped))
    case .array(let element):
      func array<Element: ModelValue>(_ type: Element.Type) -> any ModelValue.Type { [Element].self }
      return array(try type(element))
    case .dictionary(let key, let value):
      func dictionary<Key: ModelValue & Hashable, Value: ModelValue>(
        _ key: Key.Type, _ value: Value.Type
      ) -> any ModelValue.Type { [Key: Value].self }
      guard let key = try type(key) as? any (ModelValue & Hashable).Type, key != UnknownModelValue.self else {
        return unknown(text.archivedName)
      }
      return dictionary(key, try type(value))
    case .tuple(let elements):
      var tuple = ArchivedType(
        name: "(" + elements.map { ($0.label ?? "_") + ":" }.joined() + ")", kind: .structure)
      for (index, element) in elements.enumerated() {
        var form = ArchivedForm(.value(type: element.type.archivedName))
        if case .array(let number) = element.type, let number = Self.number(number) {
          form = ArchivedForm(.number(number), [-1])
        }
        var entry = ArchivedEntry(key: element.label ?? "\(index)", form: form)
        entry.isRequired = true
        tuple.entries.append(entry)
      }
      return try declared(tuple, id: text.archivedName, name: tuple.name, [:])
    case .existential(let name): return try existential(name)
    case .named(let name, let arguments): return try named(name, arguments)
    }
  }

  /// A value of one of the listed types. Without a list the schema does not tell what stands there.
  private func existential(_ name: String) throws(NotInterpreted) -> any ModelValue.Type {
    let names = listed
    let id = "\(name) of \(names.joined(separator: ", "))"
    if let known = places[id] { return known }
    if names.isEmpty { return unknown(name) }
    let declaration = ModelDeclaration(
      ArchivedType(name: name, kind: .structure), name: name, formerNames: [], isInPlace: false)
    declarations.append(declaration)
    func existential<Position: Place>(_ place: Position.Type) -> any ModelValue.Type { ModelExistential<Position>.self }
    let made = existential(Places.type(declarations.count - 1))
    // A listed type may lead to the protocol again.
    places[id] = made
    for type in names { declaration.listed.append((type, try named(type, []))) }
    return made
  }

  private func named(_ name: String, _ arguments: [SwiftTypeText]) throws(NotInterpreted) -> any ModelValue.Type {
    // A type of another module may have the name of one that is known.
    if let type = schema[name] ?? schema["enum " + name], type.parameters.count == arguments.count {
      if type.kind == .record {
        guard let record = try record(.named(name, [])) else { return unknown(name) }
        func value<Record: ModelRecordValue>(_ type: Record.Type) -> any ModelValue.Type { ArchivedRecord<Record>.self }
        return value(record)
      }
      let id = SwiftTypeText.named(name, arguments).archivedName
      let bound = Dictionary(zip(type.parameters, arguments), uniquingKeysWith: { first, _ in first })
      return try declared(type, id: id, name: id, bound)
    }
    if let known = Self.values[name], arguments.isEmpty { return known }
    let text = SwiftTypeText.named(name, arguments).archivedName
    guard arguments.count == 1, Self.containers.contains(name) else { return unknown(text) }
    let argument = try type(arguments[0])
    if argument == UnknownModelValue.self { return UnknownModelValue.self }
    switch name {
    case "Set":
      func set<Element: ModelValue & Hashable>(_ type: Element.Type) -> any ModelValue.Type { Set<Element>.self }
      return (argument as? any (ModelValue & Hashable).Type).map { set($0) } ?? unknown(text)
    case "Range", "ClosedRange":
      func range<Bound: ModelValue & Comparable>(_ type: Bound.Type) -> any ModelValue.Type {
        name == "Range" ? Range<Bound>.self : ClosedRange<Bound>.self
      }
      return (argument as? any (ModelValue & Comparable).Type).map { range($0) } ?? unknown(text)
    default:
      func vector<Scalar: ModelValue & SIMDScalar>(_ type: Scalar.Type) -> any ModelValue.Type {
        switch name {
        case "SIMD2": SIMD2<Scalar>.self
        case "SIMD3": SIMD3<Scalar>.self
        case "SIMD4": SIMD4<Scalar>.self
        case "SIMD8": SIMD8<Scalar>.self
        case "SIMD16": SIMD16<Scalar>.self
        case "SIMD32": SIMD32<Scalar>.self
        default: SIMD64<Scalar>.self
        }
      }
      return (argument as? any (ModelValue & SIMDScalar).Type).map { vector($0) } ?? unknown(text)
    }
  }

  private func record(_ text: SwiftTypeText) throws(NotInterpreted) -> (any ModelRecordValue.Type)? {
    guard case .named(let name, _) = text, let type = schema[name], type.kind == .record else { return nil }
    if let known = records[name] { return known }
    let declaration = ModelDeclaration(type, name: name, formerNames: type.formerNames, isInPlace: true)
    declaration.record = try RecordProgram(schema, root: name)
    declarations.append(declaration)
    func record<Position: Place>(_ place: Position.Type) -> any ModelRecordValue.Type { ModelRecord<Position>.self }
    let made = record(Places.type(declarations.count - 1))
    records[name] = made
    return made
  }

  /// - Parameter id: What tells it from others, with the arguments of a generic type.
  private func declared(
    _ type: ArchivedType, id: String, name: String, _ arguments: [String: SwiftTypeText]
  ) throws(NotInterpreted) -> any ModelValue.Type {
    if let known = places[id] { return known }
    if type.kind == .ownCoding { return try ownCoding(name, name) }
    guard declarations.count < 10_000 else {
      throw NotInterpreted(subject: rootName, reason: "generic types without end")
    }
    let superclasses = try superclassPlaces(of: type)
    // A superclass declares its subclasses.
    if let known = places[id] { return known }
    let index = declarations.count
    declarations.append(
      ModelDeclaration(
        type, name: name, formerNames: schema.formerNames(of: type, arguments),
        isInPlace: !type.containsItself { schema[$0] }))
    func made<Position: Place>(_ place: Position.Type) -> any ModelValue.Type {
      switch (type.kind, type.rawType) {
      case (.class, _): ModelTable<Position>.self
      case (.structure, _) where type.isInColumns: ModelColumns<Position>.self
      case (.structure, _): type.name.hasPrefix("(") ? ModelTuple<Position>.self : ModelStructure<Position>.self
      case (_, "Float"), (_, "Double"): ModelRaw<Position, Double>.self
      // Of a raw type that is not told, such as CGFloat.
      case (.enumeration, nil) where type.hasNumbersAsCases: ModelRaw<Position, Double>.self
      case (_, "String"), (_, "Character"): ModelRaw<Position, String>.self
      case (.enumerators, _), (_, .some): ModelRaw<Position, Int64>.self
      default: ModelEnumeration<Position>.self
      }
    }
    let isObject = type.kind == .class && !type.isInColumns
    guard let known = isObject ? Places.classType(superclasses + [index]) : made(Places.type(index)) else {
      throw NotInterpreted(subject: name, reason: "it has \(superclasses.count) superclasses")
    }
    places[id] = known
    open.append((index, arguments))
    if let own = known as? any ModelClass.Type {
      declarations[index].classes = [(own, nil)]
      try addOthers(allowedWhere: type, index)
    }
    return known
  }

  /// The places of the superclasses of a class, the root's first; none for another type, or for a class with type parameters.
  private func superclassPlaces(of type: ArchivedType) throws(NotInterpreted) -> [Int] {
    guard type.kind == .class, !type.isInColumns, type.parameters.isEmpty else { return [] }
    var result: [Int] = []
    for ancestor in schema.lineage(of: type).dropLast() where ancestor.parameters.isEmpty {
      guard let known = try named(ancestor.name, []) as? any ModelClass.Type else { continue }
      result.append(known.place)
    }
    return result
  }

  /// Adds the classes that the archive has objects of and that may stand where the class is declared: its subclasses, and those
  /// that stand for it or for one of these.
  private func addOthers(allowedWhere type: ArchivedType, _ index: Int) throws(NotInterpreted) {
    guard !found.isEmpty else { return }
    func isOne(_ other: ArchivedType) -> Bool {
      other.kind == .class && other.parameters.isEmpty
        && other.hierarchy { schema[$0] }.contains { $0.name == type.name }
    }
    for other in schema.types where other.kind == .class && other.parameters.isEmpty && other.name != type.name {
      guard !found.isDisjoint(with: [other.name] + other.formerNames) else { continue }
      var original: (any ModelClass.Type)?
      if !isOne(other) {
        guard other.isResolved,
          let known = schema.types.first(where: { $0.standIns.contains(other.name) && isOne($0) })
        else { continue }
        original = try named(known.name, []) as? any ModelClass.Type
      }
      guard let known = try named(other.name, []) as? any ModelClass.Type else { continue }
      declarations[index].classes.append((known, original))
    }
  }

  private static func optional(_ type: any ModelValue.Type) -> any ModelValue.Type {
    func optional<Wrapped: ModelValue>(_ type: Wrapped.Type) -> any ModelValue.Type { Wrapped?.self }
    return optional(type)
  }

  /// The number of which generated code packs an array.
  private static func number(_ type: SwiftTypeText) -> ArchivedNumber? {
    guard case .named(let name, []) = type else { return nil }
    let own = ["Int": "Int64", "UInt": "UInt64", "CGFloat": "Double"][name] ?? name
    return numbers.first { "\($0.value)" == own }.flatMap { ArchivedNumber($0.key) }
  }
}
