#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the reader asks the file system, without Foundation: loading that costs more than finding libclang.
enum Folder {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The entries of a folder in no order; none if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The same for every path to one file.
  struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
  }

  /// nil if nothing is there.
  static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
  }

  /// Without symbolic links; nil if nothing is there.
  static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  static func lastPart(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path from the root. `..` stays: behind a symbolic link it is not the parent that the text shows.
  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }
}

extension Folder {
  static func isReadableFile(_ path: String) -> Bool { !isFolder(path) && access(path, R_OK) == 0 }
}

/// Text files that are looked at beside the compiler.
enum SmallFile {
  /// Empty if it cannot be read; what is not UTF-8 in it is replaced.
  static func contents(of path: String) -> String { String(decoding: bytes(of: path), as: UTF8.self) }

  /// Whether `include_next` is in the file. Its x is the byte that is rare in C.
  static func mentionsIncludeNext(_ path: String) -> Bool {
    let before = Array("include_ne".utf8)
    return bytes(of: path).withUnsafeBytes { bytes in
      var position = 0
      while let rare = bytes.firstOffset(of: UInt8(ascii: "x"), from: position) {
        position = rare + 1
        if rare >= before.count, position < bytes.count, bytes[position] == UInt8(ascii: "t"),
          bytes[(rare - before.count)..<rare].elementsEqual(before)
        {
          return true
        }
      }
      return false
    }
  }

  static func bytes(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var space = 1 << 16
    while true {
      let before = bytes.count
      // One call reads most headers, and a second finds the end.
      let more = [UInt8](unsafeUninitializedCapacity: space) { buffer, count in
        count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
      }
      guard !more.isEmpty else { return bytes }
      if before == 0 { bytes = more } else { bytes += more }
      space = max(space, bytes.count)
    }
  }
}
