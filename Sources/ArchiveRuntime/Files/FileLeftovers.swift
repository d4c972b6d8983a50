import Foundation

/// Temporary files of killed processes.
enum FileLeftovers {
  /// Deletes those in a folder at this process's first save there, and if the last search was a minute ago, because the
  /// folder may be large.
  static func remove(in folder: Int32) {
    var info = stat()
    guard fstat(folder, &info) == 0, looks.isDue(info) else { return }
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy != -1 else { return }
    guard let list = fdopendir(copy) else {
      close(copy)
      return
    }
    defer { closedir(list) }
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(validatingCString: $0) }
      }
      if let name, TemporaryFile.isName(name) { removeIfLeft(name, in: folder) }
    }
  }

  /// Deletes a file that belongs to this user, has no other name, and is not locked.
  private static func removeIfLeft(_ name: String, in folder: Int32) {
    let descriptor = openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor != -1 else { return }
    defer { close(descriptor) }
    var (opened, named) = (stat(), stat())
    guard fstat(descriptor, &opened) == 0, opened.isRegular, opened.st_uid == geteuid(), opened.st_nlink == 1,
      isAbandoned(descriptor, opened)
    else { return }
    // Its process may have finished it in the meantime; then the name no longer exists.
    guard fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0, opened.isSameFile(as: named) else { return }
    _ = unlinkat(folder, name, 0)
  }

  /// Whether no process is working on the file any more.
  private static func isAbandoned(_ descriptor: Int32, _ info: stat) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno != EWOULDBLOCK else { return false }
    // The file system has no locks. A save writes all the time, so a file without a write for an hour is abandoned. A
    // save that was suspended for that long fails, and the old file stays in place.
    #if canImport(Darwin)
      let written = info.st_mtimespec.tv_sec
    #else
      let written = info.st_mtim.tv_sec
    #endif
    return time(nil) - written > abandonedAfter
  }

  /// In seconds.
  private static let abandonedAfter = 3_600

  private static let looks = Looks()

  /// The time of this process's last search in each folder.
  final class Looks: @unchecked Sendable {
    private struct Folder: Hashable {
      let device: dev_t
      let file: ino_t
    }

    private let lock = NSLock()
    private var last: [Folder: UInt64] = [:]

    /// - Parameter now: In nanoseconds. Of two saves at once, the later may ask first.
    func isDue(_ info: stat, at now: UInt64 = DispatchTime.now().uptimeNanoseconds) -> Bool {
      func isRecent(_ before: UInt64) -> Bool { now < before || now - before < 60_000_000_000 }
      return lock.withLock {
        let folder = Folder(device: info.st_dev, file: info.st_ino)
        if let before = last[folder], isRecent(before) { return false }
        // Old entries would be searched again anyway.
        if last.count >= 1000 { last = last.filter { isRecent($0.value) } }
        last[folder] = now
        return true
      }
    }
  }
}
