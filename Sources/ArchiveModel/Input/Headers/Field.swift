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
