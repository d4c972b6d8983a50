/// The text of source files by line, for diagnostics. Files are stored whole, because few of their lines are ever
/// shown.
public struct SourceLines: Sendable {
  private var texts: [String: String] = [:]

  public init() {}

  public mutating func add(file: String, text: String) { texts[file] = text }

  /// All lines of a file, without line ends.
  public func lines(of file: String) -> [Substring] {
    guard var text = texts[file] else { return [] }
    var ends: [Int] = []
    text.withUTF8 { bytes in
      var start = 0
      while let end = bytes.newline(from: start) {
        ends.append(end)
        start = end + 1
      }
      ends.append(bytes.count)
    }
    let utf8 = text.utf8
    var start = 0
    return ends.map { end in
      defer { start = end + 1 }
      return text[utf8.index(utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: end)]
    }
  }

  public subscript(_ location: SourceLocation) -> String? {
    guard location.line > 0, var text = texts[location.file] else { return nil }
    return text.withUTF8 { bytes in
      var start = 0
      for _ in 1..<location.line {
        guard let end = bytes.newline(from: start) else { return nil }
        start = end + 1
      }
      let line = bytes[start..<(bytes.newline(from: start) ?? bytes.count)]
      return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func newline(from start: Int) -> Int? {
    UnsafeRawBufferPointer(self).firstOffset(of: UInt8(ascii: "\n"), from: start)
  }
}
