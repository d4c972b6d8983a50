import ArchiveModel

/// The files of one translation unit, with the names that the model uses, and their text.
final class SourceFiles {
  let unit: TranslationUnit
  private let inputs: [HeaderInput]
  private var inputIndexes: [ClangFile.Identity: Int] = [:]
  private var entries: [ClangFile: Entry] = [:]

  /// What is known about a file.
  struct Entry {
    /// The path as given for an input, otherwise as libclang made it.
    let path: String
    /// The index among the inputs; nil for other files.
    let input: Int?
  }

  init(unit: TranslationUnit, inputs: [HeaderInput]) {
    self.unit = unit
    self.inputs = inputs
    for (index, input) in inputs.enumerated() {
      guard let identity = input.identity else { continue }
      if inputIndexes[identity] == nil { inputIndexes[identity] = index }
    }
  }

  subscript(_ file: ClangFile) -> Entry {
    if let entry = entries[file] { return entry }
    let input = file.identity.flatMap { inputIndexes[$0] }
    let entry = Entry(path: input.map { inputs[$0].path } ?? file.path, input: input)
    entries[file] = entry
    return entry
  }

  /// The location in the model's form; nil for one in no file, such as the command line.
  func location(_ location: ClangLocation) -> SourceLocation? {
    guard let position = location.position else { return nil }
    // libclang counts a byte-order mark in the first line's columns, but editors do not.
    let mark = position.line == 1 && position.column > 3 ? SourceText.byteOrderMark : []
    let hasMark = !mark.isEmpty && unit.withContents(of: position.file) { $0.starts(with: mark) }
    return SourceLocation(
      file: self[position.file].path, line: position.line, column: position.column - (hasMark ? mark.count : 0))
  }

  /// The text of a location's line, without its end.
  func line(of location: ClangLocation) -> String? {
    guard let position = location.position else { return nil }
    return unit.withContents(of: position.file) { bytes in
      guard position.offset <= bytes.count else { return nil }
      func isEnd(_ byte: UInt8) -> Bool { byte == .newline || byte == .carriageReturn }
      let mark = bytes.starts(with: SourceText.byteOrderMark) ? SourceText.byteOrderMark.count : 0
      let start = bytes[..<position.offset].lastIndex(where: isEnd).map { $0 + 1 } ?? mark
      let line = bytes[start...].prefix { !isEnd($0) }
      return String(decoding: line, as: UTF8.self)
    }
  }

  func text(of file: ClangFile) -> String {
    unit.withContents(of: file) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the text of every input and of every file in `further`, each once.
  func forEachQuotable(and further: some Sequence<ClangFile>, _ body: (String, String) -> Void) {
    let given = inputs.compactMap { unit.file(at: $0.absolutePath) }
    var seen: Set<String> = []
    for file in given + further where seen.insert(self[file].path).inserted { body(self[file].path, text(of: file)) }
  }
}
