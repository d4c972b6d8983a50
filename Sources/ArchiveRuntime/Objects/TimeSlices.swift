/// Divides long work on an actor into slices, so that other code can use the actor in between.
final class TimeSlices {
  /// The length of a slice; nil for one slice without an end.
  private let length: Duration?
  private let clock = ContinuousClock()
  private var start: ContinuousClock.Instant
  /// The end of the slice; nil until its first object.
  private var deadline: ContinuousClock.Instant?
  private var count = 0

  init(_ length: Duration?) {
    self.length = length
    start = clock.now
  }

  /// Whether another object may be begun in this slice.
  ///
  /// The first one always may. Work that the last pause interrupted is repeated from its beginning, and the time for
  /// that does not count: otherwise a long initializer would use up every slice, and each slice would create one
  /// object.
  func mayBeginObject() -> Bool {
    guard let length else { return true }
    guard let deadline else {
      let now = clock.now
      self.deadline = now + max(length, now - start)
      return true
    }
    count &+= 1
    // Reading the clock costs as much as a small object.
    return count & 7 != 0 || clock.now < deadline
  }

  var isOver: Bool {
    guard let length else { return false }
    return clock.now >= deadline ?? (start + length)
  }

  /// The same for work in many small parts, each of which calls this.
  var isDue: Bool {
    count &+= 1
    return count & 7 == 0 && isOver
  }

  /// Lets other code use the actor.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func pause(_ isolation: isolated (any Actor)?) async throws {
    try Task.checkCancellation()
    await Task.yield()
    try Task.checkCancellation()
    start = clock.now
    deadline = nil
  }
}
