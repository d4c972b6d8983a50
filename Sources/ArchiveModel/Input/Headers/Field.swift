/// One member of a record. Records list their members in order, including unnamed and zero-width bit-fields.
public struct Field: Sendable, Hashable {
  /// Empty for an anonymous member and for an unnamed bit-field.
  public let name: String
  /// The name that an attribute gives it in Swift: `swift_name`, `swift_private`.
  public let swiftName: String?
  public let type: CType
  /// The type as written in the header, for messages.
  public let typeSpelling: String
  /// The function type of a function pointer or an array of them, spelled as in `HeaderModel.functionTypes`.
  public let functionType: String?
  /// The offset in bits from the start of the record, as the ABI counts it: from the low end on a little-endian target,
  /// from the high end on a big-endian one.
  public let bitOffset: Int
  /// The width of a bit-field; nil for other fields.
  public let bitWidth: Int?
  /// Whether this is a C11 anonymous struct or union, whose members are members of this record (6.7.2.1p13).
  public let isAnonymousMember: Bool
  /// Whether the member's type is `_Atomic(…)`.
  public let isAtomic: Bool
  /// The sibling that `counted_by` names, with the number of elements behind the pointer or in the flexible array.
  public let countedBy: String?
  /// The sibling that `sized_by` names, with the number of bytes.
  public let sizedBy: String?
  /// Whether `counted_by_or_null` or `sized_by_or_null` names it.
  public let countAllowsNull: Bool
  /// The ways in which Swift's view of the field differs from its name and type in C, and other platforms' from this one's.
  public let swiftTraits: SwiftTraits
  /// The result of `sizeof`; 0 for a flexible array, the size of the declared type for a bit-field.
  public let size: Int
  /// The alignment of its type, in bytes, without attributes of the field.
  public let alignment: Int
  public let declared: DeclaredAlignment
  public let location: SourceLocation
  public var attributes: [Attribute]
  /// Whether an `archive:` comment on it could not be parsed, so that `attributes` is incomplete.
  public var hasAnnotationError: Bool

  public struct SwiftTraits: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// `size_t`, or a type derived from it, which is signed in Swift.
    public static let size = SwiftTraits(rawValue: 1)
    /// One of the typedefs that lead to its type has an attribute, which may make it a separate type (`swift_wrapper`).
    public static let ownType = SwiftTraits(rawValue: 2)
    /// An attribute may rename or hide it.
    public static let otherName = SwiftTraits(rawValue: 4)
    /// Code that uses it gets a warning or an error.
    public static let deprecated = SwiftTraits(rawValue: 8)
    /// It, or an element of it, is `const` and cannot be assigned.
    public static let constant = SwiftTraits(rawValue: 16)
    /// Its number, or what it points to, has another width, sign or format on other platforms: `long`, plain `char`.
    public static let dependsOnPlatform = SwiftTraits(rawValue: 32)
  }

  public init(
    name: String, swiftName: String? = nil, type: CType, typeSpelling: String, functionType: String? = nil,
    bitOffset: Int, bitWidth: Int? = nil,
    isAnonymousMember: Bool = false, isAtomic: Bool = false, countedBy: String? = nil, sizedBy: String? = nil,
    countAllowsNull: Bool = false, swiftTraits: SwiftTraits = [], size: Int = 0, alignment: Int = 1,
    declared: DeclaredAlignment = DeclaredAlignment(), location: SourceLocation, attributes: [Attribute] = [],
    hasAnnotationError: Bool = false
  ) {
    self.name = name
    self.swiftName = swiftName
    self.type = type
    self.typeSpelling = typeSpelling
    self.functionType = functionType
    self.bitOffset = bitOffset
    self.bitWidth = bitWidth
    self.isAnonymousMember = isAnonymousMember
    self.isAtomic = isAtomic
    self.countedBy = countedBy
    self.sizedBy = sizedBy
    self.countAllowsNull = countAllowsNull
    self.swiftTraits = swiftTraits
    self.size = size
    self.alignment = alignment
    self.declared = declared
    self.location = location
    self.attributes = attributes
    self.hasAnnotationError = hasAnnotationError
  }
}
