import CClang

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
