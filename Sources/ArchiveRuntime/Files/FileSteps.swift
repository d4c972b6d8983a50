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
