import Foundation

/// A plan that is created at its first use, or the error of creating it. The caller determines its type, because
/// records can be archived in a program without code for the targets of their pointers.
final class LazyPlan: @unchecked Sendable {
  private let lock = NSLock()
  private var made: Result<AnyObject, ArchiveError>?

  /// - Parameter make: creates the plan, always with the same type.
  /// - Throws: the error of `make`.
  func value<Plan: AnyObject & Sendable>(_ make: () throws(ArchiveError) -> Plan) throws(ArchiveError) -> Plan {
    lock.lock()
    defer { lock.unlock() }
    if let made {
      if let plan = try made.get() as? Plan { return plan }
    }
    do throws(ArchiveError) {
      let plan = try make()
      made = .success(plan)
      return plan
    } catch {
      made = .failure(error)
      throw error
    }
  }
}
