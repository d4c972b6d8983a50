import ArchiveInspection
import Foundation
import Testing

@testable import ArchivePage
import UntypedArchive

@Suite("Tables, graphs and lists within data of a page")
struct PageTableTests {
  private func columns(_ table: [String: Any]) throws -> [[String: Any]] {
    try #require(table["columns"] as? [[String: Any]])
  }

  /// The bytes of a column.
  private func contents(_ column: [String: Any], of page: WrittenPage) throws -> [UInt8] {
    let space = column["space"] as? Int ?? 0
    let all = try #require(page.bytes(space: space).first).data
    return try #require(column["pieces"] as? [[Int]]).flatMap { all[$0[0]..<($0[0] + $0[1])] }
  }

  @Test("Columns have their types, bytes, parts of bit-fields and conditions")
  func columns() throws {
    let page = try WrittenPage(
      try MadeArchive.document([
        #"{"[]":{"$ref":2},"[].kind":{"$values":"u8","list":[1,2,1]},"[].flags":{"$values":"u8","list":[9,255,0]},"#
          + #""[].value":{"$values":"i16","list":[-5,6]},"[].place":{"$values":"f32","list":[1,2,3,4,5,6]},"$class":{"$ref":3}}"#,
        #""count 3\nu8 kind\nu8 flags\n u3 level\n i5 delta\n@1=1,3 i16 value\nf32[2] place""#,
        MadeArchive.classObject("row[]"),
      ]))
    let table = try #require(page.tables.first)
    #expect(table["rows"] as? Int == 3)
    #expect(table["name"] as? String == "row")
    let own = try columns(table)
    #expect(own.map { $0["name"] as? String } == ["kind", "flags", "level", "delta", "value", "place"])
    #expect(own.map { $0["type"] as? String } == ["u8", "u8", "u3", "i5", "i16", "f32"])
    let elements = own.map { $0["element"] as? [String: Any] ?? [:] }
    #expect(
      elements.map { $0["kind"] as? String } == ["unsigned", "unsigned", "unsigned", "signed", "signed", "float"])
    #expect(elements.map { $0["size"] as? Int } == [1, 1, 1, 1, 2, 4])
    #expect(elements[5]["float"] as? [Int] == [8, 23, 0])
    #expect(own[2]["part"] as? [Int] == [1, 0, 3, 0])
    #expect(own[3]["part"] as? [Int] == [1, 3, 5, 1])
    #expect((own[4]["when"] as? [[Any]])?.first?[0] as? Int == 0)
    #expect((own[4]["when"] as? [[Any]])?.first?[2] as? [String] == ["1", "3"])
    #expect(own[5]["dims"] as? [Int] == [2])
    #expect(try contents(own[0], of: page) == [1, 2, 1])
    #expect(try contents(own[4], of: page) == [0xFB, 0xFF, 6, 0])
  }

  @Test("Tables of graphs have links that count from the graph's first table")
  func graphs() throws {
    let graph = try MadeArchive.graph(values: [10, 20], next: [2, 1], other: [0, 2], root: 2)
    let page = try WrittenPage(try TestArchives.document(graph))
    let own = try #require((page.document["graphs"] as? [[String: Any]])?.first)
    #expect(own["roots"] as? [[Int]] == [[0, 2]])
    let table = try #require(page.tables.first)
    #expect(table["kind"] as? String == "graph")
    let links = try columns(table).map { $0["link"] as? [Int] }
    #expect(links == [nil, [0], [0]])
    #expect(try contents(try columns(table)[1], of: page) == [2, 0, 0, 0, 1, 0, 0, 0])
  }

  @Test("Columns that do not fit their number of rows say so, and have no bytes")
  func missing() throws {
    let page = try WrittenPage(
      try TestArchives.document(try MadeArchive.table([("a", "u32", ["1"]), ("b", "u8", ["1", "2"])], count: 2)))
    let own = try columns(try #require(page.tables.first))
    #expect(own[0]["missing"] as? String != nil)
    #expect((own[0]["pieces"] as? [[Int]])?.allSatisfy { $0[1] == 0 } == true)
    #expect(try contents(own[1], of: page) == [1, 2])
  }

  // MARK: Lists within data

  private func archive(with inner: Data, _ more: String = "") throws -> ArchiveDocument {
    try MadeArchive.document([#"{"payload":{"$data":"\#(inner.base64EncodedString())"}\#(more)}"#])
  }

  @Test("A binary list within data is at its place in the file, its objects have numbers of their own")
  func innerList() throws {
    let inner = try MadeArchive.table([("n", "u16", ["7", "8"])], count: 2)
    let document = try archive(with: inner)
    let page = try WrittenPage(document)
    let data = try #require(page.node("root", "payload"))
    let top = try #require(page.children(data).first)
    #expect(page.list(data) == 0)
    #expect(page.list(top) == 1)
    let place = try #require(page.total(data))
    let whole = Data(document.source.bytes)
    #expect(whole[place..<(place + inner.count)] == inner)
    let object = try #require(page.children(top).last)
    #expect(page.uid(object) == 1)
    #expect(object != page.node("root"))
    #expect(page.range(object)?.lowerBound ?? 0 > place)
    #expect(try contents(try columns(try #require(page.tables.first))[0], of: page) == [7, 0, 8, 0])
    // The marks, tables and trailers of both lists are explained.
    let spans = try #require(page.document["spans"] as? [[Any]])
    #expect(spans.filter { ($0[2] as? String)?.hasPrefix("the trailer") == true }.count == 2)
    #expect(spans.contains { $0[0] as? Int == place && $0[1] as? Int == 8 })
  }

  @Test("A list in XML has bytes of its own, and a binary one within it has its place there")
  func innerXML() throws {
    let innermost = TestArchives.list([[0x53] + Array("abc".utf8)], top: 0)
    let xml = """
      <?xml version="1.0"?><plist version="1.0"><dict><key>k</key><data>\(innermost.base64EncodedString())</data></dict></plist>
      """
    let page = try WrittenPage(try archive(with: Data(xml.utf8)))
    let top = try #require(page.node("root", "payload", 0))
    #expect(page.keys.contains("k"))
    let data = try #require(page.children(top).last)
    let text = try #require(page.children(data).first)
    #expect(page.value(text) as? String == "abc")
    let lists = try #require(page.document["lists"] as? [[String: Any]])
    #expect(lists.map { $0["space"] as? Int } == [0, 1, 1])
    #expect(
      lists.map { $0["kind"] as? String } == ["binary keyed archive", "XML property list", "binary property list"])
    let bytes = try #require(page.bytes(space: 1).first).data
    #expect(page.range(text).map { Array(bytes[$0]) } == [0x53] + Array("abc".utf8))
  }

  @Test("Lists in lists end at the eighth, the same data is one list, and data that is no list stays data")
  func ends() throws {
    var inner = TestArchives.list([[0x53] + Array("abc".utf8)], top: 0)
    for _ in 0..<10 {
      inner = TestArchives.list([[0x4F, 0x11, UInt8(inner.count >> 8), UInt8(inner.count & 0xFF)] + inner], top: 0)
    }
    let page = try WrittenPage(try archive(with: inner))
    #expect((page.document["lists"] as? [Any])?.count == 9)
    #expect(page.of("data").filter { page.children($0).isEmpty }.count == 1)

    let one = TestArchives.list([[0x10, 7]], top: 0).base64EncodedString()
    let shared = try WrittenPage(
      try MadeArchive.document([
        #"{"a":{"$ref":2},"b":{"$ref":3},"$class":{"$ref":5}}"#, #"{"NS.data":{"$ref":4},"$class":{"$ref":6}}"#,
        #"{"NS.data":{"$ref":4},"$class":{"$ref":6}}"#, #"{"$data":"\#(one)"}"#, MadeArchive.classObject("Own"),
        MadeArchive.classObject("NSMutableData"),
      ]))
    #expect((shared.document["lists"] as? [Any])?.count == 2)
    #expect(shared.node("root", "a") != shared.node("root", "b"))
    #expect(shared.node("root", "a", 0) == shared.node("root", "b", 0))

    let broken = try WrittenPage(try archive(with: Data("bplist00, but nothing of it".utf8)))
    #expect(broken.children(try #require(broken.node("root", "payload"))).isEmpty)
    #expect(broken.left.isEmpty)
  }

  @Test("The page opens as many lists as its limit, and says how many it does not")
  func limitOfLists() throws {
    let lists = (0..<9).map { number in
      let list = TestArchives.list([[0x10, UInt8(number)]], top: 0)
      return #"{"$data":"\#(list.base64EncodedString())"}"#
    }
    let page = try WrittenPage(try MadeArchive.document(["[\(lists.joined(separator: ","))]"])) { $0.lists = 4 }
    #expect((page.document["lists"] as? [Any])?.count == 5)
    #expect(page.left == ["The page opens 4 property lists within data; 5 others are bytes."])
    // A list in XML that is larger than what the page may have is not read.
    let xml = "<?xml version=\"1.0\"?><plist><string>\(String(repeating: "x", count: 5000))</string></plist>"
    let large = try WrittenPage(try archive(with: Data(xml.utf8))) { $0.bytes = 3000 }
    #expect(
      large.left.contains { $0.contains("opens no property list within data; 1 other is bytes") }, "\(large.left)")
  }

  @Test("An error within a list is at its place, and the rest is shown")
  func innerDamage() throws {
    let inner = try MadeArchive.data([#"{"gone":{"$ref":99},"there":1}"#])
    let page = try WrittenPage(try archive(with: inner, #","after":2"#))
    #expect(page.of("error").count == 1)
    #expect(page.value(try #require(page.node("root", "after"))) as? Int == 2)
    // Nothing but the marker of the top can be read.
    let bad = TestArchives.list([[0xD1, 5, 6]], top: 0)
    let other = try WrittenPage(try archive(with: bad))
    #expect(other.of("error").count >= 1)
  }
}
