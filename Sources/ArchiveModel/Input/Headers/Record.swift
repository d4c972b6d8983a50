/// A C struct or union, laid out for the target that the headers were read for.
public struct Record: Sendable, Hashable, Identifiable {
  /// libclang's unified symbol resolution string: the same in every translation unit that sees the definition.
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
  /// `foo` of `struct foo`; nil for an untagged record.
  public let tag: String?
  /// Typedefs whose type is this record itself, in order of declaration.
  public let typedefs: [String]
  /// The name that `swift_name` gives it in Swift, if any.
  public let swiftName: String?
  /// Where the name (or, untagged, the keyword) of the definition stands.
  public let location: SourceLocation
  /// Defined in one of the headers that were given, rather than in one that these include.
  public let isFromInput: Bool
  /// For an unnamed record that is the type of a member: that record's id.
  public let parent: ID?
  /// For a named record that is defined inside another one: that record's id. C++ has it under the other's name.
  public let enclosing: ID?
  /// What `sizeof` and `_Alignof` give, in bytes.
  public let size: Int
  public let alignment: Int
  /// The compiler warns wherever the type is named.
  public let isDeprecated: Bool
  public let fields: [Field]
  public let attributes: [Attribute]
  /// Whether an `archive:` comment on it could not be read, so that words are missing from `attributes`.
  public let hasAnnotationError: Bool
  /// Why no other code can name the type; nil for one that has a name, and for the unnamed type of a member.
  public let unnameable: Unnameable?

  /// What keeps other code from naming a type.
  public enum Unnameable: Sendable, Hashable {
    /// It is declared inside a parameter list, whatever its tag (C17 6.2.1p4).
    case inParameterList
    /// It has no tag, and this typedef names a pointer to it, an array of it, or it with a qualifier.
    case behindTypedef(String)
    /// It has no tag, and is the type of this variable or function.
    case ofVariable(String)
    /// It has no tag, and nothing has its type.
    case ofNothing
  }

  public init(
    id: ID, kind: Kind, tag: String?, typedefs: [String], swiftName: String? = nil, location: SourceLocation,
    isFromInput: Bool, parent: ID? = nil, enclosing: ID? = nil, size: Int, alignment: Int,
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
    self.isDeprecated = isDeprecated
    self.fields = fields
    self.attributes = attributes
    self.hasAnnotationError = hasAnnotationError
    self.unnameable = unnameable
  }

  /// The tag or else the first typedef; nil for an unnamed record.
  public var name: String? { tag ?? typedefs.first }
}
