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

/// One member of a record, in order of declaration; unnamed and zero-width bit-fields included.
public struct Field: Sendable, Hashable {
  /// Empty for an anonymous member and for an unnamed bit-field.
  public let name: String
  public let type: CType
  /// The type as the header spells it, for messages.
  public let typeSpelling: String
  /// Of a function pointer, or an array of them, what the functions are, spelled as in `HeaderModel.functionTypes`.
  public let functionType: String?
  /// Bits from the start of the record, as the ABI counts them: from the low end of a little-endian target's
  /// storage, from the high end of a big-endian one's.
  public let bitOffset: Int
  /// nil for anything but a bit-field.
  public let bitWidth: Int?
  /// C11's anonymous struct or union: its members are reached as if they were this record's own (6.7.2.1p13).
  public let isAnonymousMember: Bool
  /// A member of type `_Atomic(…)`.
  public let isAtomic: Bool
  /// The sibling that `counted_by` names: how many elements are behind the pointer or in the flexible array.
  public let countedBy: String?
  /// The sibling that `sized_by` names: how many bytes are.
  public let sizedBy: String?
  /// What Swift makes of it otherwise than its name and type say.
  public let swiftTraits: SwiftTraits
  public let location: SourceLocation
  public let attributes: [Attribute]
  /// Whether an `archive:` comment on it could not be read, so that words are missing from `attributes`.
  public let hasAnnotationError: Bool

  public struct SwiftTraits: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// `size_t` and what is made of it are signed in Swift.
    public static let size = SwiftTraits(rawValue: 1)
    /// A typedef on the way to its type has an attribute, which may make a type of its own of it (`swift_wrapper`).
    public static let ownType = SwiftTraits(rawValue: 2)
    /// It has an attribute, which may give it another name or hide it.
    public static let otherName = SwiftTraits(rawValue: 4)
    /// Whoever names it gets a warning or an error.
    public static let deprecated = SwiftTraits(rawValue: 8)
    /// It, or what an array of it holds, is `const`: nobody can assign it.
    public static let constant = SwiftTraits(rawValue: 16)
  }

  public init(
    name: String, type: CType, typeSpelling: String, functionType: String? = nil, bitOffset: Int, bitWidth: Int? = nil,
    isAnonymousMember: Bool = false, isAtomic: Bool = false, countedBy: String? = nil, sizedBy: String? = nil,
    swiftTraits: SwiftTraits = [], location: SourceLocation, attributes: [Attribute] = [],
    hasAnnotationError: Bool = false
  ) {
    self.name = name
    self.type = type
    self.typeSpelling = typeSpelling
    self.functionType = functionType
    self.bitOffset = bitOffset
    self.bitWidth = bitWidth
    self.isAnonymousMember = isAnonymousMember
    self.isAtomic = isAtomic
    self.countedBy = countedBy
    self.sizedBy = sizedBy
    self.swiftTraits = swiftTraits
    self.location = location
    self.attributes = attributes
    self.hasAnnotationError = hasAnnotationError
  }
}
