/// The properties of a set of types that determine how their archives are read. A lock records them for each release.
///
/// There are no offsets, sizes in memory or checksums, because archives do not contain them.
public struct ArchivedSchema: Sendable, Hashable {
  /// The types, sorted by unique names.
  public var types: [ArchivedType]
  /// Why types of the input are not archived, by their archived names. A lock does not record it.
  public var leftOut: [String: LeftOutType]
  /// The archived names of C records that Swift source has under other names. A lock does not record it.
  public var importedNames: [String: String] = [:]

  public init(types: [ArchivedType] = [], leftOut: [String: LeftOutType] = [:]) {
    self.types = types.sorted { $0.name < $1.name }
    self.leftOut = leftOut
  }

  /// The types of both schemas. If both have a type with the same name, this schema's is used.
  public func merging(_ other: ArchivedSchema) -> ArchivedSchema {
    let names = Set(types.map(\.name))
    var merged = ArchivedSchema(
      types: types + other.types.filter { !names.contains($0.name) },
      leftOut: leftOut.merging(other.leftOut) { first, _ in first })
    merged.importedNames = importedNames.merging(other.importedNames) { first, _ in first }
    return merged
  }

  public subscript(name: String) -> ArchivedType? {
    let index = types.partitioningIndex { $0.name >= name }
    return index < types.count && types[index].name == name ? types[index] : nil
  }
}

/// A type that the input declares and that is not archived.
public struct LeftOutType: Sendable, Hashable {
  /// Completes "is left out: ".
  public let reason: String
  /// What can be written in its place, as in a diagnostic's advice.
  public let advice: String?
  public let location: SourceLocation
  public let sourceLine: String?

  public init(reason: String, advice: String?, location: SourceLocation, sourceLine: String?) {
    self.reason = reason
    self.advice = advice
    self.location = location
    self.sourceLine = sourceLine
  }
}

/// One archived type, or one enumeration whose numbers are in archives.
public struct ArchivedType: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A C struct or union.
    case record
    /// A C enumeration, whose entries are enumerators.
    case enumerators
    /// Swift types.
    case structure, `class`, enumeration
    /// A Swift type that is archived by its own `Codable` coding, so that its keys are not known.
    case ownCoding = "owncoding"
  }

  /// The archived name. A C enumeration has a name of its own.
  public let name: String
  public var kind: Kind
  /// Former archived names that are still read.
  public var formerNames: [String]
  /// The archived name of the nearest archived superclass.
  public var superclass: String?
  public var version: Int?
  /// Whether values of earlier versions are migrated.
  public var isMigrated = false
  /// The types of the objects that are archived in place of a class's (`replace`), by archived names.
  public var standIns: [String] = []
  /// Whether another object is used in place of a decoded one (`resolve`).
  public var isResolved = false
  /// For an enumeration with numbers, whether other numbers are refused, as in Swift.
  public var isClosed = false
  /// The type of the raw values that archives have in place of cases; nil for integers with names, and for a type
  /// without raw values.
  public var rawType: String?
  /// The type of a Swift enumeration's or option set's integers: `Int8`; nil for C, and where sources do not say it.
  public var integerType: String?
  /// The names of a generic type's parameters, in their order.
  public var parameters: [String] = []
  /// Whether fields of this type stand in columns, where a table or an array of records has them.
  public var isInColumns: Bool
  /// Keys that were removed on purpose, so that their pointers are dropped.
  public var removedKeys: [String]
  /// The entries, sorted by key.
  public var entries: [ArchivedEntry]
  /// The location and source line of the declaration; nil for a type from a lock.
  public var location: SourceLocation?
  public var sourceLine: String?

  public init(
    name: String, kind: Kind, formerNames: [String] = [], superclass: String? = nil, version: Int? = nil,
    isInColumns: Bool = false, removedKeys: [String] = [], entries: [ArchivedEntry] = [],
    location: SourceLocation? = nil, sourceLine: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.formerNames = formerNames
    self.superclass = superclass
    self.version = version
    self.isInColumns = isInColumns
    self.removedKeys = removedKeys
    self.entries = entries.sorted { $0.key < $1.key }
    self.location = location
    self.sourceLine = sourceLine
  }

  public subscript(key: String) -> ArchivedEntry? { entries.first { $0.key == key } }

  /// Whether code knows the names of the type's values, today's and former ones: those with raw values have none.
  public var hasNameInArchives: Bool {
    (kind == .structure || kind == .class || kind == .enumeration) && rawType == nil
  }

  /// The type and its superclasses, nearest first, as far as they are known.
  public func hierarchy(in types: (String) -> ArchivedType?) -> [ArchivedType] {
    var result = [self]
    while let name = result[result.count - 1].superclass, !result.contains(where: { $0.name == name }),
      let next = types(name)
    {
      result.append(next)
    }
    return result
  }

  /// Whether values may have values of their own type among their keys, which then are objects of their own.
  public func containsItself(in types: (String) -> ArchivedType?) -> Bool {
    var found: Set<String> = []
    var open = [self]
    while let next = open.popLast() {
      for entry in next.superclass == nil ? next.entries : next.hierarchy(in: types).flatMap(\.entries) {
        for name in entry.namesInPlace {
          guard let inner = types(name), inner.kind == .structure || inner.kind == .enumeration else { continue }
          if name == self.name { return true }
          if found.insert(name).inserted { open.append(inner) }
        }
      }
    }
    return false
  }
}

