/// Changes of one text file by whole lines, with a unified diff to look at before they are written.
struct FileEdit {
  let path: String
  /// The lines with their ends.
  private let lines: [Substring]
  /// By the number of a line, counted from 0: what is inserted before it, and what replaces it.
  private var inserted: [Int: [String]] = [:]
  private var replaced: [Int: String] = [:]
  /// The end of inserted lines: the file's own.
  private let lineEnd: String
  /// Whether the file exists already.
  private let isNew: Bool

  /// - Parameter text: nil for a file that does not exist yet.
  init(path: String, text: String?) {
    self.path = path
    isNew = text == nil
    var lines: [Substring] = []
    var rest = Substring(text ?? "")
    while let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) {
      let next = rest.utf8.index(after: end)
      lines.append(rest[..<next])
      rest = rest[next...]
    }
    if !rest.isEmpty { lines.append(rest) }
    self.lines = lines
    lineEnd = lines.first.map { $0.utf8.suffix(2).elementsEqual("\r\n".utf8) } == true ? "\r\n" : "\n"
  }

  var lineCount: Int { lines.count }
  var isEmpty: Bool { inserted.isEmpty && replaced.isEmpty }

  /// A line without its end, counted from 1, with the changes that were made to it.
  subscript(line: Int) -> String {
    guard lines.indices.contains(line - 1) else { return "" }
    return replaced[line - 1] ?? Self.withoutEnd(lines[line - 1])
  }

  /// Inserts a line before one, counted from 1.
  mutating func insert(_ text: String, before line: Int) { inserted[line - 1, default: []].append(text) }

  mutating func replace(_ line: Int, by text: String) { replaced[line - 1] = text }

  /// The changed text.
  var text: String {
    var result = ""
    for index in 0...lines.count {
      if let added = inserted[index] {
        if index == lines.count, let last = lines.last, last.utf8.last != UInt8(ascii: "\n") { result += lineEnd }
        for line in added { result += line + lineEnd }
      }
      guard index < lines.count else { continue }
      if let line = replaced[index] {
        result += line
        result += Substring(lines[index].utf8.dropFirst(Self.withoutEnd(lines[index]).utf8.count))
      } else {
        result += lines[index]
      }
    }
    return result
  }

  /// The changes as a unified diff with three lines around each.
  var diff: String {
    let places = Set(inserted.keys).union(replaced.keys).sorted()
    guard let first = places.first else { return "" }
    var hunks: [ClosedRange<Int>] = []
    var open = first...first
    for place in places.dropFirst() {
      if place - open.upperBound <= 6 {
        open = open.lowerBound...place
      } else {
        hunks.append(open)
        open = place...place
      }
    }
    hunks.append(open)
    var result = "--- \(isNew ? "/dev/null" : path)\n+++ \(path)\n"
    var added = 0
    for hunk in hunks {
      let range = max(0, hunk.lowerBound - 3)..<min(lines.count, hunk.upperBound + 4)
      var body = ""
      var more = 0
      for index in range.lowerBound...max(range.upperBound, hunk.upperBound) {
        for line in inserted[index] ?? [] {
          body += "+\(line)\n"
          more += 1
        }
        guard range.contains(index) else { continue }
        let old = Self.withoutEnd(lines[index])
        if let line = replaced[index] { body += "-\(old)\n+\(line)\n" } else { body += " \(old)\n" }
      }
      let start = range.isEmpty ? 0 : range.lowerBound + 1
      result += "@@ -\(start),\(range.count) +\(range.lowerBound + added + 1),\(range.count + more) @@\n" + body
      added += more
    }
    return result
  }

  private static func withoutEnd(_ line: Substring) -> String {
    var bytes = line.utf8[...]
    while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { bytes.removeLast() }
    return String(Substring(bytes))
  }
}
