/// Everything of a set of types that decides how their archives are read: what a lock records for each release.
///
/// It has no offsets, sizes of memory or checksums: these do not reach an archive.
public struct ArchivedSchema: Sendable, Hashable {
  /// Sorted by name; no two types share a name.
  public var types: [ArchivedType]

  public init(types: [ArchivedType] = []) {
    self.types = types.sorted { $0.name < $1.name }
  }

  /// The types of both; a name that both have is this one's.
  public func merging(_ other: ArchivedSchema) -> ArchivedSchema {
    let names = Set(types.map(\.name))
    return ArchivedSchema(types: types + other.types.filter { !names.contains($0.name) })
  }

  public subscript(name: String) -> ArchivedType? { types.first { $0.name == name } }
}

/// One archived type, or one enumeration whose numbers stand in archives.
public struct ArchivedType: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A C struct or union.
    case record
    /// A C enumeration: its entries are enumerators.
    case enumerators
    /// Swift types.
    case structure, `class`, enumeration
  }

  /// The archived name. An enumeration of C has its own.
  public let name: String
  public var kind: Kind
  /// Earlier archived names that are still read.
  public var formerNames: [String]
  /// The archived name of the nearest superclass that is archived.
  public var superclass: String?
  public var version: Int?
  /// Of an enumeration with numbers: whether other numbers are refused, as Swift does.
  public var isClosed = false
  /// The type of the raw values that archives have in place of cases; nil for integers with names, and for a type
  /// without raw values.
  public var rawType: String?
  /// The names of a generic type's parameters, in their order.
  public var parameters: [String] = []
  /// Whether fields of this type stand in columns, where a table or an array of records has them.
  public var isInColumns: Bool
  /// Keys that the type no longer has, whose pointers are dropped on purpose.
  public var removedKeys: [String]
  /// Sorted by key.
  public var entries: [ArchivedEntry]
  /// Where it is declared, and the text there; a lock has neither.
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
}

/// What stands under one key of a type: a value, a case of a Swift enumeration, or an enumerator.
public struct ArchivedEntry: Sendable, Hashable {
  /// From the type on: `stock.amount`, `lines[].price`. The name of a case or an enumerator.
  public let key: String
  public var form: ArchivedForm
  public var formerKeys: [String] = []
  /// As it is written in the source; nil for zero, nil or what the type gives by itself.
  public var defaultValue: String?
  public var isRequired = false
  public var isWeak = false
  /// `elements` or `native`; nil for packed data and columns.
  public var storage: String?
  /// Keys whose product is the number of elements behind a pointer, and a constant: `rows*cols*2`.
  public var count: String?
  /// The names of functions that a function pointer may lead to, sorted.
  public var symbols: [String] = []
  /// What the tags of the unions around it must be, the outermost first.
  public var conditions: [Condition] = []
  /// The only values that are valid; empty if all are.
  public var allowedValues: [Int64] = []
  /// Of a union's tag: the only values for which the union has a member, or none on purpose; empty if all are.
  public var tagValues: [Int64] = []
  /// The enumeration of C that the value belongs to.
  public var enumeration: String?
  /// Where it is declared, and the comment there, which helps to recognise a renamed field; a lock has neither.
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

  /// Whether two entries are read alike; places in sources do not count.
  public func isRead(like other: ArchivedEntry) -> Bool {
    guard key == other.key, form == other.form else { return false }
    var (left, right) = (self, other)
    (left.location, right.location, left.sourceLine, right.sourceLine) = (nil, nil, nil, nil)
    return left == right
  }
}
