import Foundation

/// Replaces a whole file by a new one, which appears when it is complete.
struct FileReplacement {
  let temporary: TemporaryFile
  private let target: FilePath
  /// The descriptor of the file's folder.
  private let folder: Int32
  private let old: stat?

  init(of path: FilePath) throws(FileFailure) {
    let target = try Self.end(of: path)
    let folderPath = target.parts.folder
    let folder = try target.attempt(.openFolder) { open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    do throws(FileFailure) {
      let old = try Self.attributes(of: target, in: folder)
      FileLeftovers.remove(in: folder)
      temporary = try TemporaryFile(for: target, in: folder, isPrivate: old != nil)
      (self.target, self.folder, self.old) = (target, folder, old)
    } catch {
      _ = Foundation.close(folder)
      throw error
    }
  }

  /// Gives the new file the old one's attributes, flushes it to the disk, and puts it in the old one's place.
  ///
  /// - Parameter check: called before the old file is replaced.
  func finish(_ check: () throws(FileFailure) -> Void) throws(FileFailure) {
    if let old { try temporary.takeOver(old) }
    try temporary.synchronize()
    try check()
    let name = target.parts.name
    try target.attempt(.replace) { renameat(folder, temporary.name, folder, name) }
    try Self.synchronize(folder, of: target)
  }

  /// Also releases the lock of the temporary file, which has to be held longer than its name exists.
  func close() {
    temporary.close()
    _ = Foundation.close(folder)
  }

  /// The file to which symbolic links lead, whether it exists or not.
  private static func end(of path: FilePath) throws(FileFailure) -> FilePath {
    try path.check()
    var path = path
    for _ in 0..<40 {
      guard let next = try target(ofLink: path) else { return path }
      path = FilePath(next.hasPrefix("/") ? next : path.parts.folder + "/" + next)
    }
    throw .failed(path.error(.inspect, ELOOP))
  }

  private static func target(ofLink path: FilePath) throws(FileFailure) -> String? {
    // The system does not write the zero at the end.
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(path.text, &bytes, Int(PATH_MAX))
    if count == -1 {
      // It is not a link, or does not exist yet.
      guard errno == EINVAL || errno == ENOENT else { throw .failed(path.error(.inspect, errno)) }
      return nil
    }
    let text = bytes.withUnsafeBufferPointer { $0.baseAddress.flatMap { String(validatingCString: $0) } }
    guard let text else {
      throw path.refused(.inspect, "the symbolic link leads to a name that is not UTF-8")
    }
    return text
  }

  /// The attributes of the old file; nil if there is none.
  private static func attributes(of target: FilePath, in folder: Int32) throws(FileFailure) -> stat? {
    var old = stat()
    let name = target.parts.name
    guard !name.isEmpty else { throw .failed(target.error(.replace, EISDIR)) }
    if fstatat(folder, name, &old, AT_SYMLINK_NOFOLLOW) == -1 {
      guard errno == ENOENT else { throw .failed(target.error(.inspect, errno)) }
      return nil
    }
    guard old.isRegular else {
      throw target.refused(.replace, "it is a folder, a device or a pipe, and only regular files are replaced")
    }
    return old
  }

  /// Flushes the rename to the disk.
  private static func synchronize(_ folder: Int32, of target: FilePath) throws(FileFailure) {
    do throws(FileFailure) { try target.attempt(.synchronizeFolder) { fsync(folder) } } catch {
      // Some file systems have nothing to flush for a folder, and report an error.
      if case .failed(let failure) = error, let code = failure.details.systemErrorNumber,
        [EINVAL, ENOTSUP, EBADF].contains(code)
      {
        return
      }
      throw error
    }
  }
}

/// A file that is written piece by piece, and replaces an old one when it is complete.
package enum StreamedFile {
  /// - Parameters:
  ///   - path: Of a regular file, or of none yet. The file that a symbolic link leads to is replaced.
  ///   - fill: Writes to the descriptor. If it throws, the old file stays.
  /// - Throws: `file`, and what `fill` throws.
  package static func replace(_ path: String, _ fill: (Int32) throws -> Void) throws {
    do {
      try FileReplacement.replace(FilePath(path), fill)
    } catch FileFailure.failed(let error) {
      throw error
    }
  }
}

extension FileReplacement {
  fileprivate static func replace(_ path: FilePath, _ fill: (Int32) throws -> Void) throws {
    let replacement = try FileReplacement(of: path)
    defer { replacement.close() }
    do {
      try fill(replacement.temporary.descriptor)
      try replacement.finish {}
    } catch {
      replacement.temporary.remove()
      throw error
    }
  }
}
