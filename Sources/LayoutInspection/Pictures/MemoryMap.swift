import ArchiveInspection

/// Draws memory as rows of bytes, to the bit: each member is a block of its colour, with its name and its key.
struct MemoryMap {
  let model: PictureModel
  let bytesPerRow: Int
  let style: LayoutStyle
  /// In pixels.
  var bitWidth = 10.0
  var rowHeight = 36.0
  let gutter = 52.0

  private var bitsPerRow: Int { bytesPerRow * 8 }
  var width: Double { gutter + Double(bitsPerRow) * bitWidth + 2 }

  /// The elements, and the height that they take.
  func draw(x: Double, y: Double) -> (svg: String, height: Double) {
    var svg = ""
    var bottom = y
    guard !model.strips.isEmpty, model.layout.size > 0 else {
      return ("<text class=\"faint\" x=\"\(n(x))\" y=\"\(n(y + 14))\">no bytes</text>", 20)
    }
    for strip in model.strips {
      if !strip.title.isEmpty {
        svg += Markup.text("name", x + gutter, bottom + 13, strip.title, bitsPerRow)
        bottom += 18
      }
      svg += ruler(x: x, y: bottom)
      bottom += 16
      let rows = PictureRow.rows(of: strip, bitsPerRow: bitsPerRow)
      let labels = labelPlaces(rows, strip)
      for (place, row) in rows.enumerated() {
        let height = row.count > 1 ? 26.0 : rowHeight
        svg += self.row(row, strip, labels: labels[place] ?? [], x: x, y: bottom, height: height)
        bottom += height
      }
      bottom += 10
    }
    return (svg, bottom - y)
  }

  private func n(_ value: Double) -> String { Markup.number(value) }

  private func ruler(x: Double, y: Double) -> String {
    // A tick for each bit, longer at bytes.
    var ticks = ""
    for bit in 0...bitsPerRow {
      let size = bit % 8 == 0 ? 4 : 2
      ticks += "M\(n(x + gutter + Double(bit) * bitWidth)) \(n(y + 16))v-\(size)"
    }
    var svg = "<path class=\"tick\" d=\"\(ticks)\"/>"
    for byte in 0..<bytesPerRow {
      let left = x + gutter + Double(byte * 8) * bitWidth
      svg += "<text class=\"ruler\" x=\"\(n(left + 4 * bitWidth))\" y=\"\(n(y + 11))\">\(byte)</text>"
    }
    return svg
  }

  /// For each row the blocks whose names stand there: in the widest piece, and of several in the first.
  private func labelPlaces(_ rows: [PictureRow], _ strip: PictureModel.Strip) -> [Int: Set<Int>] {
    var best: [Int: (row: Int, width: Int)] = [:]
    for (place, row) in rows.enumerated() where row.count == 1 {
      for piece in row.pieces where piece.end - piece.start > best[piece.block]?.width ?? 0 {
        best[piece.block] = (place, piece.end - piece.start)
      }
    }
    var result: [Int: Set<Int>] = [:]
    for (block, place) in best { result[place.row, default: []].insert(block) }
    return result
  }

  private func row(
    _ row: PictureRow, _ strip: PictureModel.Strip, labels: Set<Int>, x: Double, y: Double, height: Double
  ) -> String {
    var svg = ""
    let byte = row.index * bytesPerRow
    svg +=
      "<text class=\"offset\" x=\"\(n(x + gutter - 8))\" y=\"\(n(y + height / 2 + (row.count > 1 ? 8 : 4)))\">\(style.number(byte))</text>"
    let left = x + gutter
    for piece in row.pieces {
      let block = strip.blocks[piece.block]
      let line = model.lines[block.line]
      let from = left + Double(piece.start) * bitWidth
      let width = Double(piece.end - piece.start) * bitWidth
      svg += "<g class=\"cell\(line.isChanged ? " changed" : "")\" data-line=\"\(block.line)\">"
      svg += "<title>\(title(of: line))</title>"
      // Pieces of one block touch each other; blocks have a line between them.
      let gapLeft = piece.begins ? 0.75 : 0
      let gapRight = piece.ends ? 0.75 : 0
      let box =
        "x=\"\(n(from + gapLeft))\" y=\"\(n(y + 0.75))\" width=\"\(n(max(1, width - gapLeft - gapRight)))\" height=\"\(n(height - 1.5))\""
      svg += line.filled(box)
      if piece.begins, let category = line.category, width >= 6 {
        svg +=
          "<rect class=\"e-\(category.rawValue)\" x=\"\(n(from + 0.75))\" y=\"\(n(y + 0.75))\" width=\"3\" height=\"\(n(height - 1.5))\"/>"
      }
      svg += elementEdges(line, block, row, piece, left: left, y: y, height: height)
      if row.count > 1 {
        let bytes = row.count * bytesPerRow
        svg +=
          "<text class=\"fold\" x=\"\(n(from + width / 2))\" y=\"\(n(y + height / 2 + 4))\">⋮ \(style.number(bytes)) bytes more ⋮</text>"
      } else if labels.contains(piece.block) {
        svg += label(line, x: from, y: y, width: width, height: height)
      }
      svg += "</g>"
    }
    // A cache line ends inside the row only if lines are shorter than rows.
    if byte > 0, byte % style.cacheLine == 0 {
      svg +=
        "<path class=\"cacheline\" d=\"M\(n(x)) \(n(y))H\(n(left + Double(bitsPerRow) * bitWidth))\"/>"
        + "<text class=\"cacheline-name\" x=\"\(n(x))\" y=\"\(n(y + 9))\">line \(byte / style.cacheLine)</text>"
    }
    return svg
  }

