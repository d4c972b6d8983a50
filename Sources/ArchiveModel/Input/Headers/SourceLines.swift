/// The text of source files by line, for diagnostics. Files are stored whole, because few of their lines are ever
/// shown.
public struct SourceLines: Sendable {
  private struct File {
    let text: String
    /// The offset of each line's first byte.
    let starts: [Int]

    /// The line of an index, without its line feed.
    func line(_ index: Int) -> Substring {
      let utf8 = text.utf8
      let end = index + 1 < starts.count ? starts[index + 1] - 1 : utf8.count
      return text[utf8.index(utf8.startIndex, offsetBy: starts[index])..<utf8.index(utf8.startIndex, offsetBy: end)]
    }
  }

  private var files: [String: File] = [:]

  public init() {}

  public mutating func add(file: String, text: String) {
    var text = text
    let starts = text.withUTF8 { bytes in
      var starts = [0]
      while let end = UnsafeRawBufferPointer(bytes).firstOffset(of: UInt8(ascii: "\n"), from: starts[starts.count - 1])
      {
        starts.append(end + 1)
      }
      return starts
    }
    files[file] = File(text: text, starts: starts)
  }

  /// All lines of a file, without line feeds.
  public func lines(of file: String) -> [Substring] {
    guard let file = files[file] else { return [] }
    return file.starts.indices.map(file.line)
  }

  public subscript(_ location: SourceLocation) -> String? {
    guard let file = files[location.file], file.starts.indices.contains(location.line - 1) else { return nil }
    let line = file.line(location.line - 1)
    return String(line.utf8.last == UInt8(ascii: "\r") ? Substring(line.utf8.dropLast()) : line)
  }
}
