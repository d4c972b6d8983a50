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

  /// Locks folders, and keeps them locked during `body`. Runs that need the same ones lock them in the same order, so that none waits
  /// for another that waits for it.
  static func holding<Result>(_ folders: [String], _ body: ([FolderLock]) throws -> Result) throws -> Result {
    var seen: Set<FileIdentity> = []
    let folders = folders.map { ($0, FileIdentity(of: $0)) }
      .sorted { ($0.1?.device ?? 0, $0.1?.number ?? 0) < ($1.1?.device ?? 0, $1.1?.number ?? 0) }
      .filter { $0.1.map { seen.insert($0).inserted } ?? true }
    let locks = try folders.map { try FolderLock($0.0) }
    return try withExtendedLifetime(locks) { try body(locks) }
  }

  /// Whether it is the lock of this folder, which the same run cannot lock again.
  func isOf(_ folder: String) -> Bool { self.folder != nil && self.folder == FileIdentity(of: folder) }
}
