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

  /// Has `body` called when the task is cancelled, until it is set to nil; at once if that was before. It is called
  /// under the lock, so that it is not called any more once it was set to nil.
  func notify(_ body: (@Sendable () -> Void)?) {
    lock.withLock {
      onCancel = body
      if flag { body?() }
    }
  }
}
