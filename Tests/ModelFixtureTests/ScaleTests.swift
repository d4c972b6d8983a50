import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

@Suite("Generated objects in a long chain", .serialized) struct ScaleTests {
  /// Three times as many as a stack of 512 KiB has room for, even with frames of 16 bytes.
  private static let count = 100_000

  /// Swift frees a chain by recursion: links are taken out one by one.
  @Test("A variable leads to the next, on a thread with a stack of 512 KiB") func variables() throws {
    try onThread(stackSize: 512 << 10) {
      func takeApart(_ first: VarLink?) -> Bool {
        var (number, next, isInOrder) = (0, first, true)
        while let link = next {
          isInOrder = isInOrder && link.number == number
          number += 1
          next = link.next
          link.next = nil
        }
        return isInOrder && number == Self.count
      }
      var first: VarLink?
      for number in (0..<Self.count).reversed() {
        let link = VarLink(number: number)
        link.next = first
        first = link
      }
      let data = try ArchiveEncoder().encode(first)
      #expect(takeApart(first))
      #expect(takeApart(try ArchiveDecoder().decode(VarLink?.self, from: data)))
    }
  }

  /// A constant cannot be emptied: every link is kept until the one before it is gone.
  @Test("A constant leads to the next, on a thread with a stack of 512 KiB") func constants() throws {
    try onThread(stackSize: 512 << 10) {
      /// - Returns: whether the numbers are in order. The first is freed first, while the list has its next one.
      func takeApart(_ links: inout [LetLink?]) -> Bool {
        var isInOrder = links.count == Self.count
        for (number, link) in links.enumerated() { isInOrder = isInOrder && link?.number == number }
        for index in links.indices { links[index] = nil }
        return isInOrder
      }
      func collect(_ first: LetLink?) -> [LetLink?] {
        var links: [LetLink?] = []
        var next = first
        while let link = next {
          links.append(link)
          next = link.next
        }
        return links
      }
      var chain: [LetLink?] = []
      do {
        var last: LetLink?
        for number in (0..<Self.count).reversed() {
          last = LetLink(number: number, next: last)
          chain.append(last)
        }
      }
      chain.reverse()
      let data = try ArchiveEncoder().encode(chain[0])
      #expect(takeApart(&chain))
      chain = collect(try ArchiveDecoder().decode(LetLink?.self, from: data))
      #expect(takeApart(&chain))
    }
  }
}
