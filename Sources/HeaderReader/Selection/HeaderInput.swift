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

  /// - Parameter includePaths: the folders that are searched for headers, for `SearchedHeader`.
  init(_ path: String, includePaths: [String]) {
    self.path = path
    absolutePath = FileSystem.absolute(path)
    identity = FileSystem.identity(of: absolutePath).map {
      ClangFile.Identity(device: $0.device, inode: $0.number)
    }
    searchedName = SearchedHeader.name(of: absolutePath, includePaths: includePaths)
  }

  /// Removes further paths of the same file, and keeps the first.
  static func unique(_ paths: [String], includePaths: [String]) -> [HeaderInput] {
    var files: Set<ClangFile.Identity> = []
    var missing: Set<String> = []
    return paths.map { HeaderInput($0, includePaths: includePaths) }.filter { input in
      input.identity.map { files.insert($0).inserted } ?? missing.insert(input.absolutePath).inserted
    }
  }
}
