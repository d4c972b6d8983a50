import ArchiveModel

/// What a description of a record lists, in order: members, gaps, and the ends of records inside.
public enum LayoutRow: Sendable {
  /// - Parameter path: the indices of the member and of those around it.
  case member(MemberLayout, path: [Int])
  /// The end of a record whose members were listed.
  case close(MemberLayout, path: [Int])
  case gap(LayoutGap, path: [Int])
}

/// Memory that no member has.
public struct LayoutGap: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable {
    case hole, bitHole, padding, bitPadding
  }

  public let kind: Kind
  public let bitOffset: Int
  public let bitSize: Int
}

extension InspectedLayout {
  /// Members and gaps, in the order of the declarations.
  public var rows: [LayoutRow] {
    var rows: [LayoutRow] = []
    Self.append(
      members, LayoutGaps(of: self), kind: kind, base: 0, size: size, path: [], to: &rows)
    return rows
  }

  private static func append(
    _ members: [MemberLayout], _ gaps: LayoutGaps, kind: Record.Kind, base: Int, size: Int, path: [Int],
    to rows: inout [LayoutRow]
  ) {
    func appendGaps(after index: Int, at end: Int) {
      var end = end
      if let bits = gaps.bitHoles[index] {
        rows.append(.gap(LayoutGap(kind: .bitHole, bitOffset: end, bitSize: bits), path: path))
        end += bits
      }
      if let bytes = gaps.holes[index] {
        rows.append(.gap(LayoutGap(kind: .hole, bitOffset: (end + 7) / 8 * 8, bitSize: bytes * 8), path: path))
      }
    }
    appendGaps(after: -1, at: base)
    var end = base
    for (index, member) in members.enumerated() {
      let place = path + [index]
      rows.append(.member(member, path: place))
      if !member.members.isEmpty {
        append(
          member.members, LayoutGaps(inside: member), kind: member.recordKind ?? .structure, base: member.bitOffset,
          size: member.elementSize, path: place, to: &rows)
        rows.append(.close(member, path: place))
      }
      // A bit-field of no width may be placed behind the padding.
      if member.bitSize > 0 { end = max(end, member.bitEnd) }
      appendGaps(after: index, at: end)
    }
    if gaps.bitPadding > 0 {
      rows.append(.gap(LayoutGap(kind: .bitPadding, bitOffset: end, bitSize: gaps.bitPadding), path: path))
    }
    if gaps.padding > 0 {
      rows.append(
        .gap(
          LayoutGap(kind: .padding, bitOffset: base + (size - gaps.padding) * 8, bitSize: gaps.padding * 8), path: path)
      )
    }
  }
}

extension LayoutGap {
  /// "4 bytes hole" as pahole calls it.
  public var text: String {
    switch kind {
    case .hole: "\((bitSize / 8).counted("byte")) hole"
    case .bitHole: "\(bitSize.counted("bit")) hole"
    case .padding: "\((bitSize / 8).counted("byte")) padding"
    case .bitPadding: "\(bitSize.counted("bit")) padding"
    }
  }
}

extension MemberLayout {
  /// Where a person counts a bit-field from: the offset of the storage unit of its type, in bytes, and its bit there.
  public var unit: (offset: Int, bit: Int) {
    let size = max(1, storage) * 8
    return (bitOffset / size * size / 8, bitOffset % size)
  }

  /// The declaration without a semicolon: `unsigned int flag:3`.
  public var declaration: Declarator {
    isBitField
      ? Declarator(type: typeText, name: "\(name):\(bitSize)") : Declarator(type: typeText, name: name)
  }

  /// The same for a line of a table: a record whose members follow has no width.
  var line: String {
    members.isEmpty ? declaration.text : Declarator(type: typeText, name: name).text
  }

  /// The attributes that change its place, as C spells them.
  public var attributes: String {
    var words: [String] = []
    if declared.isPacked { words.append("packed") }
    if case .bytes(let alignment)? = declared.minimum { words.append("aligned(\(alignment))") }
    return words.isEmpty ? "" : "__attribute__((\(words.joined(separator: ", "))))"
  }
}
