import Foundation

/// Why a file was not read or written to its end.
enum FileFailure: Error {
  case failed(ArchiveError)
  case cancelled

  init(_ error: ArchiveError) { self = error == .cancelled ? .cancelled : .failed(error) }
}

/// The steps in which bytes move between memory and a file.
struct FileSteps {
  let monitor: WorkMonitor
  private let phase: ArchiveProgress.Phase

  init(_ monitor: WorkMonitor, _ phase: ArchiveProgress.Phase) {
    self.monitor = monitor
    self.phase = phase
  }

  /// The length of a step of so many bytes, or of an unknown number: short enough for a slow disk to answer a
  /// cancellation at once.
  static func length(of total: Int?) -> Int { min(max((total ?? 0) / 100, 1 << 20), 4 << 20) }

  /// - Throws: `cancelled`.
  func check() throws(FileFailure) {
    if monitor.isCancelled { throw .cancelled }
  }

  func report(_ count: Int, of total: Int?) { monitor.report(phase, byteCount: count, of: total) }
}

/// Whether the waiting task was cancelled.
final class FileCancellation: @unchecked Sendable {
  private let lock = NSLock()
  private var flag = false
  private var onCancel: (@Sendable () -> Void)?

  var isCancelled: Bool { lock.withLock { flag } }

  func cancel() {
    lock.withLock {
      flag = true
      onCancel?()
    }
  }

  /// Has `body` called when the task is cancelled, until it is set to nil; at once if that was before. It is called
  /// under the lock, so that it is not called any more once it was set to nil.
  func notify(_ body: (@Sendable () -> Void)?) {
    lock.withLock {
      onCancel = body
      if flag { body?() }
    }
  }
}
