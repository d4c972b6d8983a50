/// Which file was entered from where in one translation unit.
struct Inclusions {
  struct Entry {
    let file: ClangFile
    /// Where the `#include` directives stand that led to the file, innermost first; the last is in the umbrella.
    let directives: [ClangLocation]
    /// The line of the umbrella that led to the file; nil for the umbrella itself.
    let umbrellaLine: Int?
  }

  /// In order of entering; a file without an include guard may be there more than once.
  private(set) var entries: [Entry] = []

  init(unit: TranslationUnit) {
    var entries: [Entry] = []
    unit.forEachInclusion { file, directives in
      entries.append(Entry(file: file, directives: directives, umbrellaLine: directives.last?.position?.line))
    }
    // libclang lists files in the order of its tables; places in the umbrella are the order of reading.
    self.entries = entries
  }

  /// The umbrella's lines that led to a file.
  func umbrellaLines(of file: ClangFile) -> [Int] {
    entries.filter { $0.file == file }.compactMap(\.umbrellaLine)
  }

  func entry(of file: ClangFile) -> Entry? { entries.first { $0.file == file } }
}
