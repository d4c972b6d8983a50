import Foundation

/// The reason why a file was not read or written completely.
enum FileFailure: Error {
  case failed(ArchiveError)
  case cancelled

  init(_ error: ArchiveError) { self = error == .cancelled ? .cancelled : .failed(error) }
}

/// Transfers bytes between memory and a file in steps.
struct FileSteps {
  let monitor: WorkMonitor
  private let phase: ArchiveProgress.Phase

  init(_ monitor: WorkMonitor, _ phase: ArchiveProgress.Phase) {
    self.monitor = monitor
    self.phase = phase
  }

  /// The length of a step for this total, which may be unknown: short enough to react to a cancellation at once on a
  /// slow disk.
  static func length(of total: Int?) -> Int { min(max((total ?? 0) / 100, 1 << 20), 4 << 20) }

  /// - Throws: `cancelled`.
  func check() throws(FileFailure) {
    if monitor.isCancelled { throw .cancelled }
  }

  func report(_ count: Int, of total: Int?) { monitor.report(phase, byteCount: count, of: total) }
}
