import ArchiveModel

/// Extracts the schema of a run's Swift types.
struct SwiftSchemaExtraction {
  let index: SwiftTypeIndex
  let properties: [String: [PlannedProperty]]
  let cases: [String: [PlannedCase]]
  /// The types for which code is generated.
  let chosen: [String]
  /// Types of other modules that are archived by their own coding without an attribute.
  let assumed: Set<String>
  /// The archived names of C records that have others in Swift.
  let importedNames: [String: String]

  func schema() -> ArchivedSchema {
    var schema = ArchivedSchema(types: chosen.compactMap(type) + elsewhere)
    schema.importedNames = importedNames.filter { index[$0.key] == nil }
    return schema
  }

  /// The types of other modules that the archived types use, and that are archived by their own coding.
  private var elsewhere: [ArchivedType] {
    let forms = chosen.flatMap { name in
      (properties[name] ?? []).map(\.form) + (cases[name] ?? []).flatMap(\.values).map(\.form)
    }
    let used = Set(forms.flatMap(\.type.words))
    return index.ownCodingElsewhere.union(assumed).intersection(used).map { ArchivedType(name: $0, kind: .ownCoding) }
  }

  private func type(_ name: String) -> ArchivedType? {
    guard let declaration = index[name] else { return nil }
    let annotations = declaration.annotations
    var type = ArchivedType(
      name: archivedName(of: name), kind: .structure,
      formerNames: annotations.formerNames,
      version: annotations.version, location: declaration.location, sourceLine: declaration.sourceLine)
    type.isMigrated = annotations.migration != nil
    type.isResolved = annotations.resolution != nil
    type.standIns = standIns(of: declaration)
    type.parameters = index.generics(of: name).map(\.name)
    if declaration.annotations.isOwnCoding {
      type.kind = .ownCoding
    } else if RawValues.hasRawValue(declaration, index) {
      // Archives contain only the raw value.
      if declaration.kind == .enum, RawValues.areWritten(declaration, index) {
        (type.kind, type.entries) = rawValues(of: declaration)
        type.isClosed = type.kind == .enumerators
      } else {
        (type.kind, type.entries) = (.enumerators, RawConstants.entries(of: declaration))
      }
      type.rawType = RawValues.type(of: declaration, index, integers: type.entries.isEmpty)
      if type.entries.isEmpty, type.rawType == nil { return nil }
      if type.kind == .enumerators {
        type.integerType = RawValues.type(of: declaration, index, integers: true)
      }
    } else if declaration.kind == .enum {
      type.kind = .enumeration
      type.entries = (cases[name] ?? []).flatMap { entries($0, of: name) }.sorted { $0.key < $1.key }
    } else {
      type.kind = declaration.kind == .class ? .class : .structure
      type.isInColumns = annotations.hasColumns
      type.superclass = index.superclass(of: name).map(archivedName)
      type.entries = (properties[name] ?? []).map(entry).sorted { $0.key < $1.key }
    }
    return type
  }

  private func archivedName(of name: String) -> String {
    index[name]?.annotations.name ?? name
  }

  /// The classes of the objects that a class archives in its place. Without a list they are of the class itself.
  private func standIns(of declaration: SwiftTypeDeclaration) -> [String] {
    (declaration.annotations.replacement?.classes ?? []).map {
      index.lookUp($0.text, in: declaration.name).map(archivedName) ?? $0.text
    }.sorted()
  }

  private func entry(_ property: PlannedProperty) -> ArchivedEntry {
    var entry = ArchivedEntry(key: property.key, form: form(property.form))
    entry.name = property.name == property.key ? nil : property.name
    entry.types = property.form.listed.map(archivedName).sorted()
    entry.constant = property.archivedDefault.flatMap {
      DefaultConstants(index: index).value(of: $0, property.property.type, in: property.owner)
    }
    entry.formerKeys = property.formerKeys.map(\.written)
    entry.defaultValue = property.archivedDefault
    entry.isWeak = property.call == .conditional
    entry.isOwnCoding = property.property.annotations.isOwnCoding
    if case .number = entry.form.base, property.call == .elements {
      entry.storage = "elements"
    }
    // A property without a default or initial value needs its key.
    let hasValue =
      property.defaultValue != nil || (property.property.initialValue != nil && !property.property.isLet)
      || property.form.isOptional || property.isNilIfMissing
    entry.isRequired = property.isRequired || !hasValue
    entry.location = property.property.location
    entry.sourceLine = property.property.sourceLine
    return entry
  }

  private func entries(_ planned: PlannedCase, of type: String) -> [ArchivedEntry] {
    var own = ArchivedEntry(key: planned.key, form: ArchivedForm(.enumerationCase))
    own.name = planned.name == planned.key ? nil : planned.name
    own.formerKeys = planned.formerKeys
    own.location = planned.location
    own.sourceLine = planned.sourceLine
    return [own]
      + planned.values.map { value in
        var entry = ArchivedEntry(key: "\(planned.key).\(value.key)", form: form(value.form))
        entry.formerKeys = value.formerKeys.map { $0.behind("\(planned.key).").written }
        entry.defaultValue = value.defaultValue?.text
        entry.constant = entry.defaultValue.flatMap {
          DefaultConstants(index: index).value(of: $0, value.type, in: type)
        }
        entry.types = value.form.listed.map(archivedName).sorted()
        entry.isRequired = value.defaultValue == nil && !value.form.isOptional
        entry.isOwnCoding = value.isOwnCoding
        entry.location = value.location
        entry.sourceLine = value.sourceLine
        return entry
      }
  }

