import ArchiveModel

/// A layout as a table in Markdown, for documents and reviews.
public struct LayoutMarkdown {
  private let style: LayoutStyle

  public init(_ style: LayoutStyle) { self.style = style }

  public func text(of layout: InspectedLayout) -> String {
    let numbers = LayoutStatistics(layout, cacheLine: style.cacheLine)
    var lines = ["### \(Self.code(layout.name))", ""]
    switch layout.archive {
    case .archived(let name): lines.append("Archived as \(Self.code(name)), \(layout.keyCount.counted("key")).")
    case .notArchived(let reason, let advice):
      lines.append("Not archived: \(Self.escaped(reason + (advice.map { "; \($0)" } ?? ""))).")
    }
    lines += [
      "\(style.number(layout.size)) bytes, alignment \(style.number(layout.alignment)), \(numbers.cacheLines.counted("cache line"))"
        + (numbers.holes > 0 ? ", \(numbers.holes.counted("hole")) of \(style.number(numbers.holeBytes)) bytes" : "")
        + (numbers.bitHoles > 0
          ? ", \(numbers.bitHoles.counted("bit hole")) of \(style.number(numbers.bitHoleBits)) bits" : "")
        + (numbers.padding > 0 ? ", \(style.number(numbers.padding)) bytes of padding" : "") + ".",
      "", "| offset | size | member | key | archived type | annotation |", "|---:|---:|---|---|---|---|",
    ]
    for row in layout.rows {
      switch row {
      case .member(let member, let path):
        let indent = String(repeating: "&emsp;", count: path.count - 1)
        let absence = member.absence.map { "*\(Self.escaped($0))*" } ?? ""
        lines.append(
          "| \(member.place(style)) | \(member.length(style)) | \(indent)\(Self.code(member.line)) | \(member.key.map { Self.code($0.path) } ?? absence) | \(member.key.map { $0.form.isEmpty ? "" : Self.code($0.form) } ?? "") | \(member.annotation.isEmpty ? "" : Self.code(member.annotation)) |"
        )
      case .gap(let gap, let path):
        let indent = String(repeating: "&emsp;", count: path.count)
        lines.append("| \(gap.place(style)) | \(gap.length(style)) | \(indent)*\(gap.name)* | | | |")
      case .close: break
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Text in a table as it is: nothing in it is markup.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.printable {
      if "\\`*_{}[]<>()#+-!|~&".contains(character) {
        result += character == "<" ? "&lt;" : character == "&" ? "&amp;" : "\\\(character)"
      } else {
        result.append(character)
      }
    }
    return result
  }

  static func code(_ text: String) -> String {
    let text = text.printable.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    return text.contains("`") ? "`` \(text) ``" : "`\(text)`"
  }
}

extension MemberLayout {
  /// "16", "16:3" for a bit-field.
  func place(_ style: LayoutStyle) -> String {
    isBitField ? "\(style.number(unit.offset)):\(unit.bit)" : style.number(byteOffset)
  }

  /// "4", "3 bits".
  func length(_ style: LayoutStyle) -> String {
    isBitField ? bitSize.counted("bit") : style.number(bitSize / 8)
  }
}

extension LayoutGap {
  var name: String {
    switch kind {
    case .hole, .bitHole: "hole"
    case .padding, .bitPadding: "padding"
    }
  }

  func place(_ style: LayoutStyle) -> String {
    bitOffset % 8 == 0 ? style.number(bitOffset / 8) : "\(style.number(bitOffset / 8)):\(bitOffset % 8)"
  }

  func length(_ style: LayoutStyle) -> String {
    bitSize % 8 == 0 ? style.number(bitSize / 8) : bitSize.counted("bit")
  }
}
