import Foundation

/// Follows one save or load through its phases: reports how far it has come, and stops it when its task is cancelled.
///
/// Confined to the thread that does the work. The engine's loops find it by `WorkMonitor.current`, so that no call
/// between a file and a loop has to pass it on; without a monitor they pay for a test of nil.
final class WorkMonitor: @unchecked Sendable {
  @TaskLocal static var current: WorkMonitor?

  typealias Phase = ArchiveProgress.Phase

  /// What is saved or loaded: how its time divides between the engine and the file.
  enum Kind {
    case bytes, records, graph, objects

    /// The part of the whole time that encoding takes; the rest is writing. Measured on 100 MB archives on a local disk.
    fileprivate var encodingShare: Double {
      switch self {
      case .bytes: 0
      case .records: 0.25
      case .graph: 0.7
      case .objects: 0.9
      }
    }

    /// The part of the whole time that reading the file takes, with its pages in memory; the rest is decoding.
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
  /// The file's length, once it is known.
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

  /// Has `body` called when the task is cancelled, until this is called with nil. It must return at once.
  func notifyCancellation(_ body: (@Sendable () -> Void)?) { cancellation?.notify(body) }

  /// - Throws: `cancelled`.
  func check() throws(ArchiveError) {
    if isCancelled { throw .cancelled }
  }

  // MARK: The engine's part

  /// The counter for a loop of so many rounds; nil where nobody follows, or the loop ends in no time.
  static func stage(for count: Int) -> WorkStage? {
    count > WorkStage.interval ? current.map(WorkStage.init) : nil
  }

  /// Whether the asking stage is the outermost of the phase: its loops drive the fraction. One within another's, as of an
  /// array within an object, only looks whether to stop.
  fileprivate func claim() -> Bool {
    defer { isClaimed = true }
    return !isClaimed
  }

  /// Begins a phase whose stages follow.
  func begin(_ phase: Phase) {
    isClaimed = false
    report(phase, 0, of: nil, part: 0, isForced: true)
  }

  /// - Parameter byteCount: The size of the archive that the new one replaces, which is about what it will have.
  func beginEncoding(expecting byteCount: Int?) {
    guard kind != .bytes else { return }
    expectedByteCount = byteCount
    begin(.encoding)
  }

  /// - Parameter part: How much of the phase is done. The engine never says that it is all: that is for those who get
  ///   its result.
  func report(_ completed: Int, of total: Int?, part: Double) {
    report(phase ?? .encoding, completed, of: total, part: min(part, 0.99), isForced: false)
  }

  // MARK: The file's part

  /// Bytes that were written or read; the caller's steps are as long as reports should be apart.
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

  /// - Parameter part: How much of the phase is done, from 0 to 1.
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
    case .encoding: bytes = (0, nil)
    case .writing, .reading: bytes = (completed, total)
    case .decoding: bytes = (fileByteCount ?? 0, fileByteCount)
    }
    progress(
      ArchiveProgress(
        phase: phase, completedUnitCount: completed, totalUnitCount: total,
        fraction: isFractionKnown ? fraction : nil, completedByteCount: bytes.completed, totalByteCount: bytes.total))
  }

  private func share(of phase: Phase) -> (start: Double, length: Double) {
    switch phase {
    case .encoding: (0, kind.encodingShare)
    case .writing: (kind.encodingShare, 1 - kind.encodingShare)
    case .reading: (0, kind.readingShare)
    case .decoding: (kind.readingShare, 1 - kind.readingShare)
    }
  }
}

/// Counts the work of an engine's loop, and looks every few thousand units whether to report or to stop.
///
/// A class, so that everything that one engine does counts together.
final class WorkStage {
  private let monitor: WorkMonitor
  private var drivesFraction = false
  private var start = 0.0
  private var length = 1.0
  private var total: Int?
  private var done = 0
  /// The most units that were known and not done.
  private var mostAhead = 0

  /// How many units go between two looks: some tens of microseconds.
  static let interval = 1_024
  private var countdown = WorkStage.interval

  init(_ monitor: WorkMonitor) { self.monitor = monitor }

  /// Begins a part of the phase.
  ///
  /// - Parameters:
  ///   - share: From where to where it brings the phase, within 0 and 1.
  ///   - total: How many units it has; nil if nobody knows.
  func begin(_ share: ClosedRange<Double>, of total: Int?) {
    if !drivesFraction { drivesFraction = monitor.claim() }
    start = share.lowerBound
    length = share.upperBound - share.lowerBound
    self.total = total
    done = 0
    mostAhead = 0
  }

  /// Counts units of a total that is known.
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

  /// Counts one unit of work whose end is not in sight.
  ///
  /// - Parameter found: What is done and what is known, asked for every now and then.
  /// - Throws: `cancelled`.
  @inline(__always)
  func step(_ found: () -> Found) throws(ArchiveError) {
    countdown &-= 1
    if countdown <= 0 { try look(found()) }
  }

  /// What an engine knows of work whose end is not in sight.
  struct Found {
    /// The units that are done.
    let done: Int
    /// The units that have been found so far, done or not.
    let known: Int
    /// About how many bytes of the archive the done ones take.
    let byteCount: Int
  }

  /// - Throws: `cancelled`.
  func check() throws(ArchiveError) { try monitor.check() }

  /// The same for a place that only looks whether to stop.
  @inline(__always)
  func step() throws(ArchiveError) {
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
      // Much is known ahead, as of an array's elements: what is known is about all that there is.
      part = ofKnown
    } else if let expected = monitor.expectedByteCount, expected > 0 {
      part = min(Self.approach(Double(found.byteCount) / Double(expected)), ofKnown)
    } else {
      part = min(Self.guess(done), ofKnown)
    }
    monitor.report(done, of: nil, part: start + length * part)
  }

  /// An estimate that may be too small comes ever closer to the end instead of reaching it.
  private static func approach(_ part: Double) -> Double {
    part < 0.9 ? part : 1 - 0.1 / (1 + (part - 0.9) * 10)
  }

  /// Half of an unknown amount is taken to be this many units.
  private static func guess(_ done: Int) -> Double { 1 - 1 / (1 + Double(done) / 250_000) }
}
