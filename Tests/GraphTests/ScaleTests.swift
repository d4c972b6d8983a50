import ArchiveRuntime
import CGraphs
import Foundation
import GraphArchives
import Testing

/// Six times as many nodes as a stack of 512 KiB has room for, even with frames of 16 bytes: nothing recurses.
@Suite(.serialized) struct ScaleTests {
  private static let stackSize = 512 << 10

  /// Runs `body` on a thread with a stack of 512 KiB.
  private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let thread = Thread { continuation.resume(with: Result { try body() }) }
      thread.stackSize = Self.stackSize
      thread.start()
    }
  }

  /// Out and back, once in pools and once released, with no second archive.
  private static func roundTrip<Node: ArchivableNode>(
    _ build: () -> UnsafeMutablePointer<Node>?,
    _ check: (UnsafePointer<Node>?) -> UnsafePointer<CChar>?,
    _ free: (UnsafeMutablePointer<Node>?) -> Void
  ) throws {
    let original = try #require(build())
    let encoded = Result { try ArchiveEncoder().encode(graph: UnsafePointer(original)) }
    free(original)
    let data = try encoded.get()
    try MemoryWay.pooled.withGraph(of: Node.self, in: data) { #expect(complaint(of: check, about: $0) == nil) }
    let released = try releasedRoot(of: Node.self, in: data)
    try #require(complaint(of: check, about: released) == nil)
    free(released)
  }

  @Test("A list of two hundred thousand nodes")
  func list() async throws {
    try await onSmallStack {
      try Self.roundTrip({ sl_build_chain(200_000) }, { sl_check_chain($0, 200_000) }, sl_free)
    }
  }

  @Test("A doubly linked list of two hundred thousand nodes")
  func doublyLinked() async throws {
    try await onSmallStack {
      try Self.roundTrip({ dl_build_long(200_000) }, { dl_check_long($0, 200_000) }, dl_free)
    }
  }

  @Test("A tree two hundred thousand nodes deep")
  func tree() async throws {
    try await onSmallStack {
      try Self.roundTrip({ tr_build_deep(200_000) }, { tr_check_deep($0, 200_000) }, tr_free_deep)
    }
  }

  @Test("A ladder of two hundred thousand shared rungs")
  func ladder() async throws {
    try await onSmallStack {
      try Self.roundTrip({ sh_build_ladder(200_000) }, { sh_check_ladder($0, 200_000) }, sh_free_ladder)
    }
  }

  @Test("A random graph of 300,000 nodes in three types")
  func random() async throws {
    try await onSmallStack {
      try Self.roundTrip({ rg_build(100_000, 9) }, { rg_check($0, 100_000, 9) }, rg_free)
    }
  }
}
