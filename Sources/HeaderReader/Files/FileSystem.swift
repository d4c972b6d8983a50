import ArchiveModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Queries the file system without Foundation, because loading Foundation takes longer than finding libclang.
enum FileSystem {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The entries of a folder in no particular order; empty if it cannot be read.
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

  /// A value that is equal for all paths to one file.
  struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
  }

  /// The identity of a file; nil if there is none at the path.
  static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
  }

  /// The path without symbolic links; nil if there is no file.
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

  /// The path from the root. It keeps `..`, which after a symbolic link is not the folder that the text suggests.
  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }
}

extension FileSystem {
  static func isReadableFile(_ path: String) -> Bool { !isFolder(path) && access(path, R_OK) == 0 }
}

/// `ArchiveAnnotations.h` in memory, for headers that include it and do not bring it.
enum OwnHeader {
  /// A folder that exists only for libclang. It is searched after all others.
  static let folder = "/archivegen-own-headers"
  static let path = "\(folder)/\(AnnotationHeader.name)"
  static let text = AnnotationHeader.text
}
