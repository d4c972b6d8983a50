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
