import ArchiveModel

/// Memory of a record that no member has. The rules are pahole's: bits that are left in the storage unit of a bit-field
/// are a bit hole, and whole bytes are a hole; at the end of the record they are padding.
public struct LayoutGaps: Sendable, Hashable {
  /// Holes behind the member of each index; -1 is the place before the first member.
  public private(set) var holes: [Int: Int] = [:]
  /// The same in bits.
  public private(set) var bitHoles: [Int: Int] = [:]
  /// In bytes, at the end.
  public private(set) var padding = 0
  /// The bits that the last bit-field's storage unit has left at the end.
  public private(set) var bitPadding = 0

  /// Where one member lies, in bits. `unit` is the size of a bit-field's declared type; nil for other members.
  struct Extent {
    let start: Int
    let size: Int
    let unit: Int?
  }

  public init(of layout: InspectedLayout) {
    self.init(
      layout.members.map { Extent(start: $0.bitOffset, size: $0.bitSize, unit: $0.isBitField ? $0.storage * 8 : nil) },
      kind: layout.kind, size: layout.size)
  }

  /// The gaps between the members of a record inside another one.
  init(inside member: MemberLayout) {
    self.init(
      member.members.map {
        Extent(
          start: $0.bitOffset - member.bitOffset, size: $0.bitSize, unit: $0.isBitField ? $0.storage * 8 : nil)
      }, kind: member.recordKind ?? .structure, size: member.elementSize)
  }

  init(of record: Record) {
    self.init(
      record.fields.map {
        Extent(start: $0.bitOffset, size: $0.bitWidth ?? $0.size * 8, unit: $0.bitWidth == nil ? nil : $0.size * 8)
      }, kind: record.kind, size: record.size)
  }

  init(_ extents: [Extent], kind: Record.Kind, size: Int) {
    guard kind == .structure else {
      let used = extents.map(\.size).max() ?? 0
      padding = max(0, size - (used + 7) / 8)
      return
    }
    // The bit after the last one that was seen, and the end of the storage unit that bit-fields fill.
    var last = 0
    var unitEnd = size * 8
    var unitSize = 0
    var isInBits = false
    var previous = -1
    for (index, extent) in extents.enumerated() {
      // A bit-field of no width begins a new unit and has no place.
      if extent.unit != nil, extent.size == 0 { continue }
      var bits = 0
      var bytes = 0
      let end = extent.start + extent.size
      if isInBits {
        let unitRest = max(last, min(extent.start, unitEnd))
        bits = unitRest - last
        last = unitRest
      }
      if let unit = extent.unit, unit > 0 {
        let start = extent.start - extent.start % unit
        if last < start {
          bytes = start / 8 - last / 8
          last = start
        }
        bits += max(0, extent.start - last)
      } else {
        bytes = max(0, extent.start / 8 - last / 8)
      }
      last = max(last, end)
      if let unit = extent.unit {
        isInBits = true
        if end > unitEnd || unit > unitSize {
          unitSize = unit
          unitEnd = extent.start - extent.start % max(1, unit) + unit
        }
        // A packed bit-field may reach into the next unit.
        if last > unitEnd { unitEnd = last.roundedUp(to: unit) }
      } else {
        isInBits = false
        unitSize = 0
        unitEnd = end
      }
      if bits > 0 { bitHoles[previous] = bits }
      if bytes > 0 { holes[previous] = bytes }
      previous = index
    }
    if isInBits {
      let end = max(last, min(size * 8, unitEnd))
      bitPadding = end - last
      last = end
    }
    padding = max(0, size - last / 8)
  }
}
