import Foundation
import Testing

@testable import ArchiveRuntime

@Suite("Pointers checked against registered ranges")
struct PointerCheckTests {
  @Test("A pointer out of every range is named, and one inside is followed")
  func ranges() throws {
    let list = Link.list(4)
    let stranger = Link.list(1)
    defer {
      list.deallocate()
      stranger.deallocate()
    }
    ArchivePointers.register(UnsafeRawBufferPointer(start: list, count: 4 * MemoryLayout<Link>.stride))
    defer { ArchivePointers.unregister(list) }
    let plan = try Link.archiveSchema.graphPlan
    _ = try GraphWalk(plan, roots: [UnsafeRawPointer(list)], checksPointers: true)
    list[2].next = stranger
    let expected = ArchiveError.unregisteredPointer(
      path: "link[2].next", address: UInt(bitPattern: stranger), byteCount: MemoryLayout<Link>.stride)
    #expect(throws: expected) { try GraphWalk(plan, roots: [UnsafeRawPointer(list)], checksPointers: true) }
    // Without the check it is as good as any.
    _ = try GraphWalk(plan, roots: [UnsafeRawPointer(list)], checksPointers: false)
    #expect(throws: ArchiveError.self) {
      try GraphWalk(plan, roots: [UnsafeRawPointer(stranger)], checksPointers: true)
    }
  }

  @Test("Ranges may overlap, and one that is taken back is gone")
  func overlapping() throws {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 8)
    defer { bytes.deallocate() }
    let start = try #require(bytes.baseAddress)
    func isKnown(_ offset: Int, _ count: Int) -> Bool {
      (try? ArchivePointers.check(start + offset, count) { "p" }) != nil
    }
    ArchivePointers.register(UnsafeRawBufferPointer(bytes))
    ArchivePointers.register(UnsafeRawBufferPointer(rebasing: bytes[8..<16]))
    #expect(isKnown(8, 56))
    #expect(isKnown(12, 20))
    #expect(!isKnown(12, 53))
    ArchivePointers.unregister(start)
    #expect(isKnown(8, 8))
    #expect(!isKnown(12, 20))
    ArchivePointers.unregister(start + 8)
    #expect(!isKnown(8, 8))
  }
}
