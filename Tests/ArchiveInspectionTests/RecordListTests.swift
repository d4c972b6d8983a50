import ArchiveInspection
import ArchiveRuntime
import Foundation
import Testing
import UntypedArchive

@Suite("Arrays of dictionaries")
struct RecordListTests {
  private static let people = #"""
    {"people":[{"name":"Ann","age":3},{"name":"=Bob, x","city":{"zip":"89073"}},{"age":40,"name":"Cy","born":{"$date":"2020-01-02T00:00:00Z"}}],
    "flat":[{"id":1,"name":"a"},{"id":2,"name":"b"}],"tags":["x","y"]}
    """#

  private func document(_ json: String) throws -> ArchiveDocument {
    try TestArchives.document(try TestArchives.list(Data(json.utf8)).data)
  }

  private func csv(_ document: ArchiveDocument, _ path: String) throws -> String {
    let selection = try document.selection(path)
    let table = try #require(try document.tables(of: selection).first)
    guard case .records(let list) = table.content else { return "columns" }
    return String(decoding: try TestArchives.output { try RecordCSVWriter(list, to: $0).write() }, as: UTF8.self)
  }

  @Test("They are a table whose columns are the union of their keys")
  func union() throws {
    let document = try document(Self.people)
    #expect(
      try MadeArchives.tree(document, "people[]").split(separator: "\n").map {
        $0.split(separator: " ").joined(separator: " ")
      } == [
        "3 rows of 4 columns", "name age city born", #"0 "Ann" 3 – –"#, #"1 "=Bob, x" – dictionary of 1 –"#,
        #"2 "Cy" 40 – 2020-01-02T00:00:00Z (599616000.0)"#,
      ])
  }

  @Test("The tree has a table in place of a list only where nothing is missing in it")
  func tree() throws {
    let text = try MadeArchives.tree(try document(Self.people))
    #expect(text.contains("flat: array of 2\n         id  name\n      0   1  \"a\"\n"), "\(text)")
    #expect(text.contains("[1] dictionary of 2\n") && text.contains("zip: \"89073\""), "\(text)")
    let long = String(repeating: "long ", count: 40)
    let cut = try MadeArchives.tree(try document(#"[{"a":"\#(long)"},{"a":"b"}]"#))
    #expect(cut.contains("a: \"\(long)\""))
  }

  @Test("A key path names a column of all elements, and a key within its values")
  func keyPaths() throws {
    let document = try document(Self.people)
    #expect(try csv(document, "people[].name") == "name\nAnn\n\"'=Bob, x\"\nCy\n")
    #expect(try csv(document, "people[].city.zip") == "city.zip\n\n89073\n\n")
    let error = #expect(throws: KeyPathError.self) { try document.selection("people[].nme") }
    #expect(error?.description.contains("'name', 'age', 'city', 'born'") == true)
    #expect(throws: KeyPathError.self) { try document.selection("people[].city.nope") }
  }

  @Test("CSV has an empty cell for a missing key, dates in words, and JSON for what has values of its own")
  func cells() throws {
    #expect(
      try csv(try document(Self.people), "people") == """
        name,age,city,born
        Ann,3,,
        "'=Bob, x",,"{""zip"":""89073""}",
        Cy,40,,2020-01-02T00:00:00Z

        """)
    #expect(try csv(try document(Self.people), "tags") == "value\nx\ny\n")
  }

  @Test("The dictionaries of a keyed archive are rows as well")
  func keyed() throws {
    let dictionary = { (keys: [Int], values: [Int]) in
      #"{"NS.keys":[\#(keys.map(MadeArchive.ref).joined(separator: ","))],"NS.objects":[\#(values.map(MadeArchive.ref).joined(separator: ","))],"$class":{"$ref":9}}"#
    }
    let archive = try MadeArchive.document([
      #"{"NS.objects":[{"$ref":2},{"$ref":3}],"$class":{"$ref":8}}"#, dictionary([4, 5], [6, 7]), dictionary([5], [6]),
      "\"id\"", "\"name\"", "\"x\"", "12", MadeArchive.classObject("NSArray"), MadeArchive.classObject("NSDictionary"),
    ])
    #expect(try csv(archive, "root") == "id,name\nx,12\n,x\n")
    var printer: SchemaPrinter?
    let schema = try TestArchives.output {
      printer = SchemaPrinter(archive, to: $0)
      try printer?.write()
    }
    #expect(String(decoding: schema, as: UTF8.self).contains("root[].id: text  in 1 of 2 rows"))
  }

  @Test("Lists of anything else, keys that are twice in one, and an empty list are no tables")
  func others() throws {
    for json in [#"{"a":[{"x":1},2]}"#, #"{"a":[1,[2]]}"#, #"{"a":[]}"#, #"{"a":[{"$dict":["x",1,"x",2]}]}"#] {
      let document = try document(json)
      guard case .value(let value) = try document.selection("a") else { continue }
      #expect(try document.records(of: value) == nil, "\(json)")
      #expect(try MadeArchives.tree(document).contains("a: array of"))
    }
  }

  @Test("Dictionaries that many lists share cost no more than a multiple of the file")
  func hostile() throws {
    let keys = (0..<200).map { "\"k\($0)\":1" }.joined(separator: ",")
    let row = "[{\(keys)}" + String(repeating: #",{"$again":2}"#, count: 2_000) + "]"
    let lists = (0..<500).map { _ in "[" + Array(repeating: #"{"$again":2}"#, count: 2_000).joined(separator: ",") + "]"
    }
    let document = try document("[\(row),\(lists.joined(separator: ","))]")
    let clock = ContinuousClock()
    let time = try clock.measure { _ = try MadeArchives.tree(document) { $0.head = 5 } }
    #expect(time < .seconds(60))
  }
}
