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

/// Recognises files that a person does not edit.
public enum ForeignFile {
  /// - Parameter ownFolders: the compiler's folders.
  public static func isEditable(_ path: String, ownFolders: [String] = []) -> Bool {
    let real = FileSystem.realPath(path) ?? FileSystem.absolute(path)
    if real.hasPrefix("/usr/local/") || real.hasPrefix("/usr/src/") { return true }
    let folders = ["/usr", "/lib", "/lib64", "/Library/Developer", "/opt/homebrew", "/nix/store"] + ownFolders
    return !folders.contains { real.hasPrefix($0 + "/") } && !real.contains(".sdk/usr/")
  }
}

/// Headers that the compiler has to find by searching the include paths, as it does for their users.
///
/// `#include_next` continues the search after the folder in which the file was found. A file that is included by its
/// path has no such folder, so the search starts again and finds the file itself.
public enum SearchedHeader {
  /// - Parameters:
  ///   - header: a path.
  ///   - includePaths: the folders that are searched, in this order.
  /// - Returns: the name under which the search finds exactly this header, if the header has an `#include_next` and
  ///   there is such a name.
  public static func name(of header: String, includePaths: [String]) -> String? {
    guard !includePaths.isEmpty, SmallFile.mentionsIncludeNext(header),
      let own = FileSystem.identity(of: header), let real = FileSystem.realPath(header)
    else { return nil }
    for folder in includePaths.compactMap(FileSystem.realPath) where real.hasPrefix(folder + "/") {
      let name = String(real.dropFirst(folder.count + 1))
      let first = includePaths.lazy.compactMap { FileSystem.identity(of: "\($0)/\(name)") }.first
      if first == own { return name }
    }
    return nil
  }
}

/// Finds the files that a name in an `#include` may refer to, among known ones.
struct PathIndex {
  private let paths: [String]
  private var byLastPart: [Substring: [Int]] = [:]

  init(_ paths: [String]) {
    self.paths = paths
    for (index, path) in paths.enumerated() { byLastPart[Self.lastPart(of: path[...]), default: []].append(index) }
  }

  func files(named name: String) -> [Int] {
    var name = name[...]
    while name.hasPrefix("../") || name.hasPrefix("./") { name = name.drop { $0 == "." }.dropFirst() }
    return (byLastPart[Self.lastPart(of: name)] ?? []).filter { paths[$0] == name || paths[$0].hasSuffix("/" + name) }
  }

  private static func lastPart(of path: Substring) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
  }
}
