/// Finds the headers that include a file according to their `#include` lines, even if an include guard hides this from
/// libclang.
struct HeaderIncluders {
  private let files: SourceFiles
  private let inclusions: Inclusions
  private let headers: [HeaderInput]
  /// The headers that include each path; computed when the first error needs it.
  private var byPath: [String: [Int]]?

  init(files: SourceFiles, inclusions: Inclusions, headers: [HeaderInput]) {
    self.files = files
    self.inclusions = inclusions
    self.headers = headers
  }

  /// The indices of headers that may include the file; some of them may not.
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
