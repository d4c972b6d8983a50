import ArchiveModel

/// What is behind a pointer, settled.
struct PlannedPointer: Sendable {
  enum Kind: Sendable {
    case target(PointerTarget, PlannedCount?)
    case string(encoding: String)
    case symbols([PlannedSymbol])
    case via(functions: [String])
  }

  let kind: Kind
  let isWeak: Bool
}

/// What one element behind a pointer, or of a flexible array, is.
indirect enum PointerTarget: Sendable {
  case record(Record.ID)
  case element(ElementType)
  /// A pointer of its own.
  case cell(PlannedPointer)

  /// The record at the end of any pointers to pointers.
  var record: Record.ID? {
    switch self {
    case .record(let id): id
    case .element: nil
    case .cell(let pointer): pointer.record
    }
  }
}

extension PlannedPointer {
  var record: Record.ID? {
    if case .target(let target, _) = kind { target.record } else { nil }
  }
}

/// How many elements there are: a product of sibling fields, by their keys, and a constant.
struct PlannedCount: Sendable {
  let keys: [String]
  let factor: Int
  let isBytes: Bool
}

/// A function that a function pointer may lead to.
struct PlannedSymbol: Sendable {
  let name: String
  /// The record that the pointer is in, where it stands there, and how it is reached.
  let record: Record
  let offset: Int
  let path: String
  let function: String
}

/// Whether a union's tag has one of some values, or none of them.
struct PlannedCondition: Sendable {
  /// The tag's key.
  let tag: String
  let values: [Int64]
  let isExclusion: Bool
}

/// The node that a link record stands in.
struct PlannedContainer: Sendable {
  let node: Record.ID
  /// Of the link record in the node, in bytes.
  let offset: Int
}

extension PlannedField {
  /// The record that is inside this field by value.
  var inner: Record.ID? {
    switch form {
    case .record(let id), .records(_, let id, _): id
    default: nil
    }
  }

  /// The records that this field leads to.
  var targets: [Record.ID] {
    let target: Record.ID? =
      switch form {
      case .pointer(_, let pointer): pointer.record
      case .trailing(let target, _): target.record
      default: nil
      }
    return [target, container?.node].compactMap(\.self)
  }

  /// Whether it has a value: a union has not, only its members.
  var isArchived: Bool {
    if case .union = form { false } else { true }
  }

  /// Whether its value is not all in the record itself.
  var leadsOut: Bool {
    switch form {
    case .pointer, .trailing: true
    default: false
    }
  }
}
