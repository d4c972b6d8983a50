import Foundation

/// Linux's guarantee that a file is not changed in place.
///
/// Under a read lease, an `open` for writing and a `truncate` wait until the lease ends, that is until the file is
/// closed, or until `/proc/sys/fs/lease-break-time` has passed. The system grants none while a process has the file
/// open for writing. See fcntl(2).
package enum FileLease {
  /// Takes a lease that lasts until the file is closed.
  package static func take(on descriptor: Int32) -> Bool {
    #if os(Linux)
      // A waiting writer would be announced by SIGIO, which ends a process. SIGURG is ignored unless the process
      // handles it, and as soon as the lease exists, no signal is sent at all.
      guard fcntl(descriptor, setSignal, SIGURG) == 0, fcntl(descriptor, setLease, Int32(F_RDLCK)) == 0 else {
        return false
      }
      _ = fcntl(descriptor, F_SETOWN, 0)
      return true
    #else
      return false
    #endif
  }

  // F_SETSIG and F_SETLEASE are specific to Linux, and C libraries define them only on request.
  private static let setSignal: Int32 = 10
  private static let setLease: Int32 = 1024
}
