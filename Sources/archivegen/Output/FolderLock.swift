import Foundation

/// Keeps other runs from writing to a folder as long as it exists.
///
/// The folder itself is locked, so that no lock file remains. The system releases the lock when the process ends, in
/// whatever way.
final class FolderLock {
  private let descriptor: Int32
  private let folder: FileIdentity?
  /// Whether the lock is held; false on a file system without locks.
  let isHeld: Bool

  /// Waits for a run that is writing to the folder, which takes moments.
  /// - Throws: `Failure` if the folder cannot be opened, or if another run holds the lock for half a minute.
  init(_ folder: String) throws {
    self.folder = FileIdentity(of: folder)
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(
        .unusableOutput, "cannot read the folder '\(folder)': \(lastErrorText())", advice: "check its permissions")
    }
    for _ in 0..<3000 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        isHeld = true
        return
      }
      guard errno == EWOULDBLOCK || errno == EINTR else {
        isHeld = false
        return
      }
      usleep(10_000)
    }
    close(descriptor)
    throw Failure(
      .unusableOutput, "another archivegen is writing to '\(folder)'",
      advice: "wait for it to end, or give each run a folder of its own"
    )
  }

  deinit { close(descriptor) }

  /// Whether it is the lock of this folder, which the same run cannot lock again.
  func isOf(_ folder: String) -> Bool { self.folder != nil && self.folder == FileIdentity(of: folder) }
}
