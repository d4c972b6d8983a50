import Foundation

/// A plan that is made at its first use, or the error that making it threw. Its type is known to the code that asks for it:
/// records can be archived in a program that has no code for what their pointers lead to.
final class LazyPlan: @unchecked Sendable {
  private let lock = NSLock()
  private var made: Result<AnyObject, ArchiveError>?

  /// - Parameter make: Makes the plan; always of the same type.
  /// - Throws: What `make` threw.
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
