import Foundation

// Foundation's own path functions of NSString trap on Linux for some relative paths ("m" is one).

/// The text after the last slash, ignoring a slash at the end.
func lastComponent(_ path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}

/// The text before the last component: empty for a name alone, "/" for a file in the root.
func parentFolder(_ path: String) -> String {
  var bytes = path.utf8[...]
  while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes = bytes.dropLast() }
  guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "" }
  var folder = bytes[..<slash]
  while folder.last == UInt8(ascii: "/") { folder = folder.dropLast() }
  return folder.isEmpty ? "/" : String(Substring(folder))
}

/// Finds the real paths of many files in few folders, each folder only once.
struct RealPaths {
  private var folders: [String: String] = [:]

  mutating func path(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else { return realPath(path) }
    let name = path[path.index(after: slash)...]
    var status = stat()
    guard name != "..", name != ".", !name.isEmpty, lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK else {
      return realPath(path)
    }
    let folder = String(path[..<slash])
    let real = folders[folder] ?? realPath(folder)
    folders[folder] = real
    return real == "/" ? "/\(name)" : "\(real)/\(name)"
  }
}

/// The absolute path without symbolic links; for a path that does not exist, its existing part is resolved.
func realPath(_ path: String) -> String {
  if let resolved = realpath(path, nil) {
    defer { free(resolved) }
    return String(cString: resolved)
  }
  let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  let parent = parentFolder(absolute)
  guard !parent.isEmpty, parent != "/", parent != absolute else { return absolute }
  return realPath(parent) + "/" + lastComponent(absolute)
}

/// What stands in a folder.
struct FolderContents {
  private(set) var names: [String] = []
  /// Names that are not UTF-8, as they can be shown, and whether they are of folders. No path of ours leads there.
  private(set) var unreadable: [(name: String, isFolder: Bool)] = []

  /// - Returns: nil if the folder cannot be read; `errno` says why.
  init?(of folder: String) {
    guard let directory = opendir(folder) else { return nil }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        guard let name = bytes.assumingMemoryBound(to: CChar.self).baseAddress else { return }
        if let valid = String(validatingCString: name) {
          if valid != ".", valid != ".." { names.append(valid) }
          return
        }
        var status = stat()
        let isFolder = fstatat(dirfd(directory), name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFDIR
        unreadable.append((String(cString: name), isFolder))
      }
    }
  }
}

/// The path of a file in a folder, which is empty for the working directory.
func join(_ folder: String, _ name: String) -> String {
  folder.isEmpty ? name : "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\(name)"
}

func isFolder(_ path: String) -> Bool {
  var isFolder: ObjCBool = false
  return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
}

/// The bytes of a file; nil if it cannot be read, and `errno` says why. Of a folder Foundation leaves another reason there.
func fileContents(_ path: String) -> Data? {
  guard !isFolder(path) else {
    errno = EISDIR
    return nil
  }
  return FileManager.default.contents(atPath: path)
}

/// The text for `errno`.
func lastErrorText() -> String { String(cString: strerror(errno)) }

/// The way from a folder to a file or folder, without symbolic links: `../Goldens`.
func relativePath(_ path: String, from folder: String) -> String {
  way(from: realPath(folder.isEmpty ? "." : folder), to: realPath(path))
}

/// The way between two absolute paths without symbolic links.
func way(from folder: String, to path: String) -> String {
  var here = folder.split(separator: "/")[...]
  var there = path.split(separator: "/")[...]
  while let first = here.first, first == there.first {
    here = here.dropFirst()
    there = there.dropFirst()
  }
  return (here.map { _ in ".." } + there).joined(separator: "/")
}
