import ArchiveInspection
import ArchiveRuntime
import Foundation
import Testing
import UntypedArchive

@Suite("Key paths of elements, bit-fields and rows")
struct ElementPathTests {
  private func message(_ document: ArchiveDocument, _ path: String) -> String {
    do { return "\(try document.selection(path))" } catch { return "\(error)" }
  }

  /// A record with an array of two dimensions and a group of bit-fields.
  private func record(_ flags: String = "228") throws -> ArchiveDocument {
    try MadeArchives.keyed([
      #"{"dims":{"$values":"u16[2][3]","list":[40,41,42,43,44,45]},"dims[]":{"$ref":3},"list":{"$values":"u8[2]","list":[7,8]},"list[]":{"$ref":5},"#
        + #""flags":\#(flags),"[bits]":{"$ref":4},"$class":{"$ref":2}}"#,
      MadeArchives.type("item", "NSObject"), #""u16[2][3]""#, #""u64 flags\n u3 prio\n i5 delta\n u56 rest""#,
      #""u8[2]""#,
    ])
  }

  @Test("An array with two dimensions has rows, whose elements follow")
  func dimensions() throws {
    let document = try record()
    #expect(try MadeArchives.tree(document, "dims[1]") == "u16[3] [43, 44, 45]\n")
    #expect(try MadeArchives.tree(document, "dims[1][1]") == "44\n")
    #expect(try MadeArchives.tree(document, "list[1]") == "8\n")
    #expect(message(document, "dims[2]").contains("element 2 of 2"))
    #expect(message(document, "dims[1][1][0]").contains("no elements"))
    let table = try #require(try document.tables(of: try document.selection("list[1]")).first)
    #expect(table.rowCount == 1, "CSV of one element has one row")
  }

  @Test("A bit-field of a group has a key, and a group of 64 bits may have its highest")
  func bitFields() throws {
    for flags in ["228", "18446744073709551588"] {
      let document = try record(flags)
      #expect(try MadeArchives.tree(document, "prio") == "4\n")
      #expect(try MadeArchives.tree(document, "delta") == "-4\n")
      #expect(try MadeArchives.tree(document, "flags").contains("prio 4, delta -4"))
      #expect(message(document, "nope").contains("'flags', 'prio', 'delta'"))
    }
  }

  @Test("Elements of a row's array are found as the difference of two archives names them")
  func cells() throws {
    func table(_ value: Int) throws -> Data {
      try MadeArchive.table(
        [
          ("dims", "u16[2][3]", (0..<11).map { "\($0)" } + ["\(value)"]), ("name", "utf8[2]", ["\"a\"", "\"b\""]),
        ], count: 2)
    }
    let (one, other) = (try table(11), try table(77))
    #expect(try DiffTests.lines(one, other) == ["changed [1].dims[1][2]: 11 → 77"])
    let document = try TestArchives.document(other)
    #expect(try MadeArchives.tree(document, "[1].dims[1][2]") == "dims[1][2]: 77\n")
    #expect(try MadeArchives.tree(document, "[1].dims[1]") == "dims[1]: [9, 10, 77]\n")
    #expect(message(document, "[1].dims[2]").contains("element 2 of 2"))
    #expect(message(document, "[1].name[0]").contains("no elements"))
    #expect(try document.tables(of: try document.selection("[1]")).first?.rowCount == 1)
    #expect(try MadeArchives.tree(try MadeArchives.table(), "[2].size[1]") == "size[1]: 6\n")
  }

  @Test("A message ends with '…' where it names not all columns")
  func manyColumns() throws {
    let document = try TestArchives.document(
      try MadeArchive.table((0..<13).map { ("c\($0)", "u8", ["1"]) }, count: 1))
    #expect(message(document, "[0].x").hasSuffix("'c11', …"))
  }

  @Test("Texts and numbers of a graph are found by the names of the links to them")
  func graphRows() throws {
    let graph = try MadeArchives.graph()
    #expect(try MadeArchives.tree(graph, "#text:1") == "\"one\"\n")
    #expect(try MadeArchives.tree(graph, "#text[0]") == "\"one\"\n")
    #expect(message(graph, "#text:2").contains("has 1 row, from 1"))
    let numbers = try MadeArchives.keyed([
      ##"{"[]":{"$ref":2},"[].#root":{"$values":"u32","list":[1]},"node[]":{"$ref":3},"node[].p":{"$values":"u32","list":[2]},"##
        + ##""#f64[].value":{"$values":"f64","list":[0.5,1.5]},"$class":{"$ref":4}}"##,
      #""graph 1\n1 node\n2 #f64""#, #""count 1\nu32&2 p""#, MadeArchives.type("node*", "NSObject"),
    ])
    #expect(try MadeArchives.tree(numbers, "#f64:2") == "1.5\n")
    #expect(message(numbers, "#f64:3").contains("has 2 rows"))
  }

