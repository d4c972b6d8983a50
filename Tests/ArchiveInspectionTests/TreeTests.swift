import ArchiveInspection
import ArchiveRuntime
import Foundation
import Testing

@Suite("The tree for people")
struct TreeTests {
  @Test("Foundation's values are in words and raw, shared objects and cycles are references")
  func values() throws {
    #expect(
      try MadeArchives.tree(try MadeArchives.menu()) == """
        keyed archive, 15 objects
          root: Menu #1
            title: "Lunch\\n\\u{1b}[2J\\u{202e}"
            created: 2024-02-29T12:00:00.25Z (730900800.25)  NSDate
            id: 6BA7B810-9DAD-11D1-80B4-00C04FD430C8  NSUUID
            items: NSArray of 2 #7
              [0] Item #9
                name: "Soup"
                menu: → #1 Menu
              [1] → #9 Item
            self: → #1 Menu
            count: 42
            map: NSDictionary of 1 #12
              "Soup": → #9 Item
            none: nil

        """)
  }

  @Test("Collections with an element under each key, as Foundation's ordered sets have them, are lists")
  func numberedElements() throws {
    func tree(_ keys: String, _ type: String) throws -> [String] {
      let document = try MadeArchive.document([
        "{\(keys)\"$class\":\(MadeArchive.ref(2))}", MadeArchive.classObject(type), "\"one\"", "\"two\"",
      ])
      return try MadeArchives.tree(document, "root").split(separator: "\n").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
    let two = #""NS.object.1":{"$ref":4},"NS.object.0":{"$ref":3},"#
    for type in ["NSOrderedSet", "NSSet", "NSMutableArray"] {
      #expect(try tree(two, type) == ["\(type) of 2 #1", "[0] \"one\"", "[1] \"two\""])
    }
    #expect(try tree("", "NSOrderedSet") == ["NSOrderedSet of 0 #1"])
    #expect(
      try tree(#""NS.key.0":{"$ref":3},"NS.object.0":{"$ref":4},"#, "NSDictionary") == [
        "NSDictionary of 1 #1", "\"one\": \"two\"",
      ])
    // With a gap, with a number that no writer writes, or with other keys they are keys: nothing is left out.
    for keys in [
      #""NS.object.1":{"$ref":3},"#, #""NS.object.00":{"$ref":3},"#, #""NS.object.0":{"$ref":3},"name":{"$ref":4},"#,
    ] {
      #expect(try tree(keys, "NSOrderedSet").contains { $0.hasSuffix(": \"one\"") }, "\(keys)")
    }
    #expect(
      try MadeArchive.document([
        "{\(two)\"$class\":\(MadeArchive.ref(2))}", MadeArchive.classObject("NSOrderedSet"), "\"one\"", "\"two\"",
      ]).selection("[1]").isText("two"))
  }

  @Test("Columns are a table, with bit-fields of a group and members that only some rows have")
  func table() throws {
    let lines = try MadeArchives.tree(try MadeArchives.table(), "[]").split(separator: "\n")
    // The widths of columns are not what is tested.
    #expect(
      lines.map { $0.split(separator: " ").joined(separator: " ") } == [
        "3 rows of 8 columns", "order price name level delta kind value.i size", "u32 f64 utf8[8] u3 i5 u8 i32 u16[2]",
        #"0 7 1.5 "=1+1" 5 -8 1 -5 [1, 2]"#, #"1 8 -0.0 "a,\"b\"" 3 0 2 – [3, 4]"#, #"2 9 1e+300 "é" 0 0 1 6 [5, 6]"#,
      ])
    #expect(Set(lines.dropFirst().map(\.count)).count == 1)
  }

  @Test("Links of a graph are names of rows, by which a key path finds them")
  func graph() throws {
    let document = try MadeArchives.graph()
    let text = try MadeArchives.tree(document)
    #expect(text.contains("graph of 2 tables, root #node:1"))
    #expect(text.contains("#node:2"))
    #expect(text.contains("#text:1"))
    #expect(try MadeArchives.tree(document, "#node:2") == "value: 20\nnext: #node:1\ntext: NULL\n")
  }

  @Test("Key paths name objects, elements, rows, cells and columns")
  func keyPaths() throws {
    let menu = try MadeArchives.menu()
    for (path, text) in [
      ("title", #""Lunch\n\u{1b}[2J\u{202e}""#), ("root.items[1].name", "\"Soup\""), ("#9.name", "\"Soup\""),
      ("map.Soup.name", "\"Soup\""),
      ("count", "42"),
    ] { #expect(try MadeArchives.tree(menu, path) == text + "\n", "\(path)") }
    let table = try MadeArchives.table()
    #expect(try MadeArchives.tree(table, "[1].price") == "price: -0.0\n")
    #expect(try MadeArchives.tree(table, "[].level").contains("1 column"))
    for path in ["nope", "items[2]", "title.x", "#99", "items[].x", "[0]"] {
      #expect(throws: (any Error).self) { try menu.selection(path) }
    }
  }

  @Test("Depth, head and skip limit what is shown, and say so")
  func limits() throws {
    let document = try MadeArchives.menu()
    #expect(try MadeArchives.tree(document) { $0.depth = 1 }.hasSuffix("  root: Menu #1 …\n"))
    let rows = try MadeArchives.tree(try MadeArchives.table(), "[]") {
      $0.head = 1
      $0.skip = 1
    }
    #expect(rows.contains("\n    1 ") && !rows.contains("\n    0 ") && rows.contains("… 1 more row"))
  }

  @Test("Raw shows the property list itself, and offsets where its values are")
  func raw() throws {
    let document = try MadeArchives.menu()
    let text = try MadeArchives.tree(document) { $0.isRaw = true }
    #expect(text.contains("$archiver: \"NSKeyedArchiver\"") && text.contains("self: UID 1"))
    let offsets = try MadeArchives.tree(document, "count") { $0.hasOffsets = true }
    let place = try #require(offsets.split(separator: "@").last?.split(separator: "+").first.flatMap { Int($0) })
    #expect(document.view.bytes[place] == 0x10 && document.view.bytes[place + 1] == 42)
  }

  @Test("A property list in data is opened where that is asked for")
  func expandedData() throws {
    let inner = try MadeArchives.keyedData([#"{"x":5,"$class":{"$ref":2}}"#, MadeArchives.type("Inner", "NSObject")])
    let document = try TestArchives.document(
      try TestArchives.list(Data(#"{"d":{"$data":"\#(inner.base64EncodedString())"}}"#.utf8)).data)
    #expect(!(try MadeArchives.tree(document)).contains("Inner"))
    #expect(try MadeArchives.tree(document) { $0.expandsData = true }.contains("root: Inner #1\n        x: 5"))
  }

  @Test("A list of ten thousand lists within each other, and one that contains itself, need no stack")
  func deep() throws {
    let text = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    let tree = try MadeArchives.tree(try TestArchives.document(try TestArchives.list(Data(text.utf8)).data))
    #expect(tree.split(separator: "\n").count == 10_000 && tree.utf8.count < 1_500_000)
    #expect(
      try MadeArchives.tree(try TestArchives.document(TestArchives.list([[0xA1, 0]], top: 0))).contains("shown above"))
  }

  @Test("What cannot be read is named in its place, and the rest is shown")
  func damage() throws {
    let document = try MadeArchives.keyed([
      #"{"a":{"$ref":77},"b":2,"$class":{"$ref":2}}"#, MadeArchives.type("T", "NSObject"),
    ])
    let text = try MadeArchives.tree(document)
    #expect(text.contains("unreadable: ") && text.contains("reference to object 77 of 3") && text.contains("b: 2"))
  }

  @Test("A graph of ten thousand objects with cycles shows each object once")
  func cycles() throws {
    let count = 10_000
    var objects: [String] = []
    for number in 0..<count {
      let (next, back) = (1 + (number * 7 + 1) % count, 1 + (number * 31 + 5) % count)
      objects.append(
        #"{"next":{"$ref":\#(next)},"back":{"$ref":\#(back)},"n":\#(number),"$class":{"$ref":\#(count + 1)}}"#)
    }
    objects.append(MadeArchives.type("NSView", "NSResponder", "NSObject"))
    let document = try MadeArchives.keyed(objects)
    let text = try MadeArchives.tree(document) { $0.head = .max }
    let shown = text.split(separator: "\n").filter { $0.contains("NSView #") && !$0.contains("→") }
    #expect(Set(shown.map { $0.split(separator: "#").last }).count == shown.count)
    #expect(shown.count > 1)
    let json = try TestArchives.json(document)
    #expect(try TestArchives.list(json).data == Data(document.source.bytes))
  }
}

extension Selection {
  fileprivate func isText(_ text: String) -> Bool {
    guard case .value(let value) = self, case .plain(.string(let own)) = value.meaning else { return false }
    return own.range.count == text.utf8.count
  }
}
