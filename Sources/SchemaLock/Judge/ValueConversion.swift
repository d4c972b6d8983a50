import ArchiveModel

/// The effect when a property of one Swift type reads what a property of another type wrote, by the engine's rules.
///
/// `ValueProofTests` compares it with the engine for pairs of types.
struct ValueConversion {
  let oldTypes: [String: ArchivedType]
  let newTypes: [String: ArchivedType]
  /// Types, by their names in both schemas, that had a name which archives may have among the arguments of a generic type, and
  /// which is not known there any more.
  let unread: Set<String>
  /// The types that a value of a protocol may have, of the property that reads.
  private var listed: Set<String> = []
  private let open = OpenPairs()

  init(oldTypes: [String: ArchivedType], newTypes: [String: ArchivedType], unread: Set<String>) {
    (self.oldTypes, self.newTypes, self.unread) = (oldTypes, newTypes, unread)
  }

  /// What happens to values, from the least harm to the most for a value as a whole.
  private enum Effect: Int, Comparable {
    case exact
    /// Some values are refused.
    case partial
    /// Values come out as others, or without a part.
    case different
    /// All values are refused.
    case never

    static func < (left: Effect, right: Effect) -> Bool { left.rawValue < right.rawValue }
    /// Of a collection of such values, which may be empty.
    var ofElements: Effect { self == .never ? .partial : self }
  }

  /// What stands under a key.
  private enum Stored {
    /// The bytes of an array of numbers.
    case packed(ArchivedNumber)
    /// An array of numbers as a list of numbers, whose property reads the packed form too.
    case list(ArchivedNumber)
    case value(SwiftTypeText)
    /// A number in a type that Swift's types have no name for.
    case other
  }

  /// - Parameter from: as the new schema names the types in it.
  func level(_ from: ArchivedEntry, _ to: ArchivedEntry) -> Level {
    let (old, new) = (stored(from), stored(to))
    if case .value(let type) = old, !from.form.isOptional, fields(of: type, oldTypes) != nil,
      !isReadInPlace(new)
    {
      // Its fields stand under keys of their own, and what is nil has no key.
      if case .value = new, to.form.isOptional { return .loss }
      return .refuse
    }
    var conversion = self
    conversion.listed = Set(to.types)
    return switch conversion.effect(old, new, isInPlace: !from.form.isOptional) {
    case .exact: .safe
    case .partial, .never: .refuse
    case .different: .misread
    }
  }

  /// Whether values of it have no key in archives, so that an optional is read as nil: a struct in place has only the keys of its
  /// properties.
  func hasNoKey(_ entry: ArchivedEntry) -> Bool { !entry.form.isOptional && hasNoKey(stored(entry)) }

  private func hasNoKey(_ stored: Stored) -> Bool {
    // A damaged lock may have a struct that contains itself.
    guard case .value(let type) = stored, let fields = fields(of: type, oldTypes), open.insert(type, type) else {
      return false
    }
    defer { open.remove(type, type) }
    return fields.all.allSatisfy { !$0.isOptional && hasNoKey($0.stored) }
  }

  private func isReadInPlace(_ stored: Stored) -> Bool {
    guard case .value(let type) = stored else { return false }
    if case .named(let name, _) = type, let type = newTypes[name], type.kind == .enumeration {
      return type.rawType == nil
    }
    return fields(of: type, newTypes) != nil
  }

  private func stored(_ entry: ArchivedEntry) -> Stored {
    switch (entry.form.base, entry.form.dimensions) {
    case (.value(let text), []): SwiftTypeText(text).map { .value($0) } ?? .other
    case (.number(let number), []): number.swiftType.map { .value($0) } ?? .other
    case (.number(let number), [-1]): entry.storage == "elements" ? .list(number) : .packed(number)
    default: .other
    }
  }