extension ArchivedEntry {
  /// The types that may have keys of theirs among those of the holder.
  fileprivate var namesInPlace: [String] {
    guard case .value(let text) = form.base, form.dimensions.isEmpty, !form.isOptional, !isOwnCoding else { return [] }
    return SwiftTypeText(text)?.namesInPlace ?? []
  }
}

/// The contents of one key of a type: a value, a case of a Swift enumeration, or an enumerator.
public struct ArchivedEntry: Sendable, Hashable {
  /// The key path from the type, `stock.amount` or `lines[].price`, or the name of a case or enumerator.
  public let key: String
  public var form: ArchivedForm
  /// The path of the declared names of the field or case, if it is not the key: two fields may exchange their keys.
  public var name: String?
  public var formerKeys: [String] = []
  /// The default as written in the source; nil for zero, nil or the type's own default.
  public var defaultValue: String?
  /// The text of the constant that the default names, where sources have it: `5` for `Limits.size`.
  public var constant: String?
  /// Whether the lock has one blank for all white space in the texts of the default, as locks before format 7 do.
  public var isDefaultCollapsed = false
  public var isRequired = false
  public var isWeak = false
  /// Whether the value is archived by the `Codable` coding of its type.
  public var isOwnCoding = false
  /// `elements` or `native`; nil for packed data and columns.
  public var storage: String?
  /// The number of elements behind a pointer, as a `CountText`: `rows*cols*2`.
  public var count: String?
  /// The key of the field that is the count after reading.
  public var capacity: String?
  /// Of a link of an intrusive list, the record of its nodes and the key of the link in that; a lock before format 6 has none.
  public var container: [String] = []
  /// The encoding of the text behind a pointer, if it is not UTF-8.
  public var encoding: String?
  /// The types that a value of a protocol may have, by archived names, sorted.
  public var types: [String] = []
  /// The names of the functions that a function pointer may point to, sorted.
  public var symbols: [String] = []
  /// The conditions on the tags of the unions around it, outermost first.
  public var conditions: [Condition] = []
  /// The valid values; empty if all values are valid.
  public var allowedValues: [Int64] = []
  /// For a union's tag, the values for which a member or `none` is given; empty if all are.
  public var tagValues: [Int64] = []
  /// Of a bit-field, if it is archived in one integer with others; its key is whole as the entry's is.
  public var group: BitGroupPlace?
  /// The enumeration of C that the value belongs to.
  public var enumeration: String?
  /// The numbers that the field, or what it points to, is of on other platforms than the form's: `i32` of a `long`.
  public var otherPlatforms: [ArchivedNumber] = []
  /// The location and comment of the declaration, which help to recognise a renamed field; nil for an entry from a
  /// lock.
  public var location: SourceLocation?
  public var sourceLine: String?

  public struct Condition: Sendable, Hashable {
    public let tag: String
    public let values: [Int64]
    public let isExclusion: Bool

    public init(tag: String, values: [Int64], isExclusion: Bool) {
      self.tag = tag
      self.values = values.sorted()
      self.isExclusion = isExclusion
    }
  }

  public init(key: String, form: ArchivedForm) {
    self.key = key
    self.form = form
  }

  public var declaredName: String { name ?? key }

  /// Whether two entries are read alike. Locations are ignored.
  public func isRead(like other: ArchivedEntry) -> Bool {
    guard key.isExactly(other.key), form == other.form else { return false }
    var own = self
    (own.location, own.sourceLine) = (other.location, other.sourceLine)
    return own == other
  }
}

extension String {
  /// Compares Unicode scalars, as archives do with keys: é as one scalar and as two are different keys.
  public func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension ArchivedType {
  /// The names of types that the values of its entries are of. Most have none, and are not copied: a check asks for this of every
  /// type in every release, and the copies took 4 % of one.
  public var typeNames: [String] {
    entries.indices.flatMap { index -> Set<String> in
      if case .value = entries[index].form.base { return entries[index].typeNames }
      return entries[index].enumeration.map { [$0] } ?? []
    }
  }
}

extension ArchivedEntry {
  /// Whether it is a field of an array's records: `lines[].price`. Most keys have no bracket; to search all of them for the three
  /// bytes took 2 % of a check of 1,000 types.
  public var isInRecords: Bool { key.utf8.contains(UInt8(ascii: "[")) && key.contains("[].") }

  /// The names of types that its value is of.
  public var typeNames: Set<String> {
    var names: Set<String> = enumeration.map { [$0] } ?? []
    if case .value(let text) = form.base {
      for word in text.split(whereSeparator: { "[]<>(),:? ".contains($0) }) {
        names.formUnion([String(word), "enum \(word)"])
      }
    }
    return names
  }
}
