import Foundation

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

  /// Registers a function that is called when the task is cancelled, or at once if it was cancelled before; nil removes
  /// it. It is called under the lock, so that it is not called after it was removed.
  func notify(_ body: (@Sendable () -> Void)?) {
    lock.withLock {
      onCancel = body
      if flag { body?() }
    }
  }
}
