import Foundation

/// Keeps other runs from writing to a folder until it goes.
///
/// The lock is on the folder itself, so that no file stays for it; the system takes it back when a process ends, however
/// it does.
final class FolderLock {
  private let descriptor: Int32
  /// False on a file system that has no locks.
  let isHeld: Bool

  /// Waits for a run that writes there now, which takes moments.
  /// - Throws: `Failure` when the folder cannot be opened, or when another run holds it for half a minute.
  init(_ folder: String) throws {
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
}
