/// An entry of a record's table: a field's key, where it is, and the way it is stored. The planner makes it, and the
/// renderer prints it.
///
/// A class because passes hand them on by the thousands, and a copy of such a struct counts a dozen references up and
/// down.
public final class SchemaField: Sendable {
  public enum Form: Sendable, Hashable {
    case scalar(ElementType)
    case bits(width: Int, ElementType)
    case array(dimensions: [Int], ElementType, ArrayStorage)
    case text(count: Int, TextEncoding)
    case record(Record.ID)
    case records(dimensions: [Int], Record.ID, ArrayStorage)
    case pointer(dimensions: [Int], SchemaPointer)
    /// A flexible array.
    case trailing(PointerTarget, ElementCount)
    /// No value: a union whose tag may only have these values.
    case union(tag: String, cases: [Int64])
  }

  /// Relative to its record.
  public let key: String
  public let formerKeys: [FormerKey]
  public let form: Form
  /// Bytes from the start of the record; for a bit-field bits.
  public let offset: Int
  public let defaultValue: DefaultLiteral?
  public let isRequired: Bool
  /// For a closed enumeration the values that are valid.
  public let validValues: [Int64]
  /// What the tags of the unions around it must be, outermost first.
  public let conditions: [TagCondition]
  public let container: NodeContainer?
  /// For a bit-field that is archived in one integer with others.
  public let group: BitGroupPlace?

  public init(
    key: String, formerKeys: [FormerKey] = [], form: Form, offset: Int, defaultValue: DefaultLiteral? = nil,
    isRequired: Bool = false, validValues: [Int64] = [], conditions: [TagCondition] = [],
    container: NodeContainer? = nil, group: BitGroupPlace? = nil
  ) {
    self.key = key
    self.formerKeys = formerKeys
    self.form = form
    self.offset = offset
    self.defaultValue = defaultValue
    self.isRequired = isRequired
    self.validValues = validValues
    self.conditions = conditions
    self.container = container
    self.group = group
  }

  /// The same at a place in a group.
  public func grouped(_ group: BitGroupPlace) -> SchemaField {
    SchemaField(
      key: key, formerKeys: formerKeys, form: form, offset: offset, defaultValue: defaultValue, isRequired: isRequired,
      validValues: validValues, conditions: conditions, container: container, group: group)
  }
}

/// How an array is stored; `standard` is packed for numbers, columns for records.
public enum ArrayStorage: String, Sendable, Hashable {
  case standard, elements, native
}

/// How text is stored in memory.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable {
  case utf8, latin1, utf16, utf32
}

/// What a field has when an archive does not have its key.
public enum DefaultLiteral: Sendable, Hashable {
  case truth(Bool)
  case integer(isNegative: Bool, magnitude: UInt64)
  case floating(Double)
  case text(String)
}

/// Whether a union's tag has one of some values, or none of them.
public struct TagCondition: Sendable, Hashable {
  /// The tag's key.
  public let tag: String
  public let values: [Int64]
  public let isExclusion: Bool

  public init(tag: String, values: [Int64], isExclusion: Bool) {
    self.tag = tag
    self.values = values
    self.isExclusion = isExclusion
  }
}

/// The node that a link record stands in.
public struct NodeContainer: Sendable, Hashable {
  public let node: Record.ID
  /// Of the link record in the node, in bytes.
  public let offset: Int

  public init(node: Record.ID, offset: Int) {
    self.node = node
    self.offset = offset
  }
}

extension SchemaField {
  /// The pointer that it is, or an array of.
  public var pointer: SchemaPointer? {
    if case .pointer(_, let pointer) = form { pointer } else { nil }
  }

  /// The record that is inside this field by value.
  public var inner: Record.ID? {
    switch form {
    case .record(let id), .records(_, let id, _): id
    default: nil
    }
  }

  /// The records that this field leads to.
  public var targets: [Record.ID] {
    let target: Record.ID? =
      switch form {
      case .pointer(_, let pointer): pointer.record
      case .trailing(let target, _): target.record
      default: nil
      }
    return [target, container?.node].compactMap(\.self)
  }

  /// Whether it has a value: a union has not, only its members.
  public var isArchived: Bool {
    if case .union = form { false } else { true }
  }

  /// Whether its value is not all in the record itself.
  public var leadsOut: Bool {
    switch form {
    case .pointer, .trailing: true
    default: false
    }
  }
}