  @Test("A link in a table of Swift objects is the row that it leads to")
  func links() throws {
    func table(_ next: [String]) throws -> Data {
      let data = try MadeArchive.table([("id", "u8", ["5", "6"]), ("next", "u32", next)], count: 2)
      let json = String(decoding: try TestArchives.json(try TestArchives.document(data)), as: UTF8.self)
      return try TestArchives.list(Data(json.replacing("u32 next", with: "u32&1 next").utf8)).data
    }
    let document = try TestArchives.document(try table(["2", "0"]))
    #expect(try MadeArchives.tree(document, "[0].next") == "next: [1]\n")
    #expect(try MadeArchives.tree(document, "[1].next") == "next: nil\n")
    #expect(try DiffTests.lines(try table(["2", "0"]), try table(["2", "1"])) == ["changed [1].next: nil → [0]"])
  }

  @Test("A value with several columns is found by the name that these have in common, and a decimal is a number")
  func decimalColumns() throws {
    let document = try TestArchives.document(
      try MadeArchive.table(
        [
          ("dec.NS.mantissa", "u128", ["12", "7"]), ("dec.NS.exponent", "i8", ["-1", "2"]),
          ("dec.NS.negative", "bool", ["true", "false"]), ("other", "u8", ["1", "2"]),
        ], count: 2))
    let first = try MadeArchives.tree(document, "[0].dec")
    #expect(first.hasPrefix("dec: -1.2\n") && !first.contains("other"), "\(first)")
    #expect(try MadeArchives.tree(document, "[1].dec").hasPrefix("dec: 700\n"))
    #expect(try MadeArchives.tree(document, "[].dec").contains("2 rows of 3 columns"))
  }

  private func decimal(_ mantissa: UInt8, exponent: Int, isNegative: Bool, length: Int = 1) throws -> Data {
    let bytes = Data([mantissa] + [UInt8](repeating: 0, count: 15)).base64EncodedString()
    return try MadeArchive.data([
      #"{"price":{"$ref":2},"$class":{"$ref":4}}"#,
      #"{"NS.compact":true,"NS.exponent":\#(exponent),"NS.length":\#(length),"NS.mantissa":{"$data":"\#(bytes)"},"#
        + #""NS.mantissa.bo":1,"NS.negative":\#(isNegative),"$class":{"$ref":3}}"#,
      MadeArchive.classObject("NSDecimalNumber", "NSNumber"), MadeArchive.classObject("Item"),
    ])
  }

  @Test("A decimal is a number in the tree and in the difference of two archives")
  func decimals() throws {
    let data = try decimal(12, exponent: -3, isNegative: true)
    #expect(try MadeArchives.tree(try TestArchives.document(data), "price").hasPrefix("NSDecimalNumber -0.012 #2\n"))
    let other = try decimal(5, exponent: 1, isNegative: false)
    #expect(try DiffTests.lines(data, other) == ["changed price: -0.012 → 50"])
    // Equal numbers with other digits differ, and so does what is not of the number.
    let digits = try decimal(120, exponent: -4, isNegative: true)
    #expect(try DiffTests.lines(data, digits) == ["changed price: -0.012 → -0.0120"])
    let longer = try decimal(12, exponent: -3, isNegative: true, length: 2)
    #expect(try DiffTests.lines(data, longer) == ["changed price.NS.length: 1 → 2"])
    let nan = try TestArchives.document(try decimal(0, exponent: 0, isNegative: true, length: 0))
    #expect(try MadeArchives.tree(nan, "price").hasPrefix("NSDecimalNumber NaN"))
  }

  @Test("A date in words is rounded as its seconds are, over the end of a day too")
  func dates() {
    #expect(CalendarDate.text(730_900_800.3) == "2024-02-29T12:00:00.3Z")
    #expect(CalendarDate.text(0.000_000_6) == "2001-01-01T00:00:00.000001Z")
    #expect(CalendarDate.text(86_399.999_999_9) == "2001-01-02T00:00:00Z")
    #expect(CalendarDate.text(-0.25) == "2000-12-31T23:59:59.75Z")
  }
}