  private func effect(_ from: Stored, _ to: Stored, isInPlace: Bool) -> Effect {
    let byte = ArchivedNumber(.integer(bits: 8, isSigned: false))
    let data = SwiftTypeText.named("Data", [])
    switch (from, to) {
    case (_, .list(let new)): return effect(from, .packed(new), isInPlace: isInPlace)
    case (.list(let old), _):
      return old.swiftType.map { effect(.value(.array($0)), to, isInPlace: isInPlace) } ?? .never
    case (.value(let old), .value(let new)): return effect(old, new, isInPlace: isInPlace)
    case (.packed(let old), .packed(let new)):
      return switch old.conversion(to: new) {
      case .exact: .exact
      case .partial: .partial
      case .never: .never
      }
    case (.packed(let old), .value(let new)) where new == data:
      return old == byte ? .exact : .different
    case (.value(let old), .packed(let new)) where old == data: return effect(byte, new)
    case (.value(let old), .packed(let new)):
      // A collection of numbers is read as well.
      return new.swiftType.map { effect(old, .array($0), isInPlace: false) } ?? .partial
    default: return .never
    }
  }

  private func effect(_ from: ArchivedNumber, _ to: ArchivedNumber) -> Effect {
    switch from.conversion(to: to) {
    case .exact: return .exact
    case .partial: return .partial
    case .never:
      // Floating-point numbers can be read from a boolean, as 0 or 1, like with NSCoder.
      if from.scalar == .bool, case .floating = to.scalar { return .exact }
      return from.scalar != .bool && to.scalar == .bool ? .partial : .never
    }
  }

  /// - Parameter isInPlace: Whether the fields of structs, tuples and ranges stand among the keys around them.
  private func effect(_ from: SwiftTypeText, _ to: SwiftTypeText, isInPlace: Bool) -> Effect {
    if from == to, !hasUnreadArgument(to) { return .exact }
    if let raw = rawText(from, oldTypes) { return effect(raw, to, isInPlace: isInPlace) }
    if let raw = rawText(to, newTypes) { return effect(from, raw, isInPlace: isInPlace) }
    if let old = from.number, let new = to.number { return effect(old, new) }
    switch (from, to) {
    case (.optional(let old), .optional(let new)): return effect(old, new, isInPlace: false)
    case (_, .optional(let new)): return effect(from, new, isInPlace: isInPlace)
    case (.optional(let old), _): return max(.partial, effect(old, to, isInPlace: false))
    default: break
    }
    if let old = from.elements, let new = to.elements {
      let effect = effect(old.type, new.type, isInPlace: false)
      if effect == .never { return .partial }
      // A set has each element once, in no order.
      return new.isSet && !old.isSet ? .different : effect
    }
    if case .dictionary(let oldKey, let oldValue) = from, case .dictionary(let newKey, let newValue) = to {
      return max(effect(oldKey, newKey, isInPlace: false), effect(oldValue, newValue, isInPlace: false)).ofElements
    }
    if let old = fields(of: from, oldTypes), let new = fields(of: to, newTypes) {
      guard isInPlace || old.className == new.className && !hasUnreadArgument(to) else { return .never }
      // A generic type may lead to itself.
      guard open.insert(from, to) else { return .exact }
      defer { open.remove(from, to) }
      return effect(old, new)
    }
    if !isInPlace, hasUnreadArgument(to) { return .never }
    return named(from, to, isInPlace: isInPlace)
  }

  /// The type that values of a struct with a raw value of text are archived as.
  private func rawText(_ type: SwiftTypeText, _ types: [String: ArchivedType]) -> SwiftTypeText? {
    guard case .named(let name, _) = type, let known = types[name], known.kind == .enumerators, let raw = known.rawType,
      Self.texts.contains(raw)
    else { return nil }
    return .named(raw, [])
  }

  private func effect(_ from: Fields, _ to: Fields) -> Effect {
    // Which types a protocol inside may have, the property around it does not say.
    if !listed.isEmpty {
      var conversion = self
      conversion.listed = []
      return conversion.effect(from, to)
    }
    var result = Effect.exact
    if let range = to.range, range != from.range {
      // Any two values may stand under the keys of bounds.
      result = from.range == nil ? .partial : .different
    }
    for field in to.all {
      let sources = [field.key] + field.formerKeys
      guard let source = from.all.first(where: { sources.contains($0.key) }) else {
        result = max(result, field.isRequired ? .never : .different)
        continue
      }
      result = max(result, effect(source.stored, field.stored, isInPlace: !source.isOptional))
      if source.isOptional, !field.isOptional { result = max(result, .partial) }
      if !source.isOptional, field.isOptional, hasNoKey(source.stored) { result = max(result, .different) }
    }
    let known = Set(to.all.flatMap { [$0.key] + $0.formerKeys })
    return from.all.allSatisfy { known.contains($0.key) } ? result : max(result, .different)
  }