  /// Lines between the elements of an array.
  private func elementEdges(
    _ line: PictureModel.Line, _ block: PictureModel.Block, _ row: PictureRow, _ piece: PictureRow.Piece, left: Double,
    y: Double, height: Double
  ) -> String {
    guard row.count == 1, let member = line.member, !member.dimensions.isEmpty, member.elementSize > 0 else {
      return ""
    }
    let element = member.elementSize * 8
    let origin = row.index * bitsPerRow
    var svg = ""
    var edge = ((origin + piece.start - block.start) / element + 1) * element + block.start
    while edge < origin + piece.end {
      svg += "M\(n(left + Double(edge - origin) * bitWidth)) \(n(y + height - 7))v6"
      edge += element
    }
    return svg.isEmpty ? "" : "<path class=\"element\" d=\"\(svg)\"/>"
  }

  private func label(_ line: PictureModel.Line, x: Double, y: Double, width: Double, height: Double) -> String {
    if let gap = line.gap {
      let room = Int((width - 4) / 6)
      let text = [gap.text, gap.bitSize % 8 == 0 ? "\(gap.bitSize / 8) B" : "\(gap.bitSize) b"].first {
        $0.count <= room
      }
      return text.map {
        "<text class=\"gap-name\" x=\"\(n(x + width / 2))\" y=\"\(n(y + height / 2 + 4))\">\(HTMLText.escaped($0))</text>"
      } ?? ""
    }
    guard let member = line.member, let number = line.number, let category = line.category else { return "" }
    let room = Int((width - 9) / 7.3)
    let name = member.name.isEmpty ? member.isReserved ? "reserved" : category.title : member.name
    guard room >= min(3, name.count) else {
      // The number is in the list. In the narrowest blocks it stands upright.
      let middle = "\(n(x + width / 2 + 1)) \(n(y + height / 2))"
      return width < 13 || String(number).count * 7 > Int(width - 4)
        ? "<text class=\"upright\" transform=\"translate(\(middle)) rotate(-90)\" dy=\"3\">\(number)</text>"
        : "<text class=\"number\" transform=\"translate(\(middle))\" dy=\"3.5\">\(number)</text>"
    }
    var svg =
      "<text class=\"name\" x=\"\(n(x + 7))\" y=\"\(n(y + 15))\">\(HTMLText.escaped(Markup.cut(name, to: room)))</text>"
    let small = Int((width - 9) / 6.1)
    let detail = "\(category.sign) " + (member.key.map { key(of: member, $0) } ?? detail(of: member))
    if small >= 3 {
      svg +=
        "<text class=\"detail\" x=\"\(n(x + 7))\" y=\"\(n(y + 29))\">\(HTMLText.escaped(Markup.cut(detail, to: small)))</text>"
    }
    return svg
  }

  /// The key, unless it is the name that stands above.
  private func key(of member: MemberLayout, _ key: ArchiveKey) -> String {
    key.path == member.name && !key.form.isEmpty ? key.form : key.text
  }

  private func detail(of member: MemberLayout) -> String {
    if member.recordKind == .union, !member.members.isEmpty {
      return member.members.map { $0.name.isEmpty ? "…" : $0.name }.joined(separator: " | ")
    }
    return member.isBitField ? "\(member.typeText):\(member.bitSize)" : Declarator(type: member.typeText, name: "").text
  }

  /// The tooltip, escaped.
  private func title(of line: PictureModel.Line) -> String {
    if let gap = line.gap { return HTMLText.escaped("\(gap.text) at \(gap.place(style))") }
    guard let member = line.member else { return "" }
    var lines = ["\(member.declaration.text) at \(member.place(style)), \(member.length(style))"]
    if let key = member.key { lines.append("key \(key.text)") }
    if let absence = member.absence { lines.append("no key: \(absence)") }
    if !member.annotation.isEmpty { lines.append("archive: \(member.annotation)") }
    // A tooltip may have several lines, and text of the header may not add more.
    return lines.map(HTMLText.escaped).joined(separator: "\n")
  }
}
