import Foundation

/// The new file in the same folder, under a unique name, before it replaces the old file.
///
/// The process locks it (`flock`) while it works on it, and the system releases the lock when the process ends in any
/// way. So a lock distinguishes a file in progress from an abandoned one. A process ID would not, because it may have
/// been reused, or belong to another container.
struct TemporaryFile {
  /// The name in the folder.
  let name: String
  private let target: FilePath
  private let folder: Int32
  let descriptor: Int32

  /// - Parameter isPrivate: whether only the owner may access it until it gets the old file's permissions.
  init(for target: FilePath, in folder: Int32, isPrivate: Bool) throws(FileFailure) {
    self.target = target
    self.folder = folder
    let mode: mode_t = isPrivate ? 0o600 : 0o666
    for _ in 0..<100 {
      let name = Self.randomName(for: target.parts.name)
      let descriptor: Int32
      do throws(FileFailure) {
        descriptor = try target.attempt(.createTemporary) {
          openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        }
      } catch {
        if case .failed(let failure) = error, failure.details.systemErrorNumber == EEXIST { continue }
        throw error
      }
      if Self.own(descriptor, name, folder) {
        (self.name, self.descriptor) = (name, descriptor)
        return
      }
      _ = Foundation.close(descriptor)
    }
    throw .failed(target.error(.createTemporary, EEXIST))
  }

  /// Locks the file. It is false if another process has just taken it for an abandoned file.
  private static func own(_ descriptor: Int32, _ name: String, _ folder: Int32) -> Bool {
    // On a file system without locks, an abandoned file cannot be locked either, and remains.
    if flock(descriptor, LOCK_EX | LOCK_NB) == -1, errno == EWOULDBLOCK { return false }
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0
      && opened.isSameFile(as: named)
  }

  /// Writes all of the bytes.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileFailure) {
    var written = 0
    while written < bytes.count {
      let count = try target.attempt(.write) {
        pwrite(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written, off_t(offset + written))
      }
      guard count > 0 else { throw .failed(target.error(.write, EIO)) }
      written += count
    }
  }

  func truncate(to byteCount: Int) throws(FileFailure) {
    try target.attempt(.write) { ftruncate(descriptor, off_t(byteCount)) }
  }

  /// Flushes what is written, perhaps only to the cache of the disk.
  func flush() throws(FileFailure) { try target.attempt(.synchronize) { fsync(descriptor) } }

  /// Gives the new file the owner, group and permissions of the old one.
  func takeOver(_ old: stat) throws(FileFailure) {
    var mode = old.st_mode & 0o777
    var own = stat()
    try target.attempt(.write) { fstat(descriptor, &own) }
    if own.st_uid != old.st_uid || own.st_gid != old.st_gid,
      fchown(descriptor, old.st_uid, old.st_gid) == -1, fchown(descriptor, own.st_uid, old.st_gid) == -1
    {
      // If the group differs, it must not get the old group's permissions; it gets those of others.
      mode = mode & 0o707 | (mode & 0o007) << 3
    }
    try target.attempt(.write) { fchmod(descriptor, mode) }
  }

  func synchronize() throws(FileFailure) {
    #if canImport(Darwin)
      // There fsync leaves the bytes in the disk's cache.
      if fcntl(descriptor, F_FULLFSYNC) != -1 { return }
    #endif
    try flush()
  }

  func remove() { _ = unlinkat(folder, name, 0) }

  func close() { _ = Foundation.close(descriptor) }

  // MARK: Names

  private static let suffix = ".archivefile"
  private static let digits = 16

  /// `.order.archive.0123456789abcdef.archivefile`; a long name is shortened for the file system.
  private static func randomName(for name: String) -> String {
    var name = name
    while name.utf8.count > 200 { name.removeLast() }
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    return "." + name + "." + String(repeating: "0", count: digits - number.count) + number + suffix
  }

  /// Whether `name` has the form of `randomName`.
  static func isName(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(suffix) else { return false }
    let rest = name.utf8.dropFirst().dropLast(suffix.utf8.count)
    let number = rest.suffix(digits)
    return rest.count > digits + 1 && rest.dropLast(digits).last == UInt8(ascii: ".")
      && number.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
