/// Divides long work on an actor into slices, so that whoever else needs the actor has a turn in between.
final class TimeSlices {
  /// nil for one slice without an end.
  private let length: Duration?
  private let clock = ContinuousClock()
  private var start: ContinuousClock.Instant
  /// When the slice is over; nil until its first object.
  private var deadline: ContinuousClock.Instant?
  private var count = 0

  init(_ length: Duration?) {
    self.length = length
    start = clock.now
  }

  /// Whether another object may be begun in this slice.
  ///
  /// The first one always may. What was interrupted by the last pause begins again from its beginning, and the time for
  /// that is not the slice's: else a long initializer would take up every slice, and make one object in each.
  func mayBeginObject() -> Bool {
    guard let length else { return true }
    guard let deadline else {
      let now = clock.now
      self.deadline = now + max(length, now - start)
      return true
    }
    count &+= 1
    // A look at the clock costs as much as a small object.
    return count & 7 != 0 || clock.now < deadline
  }

  var isOver: Bool {
    guard let length else { return false }
    return clock.now >= deadline ?? (start + length)
  }

  /// The same for work in many small parts, each of which asks.
  var isDue: Bool {
    count &+= 1
    return count & 7 == 0 && isOver
  }

  /// Lets others have the actor.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func pause(_ isolation: isolated (any Actor)?) async throws {
    try Task.checkCancellation()
    await Task.yield()
    try Task.checkCancellation()
    start = clock.now
    deadline = nil
  }
}
