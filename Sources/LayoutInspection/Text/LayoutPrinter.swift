import ArchiveModel

/// A layout as C, in the form that pahole prints: offsets, sizes, holes and numbers in comments, with the archive's key
/// beside each member.
public struct LayoutPrinter {
  private let style: LayoutStyle

  public init(_ style: LayoutStyle) { self.style = style }

  /// One line before its columns are aligned.
  private struct Line {
    var depth: Int
    var specifiers = ""
    var declarator = ""
    /// `/*     0     4 */`
    var place = ""
    var note = ""
    /// A line without columns: a gap, a boundary.
    var whole: String?
  }

  public func text(of layout: InspectedLayout) -> String {
    var lines = [header(of: layout), "\(opening(layout.name.printable, layout.kind)) {"]
    lines += aligned(body(of: layout))
    let statistics = LayoutStatistics(layout, cacheLine: style.cacheLine)
    lines.append("")
    lines += summary(of: layout, statistics).map { "\t" + style.faint("/* \($0) */") }
    lines.append("}\(attributes(of: layout));")
    return lines.joined(separator: "\n") + "\n"
  }

  /// A typedef cannot stand before braces.
  private func opening(_ name: String, _ kind: Record.Kind?) -> String {
    let kind = kind?.rawValue ?? "struct"
    return name == kind || name.split(separator: " ").contains(Substring(kind)) ? name : "\(kind) /* \(name) */"
  }

  private func header(of layout: InspectedLayout) -> String {
    let place = "\(layout.location.file):\(layout.location.line)"
    let annotation = layout.annotation.isEmpty ? "" : " (archive: \(layout.annotation))"
    switch layout.archive {
    case .archived(let name):
      return style.faint(
        "/* \(place): archived as '\(name)', \(layout.keyCount.counted("key"))\(annotation) */".commentSafe)
    case .notArchived(let reason, let advice):
      let isRepeated = layout.members.contains { $0.absence != nil }
      let advice = isRepeated ? nil : advice
      return style.faint(
        "/* \(place): not archived: \(reason)\(advice.map { "; \($0)" } ?? "")\(annotation) */".commentSafe)
    }
  }

  private func attributes(of layout: InspectedLayout) -> String {
    var words: [String] = []
    if layout.declared.isPacked { words.append("packed") }
    if layout.declared.minimum != nil { words.append("aligned(\(layout.alignment))") }
    return words.isEmpty ? "" : " __attribute__((\(words.joined(separator: ", "))))"
  }

  // MARK: Members

  private func body(of layout: InspectedLayout) -> [Line] {
    var lines: [Line] = []
    var line = 0
    for row in layout.rows {
      switch row {
      case .member(let member, let path):
        if let boundary = boundary(before: member.byteOffset, after: &line) {
          lines.append(Line(depth: path.count, whole: style.faint(boundary)))
        }
        lines.append(self.line(for: member, depth: path.count))
      case .close(let member, let path):
        var end = Line(depth: path.count)
        let suffix = Declarator(type: member.typeText, name: member.name).declarator
        end.specifiers =
          "}\(suffix.isEmpty ? "" : " ")\(suffix)\(member.attributes.isEmpty ? "" : " ")\(member.attributes);"
        end.place = place(of: member)
        end.note = note(on: member)
        lines.append(end)
      case .gap(let gap, let path):
        if gap.kind == .padding || gap.kind == .bitPadding, path.isEmpty { continue }
        let size =
          gap.kind == .hole || gap.kind == .padding
          ? "\(style.number(gap.bitSize / 8)) byte\(gap.bitSize == 8 ? "" : "s")"
          : "\(style.number(gap.bitSize)) bit\(gap.bitSize == 1 ? "" : "s")"
        let kind = gap.kind == .hole || gap.kind == .bitHole ? "hole, try to pack" : "padding"
        // Several gaps in one place stand together.
        if lines.last?.whole == "" { lines.removeLast() } else { lines.append(Line(depth: 0, whole: "")) }
        // "XXX" is part of pahole's output format, which this text has: it marks a gap.
        lines.append(Line(depth: path.count + 1, whole: style.gap("/* XXX \(size) \(kind) */")))
        lines.append(Line(depth: 0, whole: ""))
      }
    }
    return lines
  }

  private func line(for member: MemberLayout, depth: Int) -> Line {
    var line = Line(depth: depth)
    if !member.members.isEmpty {
      line.specifiers =
        "\(opening(Declarator(type: member.typeText, name: "").specifiers.printable, member.recordKind)) {"
      return line
    }
    let declaration = member.declaration
    line.specifiers = declaration.specifiers.printable
    line.declarator =
      declaration.declarator.printable + (member.attributes.isEmpty ? "" : " \(member.attributes)") + ";"
    line.place = place(of: member)
    line.note = note(on: member)
    return line
  }

  /// `/*     0     4 */`, and `/*    16: 3  4 */` for a bit-field.
  private func place(of member: MemberLayout) -> String {
    if member.isBitField {
      let unit = member.unit
      let offset = "\(style.number(unit.offset)):\(style.number(unit.bit).leftPadded(to: 2))"
      return "/* \(offset.leftPadded(to: 8)) \(style.number(member.storage).leftPadded(to: 2)) */"
    }
    return
      "/* \(style.number(member.byteOffset).leftPadded(to: 5)) \(style.number(member.bitSize / 8).leftPadded(to: 5)) */"
  }

