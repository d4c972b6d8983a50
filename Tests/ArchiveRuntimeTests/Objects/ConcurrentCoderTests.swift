import ArchiveRuntime
import Foundation
import RuntimeTestC
import Testing

/// `Tests/Sanitizers/thread.sh` runs these under ThreadSanitizer.
@Suite("Encoders and decoders on many threads") struct ConcurrentCoderTests {
  private static let threads = 8
  private static let rounds = 40

  @Test("One decoder's value serves all of them") func decoder() throws {
    let (ann, bob) = (Person("Ann"), Person("Bob, whose name is long"))
    ann.friends = [bob]
    var encoder = ArchiveWriter()
    try encoder.encode(ann, forKey: "person")
    try encoder.encode(Money(5, "EUR"), forKey: "price")
    try encoder.encode(ArchiveValue.array([.integer(1), .string("a text of more than fifteen")]), forKey: "document")
    try encoder.encode([URL(string: "http://a.example/")], forKey: "urls")
    try encoder.encode([point(x: 1, y: 2)], forKey: "points")
    let decoder = try ArchiveReader(try encoder.finish())
    DispatchQueue.concurrentPerform(iterations: Self.threads) { _ in
      for _ in 0..<Self.rounds {
        do {
          let person = try decoder.decode(Person.self, forKey: "person")
          #expect(person.friends.map(\.name) == ["Bob, whose name is long"])
          #expect(try decoder.decode(Money.self, forKey: "price") == Money(5, "EUR"))
          #expect(try decoder.decode([URL?].self, forKey: "urls").count == 1)
          #expect(try decoder.decode([point].self, forKey: "points").first?.y == 2)
          _ = try decoder.decode(ArchiveValue.self, forKey: "document")
          #expect(throws: ArchiveError.self) { try decoder.decode(Int.self, forKey: "person") }
        } catch {
          Issue.record("\(error)")
        }
      }
    }
  }

  @Test("Copies of one encoder go their own ways") func encoder() throws {
    var encoder = ArchiveWriter()
    try encoder.encode("a text of more than fifteen", forKey: "text")
    let begun = encoder
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for round in 0..<Self.rounds {
        do {
          var own = begun
          try own.encode(thread * 1_000 + round, forKey: "number")
          try own.encode(Person("Ann"), forKey: "person")
          try own.encode(point(x: 3, y: 4), forKey: "point")
          let decoder = try ArchiveReader(try own.finish())
          #expect(try decoder.decode(Int.self, forKey: "number") == thread * 1_000 + round)
          #expect(try decoder.decode(String.self, forKey: "text") == "a text of more than fifteen")
        } catch {
          Issue.record("\(error)")
        }
      }
    }
  }

  @Test("Objects are saved to one file and loaded from it by all at once") func files() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("archive-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = ArchiveFile(path: path)
    try file.blocking.save([Money(0, "EUR")])
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for round in 0..<Self.rounds {
        do {
          if thread % 2 == 0 {
            try file.blocking.save([Money](repeating: Money(round, "EUR"), count: round))
          } else {
            let values = try file.blocking.load([Money].self)
            #expect(values.allSatisfy { $0 == values.first })
          }
        } catch {
          Issue.record("\(error)")
        }
      }
    }
  }
}
