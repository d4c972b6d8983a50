import ArchiveModel

/// An entry of a record's table: a field's key, its offset, and how it is stored. The planner creates it, and the
/// renderer prints it.
///
/// It is a class because passes handle thousands of entries, and a copy of such a struct would retain a dozen
/// references.
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
    /// A union, which has no value itself, and the values that its tag may have.
    case union(tag: String, cases: [Int64])
  }

  /// The key, relative to the record.
  public let key: String
  public let formerKeys: [FormerKey]
  public let form: Form
  /// The offset from the start of the record, in bytes; in bits for a bit-field.
  public let offset: Int
  public let defaultValue: DefaultLiteral?
  public let isRequired: Bool
  /// The valid values of a closed enumeration.
  public let validValues: [Int64]
  /// The conditions on the tags of the unions around it, outermost first.
  public let conditions: [SchemaTagCondition]
  public let container: NodeContainer?
  /// For a bit-field that is archived in one integer with others.
  public let group: BitGroupPlace?

  public init(
    key: String, formerKeys: [FormerKey] = [], form: Form, offset: Int, defaultValue: DefaultLiteral? = nil,
    isRequired: Bool = false, validValues: [Int64] = [], conditions: [SchemaTagCondition] = [],
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

/// How an array is stored. `standard` means packed for numbers and columns for records.
public enum ArrayStorage: String, Sendable, Hashable {
  case standard, elements, native
}

/// The value of a field if an archive does not have its key.
public enum DefaultLiteral: Sendable, Hashable {
  case truth(Bool)
  case integer(isNegative: Bool, magnitude: UInt64)
  case floating(Double)
  case text(String)
}

/// A condition on a union's tag: that it has one of some values, or none of them.
public struct SchemaTagCondition: Sendable, Hashable {
  /// The tag's key.
  public let tag: String
  public let values: [Int64]
  public let isExclusion: Bool
}

/// The node that contains a link record.
public struct NodeContainer: Sendable, Hashable {
  public let node: Record.ID
  /// The offset of the link record in the node, in bytes.
  public let offset: Int
  /// The link record.
  public let link: Record.ID
}

extension SchemaField {
  /// The pointer, or the element of an array of pointers.
  public var pointer: SchemaPointer? {
    if case .pointer(_, let pointer) = form { pointer } else { nil }
  }

  /// The record that is stored in this field by value.
  public var inner: Record.ID? {
    switch form {
    case .record(let id), .records(_, let id, _): id
    default: nil
    }
  }

  /// The records that this field refers to.
  public var targets: [Record.ID] {
    let target: Record.ID? =
      switch form {
      case .pointer(_, let pointer): pointer.record
      case .trailing(let target, _): target.record
      default: nil
      }
    return [target, container?.node].compactMap(\.self)
  }

  /// Whether the field has a value. A union does not; only its members do.
  public var isArchived: Bool {
    if case .union = form { false } else { true }
  }

  /// Whether part of the value is outside the record.
  public var leadsOut: Bool {
    switch form {
    case .pointer, .trailing: true
    default: false
    }
  }
}
