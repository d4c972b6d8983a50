/// The numbers below a record, as pahole counts them.
public struct LayoutStatistics: Sendable, Hashable {
  public let size: Int
  public let alignment: Int
  public let cacheLines: Int
  /// The bytes of the last cache line, if it is not full.
  public let lastCacheLine: Int
  public let members: Int
  /// The bytes of members that are no bit-fields, and the bits of those that are.
  public let memberBytes: Int
  public let bitFieldBits: Int
  public let bitFields: Int
  public let holes: Int
  public let holeBytes: Int
  public let bitHoles: Int
  public let bitHoleBits: Int
  public let padding: Int
  public let bitPadding: Int
  /// The members that have padding at their own ends, and its bytes.
  public let paddedMembers: Int
  public let paddedMemberBytes: Int

  public init(_ layout: InspectedLayout, cacheLine: Int) {
    let gaps = LayoutGaps(of: layout)
    size = layout.size
    alignment = layout.alignment
    cacheLines = layout.size / cacheLine + (layout.size % cacheLine == 0 ? 0 : 1)
    lastCacheLine = layout.size % cacheLine
    let counted = layout.members.filter { !$0.isReserved }
    members = counted.count
    memberBytes = counted.filter { !$0.isBitField }.reduce(0) { $0 + $1.bitSize / 8 }
    bitFields = counted.count { $0.isBitField }
    bitFieldBits = counted.filter(\.isBitField).reduce(0) { $0 + $1.bitSize }
    holes = gaps.holes.count
    holeBytes = gaps.holes.values.reduce(0, +)
    bitHoles = gaps.bitHoles.count
    bitHoleBits = gaps.bitHoles.values.reduce(0, +)
    padding = gaps.padding
    bitPadding = gaps.bitPadding
    let padded = counted.filter { $0.innerPadding > 0 }
    paddedMembers = padded.count
    paddedMemberBytes = padded.reduce(0) { $0 + $1.innerPadding }
  }

  /// Whether a struct could be smaller or has unused memory inside.
  public var hasHoles: Bool { holes > 0 || bitHoles > 0 }
}
