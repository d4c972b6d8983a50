import ArchiveRuntime
import CGraphs
import Foundation
import GraphArchives
import Testing

/// Records of an earlier version.
@Suite struct MigrationTests {
  private func former(_ cents: Int32) -> mg_price_v1 {
    var price = mg_price_v1()
    price.cents = cents
    withUnsafeMutableBytes(of: &price.currency) { $0.copyBytes(from: "eur".utf8) }
    return price
  }

  private func currency(_ price: mg_price) -> String {
    withUnsafeBytes(of: price.currency) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  @Test("A method in Swift brings records up to date: one, several, and by an NSCoder")
  func method() throws {
    let one = try ArchiveDecoder().decode(mg_price.self, from: try ArchiveEncoder().encode(former(250)))
    #expect(one.amount == 2.5 && currency(one) == "eur")
    let all = try ArchiveDecoder().decode([mg_price].self, from: try ArchiveEncoder().encode([former(1), former(300)]))
    #expect(all.map(\.amount) == [0.01, 3])
    #expect(try ArchiveDecoder().decode(mg_price.self, from: try ArchiveEncoder().encode(one)).amount == 2.5)
    #expect(
      try ArchiveDecoder().decode([mg_price].self, from: try ArchiveEncoder().encode(all)).map(\.amount) == [0.01, 3])
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    try archiver.encode(former(250), forKey: "old")
    try archiver.encode(one, forKey: "new")
    try archiver.encode([former(250)], forKey: "list")
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(try unarchiver.decode(mg_price.self, forKey: "old").amount == 2.5)
    #expect(try unarchiver.decode(mg_price.self, forKey: "new").amount == 2.5)
    #expect(try unarchiver.decode([mg_price].self, forKey: "list").map(\.amount) == [2.5])
  }

  @Test("A function in C migrates the nodes of a graph, and their nested records")
  func function() throws {
    func archived(_ cents: Int32) throws -> Data {
      var second = mg_account_v1()
      second.cents = cents
      return try withUnsafeMutablePointer(to: &second) { second in
        var first = mg_account_v1()
        first.cents = 150
        first.limits = (former(100), former(200))
        first.next = second
        return try withUnsafePointer(to: &first) { try ArchiveEncoder().encode(graph: $0) }
      }
    }
    let graph = try ArchiveDecoder().decodeGraph(mg_account.self, from: try archived(20))
    let root = try #require(graph.root).pointee
    #expect((root.amount, root.updated) == (1.5, 11))
    #expect((root.limits.0.amount, root.limits.1.amount, root.limits.2.amount) == (1, 2, 0))
    #expect(currency(root.limits.1) == "eur")
    #expect((root.next.pointee.amount, root.next.pointee.updated) == (0.2, 1))
    let again = try ArchiveDecoder().decodeGraph(
      mg_account.self, from: try ArchiveEncoder().encode(graph: try #require(graph.root)))
    #expect(again.root?.pointee.amount == 1.5 && again.root?.pointee.updated == 11)
    #expect {
      try ArchiveDecoder().decodeGraph(mg_account.self, from: try archived(-1))
    } throws: {
      let error = $0 as? ArchiveError
      return error?.code == .migrationFailed && error?.path == "mg_account_v1[1]." && "\($0)".contains("returned 7")
    }
  }
}
