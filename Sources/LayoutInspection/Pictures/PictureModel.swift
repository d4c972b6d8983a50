import ArchiveModel

/// What a member holds, which decides its colour and its sign. The sign, the name and the number say the same to people who
/// do not see the colours.
enum PictureCategory: String, CaseIterable {
  case integer, floating, text, pointer, record, union, bits, other

  var sign: String {
    switch self {
    case .integer: "#"
    case .floating: "~"
    case .text: "“"
    case .pointer: "→"
    case .record: "{"
    case .union: "|"
    case .bits: ":"
    case .other: "?"
    }
  }

  var title: String {
    switch self {
    case .integer: "integer"
    case .floating: "floating point"
    case .text: "text"
    case .pointer: "pointer"
    case .record: "struct"
    case .union: "union"
    case .bits: "bit-field"
    case .other: "other"
    }
  }

  init(_ member: MemberLayout) {
    if member.isBitField {
      self = .bits
      return
    }
    if let form = member.key?.form, ["utf8", "latin1", "utf16", "utf32"].contains(where: form.hasPrefix) {
      self = .text
      return
    }
    var type = member.type
    while true {
      switch type {
      case .array(let element, _), .flexibleArray(let element): type = element
      default:
        self.init(type, kind: member.recordKind)
        return
      }
    }
  }

  private init(_ type: CType, kind: Record.Kind?) {
    switch type {
    case .bool, .integer, .bitInt, .enumeration: self = .integer
    case .floating: self = .floating
    case .complex(let part): self.init(part, kind: nil)
    case .vector(let lane, _, _): self.init(lane, kind: nil)
    case .pointer: self = .pointer
    case .record: self = kind == .union ? .union : .record
    default: self = .other
    }
  }
}

/// A record as its picture shows it: a list of all members and gaps, and strips of memory with the place of each.
struct PictureModel {
  /// One line of the list. `number` is nil for a gap.
  struct Line {
    let number: Int?
    let depth: Int
    let member: MemberLayout?
    let gap: LayoutGap?
    let category: PictureCategory?
    /// Whether a comparison found it different.
    let isChanged: Bool
    /// Whether archives have no value of it, although they have one of the record.
    let isLeftOut: Bool

    /// A rectangle in the colour of the line, and one with its pattern.
    func filled(_ box: String) -> String {
      let pattern = gap != nil ? "p-gap" : isLeftOut ? "p-out" : nil
      return "<rect class=\"\(category.map { "c-\($0.rawValue)" } ?? "c-gap")\" \(box)/>"
        + (pattern.map { "<rect class=\"\($0)\" \(box)/>" } ?? "")
    }
  }

  /// A range of bits that one member or gap has.
  struct Block {
    /// The index of the line.
    let line: Int
    let start: Int
    let end: Int
  }

  /// Memory in which nothing overlaps: a struct has one strip, a union one for each member.
  struct Strip {
    let title: String
    let size: Int
    let blocks: [Block]
  }

  let layout: InspectedLayout
  private(set) var lines: [Line] = []
  private(set) var strips: [Strip] = []

  /// - Parameter changed: the paths of members that a comparison found different.
  init(_ layout: InspectedLayout, changed: Set<String> = []) {
    self.layout = layout
    var blocks: [Block] = []
    // Members of unions and of the elements of arrays overlap others; the whole is drawn in their place.
    // Rows are in the order of their nesting, so that only the last one matters.
    var hidden: [Int]?
    var unionBlocks: [Int: [Block]] = [:]
    var names: [[Int]: String] = [:]
    var number = 0
    let isArchived = if case .archived = layout.archive { true } else { false }
    for row in layout.rows {
      switch row {
      case .member(let member, let path):
        number += 1
        let outer = names[Array(path.dropLast())] ?? ""
        names[path] = member.isAnonymous ? outer : outer + member.name + "."
        let isHidden = hidden.map(path.starts(with:)) ?? false
        let isWhole = !member.members.isEmpty && (member.recordKind == .union || !member.dimensions.isEmpty)
        lines.append(
          Line(
            number: number, depth: path.count - 1, member: member, gap: nil, category: PictureCategory(member),
            isChanged: changed.contains(outer + member.name),
            isLeftOut: isArchived && member.key == nil && !member.isReserved
              && (member.members.isEmpty || member.absence != nil)))
        if !isHidden, isWhole, layout.kind == .structure || path.count > 1 { hidden = path }
        if !isHidden, member.bitSize > 0, member.members.isEmpty || isWhole {
          let block = Block(line: lines.count - 1, start: member.bitOffset, end: member.bitEnd)
          if layout.kind == .union { unionBlocks[path[0], default: []].append(block) } else { blocks.append(block) }
        }
      case .gap(let gap, let path):
        lines.append(
          Line(
            number: nil, depth: path.count, member: nil, gap: gap, category: nil, isChanged: false, isLeftOut: false))
        if hidden.map(path.starts(with:)) ?? false { continue }
        let block = Block(line: lines.count - 1, start: gap.bitOffset, end: gap.bitOffset + gap.bitSize)
        if layout.kind == .structure {
          blocks.append(block)
        } else if let first = path.first {
          unionBlocks[first, default: []].append(block)
        }
      case .close: break
      }
    }
    if layout.kind == .structure {
      strips = [Strip(title: "", size: layout.size * 8, blocks: blocks)]
    } else {
      strips = layout.members.enumerated().compactMap { index, member in
        unionBlocks[index].map {
          Strip(title: member.name.isEmpty ? member.typeText : member.name, size: layout.size * 8, blocks: $0)
        }
      }
    }
  }
}

/// One row of a strip: a range of bytes, or rows that are not shown because one member has all of them.
struct PictureRow {
  struct Piece {
    let block: Int
    /// In bits from the start of the row.
    let start: Int
    let end: Int
    /// Whether the block begins or ends here, so that it has an edge.
    let begins: Bool
    let ends: Bool
  }

  let index: Int
  var pieces: [Piece] = []
  /// The number of rows in place of which this one stands; 1 for a row itself.
  var count = 1

  /// The rows of a strip. A member of any size takes a few, because those in its middle are folded.
  static func rows(of strip: PictureModel.Strip, bitsPerRow: Int) -> [PictureRow] {
    var rows: [Int: PictureRow] = [:]
    for (number, block) in strip.blocks.enumerated() where block.end > block.start {
      let first = block.start / bitsPerRow
      let last = (block.end - 1) / bitsPerRow
      func add(_ row: Int) {
        let from = max(block.start, row * bitsPerRow)
        let to = min(block.end, (row + 1) * bitsPerRow)
        rows[row, default: PictureRow(index: row)].pieces.append(
          Piece(
            block: number, start: from - row * bitsPerRow, end: to - row * bitsPerRow, begins: from == block.start,
            ends: to == block.end))
      }
      // Rows that the block has alone.
      let whole = (block.start + bitsPerRow - 1) / bitsPerRow
      let wholeEnd = block.end / bitsPerRow
      if wholeEnd - whole > 4 {
        for row in first...whole { add(row) }
        var fold = PictureRow(index: whole + 1)
        fold.count = wholeEnd - whole - 2
        fold.pieces = [Piece(block: number, start: 0, end: bitsPerRow, begins: false, ends: false)]
        rows[whole + 1] = fold
        for row in (wholeEnd - 1)...last { add(row) }
      } else {
        for row in first...last { add(row) }
      }
    }
    return rows.values.sorted { $0.index < $1.index }
  }
}