  /// The key, its type, and the annotation; or the reason why there is no key.
  private func note(on member: MemberLayout) -> String {
    var parts: [String] = []
    if let key = member.key {
      parts.append(style.key(key.text.printable))
      if !key.group.isEmpty { parts.append("in \(key.group)".printable) }
      if !key.condition.isEmpty { parts.append("if \(key.condition)".printable) }
    } else if let absence = member.absence {
      parts.append(style.gap("no key: \(absence)\(member.advice.map { "; \($0)" } ?? "")".printable))
    } else if member.isReserved {
      parts.append(style.faint("reserved"))
    }
    if !member.annotation.isEmpty { parts.append("[archive: \(member.annotation.printable)]") }
    // A backslash at the end of a line would continue the comment.
    return parts.isEmpty ? "" : "// " + parts.joined(separator: "  ") + (parts.last?.hasSuffix("\\") == true ? "." : "")
  }

  private func boundary(before offset: Int, after line: inout Int) -> String? {
    let current = offset / style.cacheLine
    guard current > line else { return nil }
    line = current
    let past = offset % style.cacheLine
    let ago = past == 0 ? "" : " was \(style.number(past)) byte\(past == 1 ? "" : "s") ago"
    return
      "/* --- cacheline \(current) boundary (\(style.number(current * style.cacheLine)) bytes)\(ago) --- */"
  }

  private func aligned(_ lines: [Line]) -> [String] {
    let plain = lines.filter { $0.whole == nil && !$0.declarator.isEmpty }
    // One long type does not move the columns of all.
    let typeWidth = max(12, min(34, plain.map { $0.specifiers.count }.max() ?? 0)) + 1
    let most = plain.map { $0.depth * 8 + max(typeWidth, $0.specifiers.count + 1) + $0.declarator.count }.max() ?? 0
    let placeColumn = max(40, min(88, most + 1))
    return lines.map { line in
      if let whole = line.whole {
        return whole.isEmpty ? "" : String(repeating: "\t", count: line.depth) + whole
      }
      let tabs = String(repeating: "\t", count: line.depth)
      var text = line.specifiers
      if !line.declarator.isEmpty {
        text = text.padded(to: typeWidth)
        if text.last != " " { text += " " }
        text += line.declarator
      }
      if !line.place.isEmpty {
        text = text.padded(to: placeColumn - line.depth * 8)
        if text.last != " " { text += " " }
        text += line.place
      }
      return tabs + text + (line.note.isEmpty ? "" : " " + line.note)
    }
  }

  // MARK: Numbers

  private func summary(of layout: InspectedLayout, _ statistics: LayoutStatistics) -> [String] {
    let n = style.number
    var lines = [
      "size: \(n(layout.size)), alignment: \(n(layout.alignment)), cachelines: \(statistics.cacheLines), members: \(statistics.members)"
    ]
    if statistics.holes > 0 || statistics.bitHoles > 0 {
      var parts = ["sum members: \(n(statistics.memberBytes))"]
      if statistics.holes > 0 { parts.append("holes: \(statistics.holes), sum holes: \(n(statistics.holeBytes))") }
      lines.append(parts.joined(separator: ", "))
    }
    if statistics.bitFields > 0 {
      var text =
        "sum bitfield members: \(n(statistics.bitFieldBits)) bits\(statistics.bitFieldBits % 8 == 0 ? " (\(n(statistics.bitFieldBits / 8)) bytes)" : "")"
      if statistics.bitHoles > 0 {
        text += ", bit holes: \(statistics.bitHoles), sum bit holes: \(n(statistics.bitHoleBits)) bits"
      }
      lines.append(text)
    }
    if statistics.padding > 0 { lines.append("padding: \(n(statistics.padding))") }
    if statistics.bitPadding > 0 { lines.append("bit_padding: \(n(statistics.bitPadding)) bits") }
    if statistics.paddedMembers > 0 {
      lines.append("paddings: \(statistics.paddedMembers), sum paddings: \(n(statistics.paddedMemberBytes))")
    }
    if statistics.lastCacheLine > 0 { lines.append("last cacheline: \(n(statistics.lastCacheLine)) bytes") }
    return lines
  }
}

extension String {
  /// The text inside `/* … */`, in which nothing ends the comment.
  fileprivate var commentSafe: String {
    guard hasPrefix("/*"), hasSuffix("*/"), count > 4 else { return printable }
    let inside = dropFirst(2).dropLast(2)
    return "/*"
      + String(inside).printable.split(separator: "*/", omittingEmptySubsequences: false).joined(separator: "* /")
      + "*/"
  }
}

/// How a layout is described.
public struct LayoutStyle: Sendable {
  /// Numbers in base 16.
  public var isHexadecimal = false
  public var cacheLine = 64
  /// Whether the text has colours of a terminal.
  public var isColored = false

  public init() {}

  func number(_ value: Int) -> String {
    isHexadecimal ? "0x" + String(value, radix: 16) : String(value)
  }

  func gap(_ text: String) -> String { isColored ? "\u{1B}[33m\(text)\u{1B}[0m" : text }
  func key(_ text: String) -> String { isColored ? "\u{1B}[36m\(text)\u{1B}[0m" : text }
  func faint(_ text: String) -> String { isColored ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
  func changed(_ text: String) -> String { isColored ? "\u{1B}[1;31m\(text)\u{1B}[0m" : text }
}
