/// A C struct or union with its layout on the target platform.
public struct Record: Sendable, Hashable, Identifiable {
  /// libclang's unified symbol resolution string, which is the same in every translation unit that has the definition.
  public struct ID: Sendable, Hashable, Comparable {
    public let usr: String
    public init(_ usr: String) { self.usr = usr }
    public static func < (left: ID, right: ID) -> Bool { left.usr < right.usr }
  }

  public enum Kind: String, Sendable, Hashable {
    case structure = "struct"
    case union = "union"
  }

  public let id: ID
  public let kind: Kind
  /// `foo` of `struct foo`; nil for a record without a tag.
  public let tag: String?
  /// The typedefs that name this record, in order of declaration.
  public var typedefs: [String]
  /// The name that an attribute gives it in Swift: `swift_name`, `swift_private`.
  public var swiftName: String?
  /// The location of the definition's name; without a tag, the location of the keyword.
  public let location: SourceLocation
  /// Whether one of the given headers defines it, and not a header that these include.
  public let isFromInput: Bool
  /// For the unnamed type of a member, the ID of the record with the member.
  public let parent: ID?
  /// For a named record that is defined inside another record, the ID of the outer record. In C++ its name is part of
  /// the inner record's name.
  public let enclosing: ID?
  /// The result of `sizeof`, in bytes. `alignment` is the result of `_Alignof`.
  public let size: Int
  public let alignment: Int
  public let declared: DeclaredAlignment
  /// Whether the compiler warns wherever the type is named.
  public var isDeprecated: Bool
  public var fields: [Field]
  public var attributes: [Attribute]
  /// Whether an `archive:` comment on it could not be parsed, so that `attributes` is incomplete.
  public var hasAnnotationError: Bool
  /// The reason why other code cannot name the type; nil for a type with a name and for the unnamed type of a member.
  public var unnameable: Unnameable?

  /// The reasons why other code cannot name a type.
  public enum Unnameable: Sendable, Hashable {
    /// It is declared in a parameter list, with or without a tag (C17 6.2.1p4).
    case inParameterList
    /// It has no tag. This typedef names a pointer to it, an array of it, or a qualified version of it.
    case behindTypedef(String)
    /// It has no tag and is the type of this variable or function.
    case ofVariable(String)
    /// It has no tag and no declaration has its type.
    case ofNothing
    /// Its own attribute, or that of the typedef that names it, makes it unavailable.
    case unavailable
  }

  public init(
    id: ID, kind: Kind, tag: String?, typedefs: [String], swiftName: String? = nil, location: SourceLocation,
    isFromInput: Bool, parent: ID? = nil, enclosing: ID? = nil, size: Int, alignment: Int,
    declared: DeclaredAlignment = DeclaredAlignment(),
    isDeprecated: Bool = false, fields: [Field], attributes: [Attribute] = [], hasAnnotationError: Bool = false,
    unnameable: Unnameable? = nil
  ) {
    self.id = id
    self.kind = kind
    self.tag = tag
    self.typedefs = typedefs
    self.swiftName = swiftName
    self.location = location
    self.isFromInput = isFromInput
    self.parent = parent
    self.enclosing = enclosing
    self.size = size
    self.alignment = alignment
    self.declared = declared
    self.isDeprecated = isDeprecated
    self.fields = fields
    self.attributes = attributes
    self.hasAnnotationError = hasAnnotationError
    self.unnameable = unnameable
  }

  /// The tag or else the first typedef; nil for an unnamed record.
  public var name: String? { tag ?? typedefs.first }
}

/// The attributes of a field or a record that change where members are placed. `#pragma pack` leaves none.
public struct DeclaredAlignment: Sendable, Hashable {
  /// An alignment that an attribute requires.
  public enum Minimum: Sendable, Hashable {
    case bytes(Int)
    /// The attribute has no number: `aligned(sizeof(long))`, or `aligned` alone.
    case expression
  }

  /// Whether `packed` stands on it.
  public var isPacked: Bool
  /// What `aligned` or `_Alignas` requires.
  public var minimum: Minimum?

  public init(isPacked: Bool = false, minimum: Minimum? = nil) {
    self.isPacked = isPacked
    self.minimum = minimum
  }
}
