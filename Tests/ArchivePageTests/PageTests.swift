import ArchiveInspection
import ArchiveRuntime
import Foundation
import Testing

@Suite("The page of an archive")
struct PageTests {
  @Test("Values have their bytes, objects their numbers, and the same object the same node")
  func values() throws {
    let data = try MadeArchive.data([
      #"{"name":{"$ref":2},"friend":{"$ref":4},"count":7,"$class":{"$ref":3}}"#, #""Ada""#,
      MadeArchive.classObject("Person"),
      #"{"name":{"$ref":2},"friend":{"$ref":1},"$class":{"$ref":3}}"#,
    ])
    let page = try WrittenPage(try TestArchives.document(data))
    let (name, friend) = (try #require(page.node("root", "name")), try #require(page.node("root", "friend")))
    #expect(page.value(name) as? String == "Ada")
    #expect(page.range(name).map { Array(data[$0]) } == Array("\u{53}Ada".utf8))
    #expect(page.node("root", "friend", "name") == name)
    #expect(page.node("root", "friend", "friend") == page.node("root"))
    #expect(page.uid(friend) == 4)
    #expect(page.value(try #require(page.node("root", "count"))) as? Int == 7)
    #expect(page.left.isEmpty)
    #expect(page.bytes().map(\.data) == [data])
  }

  @Test("The same archive makes the same page, and another name another title alone")
  func name() throws {
    let document = try MadeArchive.document([#"[1,2,3]"#])
    #expect(try WrittenPage(document).text == WrittenPage(document).text)
    let page = try WrittenPage(document, name: "<b>&\u{202E}'\"")
    #expect(page.text.contains(#"<title>&lt;b&gt;&amp;\u{202e}&#39;&quot;</title>"#))
    #expect((page.document["file"] as? [String: Any])?["name"] as? String == "<b>&\u{202E}'\"")
  }

  @Test("Integers that are no doubles, and numbers that are no numbers, are texts")
  func numbers() throws {
    let page = try WrittenPage(
      try MadeArchive.document([#"[9007199254740991,9007199254740992,{"$real":"inf"},{"$f32":0.1},true]"#]))
    let values = page.children(try #require(page.node("root"))).map { page.value($0) }
    #expect(values[0] as? Int == 9_007_199_254_740_991)
    #expect(values[1] as? String == "9007199254740992")
    #expect(values[2] as? String == "inf")
    #expect(values[3] as? Double == 0.1)
    #expect(values[4] as? Bool == true)
  }

  // MARK: Limits

  @Test("A page has no more values than its limit, those nearest to the root, and says so")
  func limitOfNodes() throws {
    let rows = (0..<50).map { "[\($0),[\($0)]]" }.joined(separator: ",")
    let document = try MadeArchive.document(["[\(rows)]"])
    for most in [1, 2, 3, 20, 60, 120] {
      let page = try WrittenPage(document) { $0.nodes = most }
      #expect(page.nodes.count <= most)
      #expect(page.left.contains { $0.contains("The tree has \(page.nodes.count) value") }, "\(most)")
      #expect(page.nodes.indices.allSatisfy { page.children($0).allSatisfy { $0 < page.nodes.count } } || most < 3)
    }
    #expect(try WrittenPage(document).left.isEmpty)
  }

  @Test("A long collection has its first elements, and the number of all")
  func limitOfChildren() throws {
    let list = (0..<30).map(String.init).joined(separator: ",")
    let keys = (0..<30).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let page = try WrittenPage(
      try MadeArchive.document(["{\"list\":{\"$ref\":2},\"map\":{\"$ref\":3}}", "[\(list)]", "{\(keys)}"])
    ) { $0.children = 4 }
    let (own, map) = (try #require(page.node("root", "list")), try #require(page.node("root", "map")))
    #expect(page.children(own).count == 4)
    #expect(page.total(own) == 30)
    #expect(page.children(map).count == 8)
    #expect(page.total(map) == 30)
    #expect(!page.left.isEmpty)
  }

  @Test("Long texts are cut between characters, with the number that JavaScript counts")
  func limitOfText() throws {
    let long = String(repeating: "𝄞", count: 30_000)
    let page = try WrittenPage(try MadeArchive.document(["[\"\(long)\",\"\(long)!\"]"])) { $0.text = 1000 }
    let (first, second) = (try #require(page.node("root", 0)), try #require(page.node("root", 1)))
    #expect((page.value(first) as? String)?.unicodeScalars.count == 20_000)
    #expect(page.total(first) == 60_000)
    #expect((page.value(second) as? String) == String(repeating: "𝄞", count: 200))
    #expect(page.total(second) == 60_001)
  }

  @Test("The map of bytes explains as many parts as its limit, and says so")
  func limitOfSpans() throws {
    let document = try MadeArchive.document(
      ["[" + (0..<40).map { "{\"$ref\":\($0 + 2)}" }.joined(separator: ",") + "]"]
        + (0..<40).map { "\"text \($0)\"" })
    let page = try WrittenPage(document) { $0.spans = 10 }
    #expect((page.document["spans"] as? [Any])?.count == 10)
    #expect(page.left == ["The byte map explains the first 10 parts of the file's structure."])
  }

  @Test("Of a large table the page has rows, says which, and has their bytes")
  func limitOfBytes() throws {
    let count = 9000
    let numbers = (0..<count).map { "\($0)" }
    let kinds = (0..<count).map { "\($0 % 3)" }
    let some = (0..<count).filter { $0 % 3 == 1 }.map { "\($0)" }
    let columns = [("number", "u32", numbers), ("kind", "u8", kinds), ("some", "i32", some)]
    let parts = columns.map { #""[].\#($0.0)":\#(MadeArchive.values($0.1, $0.2))"# }.joined(separator: ",")
    let data = try MadeArchive.data([
      #"{"[]":{"$ref":2},\#(parts),"$class":{"$ref":3}}"#, #""count \#(count)\nu32 number\nu8 kind\n@2=1 i32 some""#,
      MadeArchive.classObject("row[]"),
    ])
    let page = try WrittenPage(try TestArchives.document(data)) { $0.bytes = 20_000 }
    #expect(page.left.contains { $0.contains("of 9,000 rows: the first") }, "\(page.left)")
    let own = page.bytes()
    #expect(own.reduce(0) { $0 + $1.data.count } < 30_000)
    for part in own { #expect(data[part.offset..<(part.offset + part.data.count)] == part.data) }
    let table = try #require(page.tables.first)
    let pieces = try #require(table["pieces"] as? [[Int]])
    #expect(pieces.count > 1)
    for column in try #require(table["columns"] as? [[String: Any]]) {
      let places = try #require(column["pieces"] as? [[Int]])
      #expect(places.count == pieces.count)
      for (place, piece) in zip(places, pieces) {
        #expect(own.contains { $0.offset <= place[0] && place[0] + place[1] <= $0.offset + $0.data.count })
        guard column["name"] as? String == "some", place[1] > 0 else { continue }
        // The first value of the piece is that of the first row from there on that has one.
        let first = data[place[0]..<(place[0] + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(first == (piece[0]..<count).first { $0 % 3 == 1 })
      }
    }
  }

  // MARK: Cycles, hostile text and damage

  @Test("Lists and objects that contain themselves end")
  func cycles() throws {
    let objects = [
      #"{"self":{"$ref":1},"list":{"$ref":2},"$class":{"$ref":3}}"#,
      #"{"NS.objects":[{"$ref":2},{"$ref":1}],"$class":{"$ref":4}}"#, MadeArchive.classObject("Own"),
      MadeArchive.classObject("NSArray"),
    ]
    let page = try WrittenPage(try MadeArchive.document(objects))
    #expect(page.node("root", "self") == page.node("root"))
    #expect(page.node("root", "list", 0) == page.node("root", "list"))
    // An array of the property list itself, which no archiver writes.
    let raw = TestArchives.list([[0xA2, 0, 1], [0x10, 7]], top: 0)
    let list = try WrittenPage(try TestArchives.document(raw))
    #expect(list.children(0) == [0, 1])
  }

  @Test("No text of the archive is markup of the page or ends its script")
  func hostileText() throws {
    let hostile = "</script><script>alert(1)</script><!--]]>\u{2028}\u{2029}\u{0}\u{7F}&amp;'\"\\"
    let text = #"</script><script>alert(1)</script><!--]]>\u2028\u2029\u0000\u007f&amp;'\"\\"#
    let page = try WrittenPage(
      try MadeArchive.document([
        "{\"\(text)\":{\"$ref\":2},\"$class\":{\"$ref\":3}}", "\"\(text)\"", MadeArchive.classObject(text),
      ]))
    #expect(page.value(try #require(page.node("root", hostile))) as? String == hostile)
    #expect(!page.text.contains("<script>alert"))
    let plain = try WrittenPage(
      try MadeArchive.document([
        #"{"a":{"$ref":2},"$class":{"$ref":3}}"#, #""b""#,
        MadeArchive.classObject("C"),
      ]))
    #expect(page.text.components(separatedBy: "<").count == plain.text.components(separatedBy: "<").count)
  }

  @Test("References that lead nowhere are errors at their places, and the rest is shown")
  func damagedReferences() throws {
    let page = try WrittenPage(
      try MadeArchive.document([
        #"{"gone":{"$ref":99},"there":{"$ref":2},"$class":{"$ref":98}}"#, #"[{"$ref":77},"text"]"#,
      ]))
    let errors = page.of("error").compactMap { page.value($0) as? String }
    #expect(errors.contains { $0.contains("a reference to object 98 of") }, "\(errors)")
    let other = try WrittenPage(
      try MadeArchive.document([#"{"gone":{"$ref":99},"there":{"$ref":2}}"#, #"[{"$ref":77},"text"]"#]))
    #expect(other.type(try #require(other.node("root", "gone"))) == "error")
    #expect(other.type(try #require(other.node("root", "there", 0))) == "error")
    #expect(other.value(try #require(other.node("root", "there", 1))) as? String == "text")
  }

  @Test("Every byte that is changed in an archive leaves a page that can be read")
  func damage() throws {
    let data = try MadeArchive.graph(values: [1, 2, 3], next: [2, 3, 1], other: [0, 1, 3], root: 1)
    for place in data.indices {
      for value: UInt8 in [0, 0x7F, 0xFF, data[place] ^ 1] {
        var bytes = Array(data)
        bytes[place] = value
        guard let document = try? TestArchives.document(bytes) else { continue }
        let page = try WrittenPage(document)
        #expect(page.nodes.indices.allSatisfy { page.children($0).allSatisfy { $0 >= 0 } }, "\(place)")
      }
    }
  }
}
