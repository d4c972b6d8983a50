import Foundation

/// Work on a separate thread for which a task waits.
///
/// The values that are passed to the thread and back are not shared: the task does nothing else in the meantime.
final class FileJob<Value>: @unchecked Sendable {
  private let body: (WorkMonitor) throws(FileFailure) -> Value
  private var outcome: Result<Value, any Error> = .failure(CancellationError())

  private init(_ body: @escaping (WorkMonitor) throws(FileFailure) -> Value) { self.body = body }

  /// - Throws: `CancellationError`, or the `ArchiveError` of `body`.
  static func run(
    _ path: String, _ kind: WorkMonitor.Kind, _ progress: (@Sendable (ArchiveProgress) -> Void)?,
    _ isolation: isolated (any Actor)?, _ body: @escaping (WorkMonitor) throws(FileFailure) -> Value
  ) async throws -> Value {
    try await run(path, WorkMonitor(kind, progress, FileCancellation()), isolation, body)
  }

  /// The same for work that is partly done elsewhere.
  static func run(
    _ path: String, _ monitor: WorkMonitor, _ isolation: isolated (any Actor)?,
    _ body: @escaping (WorkMonitor) throws(FileFailure) -> Value
  ) async throws -> Value {
    let job = FileJob(body)
    await withTaskCancellationHandler(
      operation: {
        await withCheckedContinuation(isolation: isolation) { continuation in
          let code = FileThread.start {
            job.work(monitor)
            continuation.resume()
          }
          guard code != 0 else { return }
          job.outcome = .failure(FilePath(path).error(.startThread, code))
          continuation.resume()
        }
      }, onCancel: { monitor.cancel() }, isolation: isolation)
    return try job.outcome.get()
  }

  private func work(_ monitor: WorkMonitor) {
    switch WorkMonitor.$current.withValue(monitor, operation: { Self.outcome(monitor, body) }) {
    case .success(let value): outcome = .success(value)
    case .failure(.failed(let error)): outcome = .failure(error)
    case .failure(.cancelled): outcome = .failure(CancellationError())
    }
  }

  static func outcome(
    _ monitor: WorkMonitor, _ body: (WorkMonitor) throws(FileFailure) -> Value
  ) -> Result<Value, FileFailure> {
    do throws(FileFailure) { return .success(try body(monitor)) } catch { return .failure(error) }
  }
}

/// A thread for one piece of work. Foundation's thread does not report that the system cannot create one.
enum FileThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// - Returns: 0, or the error number, in which case the work is not done.
  static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, { FileThread.run($0) }, work.toOpaque())
      if code == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { $0.map { FileThread.run($0) } ?? nil }, work.toOpaque())
      if code == 0 { pthread_detach(thread) }
    #endif
    if code != 0 { work.release() }
    return code
  }

  private static func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
    return nil
  }
}
