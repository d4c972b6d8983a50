import ArchiveRuntime
import struct CFixtures.array_100000
import FixtureArchives
import Foundation
import Testing

/// An object with a record of 800 kB.
private struct Holder: ArchivableComposite {
  var record: array_100000
  init(_ record: array_100000) { self.record = record }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(record, forKey: "record") }
  init(from decoder: ObjectDecoder) throws { record = try decoder.decode(array_100000.self, forKey: "record") }
}

private final class Keeper: ArchivableClass {
  let record: array_100000
  init(_ record: array_100000) { self.record = record }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(record, forKey: "record") }
  init(from decoder: ObjectDecoder) throws { record = try decoder.decode(array_100000.self, forKey: "record") }
}

/// A value of this size takes a stack's room once for each function that holds it, and in a debug build for each branch.
@Suite("Very large records within objects") struct LargeRecordTests {
  private func onThread(stackSize: Int, _ body: @escaping @Sendable () throws -> Void) throws {
    nonisolated(unsafe) var result: Result<Void, any Error> = .success(())
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      result = Result { try body() }
      done.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    done.wait()
    try result.get()
  }

  @Test("are decoded on a stack of few times their size") func smallStack() throws {
    let size = MemoryLayout<array_100000>.size
    try onThread(stackSize: 32 * size) {
      let record = array_100000()
      let (held, kept) = (try ArchiveEncoder().encode(Holder(record)), try ArchiveEncoder().encode(Keeper(record)))
      try onThread(stackSize: 30 * size) { _ = try ArchiveDecoder().decode(Holder.self, from: held) }
      try onThread(stackSize: 14 * size) { _ = try ArchiveDecoder().decode(Keeper.self, from: kept) }
    }
  }
}
