import Foundation

/// The system's word that nobody changes a file in place.
///
/// Under Linux's read lease, an `open` for writing and a `truncate` wait until the lease is given back, that is until the
/// file is closed, or until `/proc/sys/fs/lease-break-time` has passed. There is none while somebody has the file open
/// for writing. See fcntl(2).
enum FileLease {
  /// Whether there is a lease now, until the file is closed.
  static func take(on descriptor: Int32) -> Bool {
    #if os(Linux)
      // A waiting writer would be announced by SIGIO, which ends a process. SIGURG is ignored unless somebody wants it,
      // and as soon as the lease is there nobody is told at all.
      guard fcntl(descriptor, setSignal, SIGURG) == 0, fcntl(descriptor, setLease, Int32(F_RDLCK)) == 0 else {
        return false
      }
      _ = fcntl(descriptor, F_SETOWN, 0)
      return true
    #else
      return false
    #endif
  }

  // F_SETSIG and F_SETLEASE: Linux's own, which C libraries show only on request.
  private static let setSignal: Int32 = 10
  private static let setLease: Int32 = 1024
}
