import ArchiveModel

/// The files that each header makes the compiler read, for build systems.
///
/// In one unit libclang reports only the first includer of a file, because an include guard hides the others. So the
/// rest comes from the `#include` lines. A line that the compiler skips also counts if its file was read: an
/// unnecessary dependency costs a build, a missing one makes it stale.
struct IncludedFiles {
  private let files: SourceFiles
  private var paths: [String] = []
  private var indexes: [ClangFile: Int] = [:]
  /// The files that each file includes, as indices.
  private var includes: [Set<Int>] = []
  /// The files of `-include`, which no file includes.
  private var includedFirst: [Int] = []

  init(files: SourceFiles, inclusions: Inclusions) {
    self.files = files
    var handles: [ClangFile] = []
    var byIdentity: [ClangFile.Identity: Int] = [:]
    for entry in inclusions.entries where indexes[entry.file] == nil && !entry.directives.isEmpty {
      if entry.file.path == OwnHeader.path { continue }
      if let identity = entry.file.identity, let known = byIdentity[identity] {
        indexes[entry.file] = known
        continue
      }
      indexes[entry.file] = handles.count
      entry.file.identity.map { byIdentity[$0] = handles.count }
      handles.append(entry.file)
    }
    paths = handles.map { files[$0].path }
    includes = Array(repeating: [], count: handles.count)
    for entry in inclusions.entries {
      guard let to = indexes[entry.file] else { continue }
      guard let includer = entry.directives.first?.fileAndOffset?.file, let from = indexes[includer] else {
        if entry.directives.count == 1, entry.directives[0].fileAndOffset == nil { includedFirst.append(to) }
        continue
      }
      includes[from].insert(to)
    }
    addWrittenIncludes(handles)
  }

  /// The given headers with the files that they include and those of `-include`, without the header itself.
  func headers(given: [(input: HeaderInput, use: Header.Use)]) -> [Header] {
    let first = includedFirst.map { filesReached(from: $0).union([$0]) }.reduce(into: Set<Int>()) { $0.formUnion($1) }
    return given.map { input, use in
      let start = files.unit.file(at: input.absolutePath).flatMap { indexes[$0] }
      let included = (start.map { filesReached(from: $0) } ?? []).union(first).subtracting([start].compactMap(\.self))
      return Header(path: input.path, includes: Set(included.map { paths[$0] }).sorted(), use: use)
    }
  }

  private func filesReached(from start: Int) -> Set<Int> {
    var reached: Set<Int> = [start]
    var open = [start]
    while let next = open.popLast() {
      for file in includes[next] where reached.insert(file).inserted { open.append(file) }
    }
    return reached.subtracting([start])
  }

  private mutating func addWrittenIncludes(_ handles: [ClangFile]) {
    let index = PathIndex(handles.map(\.path))
    for (from, file) in handles.enumerated() {
      for name in files.unit.withContents(of: file, IncludeLines.names) {
        includes[from].formUnion(index.files(named: name))
      }
    }
  }
}

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
    let included = IncludedFiles(files: files, inclusions: inclusions).headers(given: headers.map { ($0, .direct) })
    var result: [String: [Int]] = [:]
    for (index, header) in included.enumerated() {
      for path in header.includes { result[path, default: []].append(index) }
    }
    return result
  }
}
