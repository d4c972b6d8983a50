import Dispatch

/// Runs two independent functions on two cores.
enum Concurrently {
  static func both<First, Second>(
    _ first: @Sendable () -> First, and second: @Sendable () -> Second
  ) -> (First, Second) {
    nonisolated(unsafe) var one: First?
    nonisolated(unsafe) var other: Second?
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      if index == 0 { one = first() } else { other = second() }
    }
    return (one ?? first(), other ?? second())
  }
}
