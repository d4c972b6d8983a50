import ArchiveModel

extension HeaderReader.Options {
  /// Clang's arguments, chosen so that a header has the same meaning as for Swift's importer (`swiftc -frontend
  /// -dump-clang-diagnostics` prints the importer's arguments).
  ///
  /// The number of errors is not limited, so that one run finds them all.
  func clangArguments(library: ClangLibrary) -> [String] {
    var result = ["-x", "c", "-std=gnu11", "-fblocks", "-D__swift__=51000", "-ferror-limit=0"]
    result += ["-D\(AnnotationHeader.condition)=1", "-idirafter", OwnHeader.folder]
    if let folder = library.resourceFolder { result += ["-resource-dir", folder] }
    if let target { result.append("--target=\(target)") }
    result += defines.map { "-D\($0)" } + undefines.map { "-U\($0)" }
    for path in includePaths { result += ["-I", path] }
    for path in systemIncludePaths { result += ["-isystem", path] }
    result += arguments
    for file in includedFirst { result += ["-include", file] }
    return result
  }

  /// The options with the absolute paths of headers that are inputs as well, so that libclang has one name for each.
  func including(_ inputs: [HeaderInput]) -> Self {
    let first = inputs.filter(\.isIncludedFirst)
    guard !first.isEmpty else { return self }
    var result = self
    result.includedFirst = includedFirst.map { file in
      let identity = HeaderInput.identity(of: file)
      return first.first { $0.identity == identity }?.absolutePath ?? file
    }
    return result
  }
}
