import ArchiveInspection
import ArchiveRuntime
import Foundation
import Testing
import UntypedArchive

@Suite("Differences of two archives")
struct DiffTests {
  static func lines(_ first: Data, _ second: Data, _ options: DiffOptions = DiffOptions()) throws -> [String] {
    try lines(try TestArchives.document(first), try TestArchives.document(second), options)
  }

  static func lines(
    _ first: ArchiveDocument, _ second: ArchiveDocument, _ options: DiffOptions = DiffOptions()
  ) throws -> [String] {
    let report = try ArchiveComparison.compare(first, second, options)
    let lines = report.differences.map {
      "\($0.kind.rawValue) \($0.path): \([$0.before, $0.after].compactMap(\.self).joined(separator: " → "))"
    }
    #expect(report.isEqual == lines.isEmpty || report.omitted > 0)
    return lines
  }

  /// An object with the keys, and others behind it.
  private static func object(_ keys: String, _ others: [String] = [], type: String = "Order") throws -> Data {
    try MadeArchive.data(["{\(keys),\"$class\":\(MadeArchive.ref(2))}", MadeArchive.classObject(type)] + others)
  }

  @Test("A section's name stands for one section, so that their order is the same in every run")
  func sections() throws {
    let report = try ArchiveComparison.compare(
      TestArchives.document(Self.object(#""":1,"b":1"#)),
      TestArchives.document(Self.object(#""":2,"b":2"#, type: "Other")), DiffOptions())
    #expect(report.sections.map(\.name) == ["", "b"])
    #expect(report.sections.first?.total == 2)
  }

  // MARK: Lists within data

  @Test("Property lists within data are compared key by key, in lists within lists too")
  func listsInData() throws {
    func archive(_ price: String, _ order: String) throws -> Data {
      func hexadecimal(_ data: Data) -> String { data.base64EncodedString() }
      let inner = try Self.object(order == "" ? "\"price\":\(price)" : order)
      let middle = try Self.object(#""inner":{"$data":"\#(hexadecimal(inner))"},"name":"middle""#)
      return try Self.object(#""payload":{"$data":"\#(hexadecimal(middle))"},"rest":1"#)
    }
    var options = DiffOptions()
    options.expandsData = true
    let (one, two) = (try archive("1", ""), try archive("2", ""))
    #expect(try Self.lines(one, two, options) == ["changed payload{}.inner{}.price: 1 → 2"])
    let plain = try Self.lines(one, two)
    #expect(plain.count == 1 && plain[0].hasPrefix("changed payload: "))
    // Other bytes of the same values are no difference.
    let orders = (try archive("", #""a":1,"b":2"#), try archive("", #""b":2,"a":1"#))
    #expect(try !Self.lines(orders.0, orders.1).isEmpty)
    #expect(try Self.lines(orders.0, orders.1, options) == [])
    options.ignored = [try #require(KeyPathPattern("payload{}.inner{}.price"))]
    #expect(try Self.lines(one, two, options) == [])
    options.ignored = [try #require(KeyPathPattern("price"))]
    #expect(try Self.lines(one, two, options) == [])
    options.ignored = []
    options.stopsAtFirst = true
    #expect(try !ArchiveComparison.compare(TestArchives.document(one), TestArchives.document(two), options).isEqual)
    // The offsets are those of the outer files.
    let difference = try #require(
      try ArchiveComparison.compare(
        TestArchives.document(one), TestArchives.document(two),
        {
          var options = options
          options.stopsAtFirst = false
          return options
        }()
      ).differences.first)
    let offset = try #require(difference.offsets.before)
    #expect(one[offset] == 0x10 && one[offset + 1] == 1)
  }

  // MARK: Values and keys

  @Test("Every archive of the test tree equals itself, its XML and its JSON, and differs from its neighbour")
  func goldens() throws {
    var last: Data?
    for file in TestArchives.all.enumerated().filter({ $0.offset % 7 == 0 }).map(\.element) {
      let data = try Data(contentsOf: file)
      let document = try TestArchives.document(data)
      var options = LosslessJSONWriter.Options()
      options.hasLayout = false
      let again = try TestArchives.list(try TestArchives.json(document, options)).data
      #expect(try Self.lines(data, again) == [], "\(file.lastPathComponent)")
      if let xml = try? XMLPropertyListWriter.xml(data) {
        #expect(try Self.lines(data, xml) == [], "\(file.lastPathComponent) as XML")
      }
      if let last, document.keyed != nil {
        _ = try ArchiveComparison.compare(try TestArchives.document(last), document)
      }
      last = data
    }
  }

  @Test("Keys and values are added, removed, changed, and of another kind")
  func keys() throws {
    let first = try Self.object(#""a":1,"b":2.5,"c":{"$ref":3},"gone":true"#, ["\"old\""])
    let second = try Self.object(#""c":{"$ref":3},"new":7,"b":3.5,"a":"1""#, ["\"new\""])
    #expect(
      try Self.lines(first, second) == [
        "type a: integer 1 → text \"1\"", "changed b: 2.5 → 3.5", "changed c: \"old\" → \"new\"", "removed gone: true",
        "added new: 7",
      ])
    #expect(try Self.lines(first, first) == [])
  }

  @Test("The class of an object, and its superclasses, are compared")
  func classes() throws {
    #expect(
      try Self.lines(try Self.object(#""a":1"#), try Self.object(#""a":1"#, type: "Purchase"))
        == ["type : class Order → class Purchase"])
  }

  @Test("The order of objects and of keys, and texts that are shared, are no difference")
  func order() throws {
    let first = try MadeArchive.data([
      #"{"a":{"$ref":2},"b":{"$ref":2},"$class":{"$ref":3}}"#, "\"x\"", MadeArchive.classObject("T"),
    ])
    let second = try MadeArchive.data(
      [MadeArchive.classObject("T"), "\"x\"", "\"x\"", #"{"$class":{"$ref":1},"b":{"$ref":3},"a":{"$ref":2}}"#],
      top: #"{"root":{"$ref":4}}"#)
    #expect(try Self.lines(first, second) == [])
  }

  @Test("Cycles end, and a shared object is compared once")
  func cycles() throws {
    func archive(_ value: Int) throws -> Data {
      try MadeArchive.data([
        #"{"self":{"$ref":1},"left":{"$ref":3},"right":{"$ref":3},"$class":{"$ref":2}}"#, MadeArchive.classObject("T"),
        #"{"back":{"$ref":1},"value":\#(value),"$class":{"$ref":2}}"#,
      ])
    }
    #expect(try Self.lines(try archive(1), try archive(2)) == ["changed left.value: 1 → 2"])
  }

  @Test("Sharing that is lost or gained is a difference, unless it is ignored")
  func sharing() throws {
    let shared = try MadeArchive.data([
      #"{"a":{"$ref":3},"b":{"$ref":3},"$class":{"$ref":2}}"#, MadeArchive.classObject("T"),
      #"{"v":1,"$class":{"$ref":2}}"#,
    ])
    let copied = try MadeArchive.data([
      #"{"a":{"$ref":3},"b":{"$ref":4},"$class":{"$ref":2}}"#, MadeArchive.classObject("T"),
      #"{"v":1,"$class":{"$ref":2}}"#, #"{"v":1,"$class":{"$ref":2}}"#,
    ])
    #expect(try Self.lines(shared, copied) == ["sharing b: the object at a (#3) → an object of its own (#4)"])
    #expect(try Self.lines(copied, shared) == ["sharing b: an object of its own (#4) → the object at a (#3)"])
    var options = DiffOptions()
    options.ignoresSharing = true
    #expect(try Self.lines(shared, copied, options) == [])
  }

  @Test("Seventy levels of two references each are compared in no time")
  func levels() throws {
    func archive(_ last: String) throws -> Data {
      var objects = (1...70).map { #"{"a":{"$ref":\#($0 + 1)},"b":{"$ref":\#($0 + 1)},"$class":{"$ref":72}}"# }
      objects += [#"{"v":\#(last),"$class":{"$ref":72}}"#, MadeArchive.classObject("T")]
      return try MadeArchive.data(objects)
    }
    let lines = try Self.lines(try archive("1"), try archive("2"))
    #expect(lines == ["changed #71.v: 1 → 2"])
  }

  // MARK: Lists, sets, dictionaries

  private static func list(_ type: String, _ texts: [String]) throws -> Data {
    try MadeArchive.data(
      [
        #"{"NS.objects":[\#(texts.indices.map { MadeArchive.ref($0 + 3) }.joined(separator: ","))],"$class":{"$ref":2}}"#,
        MadeArchive.classObject(type),
      ] + texts)
  }

  @Test("An element that is put in or taken out of a list is one difference")
  func lists() throws {
    let texts = (0..<50).map { "\"t\($0)\"" }
    var other = texts
    other.insert("\"new\"", at: 3)
    other.remove(at: 20)
    other[30] = "\"changed\""
    #expect(
      try Self.lines(try Self.list("NSArray", texts), try Self.list("NSArray", other))
        == ["added [3]: \"new\"", "removed [19]: \"t19\"", "changed [30]: \"t30\" → \"changed\""])
  }

  @Test(
    "An object that is taken out of a list is one difference, however long other lists are, and though each refers to what has it",
    arguments: [2, 3, 4, 5], [false, true])
  func objects(other: Int, refersBack: Bool) throws {
    func archive(_ names: [String]) throws -> Data {
      let classes = ["Team", "NSArray", "Player"].map { MadeArchive.classObject($0) }
      let first = 5 + other
      let players = names.enumerated().flatMap { place, name in
        [
          #"{"name":{"$ref":\#(first + place * 2 + 1)},\#(refersBack ? #""team":{"$ref":1},"# : "")"$class":{"$ref":4}}"#,
          "\"\(name)\"",
        ]
      }
      func list(_ numbers: some Sequence<Int>) -> String {
        #"{"NS.objects":[\#(numbers.map { MadeArchive.ref($0) }.joined(separator: ","))],"$class":{"$ref":3}}"#
      }
      let end = first + players.count
      return try MadeArchive.data(
        [#"{"players":{"$ref":\#(end)},"other":{"$ref":\#(end + 1)},"$class":{"$ref":2}}"#] + classes
          + (0..<other).map { "\(10 + $0)" } + players
          + [list(names.indices.map { first + $0 * 2 }), list((0..<other).map { 5 + $0 })])
    }
    let lines = try Self.lines(try archive(["Ann", "Bob", "Cy", "Di"]), try archive(["Ann", "Cy", "Di"]))
    #expect(lines.count == 1 && lines[0].hasPrefix("removed players[1]: Player"), "\(lines)")
  }

  @Test("Sets have no order, and dictionaries of Foundation have keys")
  func sets() throws {
    #expect(
      try Self.lines(try Self.list("NSSet", ["\"a\"", "\"b\"", "3"]), try Self.list("NSSet", ["3", "\"c\"", "\"a\""]))
        == ["removed {\"b\"}: \"b\"", "added {\"c\"}: \"c\""])
    func dictionary(_ entries: [(String, String)]) throws -> Data {
      try MadeArchive.data(
        [
          """
          {"NS.keys":[\(entries.indices.map { MadeArchive.ref($0 * 2 + 3) }.joined(separator: ","))],
          "NS.objects":[\(entries.indices.map { MadeArchive.ref($0 * 2 + 4) }.joined(separator: ","))],"$class":{"$ref":2}}
          """, MadeArchive.classObject("NSDictionary"),
        ] + entries.flatMap { ["\"\($0.0)\"", $0.1] })
    }
    #expect(
      try Self.lines(
        try dictionary([("a", "1"), ("b", "2"), ("d", "4")]), try dictionary([("c", "3"), ("b", "20"), ("a", "1")]))
        == ["changed b: 2 → 20", "added c: 3", "removed d: 4"])
  }

  @Test("Elements of a list of objects are matched by a key where one is named")
  func keyedLists() throws {
    func archive(_ items: [(Int, Int)]) throws -> Data {
      try MadeArchive.data(
        [
          #"{"NS.objects":[\#(items.indices.map { MadeArchive.ref($0 + 4) }.joined(separator: ","))],"$class":{"$ref":2}}"#,
          MadeArchive.classObject("NSArray"), MadeArchive.classObject("Item"),
        ] + items.map { #"{"id":\#($0.0),"price":\#($0.1),"$class":{"$ref":3}}"# })
    }
    var options = DiffOptions()
    options.keys = [try #require(RowKey("id"))]
    #expect(
      try Self.lines(try archive([(1, 10), (2, 20), (3, 30)]), try archive([(3, 30), (1, 11), (4, 40)]), options)
        == [
          "changed [id=1].price: 10 → 11", "removed [id=2]: Item #5 {id 2, price 20}",
          "added [id=4]: Item #6 {id 4, price 40}",
        ])
  }

  // MARK: Tables

  static func table(_ rows: [[Int]]) throws -> Data {
    try MadeArchive.table(
      ["order", "price", "stock"].enumerated().map { place, name in (name, "i32", rows.map { "\($0[place])" }) },
      count: rows.count)
  }

  @Test("Rows of tables are added, removed and changed")
  func rows() throws {
    let rows = (0..<40).map { [$0, $0 * 10, 7] }
    var other = rows
    other.remove(at: 5)
    other.insert([100, 1, 2], at: 12)
    other[30][1] = -1
    #expect(
      try Self.lines(try Self.table(rows), try Self.table(other)) == [
        "removed [5]: {order 5, price 50, stock 7}", "added [12]: {order 100, price 1, stock 2}",
        "changed [30].price: 300 → -1",
      ])
  }

  @Test("Rows are matched by a key column where one is named")
  func keyedRows() throws {
    let rows = (0..<10).map { [$0, $0 * 10, 7] }
    var other = Array(rows.reversed())
    other.removeLast()
    other[2][2] = 8
    var options = DiffOptions()
    options.keys = [try #require(RowKey("order"))]
    #expect(
      try Self.lines(try Self.table(rows), try Self.table(other), options)
        == ["removed [order=0]: {order 0, price 0, stock 7}", "changed [order=7].stock: 7 → 8"])
  }

  @Test("Columns are compared by name, and values of another type by value")
  func columns() throws {
    let first = try MadeArchive.table([("a", "u8", ["1", "2"]), ("b", "f64", ["1.5", "2.5"])], count: 2)
    let second = try MadeArchive.table([("c", "u8", ["0", "0"]), ("a", "i32", ["1", "-2"])], count: 2)
    #expect(
      try Self.lines(first, second) == [
        "type [].a: u8 → i32", "removed [].b: column f64", "added [].c: column u8", "changed [1].a: 2 → -2",
      ])
  }

  @Test("A million rows of which one differs give one line, and many are counted")
  func manyRows() throws {
    let rows = (0..<2_000).map { [$0, $0, 0] }
    let other = rows.map { [$0[0], $0[1], 1] }
    let report = try ArchiveComparison.compare(
      try TestArchives.document(try Self.table(rows)), try TestArchives.document(try Self.table(other)))
    #expect(report.differences.count == 50)
    #expect(report.total == 2_000)
    #expect(report.omitted == 1_950)
    let text = String(decoding: TestArchives.output { DiffText().write(report, "a", "b", to: $0) }, as: UTF8.self)
    #expect(text.contains("… and 1950 more in []"))
    #expect(text.contains("2000 differences: 2000 changed"))
  }

  @Test("Reals within the tolerance are equal, and patterns leave out key paths")
  func toleranceAndIgnore() throws {
    let first = try MadeArchive.table([("a", "f64", ["1.0", "2.0"]), ("b", "u8", ["1", "2"])], count: 2)
    let second = try MadeArchive.table([("a", "f64", ["1.0000001", "2.5"]), ("b", "u8", ["1", "3"])], count: 2)
    var options = DiffOptions()
    options.tolerance = 1e-6
    #expect(try Self.lines(first, second, options) == ["changed [1].a: 2.0 → 2.5", "changed [1].b: 2 → 3"])
    for pattern in ["[].a", "a", "[*].a"] {
      options.ignored = [try #require(KeyPathPattern(pattern))]
      #expect(try Self.lines(first, second, options) == ["changed [1].b: 2 → 3"], "\(pattern)")
    }
    for pattern in ["**", "[]"] {
      options.ignored = [try #require(KeyPathPattern(pattern))]
      #expect(try Self.lines(first, second, options) == [], "\(pattern)")
    }
  }

  @Test(
    "A pattern fits what it names and what is inside",
    arguments: [
      ("a", "a", true), ("a", "x.a", true), ("a", "x.a.b", true), ("a", "ab", false), ("a.b", "x.a.b", false),
      ("a.*", "a.b", true), ("a.*", "a", false), ("a.*.c", "a.b.c", true), ("a.*.c", "a.b.x.c", false),
      ("a.**.c", "a.b.x.c", true), ("**.c", "c", true), ("**.c", "a.b.c", true), ("l[].p", "l[17].p", true),
      ("l[].p", "l.p", false), ("l[3].p", "l[3].p.x", true), ("l[3].p", "l[4].p", false), ("#n:*.v", "#n:17.v", true),
      ("a?", "ab", true), ("a?", "a", false),
    ])
  func patterns(_ pattern: String, _ path: String, _ fits: Bool) throws {
    #expect(try #require(KeyPathPattern(pattern)).matches(path) == fits, "\(pattern) \(path)")
  }

  @Test("A reference that leads nowhere keeps archives from being compared only where it is reached")
  func unreachableDamage() throws {
    let list = MadeArchive.classObject("NSArray")
    func archive(_ values: String, _ more: String) throws -> ArchiveDocument {
      try MadeArchive.document([
        #"{"NS.objects":[\#(values)],"$class":{"$ref":2}}"#, list, #"{"a":1,"$class":{"$ref":\#(more)}}"#,
      ])
    }
    let report = try ArchiveComparison.compare(
      try archive("1,2,3", "2"), try archive("2,3,4", "95"))
    #expect(report.total == 2)
    #expect(throws: ArchiveError.self) {
      try ArchiveComparison.compare(try archive(#"1,{"$ref":3}"#, "2"), try archive(#"2,{"$ref":3}"#, "95"))
    }
  }

  @Test("Long texts and data that begin alike say where they begin to differ")
  func longValues() throws {
    func archive(_ end: String, _ byte: UInt8) throws -> ArchiveDocument {
      let data = Data(repeating: 7, count: 100) + [byte]
      return try MadeArchive.document([
        #"{"data":{"$data":"\#(data.base64EncodedString())"},"text":{"$ref":3},"$class":{"$ref":2}}"#,
        MadeArchive.classObject("Own"), "\"\(String(repeating: "𝄞", count: 300))\(end)\"",
      ])
    }
    let report = try ArchiveComparison.compare(try archive("a!", 1), try archive("b!", 2))
    let ends = report.differences.flatMap { [$0.before, $0.after] }.compactMap {
      $0?.components(separatedBy: ", ").last
    }
    #expect(ends == ["01 at 100", "02 at 100", #""a!" at 600"#, #""b!" at 600"#])
  }

  @Test("Texts of an archive cannot act on a terminal or a page")
  func hostileText() throws {
    let first = try Self.object(#""<script>alert(1)<\/script>":1,"a":{"$ref":3}"#, ["\"\\u001b[31m<b>\""])
    let second = try Self.object(#""<script>alert(1)<\/script>":2,"a":{"$ref":3}"#, ["\"x\""])
    let report = try ArchiveComparison.compare(try TestArchives.document(first), try TestArchives.document(second))
    #expect(report.total == 2)
    let text = String(decoding: TestArchives.output { DiffText().write(report, "a\u{1B}", "b", to: $0) }, as: UTF8.self)
    #expect(!text.contains("\u{1B}"))
    let page = String(decoding: TestArchives.output { DiffHTML.write(report, "<a>", "b", to: $0) }, as: UTF8.self)
    #expect(!page.contains("<script>") && !page.contains("<b>") && !page.contains("<a>"))
    #expect(page.contains("default-src 'none'"))
    let json = TestArchives.output { DiffJSON.write(report, "a", "b", to: $0) }
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(object["equal"] as? Bool == false)
    #expect((object["differences"] as? [Any])?.count == 2)
  }
}
