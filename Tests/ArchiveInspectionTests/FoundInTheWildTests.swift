import ArchiveInspection
import ArchiveRuntime
import Foundation
import Testing
import UntypedArchive

/// What files of other programs have that ours have not.
@Suite("Archives of other programs") struct FoundInTheWildTests {
  private func document(_ list: Any, _ format: PropertyListSerialization.PropertyListFormat = .binary) throws
    -> ArchiveDocument
  {
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
    return try ArchiveDocument.opening(ArchiveBytes(copying: data))
  }

  private func json(_ document: ArchiveDocument, _ path: String? = nil) throws -> String {
    let selection = try path.map { try document.selection($0) } ?? .value(try document.inspected(document.start))
    let data = try TestArchives.output {
      var writer = ValueJSONWriter(document, to: $0)
      try writer.write(selection)
    }
    return String(decoding: data, as: UTF8.self)
  }

  @Test(
    "A list that begins with the beginning of another one in its texts is opened as what it is",
    arguments: [
      "{ a = \"bplist00\"; }", "<plist><string>bplist00</string></plist>",
      "<?xml version=\"1.0\"?>\n<plist><string>bplist00 &lt;?xml</string></plist>",
      "\u{FEFF}<?xml version=\"1.0\"?><plist><string>a</string></plist>", "[\"bplist00\"]",
    ])
  func beginnings(text: String) throws {
    _ = try ArchiveDocument.opening(ArchiveBytes(copying: Data(text.utf8)))
    let binary = try document(["a": Data("bplist00".utf8), "b": "<?xml version"])
    #expect(try json(binary, "b") == #""<?xml version""#)
  }

  @Test("A table of strings with a comment alone is an empty dictionary, in UTF-8 and UTF-16")
  func comments() throws {
    for text in ["/* Localized versions of Info.plist keys */\n\n", "// a\n"] {
      let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      for data in [Data(text.utf8), Data([0xFF, 0xFE] + units)] {
        #expect(try json(try ArchiveDocument.opening(ArchiveBytes(copying: data))) == "{}")
      }
    }
  }

