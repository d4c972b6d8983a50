import Foundation

/// Waits for a pipe's writer, a device or another process's lease, until the task is cancelled.
final class FileWait {
  private let monitor: WorkMonitor
  /// A pipe that gets a byte when the task is cancelled; nil without a task.
  private var wake: (read: Int32, write: Int32)?

  init(_ monitor: WorkMonitor) { self.monitor = monitor }

  private func prepare() {
    guard monitor.canBeCancelled, wake == nil else { return }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    wake = (ends[0], ends[1])
    let target = ends[1]
    monitor.notifyCancellation {
      var byte: UInt8 = 0
      _ = Foundation.write(target, &byte, 1)
    }
  }

  deinit {
    guard let wake else { return }
    monitor.notifyCancellation(nil)
    close(wake.read)
    close(wake.write)
  }

  /// Waits until there is something to read, or no writer is left.
  ///
  /// - Throws: `cancelled`.
  func untilReadable(_ descriptor: Int32) throws(FileFailure) { try wait(descriptor, milliseconds: -1) }

  /// Waits for a short time.
  ///
  /// - Throws: `cancelled`.
  func forAMoment() throws(FileFailure) { try wait(-1, milliseconds: 20) }

  private func wait(_ descriptor: Int32, milliseconds: Int32) throws(FileFailure) {
    prepare()
    if monitor.isCancelled { throw .cancelled }
    // poll ignores descriptors below 0.
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake?.read ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    // A signal or a failure ends the wait early; the caller tries again and waits again.
    _ = poll(&entries, nfds_t(entries.count), milliseconds)
    if monitor.isCancelled { throw .cancelled }
  }
}
