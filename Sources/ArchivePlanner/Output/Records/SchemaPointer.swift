import ArchiveModel

/// The target of a pointer.
public struct SchemaPointer: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case target(PointerTarget, ElementCount?)
    case string(TextEncoding)
    case symbols([SchemaSymbol])
    case via(PointerFunctions)
  }

  public let kind: Kind
  public let isWeak: Bool

  public init(_ kind: Kind, isWeak: Bool = false) {
    self.kind = kind
    self.isWeak = isWeak
  }

  /// The record behind all pointers.
  public var record: Record.ID? {
    if case .target(let target, _) = kind { target.record } else { nil }
  }
}

/// The type of one element behind a pointer, or of a flexible array.
public indirect enum PointerTarget: Sendable, Hashable {
  case record(Record.ID)
  case element(ElementType)
  case cell(PointerCell)

  /// The record behind all pointers.
  public var record: Record.ID? {
    switch self {
    case .record(let id): id
    case .element: nil
    case .cell(let cell): cell.pointer.record
    }
  }
}

/// A pointer that another pointer points to. In an archive it is a record of one field, named after its own target.
public struct PointerCell: Sendable, Hashable {
  public let archivedName: String
  public let pointer: SchemaPointer
}

/// A number of elements: the product of a constant and of sibling fields, which are named by their keys, and what is added.
public struct ElementCount: Sendable, Hashable {
  public let keys: [String]
  public let factor: Int
  public let isBytes: Bool
  public var more = 0
  /// Whether the pointer may be NULL whatever the fields say.
  public var mayBeNull = false
  /// Whether the type says it alone: of a pointer to one array. Locks do not tell such a pointer from one with a constant count.
  public var isOfType = false
  /// The key of the field that has the size of the block, in the same unit.
  public var capacity: String?
  /// What the block has more than that field says.
  public var capacityMore = 0
  /// The number of elements in one of what the capacity counts.
  public var unit = 1
  /// What ends the array, which then has no number.
  public var terminator: ElementTerminator?

  /// That of a pointer to one array, which may be NULL as other pointers without a count.
  static func ofType(_ count: Int) -> ElementCount {
    var result = ElementCount(keys: [], factor: count, isBytes: false, mayBeNull: true)
    result.isOfType = true
    return result
  }
}

/// The last element of an array: the first one with this value.
public struct ElementTerminator: Sendable, Hashable {
  /// The key of the integer or pointer in a record; nil if the element is one.
  public let key: String?
  public let value: Int64
}

/// A function that a function pointer may point to.
public struct SchemaSymbol: Sendable, Hashable {
  public let name: String
  /// The record that contains the pointer, the pointer's offset in it, and the path to it.
  public let record: Record.ID
  public let offset: Int
  public let path: [MemberStep]
  public let function: SwiftName
}
