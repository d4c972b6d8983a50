import ArchiveModel

/// The comments of fields, which are looked up in the headers' text on demand.
final class FieldComments {
  private let lines: SourceLines
  /// The lines of each file.
  private var files: [String: [Substring]] = [:]
  private var known: [Record.ID: [SourceLocation: FieldComment]] = [:]
  private var documents: [Record.ID: [Paragraph]] = [:]

  /// A paragraph of a record's comment: "@name: …" and the lines after it.
  private struct Paragraph {
    let head: Substring
    let rest: [Substring]
  }

  init(_ lines: SourceLines) { self.lines = lines }

  /// The comment after the field on its line, the one directly above, and the paragraph "@name:" of the record's
  /// comment, joined.
  func comment(of field: Field, in record: Record) -> FieldComment {
    if let known = known[record.id]?[field.location] { return known }
    let found = read(field, record)
    known[record.id, default: [:]][field.location] = found
    return found
  }

  /// The comment directly above a record.
  func comment(above record: Record) -> FieldComment {
    let lines = lines(of: record.location.file)
    let index = record.location.line - 1
    return lines.indices.contains(index) ? FieldComment(above(index, lines)) : .none
  }

  private func read(_ field: Field, _ record: Record) -> FieldComment {
    let lines = lines(of: field.location.file)
    let index = field.location.line - 1
    guard lines.indices.contains(index) else { return .none }
    return FieldComment(
      [above(index, lines), behind(index, lines), documented(field.name, of: record, lines)].joined(separator: " . "))
  }

  /// Kernel-doc above the record: `@lines: array of line_count lines`.
  private func documented(_ name: String, of record: Record, _ lines: [Substring]) -> String {
    guard !name.isEmpty else { return "" }
    let paragraphs = documents[record.id] ?? Self.paragraphs(above: record, lines)
    documents[record.id] = paragraphs
    guard !paragraphs.isEmpty else { return "" }
    let start = "@\(name):"
    guard let found = paragraphs.first(where: { $0.head.utf8.starts(with: start.utf8) }) else { return "" }
    return ([found.head.dropFirst(name.count + 2)] + found.rest).joined(separator: " ")
  }

  /// The paragraphs of a record's comment, last first.
  private static func paragraphs(above record: Record, _ lines: [Substring]) -> [Paragraph] {
    var number = record.location.line - 2
    guard lines.indices.contains(number), lines[number].firstPair("*/") != nil else { return [] }
    let first = max(0, number - 120)
    var paragraphs: [Paragraph] = []
    var found: [Substring] = []
    while number >= first {
      let line = lines[number]
      let text = Substring(line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == 9 || $0 == UInt8(ascii: "*") })
      if text.utf8.first == UInt8(ascii: "@") {
        paragraphs.append(Paragraph(head: text, rest: found.reversed()))
        found = []
      } else {
        found.append(text)
      }
      if line.firstPair("/*") != nil { break }
      number -= 1
    }
    return paragraphs
  }

  private func lines(of file: String) -> [Substring] {
    if let known = files[file] { return known }
    let found = lines.lines(of: file)
    files[file] = found
    return found
  }

  private static let reach = 16

  private func behind(_ index: Int, _ lines: [Substring]) -> String {
    var index = index
    // "/**<" on a line of its own is about the field above it.
    if !lines[index].contains("/"), lines.indices.contains(index + 1),
      ["/**<", "/*!<", "///<", "//!<"].contains(
        where: lines[index + 1].drop(while: { $0 == " " || $0 == "\t" }).hasPrefix)
    {
      index += 1
    }
    let line = lines[index]
    // If several fields share the line, the comment applies to all of them.
    guard let open = line.firstPair("//") ?? line.firstPair("/*") else { return "" }
    var text = String(line[open.upperBound...])
    guard line.utf8[line.utf8.index(before: open.upperBound)] == UInt8(ascii: "*") else { return text }
    var next = index + 1
    while text.firstPair("*/") == nil, next < lines.count, next < index + Self.reach {
      text += " " + lines[next]
      next += 1
    }
    return text.firstPair("*/").map { String(text[..<$0.lowerBound]) } ?? ""
  }

  private func above(_ index: Int, _ lines: [Substring]) -> String {
    var found: [Substring] = []
    var isOpen = false
    var number = index - 1
    while number >= 0, number > index - Self.reach {
      let line = Substring(lines[number].utf8.drop { $0 == UInt8(ascii: " ") || $0 == 9 })
      if isOpen {
        found.append(line)
        guard let start = line.firstPair("/*") else {
          number -= 1
          continue
        }
        // A comment that begins after code belongs to that code.
        guard start.lowerBound == line.startIndex, !line.hasPrefix("/**<") else { return "" }
        break
      }
      if line.hasPrefix("//") {
        if line.hasPrefix("///<") || line.hasPrefix("//!<") { break }
        found.append(line)
      } else if line.firstPair("*/") != nil, line.last(where: { !$0.isWhitespace }) == "/" {
        if let start = line.firstPair("/*") {
          if start.lowerBound == line.startIndex, !line.hasPrefix("/**<"), !line.hasPrefix("/*<"), found.isEmpty {
            found.append(line)
          }
          break
        }
        guard found.isEmpty else { break }
        isOpen = true
        found.append(line)
      } else {
        break
      }
      number -= 1
    }
    if isOpen, found.last?.firstPair("/*") == nil { return "" }
    return found.reversed().joined(separator: " ")
  }
}

extension StringProtocol {
  /// The first occurrence of two bytes. `firstRange(of:)` compares characters, which costs many times as much.
  func firstPair(_ pair: StaticString) -> Range<Index>? {
    let (first, second) = (pair.utf8Start[0], pair.utf8Start[1])
    var place = utf8.startIndex
    while let found = utf8[place...].firstIndex(of: first) {
      place = utf8.index(after: found)
      if place < utf8.endIndex, utf8[place] == second { return found..<utf8.index(after: place) }
    }
    return nil
  }
}

extension UInt8 {
  var isWordByte: Bool {
    self == UInt8(ascii: "_") || (48...57).contains(self) || (97...122).contains(self | 0x20)
  }
}
