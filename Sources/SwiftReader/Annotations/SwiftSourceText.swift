import ArchiveModel
import SwiftSyntax

/// A file's bytes with the positions of its lines.
struct SwiftSourceText {
  let path: String
  let bytes: [UInt8]
  private let table: LineTable
  /// The lines without their ends. Every declaration stores its line, and declarations on one line share the text,
  /// because a file may be a single line.
  private let lines: [String]

  init(path: String, text: String) {
    self.path = path
    bytes = Array(text.utf8)
    table = LineTable(bytes)
    lines = bytes.withUnsafeBufferPointer { [starts = table.starts] bytes in
      starts.indices.map { line in
        var text = bytes[starts[line]..<(line + 1 < starts.count ? starts[line + 1] : bytes.count)]
        while let last = text.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
      }
    }
  }

  /// The line of an offset, counted from 1.
  func line(of offset: Int) -> Int { table.line(of: offset) }

  /// The text of an offset's line without its end.
  func lineText(at offset: Int) -> String { lines[line(of: offset) - 1] }

  /// The text of a node without the trivia around it. The node's own description makes a copy of the node first, and takes
  /// ten times as long.
  func text(of node: some SyntaxProtocol) -> String { String(decoding: bytes[node.start..<node.end], as: UTF8.self) }

  /// The text of a line, counted from 1.
  func lineText(line: Int) -> String { lines[line - 1] }

  func location(_ offset: Int) -> SourceLocation {
    SourceLocation(file: path, line: line(of: offset), column: table.column(of: offset))
  }

  func note(at offset: Int, _ message: String) -> Diagnostic {
    .note(at: location(offset), message, sourceLine: lineText(at: offset))
  }

  func diagnostic(
    _ id: DiagnosticID, _ severity: Diagnostic.Severity? = nil, at offset: Int, _ message: String,
    advice: String? = nil, notes: [Diagnostic] = [], fixIts: [FixIt] = []
  ) -> Diagnostic {
    Diagnostic(
      id, severity ?? id.severity, at: location(offset), message, advice: advice, sourceLine: lineText(at: offset),
      notes: notes, fixIts: fixIts)
  }

  /// Whether the file contains `archive:` or something similar. Most files do not, and their comments are not examined.
  var mayHoldMarks: Bool { bytes.withUnsafeBytes(NearMiss.mayBe) }

  func contains(_ word: StaticString) -> Bool { bytes.withUnsafeBytes { $0.contains(word) } }

  func mayHoldMarks(in range: Range<Int>) -> Bool { bytes.withUnsafeBytes { $0.contains("archive:", in: range) } }
}

extension SyntaxProtocol {
  /// The offset of the first token.
  var start: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
  /// The offset after the last token.
  var end: Int { endPositionBeforeTrailingTrivia.utf8Offset }
}
