import ArchiveRuntime
import CGraphs
import Foundation
import GraphArchives
import Testing

/// Graphs beside other values: under keys, and inside Foundation's archives.
@Suite struct CoderTests {
  @Test("Graphs under keys, beside each other and beside values")
  func keys() throws {
    let list = try #require(sl_build())
    let tree = try #require(tr_build())
    var encoder = ArchiveWriter()
    let encoded = Result {
      try encoder.encode(graph: UnsafePointer(list), forKey: "list")
      try encoder.encode(7 as Int32, forKey: "number")
      try encoder.encode(graph: UnsafePointer(tree), forKey: "tree")
      return try encoder.finish()
    }
    sl_free(list)
    tr_free(tree)
    let decoder = try ArchiveReader(encoded.get())
    let trees = try decoder.decodeGraph(tr_node.self, forKey: "tree")
    let lists = try decoder.decodeGraph(sl_node.self, forKey: "list")
    withExtendedLifetime((trees, lists)) {
      #expect(complaint(of: sl_check, about: lists.root) == nil)
      #expect(complaint(of: tr_check, about: trees.root) == nil)
    }
    #expect(try decoder.decode(Int32.self, forKey: "number") == 7)
  }

  @Test("A graph inside an NSKeyedArchiver; a long list does not nest")
  func keyedArchiver() throws {
    let list = try #require(sl_build_chain(100_000))
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    let encoded = Result { try archiver.encode(graph: UnsafePointer(list), forKey: "list") }
    sl_free(list)
    try encoded.get()
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    let graph = try unarchiver.decodeGraph(sl_node.self, forKey: "list")
    withExtendedLifetime(graph) {
      #expect(complaint(of: { sl_check_chain($0, 100_000) }, about: graph.root) == nil)
    }
  }
}
