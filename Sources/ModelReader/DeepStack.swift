import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs work on a thread of its own with a stack for deep recursion: the parser goes down into `a ? b : c ? d : …` and
/// nested `#if` without a limit, and the stacks of tasks and of threads that a program starts are small.
enum DeepStack {
  /// Only the part of a stack that is used takes memory, but where address space is limited (`ulimit -v`) even the rest
  /// counts: then a smaller one has to do.
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

  /// Foundation's `Thread` does not say when there is no thread.
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

  /// Written before the semaphore's signal and read behind it.
  private final class Outcome<Value>: @unchecked Sendable {
    var value: Value?
  }
}