  private func rawValues(of declaration: SwiftTypeDeclaration) -> (ArchivedType.Kind, [ArchivedEntry]) {
    var next: Int64? = 0
    var numbers: [ArchivedEntry] = []
    for written in declaration.cases {
      let given = written.rawValue.map { Int64($0) }
      guard let value = given ?? next else {
        // For strings, and for numbers that are not literals, each raw value is a case.
        return (
          .enumeration,
          declaration.cases.map { written in
            var entry = ArchivedEntry(
              key: written.rawText ?? written.name, form: ArchivedForm(.enumerationCase))
            entry.name = entry.key == written.name ? nil : written.name
            entry.location = written.location
            entry.sourceLine = written.sourceLine
            return entry
          }.sorted { $0.key < $1.key }
        )
      }
      var entry = ArchivedEntry(key: written.name, form: ArchivedForm(.enumerator(value)))
      entry.location = written.location
      entry.sourceLine = written.sourceLine
      numbers.append(entry)
      next = value == .max ? nil : value + 1
    }
    let rawType = RawValues.type(of: declaration, index, integers: true)
    guard rawType == "String" || rawType == "Character" else {
      return (.enumerators, numbers.sorted { $0.key < $1.key })
    }
    return (
      .enumeration,
      numbers.map { number in
        var entry = ArchivedEntry(key: number.key, form: ArchivedForm(.enumerationCase))
        entry.location = number.location
        entry.sourceLine = number.sourceLine
        return entry
      }.sorted { $0.key < $1.key }
    )
  }

  // MARK: Forms

  private func form(_ form: ValueForm) -> ArchivedForm {
    let type = form.stored.unwrapped
    if case .array(let element) = type, form.isPackable, let number = number(element) {
      return ArchivedForm(.number(number), [-1], isOptional: form.isOptional)
    }
    if let number = number(type) { return ArchivedForm(.number(number), isOptional: form.isOptional) }
    return ArchivedForm(.value(type: text(type)), isOptional: form.isOptional)
  }

  private func number(_ type: SwiftTypeUse) -> ArchivedNumber? {
    if case .written(.named(let name, arguments: [])) = type { return index[name] == nil ? Self.numbers[name] : nil }
    guard case .named(let name, let arguments) = type, arguments.isEmpty, let last = name.path.last,
      name.path.count == 1
    else { return nil }
    if name.module == nil, index[last] != nil { return nil }
    return Self.numbers[KnownTypes.aliases[last] ?? last]
  }

  private static let numbers: [String: ArchivedNumber] = [
    "Bool": ArchivedNumber(.bool), "Float": ArchivedNumber(.floating(.single)),
    "Double": ArchivedNumber(.floating(.double)),
    "CGFloat": ArchivedNumber(.floating(.double)),
    "Int": ArchivedNumber(.integer(bits: 64, isSigned: true)),
    "UInt": ArchivedNumber(.integer(bits: 64, isSigned: false)),
    "Int8": ArchivedNumber(.integer(bits: 8, isSigned: true)),
    "UInt8": ArchivedNumber(.integer(bits: 8, isSigned: false)),
    "Int16": ArchivedNumber(.integer(bits: 16, isSigned: true)),
    "UInt16": ArchivedNumber(.integer(bits: 16, isSigned: false)),
    "Int32": ArchivedNumber(.integer(bits: 32, isSigned: true)),
    "UInt32": ArchivedNumber(.integer(bits: 32, isSigned: false)),
    "Int64": ArchivedNumber(.integer(bits: 64, isSigned: true)),
    "UInt64": ArchivedNumber(.integer(bits: 64, isSigned: false)),
  ]

  /// The type with archived names, so that a rename with 'name' or 'was' does not change it.
  private func text(_ type: SwiftTypeUse) -> String {
    switch type {
    case .named(let name, let arguments):
      let own = name.path.joined(separator: ".")
      let isModel = name.module == nil && index[own] != nil
      let known = isModel ? archivedName(of: own) : importedNames[own] ?? own
      return arguments.isEmpty ? known : "\(known)<\(arguments.map(text).joined(separator: ", "))>"
    case .written(let type): return type.spelled
    case .optional(let inner): return text(inner) + "?"
    case .array(let inner): return "[\(text(inner))]"
    case .dictionary(let key, let value): return "[\(text(key)): \(text(value))]"
    case .tuple(let elements):
      return "(" + elements.map { ($0.label.map { "\($0): " } ?? "") + text($0.type) }.joined(separator: ", ") + ")"
    case .existential(let protocols): return "any " + protocols.map(\.spelled).joined(separator: " & ")
    }
  }
}

extension PlannedProperty {
  /// The value for an archive without the key: `default(…)`, or the initial value as written. nil if it follows from
  /// the type.
  fileprivate var archivedDefault: String? {
    if let defaultValue { return defaultValue.text }
    guard !isRequired, !property.isLet, let initial = property.initialValue, initial != "nil" else { return nil }
    return SwiftValueText.oneLine(initial)
  }
}

extension SourceExpression {
  fileprivate var text: String {
    switch self {
    case .source(let text): text
    case .text(let text): "\"\(text)\""
    }
  }
}

extension SwiftCase {
  /// The raw value without quotation marks.
  fileprivate var rawText: String? {
    guard let rawValue, rawValue.count >= 2, rawValue.first == "\"", rawValue.last == "\"" else { return rawValue }
    return String(rawValue.dropFirst().dropLast())
  }
}
