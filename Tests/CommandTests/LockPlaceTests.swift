import Foundation
import Testing

/// Where the lock of a run is.
extension LockCommandTests {
  @Test("A release without a lock in the folder names the locks below it")
  func locksBelow() throws {
    let workspace = try Workspace()
    try workspace.write("Sources/stock/item.h", Self.item)
    #expect(try workspace.archivegen("lock", "Sources/stock").status == 0)
    let missing = try workspace.archivegen("lock", "release", "1.0")
    #expect(missing.status != 0)
    #expect(missing.errors.contains("there is no lock 'archivegen.lock' [missing-lock]"))
    #expect(missing.errors.contains("name the one that is meant: --lock Sources/archivegen.lock"))
    #expect(try workspace.archivegen("lock", "release", "1.0", "--lock", "Sources/archivegen.lock").status == 0)
    // Nothing is searched for in place of a lock that was named.
    let named = try workspace.archivegen("lock", "release", "1.0", "--lock", "other.lock")
    #expect(named.errors.contains("write it with 'archivegen lock INPUT'"))
  }
}
