import Foundation

/// Why a file was not read or written to its end.
enum FileFailure: Error {
  case failed(ArchiveError)
  case cancelled
}

/// Whom to tell of each step, and whether to go on.
struct FileSteps {
  private let progress: (@Sendable (ArchiveProgress) -> Void)?
  private let cancellation: FileCancellation?

  init(_ progress: (@Sendable (ArchiveProgress) -> Void)?, _ cancellation: FileCancellation?) {
    self.progress = progress
    self.cancellation = cancellation
  }

  /// The length of a step of so many bytes, or of an unknown number.
  static func length(of total: Int?) -> Int { min(max((total ?? 0) / 100, 1 << 20), 16 << 20) }

  /// - Throws: `cancelled`.
  func check() throws(FileFailure) {
    if let cancellation, cancellation.isCancelled { throw .cancelled }
  }

  func report(_ count: Int, of total: Int?) {
    progress?(ArchiveProgress(completedByteCount: count, totalByteCount: total))
  }
}

/// Whether the waiting task was cancelled.
final class FileCancellation: @unchecked Sendable {
  private let lock = NSLock()
  private var flag = false

  var isCancelled: Bool { lock.withLock { flag } }
  func cancel() { lock.withLock { flag = true } }
}
