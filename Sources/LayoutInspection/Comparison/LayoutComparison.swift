/// The layouts of one type on several sides, targets or versions, member by member.
public struct LayoutComparison: Sendable {
  public let name: String
  /// One for each side; nil where the side does not have the type.
  public let layouts: [InspectedLayout?]
  public let rows: [Row]

  public struct Row: Sendable {
    /// The member's name with those around it: `value.number`.
    public let path: String
    /// One for each side; nil where the side does not have the member.
    public let members: [MemberLayout?]

    /// Whether the sides agree on place, size and type, and on the archive's key.
    public var isEqual: Bool {
      guard let first = members.first, let first else { return members.allSatisfy { $0 == nil } }
      return members.allSatisfy { $0.map { $0.isPlaced(like: first) } ?? false }
    }
  }

  public var isEqual: Bool {
    rows.allSatisfy(\.isEqual)
      && layouts.allSatisfy { $0 != nil && $0?.size == layouts[0]?.size && $0?.alignment == layouts[0]?.alignment }
  }

  public init(name: String, layouts: [InspectedLayout?]) {
    self.name = name
    self.layouts = layouts
    let sides = layouts.map { $0.map { Self.flattened($0.members, prefix: "") } ?? [] }
    var order: [String] = []
    var known: Set<String> = []
    for side in sides {
      // A member that only this side has stands behind the member before it.
      var place = 0
      for (path, _) in side {
        if known.insert(path).inserted {
          order.insert(path, at: place)
          place += 1
        } else if let index = order[place...].firstIndex(of: path) {
          place = index + 1
        }
      }
    }
    let tables = sides.map { Dictionary($0, uniquingKeysWith: { first, _ in first }) }
    rows = order.map { path in Row(path: path, members: tables.map { $0[path] }) }
  }

  /// The types of several sides, matched by their names, in the order of the first side that has them.
  public static func compare(_ sides: [[InspectedLayout]]) -> [LayoutComparison] {
    var names: [String] = []
    var known: Set<String> = []
    for side in sides { for layout in side where known.insert(layout.name).inserted { names.append(layout.name) } }
    let tables = sides.map { Dictionary($0.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }) }
    return names.map { name in LayoutComparison(name: name, layouts: tables.map { $0[name] }) }
  }

  private static func flattened(_ members: [MemberLayout], prefix: String) -> [(String, MemberLayout)] {
    var unnamed = 0
    return members.flatMap { member -> [(String, MemberLayout)] in
      if member.isAnonymous, !member.members.isEmpty { return flattened(member.members, prefix: prefix) }
      var name = member.name
      if name.isEmpty {
        unnamed += 1
        name = "(unnamed \(unnamed))"
      }
      return [(prefix + name, member)] + flattened(member.members, prefix: "\(prefix)\(name).")
    }
  }
}

extension MemberLayout {
  func isPlaced(like other: MemberLayout) -> Bool {
    bitOffset == other.bitOffset && bitSize == other.bitSize && typeText == other.typeText && key == other.key
  }
}
