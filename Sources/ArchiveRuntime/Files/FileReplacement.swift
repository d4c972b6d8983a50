import Foundation

/// Replaces a whole file by new bytes.
enum FileReplacement {
  static func replace(_ path: FilePath, with data: Data, _ steps: FileSteps) throws(FileFailure) {
    let target = try end(of: path)
    let (folderPath, name) = target.parts
    let folder = try target.attempt(.openFolder) { open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    defer { close(folder) }
    let old = try attributes(of: target, in: folder)
    FileLeftovers.remove(in: folder)
    let temporary = try TemporaryFile(for: target, in: folder, isPrivate: old != nil)
    // This also releases the lock, which has to be held longer than the name exists.
    defer { temporary.close() }
    do throws(FileFailure) {
      try temporary.write(data, steps)
      if let old { try temporary.takeOver(old) }
      try temporary.synchronize()
      try steps.check()
      try target.attempt(.replace) { renameat(folder, temporary.name, folder, name) }
    } catch {
      temporary.remove()
      throw error
    }
    try synchronize(folder, of: target)
    steps.report(data.count, of: data.count)
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
