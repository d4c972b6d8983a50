import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs work on a separate thread with a large stack: the parser recurses over `a ? b : c ? d : …` and nested `#if`
/// without a limit, and the stacks of tasks and secondary threads are small.
enum DeepStack {
  /// The sizes to try. Only the used part of a stack takes memory, but a limit on address space (`ulimit -v`) counts
  /// all of it, and then a smaller stack has to suffice.
  private static let sizes = [1 << 30, 256 << 20, 64 << 20, 8 << 20]

  static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
    let outcome = Outcome<Result>()
    let isDone = DispatchSemaphore(value: 0)
    let isStarted = sizes.contains { size in
      start(size) {
        outcome.value = work()
        isDone.signal()
      }
    }
    if isStarted { isDone.wait() }
    return outcome.value ?? work()
  }

  /// Creates the thread with pthread, because Foundation's `Thread` does not report failure.
  private static func start(_ size: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_setstacksize(&attributes, size) == 0,
      pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED)) == 0
    else { return false }
    let context = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, &attributes, { DeepStack.run($0) }, context.toOpaque())
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, &attributes, { $0.map { DeepStack.run($0) } ?? nil }, context.toOpaque())
    #endif
    if code != 0 { context.release() }
    return code == 0
  }

  private static func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Body>.fromOpaque(context).takeRetainedValue().body()
    return nil
  }

  private final class Body: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The value is written before the semaphore's signal and read after it.
  private final class Outcome<Value>: @unchecked Sendable {
    var value: Value?
  }
}
