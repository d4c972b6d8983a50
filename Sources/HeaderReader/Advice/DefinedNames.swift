/// The names of types and macros that the given headers seem to define. The files are read at the first question, once:
/// a folder of headers that need each other has an error for every name and header.
final class DefinedNames {
  private let headers: [HeaderInput]

  init(headers: [HeaderInput]) { self.headers = headers }

  /// The first header that defines the name, other than the files where the name is unknown.
  func header(defining name: String, besides paths: Set<String>) -> HeaderInput? {
    definers[name]?.lazy.map { self.headers[$0] }.first { !paths.contains($0.path) }
  }

  /// The first header that an `#error` names, other than the files with the error: "include base.h first".
  func header(namedIn text: String, besides paths: Set<String>) -> HeaderInput? {
    let words = Set(text.split { !($0.isLetter || $0.isNumber || "._-/".contains($0)) })
    return headers.first { header in
      !paths.contains(header.path) && header.path.split(separator: "/").last.map(words.contains) ?? false
    }
  }

  /// Indices of headers by name, ascending. A tag is there with its keyword: `struct name`.
  private lazy var definers: [String: [Int]] = {
    var result: [String: [Int]] = [:]
    for (index, header) in headers.enumerated() {
      SmallFile.bytes(of: header.absolutePath).withUnsafeBytes { bytes in
        for name in Set(DefinitionScanner(bytes: bytes).names) { result[name, default: []].append(index) }
      }
    }
    return result
  }()
}

/// Finds definitions by the shape of single lines, because the file need not be valid C.
private struct DefinitionScanner {
  let bytes: UnsafeRawBufferPointer

  /// `typedef int name;`, `} name;`, `#define name`, `struct name {`.
  var names: [String] {
    var result: [String] = []
    var start = 0
    while start < bytes.count {
      let end = bytes.firstOffset(of: .newline, from: start) ?? bytes.count
      scan(start..<end, &result)
      start = end + 1
    }
    return result
  }

  private func scan(_ whole: Range<Int>, _ result: inout [String]) {
    guard let start = whole.first(where: { !bytes[$0].isSpace }) else { return }
    let line = start..<whole.upperBound
    switch bytes[start] {
    case .hash:
      guard let word = word(from: start + 1, to: line.upperBound), isWord(word, "define"),
        let name = self.word(from: word.upperBound, to: line.upperBound)
      else { return }
      result.append(text(name))
    case .closeBrace: endedNames(line, &result)
    default:
      if bytes[line].starts(with: "typedef".utf8) { endedNames(line, &result) }
      tags(line, &result)
    }
  }

  /// Names directly before a semicolon.
  private func endedNames(_ line: Range<Int>, _ result: inout [String]) {
    var position = line.lowerBound
    while let end = bytes.firstOffset(of: .semicolon, from: position), end < line.upperBound {
      var start = end
      while start > line.lowerBound, bytes[start - 1].isWord { start -= 1 }
      if start < end { result.append(text(start..<end)) }
      position = end + 1
    }
  }

  /// Tags whose braces open on the same or the next line.
  private func tags(_ line: Range<Int>, _ result: inout [String]) {
    var position = line.lowerBound
    while let keyword = word(from: position, to: line.upperBound) {
      position = keyword.upperBound
      guard ["struct", "union", "enum"].contains(where: { isWord(keyword, $0) }),
        let name = word(from: position, to: line.upperBound)
      else { continue }
      position = name.upperBound
      let brace = bytes[position...].first { !$0.isSpace }
      if brace == .openBrace { result.append("\(text(keyword)) \(text(name))") }
    }
  }

  /// The next word of a line.
  private func word(from start: Int, to end: Int) -> Range<Int>? {
    guard let first = (start..<end).first(where: { bytes[$0].isWord }) else { return nil }
    return first..<((first..<end).first { !bytes[$0].isWord } ?? end)
  }

  private func isWord(_ range: Range<Int>, _ text: String) -> Bool { bytes[range].elementsEqual(text.utf8) }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