  fileprivate static let texts: Set<String> = ["String", "Character"]

  /// Foundation archives them as text.
  private static let geometry: Set<String> = ["CGPoint", "CGSize", "CGRect", "NSPoint", "NSSize", "NSRect"]

  private func named(_ from: SwiftTypeText, _ to: SwiftTypeText, isInPlace: Bool) -> Effect {
    guard case .named(let old, let arguments) = from else { return .never }
    if case .existential = to { return arguments.isEmpty && isListed(old) ? .exact : .never }
    if case .named(old, []) = from, case .named(let new, []) = to, isSubclass(old, of: new) { return .exact }
    if case .named(let new, _) = to, Self.geometry.contains(old), Self.geometry.contains(new) {
      return old.hasSuffix("Rect") == new.hasSuffix("Rect") ? .different : .never
    }
    if case .named("Measurement", _) = to, old == "Measurement" {
      // The number and what converts its unit are read, whatever the unit is one of.
      return .different
    }
    if case .named(let text, []) = to, Self.texts.contains(text) {
      let isCharacter = text == "Character"
      if Self.geometry.contains(old) { return isCharacter ? .never : .different }
      if Self.texts.contains(old) { return isCharacter ? .partial : .exact }
      guard let type = oldTypes[old], type.isText else { return .never }
      // In place a case is its name.
      let effect = type.hasCaseValues ? isInPlace ? Effect.different : .partial : .exact
      return isCharacter && !type.cases.allSatisfy { $0.key.count == 1 } ? max(.partial, effect) : effect
    }
    if case .named(let new, _) = to, let first = oldTypes[old], let second = newTypes[new],
      first.isText, second.isText
    {
      return isInPlace || !first.hasCaseValues ? effect(first, second) : .partial
    }
    if let number = to.number, let type = oldTypes[old], type.kind == .enumerators {
      return type.level(readAs: number) == .safe ? .exact : .partial
    }
    guard case .named(let new, _) = to, let type = newTypes[new] else { return .never }
    if let number = from.number, type.kind == .enumerators {
      return type.level(readFrom: number) == .safe ? .exact : .partial
    }
    return Self.texts.contains(old) && type.isText ? .partial : .never
  }

  /// Whether objects of a class are read where one of its superclasses is expected.
  private func isSubclass(_ name: String, of superclass: String) -> Bool {
    guard oldTypes[name]?.kind == .class, let type = newTypes[name], type.kind == .class else { return false }
    let classes = type.hierarchy { newTypes[$0] }
    return classes.dropFirst().contains { $0.name == superclass } && !classes.contains(where: \.isInColumns)
  }

  /// Whether objects of a class, and of its subclasses, are read where a protocol is expected: a listed class stands for its subclasses.
  private func isListed(_ name: String) -> Bool {
    guard oldTypes[name]?.kind == .class else { return false }
    return oldTypes.values.allSatisfy { type in
      guard type.kind == .class, type.hierarchy(in: { oldTypes[$0] }).contains(where: { $0.name == name }) else {
        return true
      }
      let classes = newTypes[type.name]?.hierarchy { newTypes[$0] } ?? []
      return classes.contains { listed.contains($0.name) } && !classes.contains(where: \.isInColumns)
    }
  }

  /// Of two enumerations whose cases are archived by their names.
  private func effect(_ from: ArchivedType, _ to: ArchivedType) -> Effect {
    let isKnown = from.cases.allSatisfy { entry in
      to.entries.contains { ([$0.key] + $0.formerKeys).contains(entry.key) }
        && !to.entries.contains { $0.caseKey == entry.key && $0.isRequired }
    }
    return from.hasCaseValues ? .different : isKnown ? .exact : .partial
  }
}

// MARK: Types with fields

extension ValueConversion {
  private struct Field {
    let key: String
    var formerKeys: [String] = []
    let stored: Stored
    let isRequired: Bool
    let isOptional: Bool
  }

