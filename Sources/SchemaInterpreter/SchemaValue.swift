/// A value of a schema's field, independent of its type in memory.
public indirect enum SchemaValue: Hashable, Sendable {
  /// Booleans are 0 and 1.
  case integer(Int64)
  /// An integer above `Int64.max`.
  case unsigned(UInt64)
  case real(Double)
  case text(String)
  /// The elements of an array in row-major order, the parts of a complex number, or the lanes of a vector.
  case list([SchemaValue])
  /// The values of a record by their keys, relative to the record.
  case record([String: SchemaValue])
  /// A pointer to a node of its graph, by index; nil for NULL.
  case node(Int?)
  /// A case of a Swift enumeration with its values.
  case enumerationCase(String, [String: SchemaValue])
  /// The keys and values of a dictionary, sorted by key.
  case dictionary([SchemaValue: SchemaValue])
  /// nil, NULL, or no value.
  case null
}

extension SchemaValue {
  /// Whether C's zero-initialised memory has this value.
  public var isZero: Bool {
    switch self {
    case .integer(let value): value == 0
    case .unsigned: false
    case .real(let value): value == 0
    case .text(let text): text.isEmpty
    case .list(let elements): elements.allSatisfy(\.isZero)
    case .record(let fields): fields.values.allSatisfy(\.isZero)
    case .node(let index): index == nil
    case .null: true
    case .enumerationCase, .dictionary: false
    }
  }

  /// An integer in its canonical form.
  static func number(_ value: UInt64) -> SchemaValue { Int64(exactly: value).map { .integer($0) } ?? .unsigned(value) }

  /// Whether two numbers are equal regardless of their types: 1 and 1.0.
  public func isSameNumber(as other: SchemaValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.real(let left), .real(let right)):
      left.bitPattern == right.bitPattern || left == right && left.sign == right.sign || left.isNaN && right.isNaN
    case (.integer(let left), .real(let right)), (.real(let right), .integer(let left)): Int64(exactly: right) == left
    case (.unsigned(let left), .real(let right)), (.real(let right), .unsigned(let left)):
      UInt64(exactly: right) == left
    default: false
    }
  }
}

/// A record and the nodes that its pointers lead to.
public struct SchemaGraph: Hashable, Sendable {
  public struct Node: Hashable, Sendable {
    /// The archived name of its type.
    public var type: String
    public var fields: [String: SchemaValue]

    public init(type: String, fields: [String: SchemaValue]) {
      self.type = type
      self.fields = fields
    }
  }

  public var root: [String: SchemaValue]
  public var nodes: [Node]
  /// The node that is the root itself, if references lead to it: of an object. Its fields are the root's.
  public var rootNode: Int?

  public init(root: [String: SchemaValue], nodes: [Node] = [], rootNode: Int? = nil) {
    self.root = root
    self.nodes = nodes
    self.rootNode = rootNode
  }
}

/// The error for a type that cannot be interpreted by its schema alone.
public struct NotInterpreted: Error, Hashable {
  static func ownCoding(_ subject: String) -> NotInterpreted {
    NotInterpreted(subject: subject, reason: "its own 'Codable' coding decides what is archived")
  }

  public let subject: String
  public let reason: String

  public init(subject: String, reason: String) {
    self.subject = subject
    self.reason = reason
  }
}
