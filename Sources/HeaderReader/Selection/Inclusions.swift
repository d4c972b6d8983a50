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
  private(set) var entries: [Entry] = []

  init(unit: TranslationUnit) {
    var entries: [Entry] = []
    unit.forEachInclusion { file, directives in
      entries.append(Entry(file: file, directives: directives, umbrellaLine: directives.last?.position?.line))
    }
    // libclang lists files in the order of its tables; locations in the umbrella give the order of reading.
    self.entries = entries
  }

  /// The lines of the umbrella that led to a file.
  func umbrellaLines(of file: ClangFile) -> [Int] {
    entries.filter { $0.file == file }.compactMap(\.umbrellaLine)
  }

  func entry(of file: ClangFile) -> Entry? { entries.first { $0.file == file } }
}
