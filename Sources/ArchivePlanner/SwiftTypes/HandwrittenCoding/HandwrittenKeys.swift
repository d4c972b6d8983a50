import ArchiveModel

/// The keys that a class's coding methods use for its properties, and the calls that are not understood.
struct HandwrittenKeys {
  struct Found {
    var key: String
    var former: [String]
    /// Whether the object was archived only if something else archived it.
    var isConditional: Bool
    /// What `init(coder:)` gives a property without an initial value where an archive has no value.
    var fallback: String?
    /// Whether `init(coder:)` goes on with nil then.
    var isNilIfMissing: Bool
    /// Whether every encoded value is an `NSNumber`, or an array.
    var isObject = false
    var location: SourceLocation
  }

  /// The keys of each property.
  private(set) var found: [String: Found] = [:]
  /// Properties whose archived values have other types.
  private(set) var refused: Set<String> = []
  private(set) var diagnostics: [Diagnostic] = []

  let declaration: SwiftTypeDeclaration
  let index: SwiftTypeIndex
  let coding: SwiftCoding
  let own: [String: SwiftProperty]
  private let inherited: [String: SwiftProperty]
  /// The encoded values of each property, in the order of the source.
  private var encoded: [String: [Value]] = [:]
  private var decoded: [String: [Value]] = [:]
  var unclear: [String: [SwiftCoding.Use]] = [:]
  /// Calls that archive unknown values.
  var obstacles: [SwiftCoding.Use] = []

  private struct Value {
    let key: String
    let use: SwiftCoding.Use
  }

  /// Values that belong to none of the class's own stored properties, as far as the walk has come.
  private var foreign: [Value] = []

