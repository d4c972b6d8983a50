import ArchiveModel

/// Which of the headers include a file, as far as their `#include` lines say: also behind include guards.
struct HeaderIncluders {
  private let files: SourceFiles
  private let inclusions: Inclusions
  private let headers: [HeaderInput]
  /// Made when an error is the first to need it. For each path the headers that include it.
  private var byPath: [String: [Int]]?

  init(files: SourceFiles, inclusions: Inclusions, headers: [HeaderInput]) {
    self.files = files
    self.inclusions = inclusions
    self.headers = headers
  }

  /// Indexes of headers; one too many rather than one too few.
  mutating func headers(including file: ClangFile) -> [Int] {
    let known = byPath ?? read()
    byPath = known
    return known[files[file].path] ?? []
  }

  private func read() -> [String: [Int]] {
    let included = IncludedFiles(files: files, inclusions: inclusions).headers(given: headers.map { ($0, true) })
    var result: [String: [Int]] = [:]
    for (index, header) in included.enumerated() {
      for path in header.includes { result[path, default: []].append(index) }
    }
    return result
  }
}
