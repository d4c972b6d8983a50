/// What is behind a pointer.
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

  /// The record at the end of any pointers to pointers.
  public var record: Record.ID? {
    if case .target(let target, _) = kind { target.record } else { nil }
  }
}

/// What one element behind a pointer, or of a flexible array, is.
public indirect enum PointerTarget: Sendable, Hashable {
  case record(Record.ID)
  case element(ElementType)
  case cell(PointerCell)

  /// The record at the end of any pointers to pointers.
  public var record: Record.ID? {
    switch self {
    case .record(let id): id
    case .element: nil
    case .cell(let cell): cell.pointer.record
    }
  }
}

/// A pointer that pointers lead to. To an archive it is a record of one field, called after what it leads to itself.
public struct PointerCell: Sendable, Hashable {
  public let archivedName: String
  public let pointer: SchemaPointer

  public init(archivedName: String, pointer: SchemaPointer) {
    self.archivedName = archivedName
    self.pointer = pointer
  }
}

/// How many elements there are: a product of sibling fields, by their keys, and a constant.
public struct ElementCount: Sendable, Hashable {
  public let keys: [String]
  public let factor: Int
  public let isBytes: Bool

  public init(keys: [String], factor: Int, isBytes: Bool) {
    self.keys = keys
    self.factor = factor
    self.isBytes = isBytes
  }
}

/// A function that a function pointer may lead to.
public struct SchemaSymbol: Sendable, Hashable {
  public let name: String
  /// The record that the pointer is in, where it stands there, and how it is reached.
  public let record: Record.ID
  public let offset: Int
  public let path: [MemberStep]
  public let function: SwiftName

  public init(name: String, record: Record.ID, offset: Int, path: [MemberStep], function: SwiftName) {
    self.name = name
    self.record = record
    self.offset = offset
    self.path = path
    self.function = function
  }
}

/// Functions of the program that pack, unpack and release what a pointer leads to, as the annotation names them.
public struct PointerFunctions: Sendable, Hashable {
  public let pack: String
  public let unpack: String
  public let release: String?

  public init(pack: String, unpack: String, release: String?) {
    self.pack = pack
    self.unpack = unpack
    self.release = release
  }
}
