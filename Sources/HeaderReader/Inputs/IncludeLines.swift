/// Reads the names in a file's `#include` lines, including lines that the compiler skips (C17 6.10.2).
enum IncludeLines {
  static func names(in bytes: UnsafeRawBufferPointer) -> [String] {
    var names: [String] = []
    var position = 0
    while let hash = bytes.firstOffset(of: .hash, from: position) {
      position = hash + 1
      let before = bytes[..<hash].lastIndex { $0 == .newline || !$0.isSpace }
      guard before.map({ bytes[$0] == .newline }) ?? true else { continue }
      let rest = bytes[position...].drop { $0 == .space || $0 == 9 }
      // The directives are `include`, `include_next` and `import`.
      guard rest.starts(with: "in".utf8) || rest.starts(with: "im".utf8), let name = includedName(rest) else {
        continue
      }
      names.append(name)
    }
    return names
  }

  /// The text in quotation marks or angle brackets on the rest of the line.
  private static func includedName(_ rest: Slice<UnsafeRawBufferPointer>) -> String? {
    let line = rest.prefix { $0 != .newline }
    guard let open = line.firstIndex(where: { $0 == .quote || $0 == UInt8(ascii: "<") }) else { return nil }
    let close = line[open] == .quote ? UInt8.quote : UInt8(ascii: ">")
    guard let end = line[(open + 1)...].firstIndex(of: close) else { return nil }
    return String(decoding: line[(open + 1)..<end], as: UTF8.self)
  }
}
