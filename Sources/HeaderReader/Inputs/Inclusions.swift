/// The files that were entered in one translation unit, with the directives that led there.
struct Inclusions {
  struct Entry {
    let file: ClangFile
    /// The locations of the `#include` directives that led to the file, innermost first; the last one is in the
    /// umbrella.
    let directives: [ClangLocation]
    /// The line of the umbrella that led to the file; nil for the umbrella itself.
    let umbrellaLine: Int?
  }

  /// The entries in the order of entering; a file without an include guard may occur more than once.
  let entries: [Entry]
  private let lines: [ClangFile: [Int]]

  init(unit: TranslationUnit) {
    var entries: [Entry] = []
    unit.forEachInclusion { file, directives in
      entries.append(Entry(file: file, directives: directives, umbrellaLine: directives.last?.position?.line))
    }
    // libclang lists files in the order of its tables; locations in the umbrella give the order of reading.
    self.entries = entries
    lines = Dictionary(grouping: entries, by: \.file).mapValues { $0.compactMap(\.umbrellaLine) }
  }

  /// The lines of the umbrella that led to a file.
  func umbrellaLines(of file: ClangFile) -> [Int] { lines[file] ?? [] }

  /// The indices of the headers that led to an error's location, ascending; empty if no header did, as for a file of
  /// `-include`.
  func headers(leadingTo error: ClangDiagnostic, of count: Int) -> [Int] {
    let position = error.location.position
    let lines =
      error.location.isInUmbrella
      ? [min(position?.line ?? 0, count + 1)] : position.map { umbrellaLines(of: $0.file) } ?? []
    return lines.compactMap(Umbrella.header(atLine:)).sorted()
  }

  func entry(of file: ClangFile) -> Entry? { entries.first { $0.file == file } }
}

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

/// The file in memory that includes all headers, so that files which they share are parsed once.
struct Umbrella {
  /// Line 1 reads the target from the compiler; header `i` is included on line `i + 2`.
  static let firstHeaderLine = 2
  static let name = "archivegen-umbrella.c"
  static let bigEndian = "archivegen_big_endian"
  static let longDoubleMantissa = "archivegen_long_double_mantissa"

  let text: String

  init(_ headers: [HeaderInput]) {
    var text =
      "enum { \(Self.bigEndian) = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, "
      + "\(Self.longDoubleMantissa) = __LDBL_MANT_DIG__ };\n"
    for header in headers {
      guard !header.isIncludedFirst else {
        text += "\n"
        continue
      }
      text += header.searchedName.map { "#include <\($0)>\n" } ?? "#include \"\(header.absolutePath)\"\n"
    }
    self.text = text
  }

  /// The index of the header that a line includes.
  static func header(atLine line: Int) -> Int? { line >= firstHeaderLine ? line - firstHeaderLine : nil }
}
