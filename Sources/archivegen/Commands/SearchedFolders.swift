import Foundation

/// The folders where a header that appears may be found before one that was read: if `lib/config.h` was found in one of the
/// searched folders, the folder `lib` of all of them, whether it exists or not.
struct SearchedFolders {
  private(set) var all: Set<String>

  /// - Parameters:
  ///   - read: the files.
  ///   - inputs: the given folders, and those in them.
  ///   - searched: those of `-I`, `-isystem` and the like.
  /// - Returns: nil if they cannot be known: `__has_include` of a macro.
  init?(read: Set<String>, inputs: [String], searched: [String]) {
    let own = Set(read.map { Self.name(parentFolder($0)) })
    let searched = searched.map(Self.name)
    var inner: Set<String> = []
    for folder in own where folder != "." {
      let root = searched.first { folder.hasPrefix($0 + "/") }
      // Of a folder of the system only the last part may be what an #include says: 'sys/types.h'.
      inner.insert(root.map { String(folder.dropFirst($0.count + 1)) } ?? lastComponent(folder))
    }
    let given = Set(inputs)
    for path in read where given.contains(parentFolder(path)) || searched.contains(where: { path.hasPrefix($0 + "/") })
    {
      guard let folders = Self.testedFolders(in: path) else { return nil }
      inner.formUnion(folders)
    }
    all = own.union(searched)
    // Many folders are those of one project, whose headers name each other from its searched folders.
    let roots = Set(searched).union(inputs.count * inner.count <= 4_096 ? inputs.map(Self.name) : [])
    for root in roots { for folder in inner { all.insert(join(root, folder)) } }
  }

  private static func name(_ folder: String) -> String { folder.isEmpty ? "." : folder }

  /// The folders of the headers for which a file asks with `__has_include`, which need not exist.
  private static func testedFolders(in path: String) -> [String]? {
    guard let data = fileContents(path) else { return [] }
    return data.withUnsafeBytes { bytes in
      var folders: [String] = []
      var rest = bytes[...]
      while let start = rest.firstIndex(of: UInt8(ascii: "#")) {
        let line = rest[start...].prefix { $0 != UInt8(ascii: "\n") }
        rest = rest[line.endIndex...]
        for question in String(decoding: line, as: UTF8.self).split(separator: "__has_include").dropFirst() {
          // '#ifdef __has_include' asks for nothing, and '__has_include_next' does.
          guard let name = question.drop(while: { $0 != "(" }).dropFirst().split(separator: " ").first else { continue }
          guard let end = ["<": ">", "\"": "\""][name.first ?? "("] as Character? else { return nil }
          folders.append(parentFolder(String(name.dropFirst().prefix { $0 != end })))
        }
      }
      return folders.filter { !$0.isEmpty }
    }
  }
}
