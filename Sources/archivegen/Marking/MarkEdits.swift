import ArchiveModel
import ArchivePlanner

/// Writes the marks of a plan into sources and the configuration.
struct MarkEdits {
  private(set) var files: [FileEdit] = []
  /// What has to be written by hand.
  private(set) var remarks: [Diagnostic] = []

  /// - Parameter text: the text of a file; nil if there is none.
  init(_ plan: MarkPlan, configuration: String, text: (String) throws -> String?) rethrows {
    var byFile: [String: FileEdit] = [:]
    for mark in plan.marks {
      if byFile[mark.start.file] == nil {
        byFile[mark.start.file] = FileEdit(path: mark.start.file, text: try text(mark.start.file) ?? "")
      }
      if mark.isMarked {
        if byFile[mark.start.file]?.addAttribute(mark) != true { remarks.append(Self.byHand(mark)) }
      } else {
        byFile[mark.start.file]?.add(mark)
      }
    }
    files = byFile.values.sorted { $0.path < $1.path }
    guard !plan.elsewhere.isEmpty else { return }
    var edit = FileEdit(path: configuration, text: try text(configuration))
    if edit.addTypes(plan.elsewhere) {
      files.append(edit)
    } else {
      let entries = plan.elsewhere.map { "\($0): {archive: owncoding}" }.joined(separator: ", ")
      remarks.append(
        .note(at: SourceLocation(file: configuration, line: 1, column: 1), "write under 'types:' in it: \(entries)"))
    }
    files.removeAll(where: \.isEmpty)
  }

  private static func byHand(_ mark: MarkPlan.Mark) -> Diagnostic {
    .note(at: mark.name, "write 'owncoding' into the mark of '\(mark.type)'")
  }
}

extension FileEdit {
  /// Inserts a mark on the line above a declaration, or before it where something else is on its line.
  fileprivate mutating func add(_ mark: MarkPlan.Mark) {
    let attribute = mark.isOwnCoding ? " owncoding" : ""
    let line = self[mark.start.line]
    let before = line.utf8.prefix(mark.start.column - 1)
    if before.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      insert("\(String(decoding: before, as: UTF8.self))// archive:\(attribute)", before: mark.start.line)
    } else {
      let rest = String(decoding: line.utf8.dropFirst(mark.start.column - 1), as: UTF8.self)
      replace(
        mark.start.line, by: "\(String(decoding: before, as: UTF8.self))/* archive:\(attribute) */ \(rest)")
    }
  }

  /// Adds `owncoding` to the mark of a declaration.
  ///
  /// - Returns: false if no mark is found in the comments above the declaration or on its lines.
  fileprivate mutating func addAttribute(_ mark: MarkPlan.Mark) -> Bool {
    var above = mark.start.line - 1
    while above > 0, self[above].drop(while: \.isWhitespace).isComment { above -= 1 }
    for number in stride(from: mark.name.line, to: above, by: -1) {
      let line = self[number]
      guard let range = line.ranges(of: "archive:").last else { continue }
      var written = line[range.upperBound...]
      var end = ""
      if let close = written.firstRange(of: "*/") {
        end = " " + written[close.lowerBound...]
        written = written[..<close.lowerBound]
      }
      while written.last?.isWhitespace == true { written.removeLast() }
      replace(number, by: line[..<range.upperBound] + written + (written.isEmpty ? " " : ", ") + "owncoding" + end)
      return true
    }
    return false
  }

  /// Adds types of other modules to a configuration.
  ///
  /// - Returns: false if `types:` is written in a form with braces.
  fileprivate mutating func addTypes(_ names: [String]) -> Bool {
    let numbers = 1...max(1, lineCount)
    guard let types = numbers.first(where: { self[$0].hasPrefix("types:") }) else {
      if lineCount > 0 || !isEmpty { insert("", before: lineCount + 1) }
      insert("types:", before: lineCount + 1)
      for name in names { insert("  \(name.quotedForYAML): {archive: owncoding}", before: lineCount + 1) }
      return true
    }
    guard self[types].dropFirst("types:".count).allSatisfy(\.isWhitespace) else { return false }
    let next = numbers.first { $0 > types && !self[$0].allSatisfy(\.isWhitespace) }
    let indentation = next.map { self[$0].prefix { $0 == " " } }.flatMap { $0.isEmpty ? nil : String($0) } ?? "  "
    for name in names { insert("\(indentation)\(name.quotedForYAML): {archive: owncoding}", before: types + 1) }
    return true
  }
}

extension Substring {
  fileprivate var isComment: Bool { hasPrefix("//") || hasPrefix("/*") || hasPrefix("*") }
}

extension String {
  fileprivate var quotedForYAML: String {
    allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." } ? self : "\"\(self)\""
  }
}
