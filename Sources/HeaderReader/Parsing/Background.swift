import CClang

/// A value that a separate thread computes, for calls of libclang: any thread may use a translation unit, but only one
/// at a time.
final class Background<Value> {
  // The thread writes the value, and it is read after the thread has ended.
  private final class Box: @unchecked Sendable { var value: Value? }

  private let box = Box()
  private let body: @Sendable () -> Value
  private let thread: RunningThread?

  init(_ body: @escaping @Sendable () -> Value) {
    self.body = body
    thread = RunningThread { [box] in box.value = body() }
  }

  /// Waits for the value. If there is no thread, it is computed now.
  func value() -> Value {
    thread?.join()
    if let value = box.value { return value }
    let value = body()
    box.value = value
    return value
  }

  // The process must not end while the thread is parsing.
  deinit { thread?.join() }
}