  init(_ declaration: SwiftTypeDeclaration, _ index: SwiftTypeIndex, _ texts: ConstantTexts) {
    self.declaration = declaration
    self.index = index
    coding = declaration.coding ?? SwiftCoding()
    own = Dictionary(
      declaration.properties.filter { $0.isState }.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let above = index.lineage(of: declaration.name).dropFirst().reversed().flatMap { index[$0]?.properties ?? [] }
    inherited = Dictionary(
      above.filter(\.isState).map { ($0.name, $0) }, uniquingKeysWith: { _, nearest in nearest })
    for use in coding.reachedUses { note(use, texts) }
    noteForeign()
    for property in declaration.properties where own[property.name] != nil { resolve(property) }
    dropSharedKeys()
    reportObstacles()
    reportKeys()
    checkSuperclass()
    checkSubstitution()
  }

  // MARK: Uses

  private mutating func note(_ use: SwiftCoding.Use, _ texts: ConstantTexts) {
    let subjects = Set(use.subjects)
    let properties = own.keys.filter(subjects.contains).sorted()
    let key = use.key.flatMap { texts.text($0, in: declaration.name, file: use.location.file) }
    if use.isHandedOn {
      // A method of the class that gets the coder is read as well.
      let isOwn = index.lineage(of: declaration.name).contains { type in
        index[type]?.methods.contains { $0.name == use.method } == true
      }
      if properties.isEmpty {
        if !isOwn { obstacles.append(use) }
      } else if key == nil || use.direction == .encode {
        for property in properties { unclear[property, default: []].append(use) }
      } else if let key {
        for property in properties { decoded[property, default: []].append(Value(key: key, use: use)) }
      }
      return
    }
    guard let key else {
      for property in properties { unclear[property, default: []].append(use) }
      if properties.isEmpty { obstacles.append(use) }
      return
    }
    if properties.isEmpty {
      foreign.append(Value(key: key, use: use))
    } else if use.direction == .encode {
      for property in properties { encoded[property, default: []].append(Value(key: key, use: use)) }
    } else {
      for property in properties { decoded[property, default: []].append(Value(key: key, use: use)) }
    }
  }

  /// Values that seem to belong to no stored property of the class. One that an initializer takes under another name belongs to the
  /// property that is encoded under the key.
  private mutating func noteForeign() {
    let holders = Dictionary(
      encoded.flatMap { name, values in values.map { ($0.key, name) } }.sorted { $0.1 < $1.1 },
      uniquingKeysWith: { first, _ in first })
    for value in foreign {
      if value.use.direction == .decode, let property = holders[value.key] {
        decoded[property, default: []].append(value)
      } else {
        noteForeign(value.key, value.use, Set(value.use.subjects))
      }
    }
  }

  /// A value that is not one of the class's own stored properties.
  private mutating func noteForeign(_ key: String, _ use: SwiftCoding.Use, _ subjects: Set<String>) {
    let above = inherited.values.filter { subjects.contains($0.name) }.sorted { $0.name < $1.name }
    if let property = above.first {
      let archived = property.annotations.key ?? property.name
      let known = [archived] + property.annotations.formerKeys.map(\.text)
      if known.contains(key) || property.annotations.isSkipped { return }
      report(
        .codingKeyMismatch, property.location, property.sourceLine,
        "'\(property.name)' is archived by '\(declaration.name)' under the key \"\(key)\", and by its own class under \"\(archived)\"",
        advice: "write '// archive: was(\"\(key)\")' on it, so that archives of '\(declaration.name)' are read", use)
      return
    }
    // A key may be used in several places, and is reported once.
    let isFirst = coding.reachedUses.first { $0.key == use.key }?.location == use.location
    guard isFirst else { return }
    let others = declaration.properties.filter { subjects.contains($0.name) && !$0.isStatic && !$0.isOverride }
    guard let other = others.first else {
      return report(
        .codingValueUnread, use.location, use.sourceLine,
        "the value under the key \"\(key)\" belongs to no stored property",
        advice: "it is not read; if it is needed, a 'migrate' method can read it", nil, severity: .note)
    }
    report(
      .codingValueUnread, use.location, use.sourceLine,
      "the value under the key \"\(key)\" belongs to '\(other.name)', which is \(other.storage == .lazy ? "lazy" : other.isLet ? "a constant" : "computed"), and is not read",
      advice: "if it is needed, read it in a 'migrate' method, or make the property a stored variable", nil)
  }

  // MARK: Properties

  private mutating func resolve(_ property: SwiftProperty) {
    if property.annotations.key != nil || property.annotations.isSkipped { return }
    let encodings = encoded[property.name] ?? []
    let decodings = decoded[property.name] ?? []
    let clean = encodings.filter { isRead($0.use.conversion, as: property) }
    if clean.isEmpty, let first = encodings.first { return refuse(property, first) }
    if clean.isEmpty, let use = (unclear[property.name] ?? []).first {
      return resolve(property, unclear: use, decodings)
    }
    let written = clean.map(\.key).unique
    let read = decodings.map(\.key).unique
    guard let key = read.first(where: written.contains) ?? written.first ?? read.first else {
      return reportUnmentioned(property)
    }
    let all = (read + written).unique
    found[property.name] = Found(
      key: key, former: all.filter { $0 != key },
      isConditional: !clean.isEmpty && clean.allSatisfy { $0.use.method == "encodeConditionalObject" }
        && leadsToObject(property), fallback: fallback(of: property, decodings.map(\.use)),
      isNilIfMissing: decodings.contains { $0.use.fallback == "nil" },
      isObject: !clean.isEmpty
        && clean.allSatisfy { value in
          value.use.isNumberObject || property.type?.isList ?? false && value.use.conversion != .bytes
        },
      location: (clean + decodings).first?.use.location ?? property.location)
    if written.isEmpty { reportUnwritten(property, key) }
    reportChanges(of: property, key, clean.map(\.use), decodings.map { ($0.key, $0.use) })
    if written.count > 1, read.isEmpty || !Set(written).isDisjoint(with: read) {
      report(
        .codingKeyMismatch, property.location, property.sourceLine,
        "'\(property.name)' is encoded under the keys \(written.map { "\"\($0)\"" }.joined(separator: " and ")), and only \"\(key)\" is written: programs that need another one do not find it",
        advice: "write '// archive: key(\"…\")' to choose the key", clean.first?.use)
    }
    if let first = written.first, let other = read.first, Set(written).isDisjoint(with: read) {
      report(
        .codingKeyMismatch, property.location, property.sourceLine,
        "'\(property.name)' is encoded under the key \"\(first)\" and decoded under \"\(other)\": both are read, and \"\(key)\" is written",
        advice: "write '// archive: key(\"\(first)\")' or '// archive: key(\"\(other)\")' to choose the key",
        clean.first?.use)
    }
  }

  /// Whether generated code reads what the conversion gives.
  private func isRead(_ conversion: SwiftCoding.Conversion, as property: SwiftProperty) -> Bool {
    switch conversion {
    case .none: return !isObjectOfFoundation(property)
    case .other: return false
    case .part: return property.type?.isOptionalSingle ?? false
    case .bytes: return property.type?.isBytes ?? true
    case .number:
      guard let name = property.type?.innermostName else { return true }
      let known = KnownTypes.aliases[name] ?? name
      return KnownTypes.numbers.contains(known) || known == "CGFloat"
        || index.resolved(name, in: declaration.name) != nil
    case .rawValue:
      guard let name = property.type?.innermostName, let type = index.resolved(name, in: declaration.name),
        let found = index[type]
      else { return true }
      return RawValues.hasRawValue(found, index)
    }
  }

  /// Whether Foundation archives it as an object of a class that generated code does not read, because it uses the type's `Codable` coding.
  private func isObjectOfFoundation(_ property: SwiftProperty) -> Bool {
    property.type?.innermostName.map { KnownTypes.codable.contains(KnownTypes.withoutModule($0)) } ?? false
  }

  private mutating func refuse(_ property: SwiftProperty, _ value: Value) {
    refused.insert(property.name)
    let written: String
    var advice =
      "if archives have such a value, write '// archive: key(\"\(value.key)\")'; otherwise give it a new key, '// archive: key(\"\(value.key)2\")', and read the old value in a 'migrate' method"
    switch value.use.conversion {
    case .other(let text):
      written = "'\(text.excerpt)'"
      if text.hasPrefix("NSValue(") {
        advice =
          "'// archive: key(\"\(value.key)\")' reads such values, and saves a text, which the class's own methods do not read; if programs with these methods read what is saved, archive another property of the form that they have"
      }
    case .part(let text): written = "parts of '\(text.excerpt)'"
    case .number: written = "a number"
    case .rawValue: written = "a raw value"
    case .bytes: written = "its bytes in memory"
    case .none:
      written = "an object of Foundation's"
      advice =
        "write '// archive: key(\"\(value.key)\")' for new archives, and convert the old ones once with NSKeyedUnarchiver"
    }
    report(
      .codingForm, property.location, property.sourceLine,
      "'\(property.name)' was archived as \(written) under the key \"\(value.key)\", but generated code reads a '\(property.type?.spelled ?? "value")'",
      advice: advice,
      value.use)
  }

  private mutating func resolve(_ property: SwiftProperty, unclear use: SwiftCoding.Use, _ decodings: [Value]) {
    if !use.isHandedOn, use.writtenKey.isEmpty {
      refused.insert(property.name)
      return report(
        .codingWithoutKey, property.location, property.sourceLine,
        "'\(property.name)' was archived without a key, but generated code reads values by their keys",
        advice:
          "write '// archive: key(\"\(property.name)\")' for new archives, and convert the old ones once with NSKeyedUnarchiver",
        use)
    }
    if let known = decodings.first {
      found[property.name] = Found(
        key: known.key, former: decodings.map(\.key).unique.filter { $0 != known.key }, isConditional: false,
        fallback: fallback(of: property, decodings.map(\.use)), isNilIfMissing: false,
        location: known.use.location)
    }
    let why =
      use.isHandedOn
      ? "the value that '\(use.method)' archives is not known"
      : "'\(use.writtenKey.excerpt)' is neither a text nor a constant of the given sources"
    let key = found[property.name]?.key ?? property.name
    report(
      .codingNotUnderstood, property.location, property.sourceLine,
      "the key of '\(property.name)' in old archives cannot be determined, and \"\(key)\" is assumed: \(why)",
      advice:
        "write the archived key: '// archive: key(\"…\")'; if there are several, read them in a 'migrate' method",
      use)
  }

  private mutating func reportUnmentioned(_ property: SwiftProperty) {
    // An unknown call, which is reported by itself, may have archived the property.
    guard obstacles.isEmpty else { return }
    let place = coding.encodeLocation == nil ? "the inherited 'encode(with:)'" : "'encode(with:)'"
    let hasValue =
      property.hasInitialValue || property.annotations.defaultValue != nil || property.reference != .strong
    if hasValue, let statement = coding.assigned[property.name] {
      return report(
        .codingMissingProperty, property.location, property.sourceLine,
        "'\(property.name)' is not archived by \(place), and generated code does not do what 'init(coder:)' does: '\(statement.excerpt)'",
        advice: "do it in a method for 'validate(…)'; it is archived from now on, unless you write '// archive: skip'",
        nil)
    }
    if hasValue, !property.annotations.isRequired {
      return report(
        .codingMissingProperty, property.location, property.sourceLine,
        "'\(property.name)' is not archived by \(place): with old archives it keeps its initial value",
        advice: "it is archived from now on; to prevent this, write '// archive: skip'", nil, severity: .note)
    }
    report(
      .codingMissingProperty, property.location, property.sourceLine,
      "'\(property.name)' is not archived by \(place) and has no initial value, so old archives cannot be read",
      advice: "give it an initial value, or write '// archive: default(…)'", nil)
  }

  private func leadsToObject(_ property: SwiftProperty) -> Bool {
    guard case .optional(let wrapped)? = property.type, property.reference == .strong else { return false }
    guard let name = wrapped.innermostName,
      wrapped == .named(name, arguments: []) || wrapped == .any([.named(name, arguments: [])]),
      let type = index.resolved(name, in: declaration.name)
    else { return false }
    return index[type]?.kind == .class
  }

  /// A key that several properties read cannot be a former key of each.
  private mutating func dropSharedKeys() {
    let names = declaration.properties.map(\.name).filter { found[$0] != nil }
    for name in names {
      guard let value = found[name], let property = own[name] else { continue }
      let taken = value.former.filter { key in
        names.contains { $0 != name && (found[$0]?.key == key || found[$0]?.former.contains(key) == true) }
      }
      guard let key = taken.first else { continue }
      found[name]?.former.removeAll(where: taken.contains)
      report(
        .codingValueUnread, property.location, property.sourceLine,
        "the key \"\(key)\" is decoded for '\(name)' and for another property, and is not read for '\(name)'",
        advice: "read it in a 'migrate' method if archives still have it", decoded[name]?.first { $0.key == key }?.use)
    }
  }

  mutating func report(
    _ id: DiagnosticID, _ location: SourceLocation, _ line: String?, _ message: String, advice: String,
    _ use: SwiftCoding.Use?, severity: Diagnostic.Severity? = nil
  ) {
    let note = use.map { use in
      Diagnostic.note(
        at: use.location, use.direction == .encode ? "it is archived here" : "it is read here",
        sourceLine: use.sourceLine)
    }
    diagnostics.append(
      Diagnostic(
        id, severity ?? id.severity, at: location, message, advice: advice, sourceLine: line,
        notes: note.map { [$0] } ?? []))
  }
}