  private struct Fields {
    let className: String
    /// The kind of range, which says whether the upper bound belongs to it; nil for all other types.
    var range: String?
    let all: [Field]
  }

  /// The keys of a struct, a tuple, a vector or a range; nil for all others.
  private func fields(of type: SwiftTypeText, _ types: [String: ArchivedType]) -> Fields? {
    func fields(_ keys: [(key: String, type: SwiftTypeText)]) -> [Field] {
      keys.map { key, type in
        if case .optional(let wrapped) = type {
          return Field(key: key, stored: .value(wrapped), isRequired: false, isOptional: true)
        }
        return Field(key: key, stored: .value(type), isRequired: true, isOptional: false)
      }
    }
    switch type {
    case .tuple(let elements):
      let keys = elements.enumerated().map { (key: $1.label ?? "\($0)", type: $1.type) }
      return Fields(className: "(" + keys.map(\.key).joined(separator: ",") + ")", all: fields(keys))
    case .named(let name, let bounds) where ["Range", "ClosedRange"].contains(name) && bounds.count == 1:
      return Fields(
        className: name, range: name,
        all: fields([("lowerBound", bounds[0]), ("upperBound", bounds[0])]))
    case .named(let name, let lanes) where name.hasPrefix("SIMD") && lanes.count == 1:
      guard let count = Int(name.dropFirst("SIMD".count)), 2...64 ~= count else { return nil }
      let keys = count <= 4 ? Array(["x", "y", "z", "w"].prefix(count)) : (0..<count).map(String.init)
      return Fields(className: type.archivedName, all: fields(keys.map { ($0, lanes[0]) }))
    case .named(let name, let given):
      guard let known = types[name], known.kind == .structure, known.rawType == nil else { return nil }
      let arguments = Dictionary(zip(known.parameters, given), uniquingKeysWith: { first, _ in first })
      let schema = ArchivedSchema(types: arguments.isEmpty ? [] : Array(types.values))
      return Fields(
        className: type.archivedName,
        all: known.entries.map { entry in
          var stored = stored(entry)
          if case .value(let text) = stored { stored = .value(text.substituting(arguments, schema)) }
          return Field(
            key: entry.key, formerKeys: entry.formerKeys, stored: stored, isRequired: entry.isRequired,
            isOptional: entry.form.isOptional)
        })
    default: return nil
    }
  }

  /// Whether archives have another name for a value's type than today's code, in a generic type's arguments.
  func hasOtherName(_ from: ArchivedEntry, _ to: ArchivedEntry) -> Bool {
    guard case .value(let old) = stored(from), case .value(let new) = stored(to) else { return false }
    return (old != new || hasUnreadArgument(new))
      && [old, new].allSatisfy { $0.hasGeneric { newTypes[$0] != nil || oldTypes[$0] != nil } }
  }

  private func hasUnreadArgument(_ type: SwiftTypeText) -> Bool {
    if unread.isEmpty { return false }
    switch type {
    case .named(let name, let arguments):
      // Sets and ranges have no names with arguments in archives.
      return arguments.contains { newTypes[name] == nil ? hasUnreadArgument($0) : $0.names(anyOf: unread) }
    case .optional(let inner), .array(let inner): return hasUnreadArgument(inner)
    case .dictionary(let key, let value): return hasUnreadArgument(key) || hasUnreadArgument(value)
    case .tuple(let elements): return elements.contains { hasUnreadArgument($0.type) }
    case .existential: return false
    }
  }
}

/// The pairs of types that are being compared.
private final class OpenPairs {
  private var pairs: Set<[SwiftTypeText]> = []

  func insert(_ from: SwiftTypeText, _ to: SwiftTypeText) -> Bool { pairs.insert([from, to]).inserted }
  func remove(_ from: SwiftTypeText, _ to: SwiftTypeText) { pairs.remove([from, to]) }
}

extension ArchivedType {
  /// Whether it is an enumeration whose cases are archived by their names.
  fileprivate var isText: Bool {
    kind == .enumeration && (rawType.map { ["String", "Character"].contains($0) } ?? true)
  }
  fileprivate var cases: [ArchivedEntry] { entries.filter { $0.caseKey == nil } }
  fileprivate var hasCaseValues: Bool { entries.contains { $0.caseKey != nil } }
}
