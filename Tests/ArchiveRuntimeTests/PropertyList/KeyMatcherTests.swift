import Foundation
import Testing

@testable import ArchiveRuntime

@Suite struct KeyMatcherTests {
  private let wanted = ["a", "b", "größe", "d", "a.b"]

  /// Where the wanted keys are found among these.
  private func match(_ names: [String], wanted: [String]) throws -> [Int?] {
    let list = try PropertyList(file(.dictionary(names.map { ($0, .null) })))
    return try list.read { (view) throws(ArchiveError) in
      guard case .dictionary(let dictionary) = try view.node(view.top) else { return [] }
      var matcher = KeyLookup(wanted)
      try matcher.match(dictionary, in: view)
      return wanted.indices.map { matcher.position(of: $0) }
    }
  }

  @Test(
    "Keys are found in the order expected, in any other, among foreign ones, and when some are missing",
    arguments: [
      ["a", "b", "größe", "d", "a.b"], ["a.b", "d", "größe", "b", "a"], [], ["größe"], ["b", "x", "a", "y"], ["x"],
      ["d", "a"], ["a", "b", "größe", "d", "a.b", "zz"], ["A", "B"], ["gro\u{308}ße", "größe"],
    ])
  func orders(names: [String]) throws {
    let expected = wanted.map { key in names.firstIndex { $0.utf8.elementsEqual(key.utf8) } }
    #expect(try match(names, wanted: wanted) == expected)
  }

  @Test("Many keys are found in any order")
  func manyKeys() throws {
    let many = (0..<400).map { "key\($0)" }
    for names in [many, many.reversed(), Array(many[100...]), many + ["x"], Array(many[200...] + many[..<200])] {
      #expect(try match(names, wanted: many) == many.map { names.firstIndex(of: $0) })
    }
  }

  @Test("A matcher is reused for the next dictionary, with the same keys or others")
  func reuse() throws {
    let rows: [[String]] = [["a", "b"], ["a", "b"], ["b", "a"], ["b", "a"], ["b"], [], ["a", "b"], ["c", "b"]]
    let list = try PropertyList(file(.array(rows.map { .dictionary($0.map { ($0, .null) }) })))
    var matcher = KeyLookup(["a", "b"])
    try list.read { (view) throws(ArchiveError) in
      guard case .array(let elements) = try view.node(view.top) else {
        Issue.record("no array")
        return
      }
      for (row, names) in rows.enumerated() {
        guard case .dictionary(let dictionary) = try view.node(view.reference(row, in: elements)) else { continue }
        try matcher.match(dictionary, in: view)
        #expect(matcher.position(of: 0) == names.firstIndex(of: "a"))
        #expect(matcher.position(of: 1) == names.firstIndex(of: "b"))
      }
    }
  }

  @Test("An ASCII key stored as UTF-16 is the same key")
  func otherForm() throws {
    // {"b": true, "a" in UTF-16: true}
    let bytes: [UInt8] =
      Array("bplist00".utf8) + [0xD2, 1, 2, 3, 3, 0x51, 0x62, 0x61, 0, 0x61, 0x09]
      + [8, 13, 15, 18, 0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 4] + [0, 0, 0, 0, 0, 0, 0, 0]
      + [0, 0, 0, 0, 0, 0, 0, 19]
    let list = try PropertyList(Data(bytes))
    try list.read { (view) throws(ArchiveError) in
      guard case .dictionary(let dictionary) = try view.node(view.top) else {
        Issue.record("no dictionary")
        return
      }
      var matcher = KeyLookup(["a", "b"])
      try matcher.match(dictionary, in: view)
      #expect(matcher.position(of: 0) == 1)
      #expect(matcher.position(of: 1) == 0)
    }
  }
}
