import Foundation

/// Follows one save or load through its phases, reports the progress, and stops it when its task is cancelled.
///
/// It is confined to the working thread. The engine's loops find it as `WorkMonitor.current`, so that calls between a
/// file and a loop need not pass it on. Without a monitor they only test for nil.
package final class WorkMonitor: @unchecked Sendable {
  @TaskLocal package static var current: WorkMonitor?

  typealias Phase = ArchiveProgress.Phase

  /// The kind of save or load, on which the shares of encoding and decoding depend.
  enum Kind {
    case bytes, records, graph, objects

    /// The share of encoding in the whole time; the rest is writing. Measured with 100 MB archives on a local disk.
    fileprivate var encodingShare: Double {
      switch self {
      case .bytes: 0
      case .records: 0.25
      case .graph: 0.7
      case .objects: 0.9
      }
    }

    /// The share of reading a file that is in the page cache; the rest is decoding.
    fileprivate var readingShare: Double {
      switch self {
      case .bytes: 0.9
      case .records: 0.4
      case .graph: 0.15
      case .objects: 0.05
      }
    }
  }

  private let kind: Kind
  private let progress: (@Sendable (ArchiveProgress) -> Void)?
  private let cancellation: FileCancellation?
  private(set) var expectedByteCount: Int?
  /// The bytes of the file that are written while the archive is encoded.
  private var writtenAhead = 0
  /// The file's length, if it is known yet.
  private var fileByteCount: Int?
  private var phase: Phase?
  private var fraction = 0.0
  private var isFractionKnown = true
  private var lastReport: UInt64 = 0
  private var lastFraction = -1.0
  private var isClaimed = false

  init(_ kind: Kind, _ progress: (@Sendable (ArchiveProgress) -> Void)?, _ cancellation: FileCancellation?) {
    self.kind = kind
    self.progress = progress
    self.cancellation = cancellation
  }

  var isCancelled: Bool { cancellation?.isCancelled ?? false }
  /// Whether there is a task that may be cancelled.
  var canBeCancelled: Bool { cancellation != nil }

  func cancel() { cancellation?.cancel() }

  /// Registers a function that is called when the task is cancelled, until this is called with nil. It must return at
  /// once.
  func notifyCancellation(_ body: (@Sendable () -> Void)?) { cancellation?.notify(body) }

  /// - Throws: `cancelled`.
  func check() throws(ArchiveError) {
    if isCancelled { throw .cancelled }
  }

  // MARK: Called by the engine

  /// The counter for a loop with this number of iterations; nil without a monitor, and for a short loop.
  package static func stage(for count: Int) -> WorkStage? {
    count > WorkStage.interval ? current.map(WorkStage.init) : nil
  }

  /// Whether the calling stage is the outermost one of the phase, whose loops determine the fraction. A stage inside
  /// another one, such as an array in an object, only checks for cancellation.
  fileprivate func claim() -> Bool {
    defer { isClaimed = true }
    return !isClaimed
  }

  /// Begins a phase, whose stages follow.
  func begin(_ phase: Phase) {
    isClaimed = false
    report(phase, 0, of: nil, part: 0, isForced: true)
  }

  /// - Parameter byteCount: the size of the archive that is replaced, as an estimate of the new archive's size.
  func beginEncoding(expecting byteCount: Int?) {
    guard kind != .bytes else { return }
    expectedByteCount = byteCount
    begin(.encoding)
  }

  /// - Parameter part: the completed part of the phase. The engine never reports that a phase is complete; the callers
  ///   that use its result do.
  func report(_ completed: Int, of total: Int?, part: Double) {
    report(phase ?? .encoding, completed, of: total, part: min(part, 0.99), isForced: false)
  }

  // MARK: Called by file operations

  /// Notes that so many bytes of the file are written, while the archive is still encoded.
  func wroteAhead(_ byteCount: Int) { writtenAhead = byteCount }

  /// Reports bytes that were written or read. The caller's steps determine the interval of the reports.
  func report(_ phase: Phase, byteCount: Int, of total: Int?) {
    fileByteCount = total
    isFractionKnown = total != nil
    let part = total.map { $0 > 0 ? min(Double(byteCount) / Double($0), 1) : 1 }
    report(phase, byteCount, of: total, part: part ?? 0, isForced: true)
  }

  /// Reports that the load has its value.
  func finish() {
    isFractionKnown = true
    report(phase ?? .decoding, 1, of: 1, part: 1, isForced: true)
  }

  // MARK: Reports

  /// - Parameter part: the completed part of the phase, from 0 to 1.
  private func report(_ phase: Phase, _ completed: Int, of total: Int?, part: Double, isForced: Bool) {
    guard let progress else { return }
    self.phase = phase
    let (start, length) = share(of: phase)
    fraction = max(fraction, start + length * min(max(part, 0), 1))
    if !isForced {
      let now = DispatchTime.now().uptimeNanoseconds
      guard fraction - lastFraction >= 0.01 || now &- lastReport >= 100_000_000 else { return }
      lastReport = now
    }
    lastFraction = fraction
    let bytes: (completed: Int, total: Int?)
    switch phase {
    case .encoding: bytes = (writtenAhead, nil)
    case .writing, .reading: bytes = (completed, total)
    case .decoding: bytes = (fileByteCount ?? 0, fileByteCount)
    }
    progress(
      ArchiveProgress(
        phase: phase, completedUnitCount: completed, totalUnitCount: total,
        fraction: isFractionKnown ? fraction : nil, completedByteCount: bytes.completed, totalByteCount: bytes.total))
  }

  /// What is written ahead leaves little to write.
  private var encodingShare: Double { writtenAhead > 0 ? 0.98 : kind.encodingShare }

  private func share(of phase: Phase) -> (start: Double, length: Double) {
    switch phase {
    case .encoding: (0, encodingShare)
    case .writing: (encodingShare, 1 - encodingShare)
    case .reading: (0, kind.readingShare)
    case .decoding: (kind.readingShare, 1 - kind.readingShare)
    }
  }
}

