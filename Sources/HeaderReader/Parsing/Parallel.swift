import CClang

enum Parallel {
  static let processorCount = cclang_processor_count()

  /// The results in the order of the inputs. Work starts in that order too, so the longest should come first.
  static func map<Input: Sendable, Output>(
    _ inputs: [Input], _ transform: @escaping @Sendable (Input) -> Output
  ) -> [Output] {
    let work = SharedWork<Input, Output>(inputs, transform)
    let helpers = (1..<max(2, min(processorCount, inputs.count))).compactMap { _ in
      processorCount > 1 && inputs.count > 1 ? RunningThread { work.run() } : nil
    }
    work.run()
    for helper in helpers { helper.join() }
    return work.results()
  }
}

/// A list of inputs that threads take one after another.
private final class SharedWork<Input: Sendable, Output>: @unchecked Sendable {
  private let inputs: [Input]
  private let transform: @Sendable (Input) -> Output
  private let counter: UnsafeMutablePointer<Int>
  // Each element is written by the one thread that took its index.
  private let outputs: UnsafeMutableBufferPointer<Output?>

  init(_ inputs: [Input], _ transform: @escaping @Sendable (Input) -> Output) {
    self.inputs = inputs
    self.transform = transform
    counter = .allocate(capacity: 1)
    counter.initialize(to: 0)
    outputs = .allocate(capacity: inputs.count)
    outputs.initialize(repeating: nil)
  }

  deinit {
    counter.deallocate()
    outputs.deinitialize()
    outputs.deallocate()
  }

  func run() {
    while true {
      let number = cclang_take_number(counter)
      guard number < inputs.count else { return }
      outputs[number] = transform(inputs[number])
    }
  }

  func results() -> [Output] { outputs.compactMap(\.self) }
}

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

/// A thread of the operating system.
final class RunningThread {
  private var thread = CClangThread()
  private var isJoined = false

  private final class Call {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// - Returns: nil if the system cannot create a thread.
  init?(_ body: @escaping @Sendable () -> Void) {
    let call = Unmanaged.passRetained(Call(body))
    let started = cclang_thread_start(
      &thread,
      { context in
        guard let context else { return }
        Unmanaged<Call>.fromOpaque(context).takeRetainedValue().body()
      }, call.toOpaque())
    guard started else {
      call.release()
      return nil
    }
  }

  func join() {
    guard !isJoined else { return }
    isJoined = true
    cclang_thread_join(&thread)
  }
}
