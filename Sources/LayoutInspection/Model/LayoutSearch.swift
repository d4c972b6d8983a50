import ArchiveModel

extension LayoutIndex {
  /// One member that a search found.
  public struct Use: Sendable, Hashable {
    public let record: String
    public let member: String
    /// In bytes.
    public let offset: Int
  }

  /// The records that a person names; several of one tag may exist, a struct in a parameter list for one.
  public func records(named text: String) -> [Record] {
    named.filter { $0.spelledName == text || $0.allNames.contains(text) }
  }

  /// Every name by which a record can be asked for.
  public var allNames: [String] { named.flatMap { [$0.spelledName] + $0.allNames } }

  /// The members that have the type by value, as themselves or as elements of an array.
  public func uses(containing record: Record) -> [Use] {
    uses { $0.type.containedRecord == record.id }
  }

  /// The members that point to the type, or that are arrays of such pointers.
  public func uses(pointingTo record: Record) -> [Use] {
    uses { $0.type.pointedRecord == record.id }
  }

  private func uses(_ isWanted: (MemberLayout) -> Bool) -> [Use] {
    named.filter { $0.name != nil || $0.isFromInput }.flatMap { record in
      let layout = layout(of: record)
      return Self.flat(layout.members, prefix: "").filter { isWanted($0.1) }.map {
        Use(record: layout.name, member: $0.0, offset: $0.1.byteOffset)
      }
    }
  }

  private static func flat(_ members: [MemberLayout], prefix: String) -> [(String, MemberLayout)] {
    members.flatMap { member in
      [(prefix + member.name, member)]
        + flat(member.members, prefix: member.name.isEmpty ? prefix : "\(prefix)\(member.name).")
    }
  }
}
