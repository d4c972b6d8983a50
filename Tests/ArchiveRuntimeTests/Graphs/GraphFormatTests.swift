import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

@Suite("Graphs as FORMAT.md describes them")
struct GraphFormatTests {
  private func read(_ data: Data) throws -> NSDictionary {
    let text = try Tool.withFile(data) { file in
      let script = Tool.readers.appendingPathComponent("archive_reader.py").path
      return try Tool.run("python3", [script, file], package: "python3")
    }
    return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
  }

  @Test("A list is a table whose links are row numbers")
  func list() throws {
    let list = Link.list(3)
    defer { list.deallocate() }
    let archive = try read(ArchiveEncoder().encode(graph: UnsafePointer(list)))
    #expect(archive["class"] as? String == "link*")
    let expected: NSDictionary = [
      "": [
        "roots": [1],
        "tables": [
          [
            "name": "link",
            "rows": [
              ["value": 0, "next": ["rows": 2, "of": [1]], "previous": ["rows": 0, "of": [1]]],
              ["value": 1, "next": ["rows": 3, "of": [1]], "previous": ["rows": 1, "of": [1]]],
              ["value": 2, "next": ["rows": 0, "of": [1]], "previous": ["rows": 2, "of": [1]]],
            ],
          ] as NSDictionary
        ],
      ] as NSDictionary
    ]
    #expect(archive["values"] as? NSDictionary == expected)
  }

  @Test("Arrays, numbers, texts and parts are at the places of the format")
  func everything() throws {
    let gammas = UnsafeMutablePointer<Gamma>.allocate(capacity: 3)
    gammas.initialize(repeating: Gamma(tag: 1, field: 2, beta: nil, number: nil, slots: (nil, nil)), count: 3)
    let numbers = UnsafeMutablePointer<Int64>.allocate(capacity: 2)
    (numbers[0], numbers[1]) = (5, -6)
    let name = try #require(strdup("größer"))
    gammas[0].number = numbers + 1
    gammas[1].number = RandomGraph.field(of: gammas + 2)
    gammas[2].slots.1 = gammas + 1
    var beta = Beta(value: 0.5, count: 3, many: 2, gammas: gammas, numbers: numbers, back: nil, name: name)
    defer {
      gammas.deallocate()
      numbers.deallocate()
      free(name)
    }
    let archive = try read(ArchiveEncoder().encode(graph: &beta))
    let graph = try #require((archive["values"] as? NSDictionary)?[""] as? NSDictionary)
    let tables = try #require(graph["tables"] as? [NSDictionary])
    let byName = Dictionary(uniqueKeysWithValues: tables.map { ($0["name"] as? String ?? "", $0) })
    #expect(byName["#text"]?["rows"] as? [String] == ["größer"])
    #expect(byName["#i64"]?["rows"] as? [Int] == [5, -6])
    #expect(byName["#i64"]?["blocks"] as? [[Int]] == [[2]])
    // The field of the third gamma: the one site of its type, row 3, its only value.
    let parts = try #require(byName["#i64"]?["parts"] as? [[Int]])
    #expect(parts.map { Array($0.dropFirst()) } == [[3, 0, 1]])
    #expect(byName["gamma"]?["blocks"] as? [[Int]] == [[3]])
    let rows = try #require(byName["gamma"]?["rows"] as? [NSDictionary])
    #expect(rows.map { ($0["number"] as? NSDictionary)?["rows"] as? Int } == [2, 3, 0])
    #expect((rows[2]["slots"] as? NSDictionary)?["rows"] as? [Int] == [0, 2])
  }

  @Test("A union's columns have values for the records in which the member is live")
  func unions() throws {
    let choices = [Choice(kind: 1, bits: 4), Choice(kind: 3, bits: 2.5.bitPattern)]
    let archive = try read(ArchiveEncoder().encode(choices))
    let expected: NSArray = [["kind": 1, "value.i": 4], ["kind": 3, "value.d": 2.5]]
    #expect((archive["values"] as? NSDictionary)?[""] as? NSArray == expected)
  }

  @Test("A link to another type's table, a table of the wrong length and a bad description are refused")
  func badTables() throws {
    let list = Link.list(3)
    defer { list.deallocate() }
    let good = try ArchiveEncoder().encode(graph: UnsafePointer(list))
    for (from, to) in [
      ("graph 1", "graph 9"), ("\n3 link", "\n4 link"), ("count 3", "count 2"), ("u32&1 next", "u32&7 next"),
      ("u32&1 next", "i32&1 next"), ("graph 1\n3 link", "graph 1\n03 lin"),
    ] {
      var data = good
      let range = try #require(data.range(of: Data(from.utf8)))
      data.replaceSubrange(range, with: Data(to.utf8))
      #expect(throws: ArchiveError.self, "\(from) → \(to)") {
        try ArchiveDecoder().decodeGraph(Link.self, from: data)
      }
    }
  }

  @Test("A link that an old archive does not have is NULL, and a removed link is reported as such")
  func evolution() throws {
    let list = Link.list(3)
    defer { list.deallocate() }
    struct Forward: ArchivableNode {
      var value: Int64
      var next: UnsafeMutablePointer<Forward>?
      var extra: UnsafeMutablePointer<Forward>?
      static let archiveSchema: RecordSchema = RecordSchema(
        "forward", size: 24, alignment: 8, was: ["link"], removed: ["previous"],
        fields: [
          .scalar("value", .i64, at: 0), .link("successor", to: Forward.archiveSchema, at: 8).was("next"),
          .link("extra", to: Forward.archiveSchema, at: 16),
        ])
    }
    let graph = try ArchiveDecoder().decodeGraph(
      Forward.self, from: ArchiveEncoder().encode(graph: UnsafePointer(list)))
    withExtendedLifetime(graph) {
      #expect(graph.root?.pointee.next?.pointee.next?.pointee.value == 2)
      #expect(graph.root?.pointee.extra == nil)
    }
  }
}
