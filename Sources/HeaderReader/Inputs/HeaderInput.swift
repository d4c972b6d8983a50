/// One of the given headers.
struct HeaderInput: Hashable {
  /// The path as given.
  let path: String
  let absolutePath: String
  /// The file's identity; nil if the file does not exist. It is stored because each unit's files are compared with the
  /// inputs.
  let identity: ClangFile.Identity?

  /// The name under which the header has to be included, if not its path.
  let searchedName: String?

  /// Whether an `-include` reads the header before all others, so that an `#include` would read it twice.
  let isIncludedFirst: Bool

  /// - Parameters:
  ///   - includePaths: the folders that are searched for headers, for `SearchedHeader`.
  ///   - first: the files of `-include`.
  init(_ path: String, includePaths: [String], first: Set<ClangFile.Identity> = []) {
    self.path = path
    absolutePath = FileSystem.absolute(path)
    let identity = Self.identity(of: absolutePath)
    let name = SearchedHeader.name(of: absolutePath, includePaths: includePaths)
    self.identity = identity
    searchedName = name
    isIncludedFirst = name == nil && identity.map(first.contains) ?? false
  }

  static func identity(of path: String) -> ClangFile.Identity? {
    FileSystem.identity(of: path).map { ClangFile.Identity(device: $0.device, inode: $0.number) }
  }

  /// Removes further paths of the same file, and keeps the first.
  static func unique(_ paths: [String], options: HeaderReader.Options) -> [HeaderInput] {
    let first = Set(options.includedFirst.compactMap(identity))
    var files: Set<ClangFile.Identity> = []
    var missing: Set<String> = []
    return paths.map { HeaderInput($0, includePaths: options.includePaths, first: first) }.filter { input in
      input.identity.map { files.insert($0).inserted } ?? missing.insert(input.absolutePath).inserted
    }
  }
}