  @Test("An XML document that is no property list is named")
  func otherXML() {
    for text in [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- a > b --><document type=\"XIB\"/>",
      "\u{FEFF} <?xml version=\"1.0\"?><!DOCTYPE svg PUBLIC \"a\"><document/>",
    ] {
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveDocument.opening(ArchiveBytes(copying: Data(text.utf8)))
      }
      #expect(error?.description.contains("an XML document of the element 'document'") == true, "\(error as Any)")
    }
  }

  /// An archive of NSKeyedArchiver, by the lossless form of JSON.
  private func archive(_ objects: String) throws -> ArchiveDocument {
    let json = """
      {"$version":100000,"$archiver":"NSKeyedArchiver","$top":{"root":{"$ref":1}},"$objects":["$null",\(objects)]}
      """
    return try TestArchives.document(try TestArchives.list(Data(json.utf8)).data)
  }

  @Test("A dictionary whose keys are no texts, or have the same text, is a list of pairs in JSON")
  func keys() throws {
    let document = try archive(
      """
      {"NS.keys":[{"$ref":2},{"$ref":3},{"$ref":4}],"NS.objects":[{"$ref":5},{"$ref":5},{"$ref":5}],"$class":{"$ref":6}},
      {"NS.relative":{"$ref":5},"NS.base":{"$ref":0},"$class":{"$ref":7}},1,"1","x",
      {"$classname":"NSDictionary","$classes":["NSDictionary","NSObject"]},{"$classname":"NSURL","$classes":["NSURL","NSObject"]}
      """)
    #expect(try json(document, "root") == #"{"$dict":["x","x",1,"x","1","x"]}"#)
    #expect(try json(try self.document(["1": 1])) == #"{"1":1}"#)
  }

  @Test("An array of objects of one class is a table")
  func objects() throws {
    let people = """
      {"NS.objects":[{"$ref":2},{"$ref":3}],"$class":{"$ref":6}},
      {"$class":{"$ref":7},"name":{"$ref":4},"age":30,"$$x":true},{"$class":{"$ref":CLASS},"name":{"$ref":5},"age":31},"Ann","Bob",
      {"$classname":"NSArray","$classes":["NSArray","NSObject"]},{"$classname":"Person","$classes":["Person","NSObject"]},
      {"$classname":"Dog","$classes":["Dog","NSObject"]}
      """
    let document = try archive(people.replacing("CLASS", with: "7"))
    let table = try #require(try document.tables(of: .value(try document.inspected(document.start))).first)
    guard case .records(let list) = table.content else {
      Issue.record("\(table)")
      return
    }
    let csv = try TestArchives.output { try RecordCSVWriter(list, to: $0).write() }
    #expect(String(decoding: csv, as: UTF8.self).replacing("\r\n", with: "\n") == "name,age,$x\nAnn,30,true\nBob,31,\n")
    let mixed = try archive(people.replacing("CLASS", with: "8"))
    #expect(try mixed.tables(of: .value(try mixed.inspected(mixed.start))).isEmpty)
  }

  @Test("The number of an object that there is not is a mistake in the key path, and a list's key may look like one")
  func numbers() throws {
    let document = try archive("\"x\"")
    let error = #expect(throws: KeyPathError.self) { try document.selection("#99") }
    #expect(error?.description == "there is no object #99: the archive has the objects #0 to #1")
    #expect(try json(try self.document(["#1": "a"]), "#1") == "\"a\"")
  }

  @Test(
    "Everything is salvaged of a list with references of two bytes, without a trailer and with bytes missing or changed"
  )
  func salvage() throws {
    let rows = (0..<500).map { ["id": "key\($0)", "v": "value \($0)", "n": $0] as [String: Any] }
    let whole = try PropertyListSerialization.data(fromPropertyList: rows, format: .binary, options: 0)
    func texts(_ data: Data) -> Set<String> {
      var found: Set<String> = []
      _ = Salvage.run(ArchiveBytes(copying: data)) {
        if case .found(let item) = $0, item.kind.contains("string") { found.insert(item.text) }
      }
      return found
    }
    let all = texts(whole)
    #expect(all.count == 1_003)
    #expect(texts(whole.dropLast(40)) == all)
    let shorter = texts(whole.prefix(6_000) + whole.dropFirst(6_007))
    // Where the bytes are missing depends on the order of the dictionaries' keys, which is another in each process.
    #expect(shorter.subtracting(all).count <= 3, "only what lacks bytes is read as something else")
    #expect(shorter.intersection(all).count > 990)
    let overwritten = whole.prefix(6_000) + Data(repeating: 0xEE, count: 200) + whole.dropFirst(6_200).dropLast(40)
    #expect(texts(overwritten).intersection(all).count > 950)
  }

  @Test(
    "A column of a CSV is text where one of its cells is no decimal number, or one too small",
    arguments: [("0x10", "0x20"), ("0x1p-3", "1"), ("-0x1", "2"), ("1e-400", "1.5"), ("0x.8", "1"), ("1", "1_0")])
  func hexadecimal(first: String, second: String) throws {
    let made = try Array("a,b\n\(first),1\n\(second),2\n".utf8).withUnsafeBytes {
      try CSVReader.archive($0, name: "row")
    }
    let document = try ArchiveDocument(ArchiveBytes(copying: try made.data()))
    let table = try #require(try document.tables(of: .value(try document.inspected(document.start))).first)
    guard case .columns(let columns, _) = table.content else {
      Issue.record("\(table)")
      return
    }
    #expect(columns.columns[0].typeName.hasPrefix("utf8") && columns.columns[0].problem == nil)
    #expect(columns.columns[1].typeName == "i64")
  }

  @Test("A column with the name of an array of others is an error") func twice() {
    let error = #expect(throws: TableError.self) {
      try Array("x[0],x\n1,2\n".utf8).withUnsafeBytes { try CSVReader.archive($0, name: "row") }
    }
    #expect(error?.description.contains("the column 'x' and others that are elements") == true)
  }
}
