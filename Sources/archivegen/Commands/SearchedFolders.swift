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
    let read = Set(read.map(Self.name))
    let own = Set(read.map { Self.name(parentFolder($0)) })
    let searched = Set(searched.map(Self.name))
    let given = Set(inputs.map(Self.name))
    var inner: Set<String> = []
    for folder in own where folder != "." {
      // Each searched folder above may be the one from which the file was named.
      let roots = searched.filter { folder.hasPrefix($0 + "/") }
      inner.formUnion(roots.map { String(folder.dropFirst($0.count + 1)) })
      // Of a folder of the system only the last part may be what an #include says: 'sys/types.h'.
      if roots.isEmpty { inner.insert(lastComponent(folder)) }
    }
    var including: Set<String> = []
    for path in read where !Self.isOfSystem(path, but: searched.union(given)) {
      guard let folders = Self.testedFolders(in: path) else { return nil }
      inner.formUnion(folders)
      including.insert(Self.name(parentFolder(path)))
    }
    all = own.union(searched)
    // Headers may name others from their own folders. Many folders are those of one project, whose headers name each other from its
    // searched folders.
    let near = given.union(including)
    let roots = searched.union(near.count * inner.count <= 4_096 ? near : [])
    for root in roots { for folder in inner { all.insert(join(root, folder)) } }
  }

  /// Whether it is a header of the system or of the compiler, which ask for much, and seldom change.
  private static func isOfSystem(_ path: String, but folders: Set<String>) -> Bool {
    let isOutside =
      ["/usr/", "/opt/", "/Library/", "/Applications/"].contains { path.hasPrefix($0) } || path.contains("/lib/clang/")
    return isOutside && !folders.contains { path.hasPrefix($0 + "/") }
  }

  /// The path without empty parts: 'inc//lib/' is 'inc/lib'.
  private static func name(_ path: String) -> String {
    let parts = path.split(separator: "/").joined(separator: "/")
    return path.hasPrefix("/") ? "/" + parts : parts.isEmpty ? "." : parts
  }

  /// The folders of the headers for which a file asks with `__has_include`, which need not exist.
  private static func testedFolders(in path: String) -> [String]? {
    guard let data = fileContents(path) else { return [] }
    return data.withUnsafeBytes { bytes in
      var folders: [String] = []
      var rest = bytes[...]
      while let start = rest.firstIndex(of: UInt8(ascii: "#")) {
        let line = Self.line(rest[start...])
        rest = rest[line.endIndex...]
        let text = String(decoding: line, as: UTF8.self)
        for question in text.split(separator: "__has_include", omittingEmptySubsequences: false).dropFirst() {
          // '#ifdef __has_include' asks for nothing, and '__has_include_next' does.
          let name = question.drop { $0 != "(" }.dropFirst().drop { $0.isWhitespace || $0 == "\\" }
          if name.isEmpty { continue }
          guard let end = ["<": ">", "\"": "\""][name.first ?? "("] as Character? else { return nil }
          folders.append(parentFolder(String(name.dropFirst().prefix { $0 != end })))
        }
      }
      return folders.filter { !$0.isEmpty }
    }
  }

  /// The line at the beginning of the text, with those that a '\\' at its end continues.
  private static func line(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    var end = text.startIndex
    while end < text.endIndex, text[end] != UInt8(ascii: "\n") {
      if text[end] == UInt8(ascii: "\\") {
        // The next byte does not end the line, nor does a '\r\n'.
        end += text[end...].dropFirst().first == UInt8(ascii: "\r") ? 2 : 1
      }
      end += 1
    }
    return text[..<min(end, text.endIndex)]
  }
}
