/// The layout of a record in the header, for the check at first use.
public struct SchemaLayout: Sendable, Hashable {
  /// The type that Swift imports; nil if generated code cannot name it.
  public let typeName: SwiftName?
  public let members: [LayoutMember]
  /// Whether the whole record can be reflected by Swift.
  public let isReflected: Bool
  /// Whether some members have other names in Swift.
  public let hasOtherNames: Bool
  /// The members that generated code reads.
  public let reads: [Read]
  /// The bit-fields that generated code assigns, as paths in Swift from the record.
  public let assigned: [[MemberStep]]
  public let constants: [Constant]

  public struct Read: Sendable, Hashable {
    /// The path in Swift from the record.
    public let path: [MemberStep]
    public let isArray: Bool

    public init(path: [MemberStep], isArray: Bool) {
      self.path = path
      self.isArray = isArray
    }
  }

  /// An enumerator or macro that annotations name.
  public struct Constant: Sendable, Hashable {
    public let name: SwiftName
    public let value: Int64

    public init(name: SwiftName, value: Int64) {
      self.name = name
      self.value = value
    }
  }

  public init(
    typeName: SwiftName?, members: [LayoutMember], isReflected: Bool, hasOtherNames: Bool, reads: [Read],
    assigned: [[MemberStep]], constants: [Constant]
  ) {
    self.typeName = typeName
    self.members = members
    self.isReflected = isReflected
    self.hasOtherNames = hasOtherNames
    self.reads = reads
    self.assigned = assigned
    self.constants = constants
  }
}
