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
