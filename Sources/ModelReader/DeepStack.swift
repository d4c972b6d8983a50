import Foundation

/// Runs work on a thread of its own with a stack for deep recursion: the parser goes down into `a ? b : c ? d : …` and
/// nested `#if` without a limit, and the stacks of tasks and of threads that a program starts are small.
enum DeepStack {
  /// Only the part of it that is used takes memory.
  private static let size = 1 << 30

  static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result? {
    let outcome = Outcome<Result>()
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      outcome.value = work()
      isDone.signal()
    }
    thread.stackSize = size
    thread.start()
    isDone.wait()
    return outcome.value
  }

  /// Written before the semaphore's signal and read behind it.
  private final class Outcome<Value>: @unchecked Sendable {
    var value: Value?
  }
}