extension SwiftType {
  /// The name of the type inside optionals and arrays.
  fileprivate var innermostName: String? {
    switch self {
    case .named(let name, _): name
    case .optional(let inner), .implicitlyUnwrapped(let inner), .array(let inner): inner.innermostName
    case .any(let protocols) where protocols.count == 1: protocols[0].innermostName
    default: nil
    }
  }
}

extension SwiftType {
  /// Whether it is `Data` or `[UInt8]`, or an optional of these.
  fileprivate var isBytes: Bool {
    if case .optional(let wrapped) = self { return wrapped.isBytes }
    return [.named("Data", arguments: []), .array(.named("UInt8", arguments: []))].contains(self)
  }

  /// Whether it is an array, or an optional of one.
  var isList: Bool {
    switch self {
    case .array, .named("Array", _): true
    case .optional(let wrapped), .implicitlyUnwrapped(let wrapped): wrapped.isList
    default: false
    }
  }

  /// Whether it is an optional of a type without parts.
  fileprivate var isOptionalSingle: Bool {
    switch self {
    case .optional(.named(let name, arguments: [])), .implicitlyUnwrapped(.named(let name, arguments: [])):
      !["Data", "String", "IndexSet"].contains(name)
    default: false
    }
  }
}

extension [String] {
  /// The elements without repetitions.
  fileprivate var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

extension String {
  /// At most 60 characters, for messages.
  var excerpt: String { count > 60 ? "\(prefix(60))…" : self }
}
