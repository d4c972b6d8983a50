/// The change of a line that removes an attribute, or one of its arguments, with its comma. If nothing is left of the
/// comment or macro, that goes too.
///
/// There is no change if the line has another text at the location, as for annotations in YAML or in another macro.
public enum AttributeRemoval {
  public static func fixIts(_ attribute: Attribute, in line: String?, keepsMark: Bool = false) -> [FixIt] {
    guard let line = line.map({ Array($0.utf8) }) else { return [] }
    let start = attribute.location.column - 1
    guard line.indices.contains(start), start == 0 || !line[start - 1].isWord else { return [] }
    let word = line[start...].prefix(while: \.isWord)
    var end = word.endIndex
    let open = line[end...].firstIndex { !$0.isBlank } ?? line.endIndex
    if open < line.endIndex, line[open] == UInt8(ascii: "("), !attribute.arguments.isEmpty {
      guard let close = closing(of: open, in: line) else { return [] }
      end = close + 1
    }
    if String(decoding: word, as: UTF8.self) == AnnotationHeader.macro(attribute.name) {
      return [change(at: attribute.location, trimmed(line, start..<end))]
    }
    guard word.elementsEqual(attribute.name.rawValue.utf8) else { return [] }
    if let range = item(start..<end, in: line) { return [change(at: attribute.location, range)] }
    guard let range = whole(start..<end, in: line, keepsMark: keepsMark) else { return [] }
    return [change(at: attribute.location, range)]
  }

  /// Removes one of several arguments.
  public static func fixIts(_ argument: Attribute.Argument, in line: String?) -> [FixIt] {
    guard let line = line.map({ Array($0.utf8) }) else { return [] }
    let start = argument.location.column - 1
    guard argument.isQuoted, line.indices.contains(start), line[start] == UInt8(ascii: "\""),
      let end = literalEnd(start, in: line), let range = item(start..<end, in: line)
    else { return [] }
    return [change(at: argument.location, range)]
  }

  private static func change(at place: SourceLocation, _ range: Range<Int>) -> FixIt {
    FixIt(
      at: SourceLocation(file: place.file, line: place.line, column: range.lowerBound + 1), length: range.count,
      replacement: "")
  }

  /// The range with the comma before it, or after it.
  private static func item(_ range: Range<Int>, in line: [UInt8]) -> Range<Int>? {
    if let before = line[..<range.lowerBound].lastIndex(where: { !$0.isBlank }), line[before] == UInt8(ascii: ",") {
      return before..<range.upperBound
    }
    guard let behind = line[range.upperBound...].firstIndex(where: { !$0.isBlank }), line[behind] == UInt8(ascii: ",")
    else { return nil }
    return range.lowerBound..<(line[(behind + 1)...].firstIndex { !$0.isBlank } ?? line.count)
  }

  /// The comment or macro of which the range is all.
  private static func whole(_ range: Range<Int>, in line: [UInt8], keepsMark: Bool) -> Range<Int>? {
    let before = line[..<range.lowerBound].reversed().drop(while: \.isBlank).reversed() as [UInt8]
    let behind = line[range.upperBound...].drop(while: \.isBlank)
    if before.last == UInt8(ascii: "("), behind.first == UInt8(ascii: ")") {
      let name = before.dropLast().reversed().prefix(while: \.isWord).count
      return name == 0 ? nil : trimmed(line, before.count - 1 - name..<behind.startIndex + 1)
    }
    guard before.suffix(8).elementsEqual("archive:".utf8) else { return nil }
    let isBlock = behind.starts(with: "*/".utf8)
    guard isBlock || behind.isEmpty else { return nil }
    if keepsMark { return before.count..<range.upperBound }
    let opening = before.dropLast(8).reversed().drop(while: \.isBlank).reversed() as [UInt8]
    guard opening.suffix(2).elementsEqual((isBlock ? "/*" : "//").utf8) else { return nil }
    return trimmed(line, opening.count - 2..<(isBlock ? behind.startIndex + 2 : line.count))
  }

  /// The range with the space before it.
  private static func trimmed(_ line: [UInt8], _ range: Range<Int>) -> Range<Int> {
    let start = line[..<range.lowerBound].lastIndex { !$0.isBlank }.map { $0 + 1 } ?? range.lowerBound
    return start..<range.upperBound
  }

  private static func closing(of open: Int, in line: [UInt8]) -> Int? {
    var depth = 0
    var index = open
    while index < line.count {
      switch line[index] {
      case UInt8(ascii: "\""):
        guard let end = literalEnd(index, in: line) else { return nil }
        index = end
        continue
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return nil
  }

  private static func literalEnd(_ quote: Int, in line: [UInt8]) -> Int? {
    var index = quote + 1
    while index < line.count, line[index] != UInt8(ascii: "\"") { index += line[index] == UInt8(ascii: "\\") ? 2 : 1 }
    return index < line.count ? index + 1 : nil
  }
}