/// Counts the work of an engine's loops, and checks every few thousand units whether to report or to stop.
///
/// It is a class, so that everything that one engine does is counted together.
package final class WorkStage {
  private let monitor: WorkMonitor
  private var drivesFraction = false
  private var start = 0.0
  private var length = 1.0
  private var total: Int?
  private var done = 0
  /// The greatest number of units that were known and not done.
  private var mostAhead = 0

  /// The number of units between two checks, which take some tens of microseconds.
  static let interval = 1_024
  private var countdown = WorkStage.interval

  package init(_ monitor: WorkMonitor) { self.monitor = monitor }

  /// Begins a part of the phase.
  ///
  /// - Parameters:
  ///   - share: the part of the phase, as a range within 0 and 1.
  ///   - total: the number of units; nil if it is unknown.
  func begin(_ share: ClosedRange<Double>, of total: Int?) {
    if !drivesFraction { drivesFraction = monitor.claim() }
    start = share.lowerBound
    length = share.upperBound - share.lowerBound
    self.total = total
    done = 0
    mostAhead = 0
  }

  /// Counts units of a known total.
  ///
  /// - Throws: `cancelled`.
  func advance(by count: Int) throws(ArchiveError) {
    done &+= count
    countdown &-= count
    guard countdown <= 0 else { return }
    countdown = Self.interval
    try monitor.check()
    guard drivesFraction else { return }
    let part = total.map { $0 > 0 ? Double(done) / Double($0) : 1 } ?? Self.guess(done)
    monitor.report(done, of: total, part: start + length * part)
  }

  /// Counts one unit of work with an unknown total.
  ///
  /// - Parameter found: returns the completed and the known work. It is called from time to time.
  /// - Throws: `cancelled`.
  @inline(__always)
  func step(_ found: () -> Found) throws(ArchiveError) {
    countdown &-= 1
    if countdown <= 0 { try look(found()) }
  }

  /// The progress of work with an unknown total.
  struct Found {
    /// The completed units.
    let done: Int
    /// The units that have been found so far, completed or not.
    let known: Int
    /// An estimate of the bytes of the archive for the completed units.
    let byteCount: Int
  }

  /// - Throws: `cancelled`.
  func check() throws(ArchiveError) { try monitor.check() }

  /// The same for a caller that only checks for cancellation.
  @inline(__always)
  package func step() throws(ArchiveError) {
    countdown &-= 1
    if countdown <= 0 {
      countdown = Self.interval
      try monitor.check()
    }
  }

  @inline(never)
  private func look(_ found: Found) throws(ArchiveError) {
    countdown = Self.interval
    try monitor.check()
    guard drivesFraction else { return }
    let (done, known) = (found.done, found.known)
    mostAhead = max(mostAhead, known - done)
    let ofKnown = Double(done) / Double(max(known, done, 1))
    let part: Double
    if mostAhead >= done / 4 {
      // If much is known ahead, as with an array's elements, it is about everything.
      part = ofKnown
    } else if let expected = monitor.expectedByteCount, expected > 0 {
      part = min(Self.approach(Double(found.byteCount) / Double(expected)), ofKnown)
    } else {
      part = min(Self.guess(done), ofKnown)
    }
    monitor.report(done, of: nil, part: start + length * part)
  }

  /// The fraction for an estimate that may be too small: it approaches 1 without reaching it.
  private static func approach(_ part: Double) -> Double {
    part < 0.9 ? part : 1 - 0.1 / (1 + (part - 0.9) * 10)
  }

  /// The fraction for an unknown total: half is reached after this number of units.
  private static func guess(_ done: Int) -> Double { 1 - 1 / (1 + Double(done) / 250_000) }
}
