import ArchiveInspection
import ArchiveRuntime
import Foundation
import Testing
import UntypedArchive

@Suite("Tables in the forms of other programs")
struct TableTests {
  private func csv(_ document: ArchiveDocument, skip: Int = 0, limit: Int = .max) throws -> String {
    let found = try #require(try document.tables(of: .value(try document.inspected(document.start))).first)
    guard case .columns(let table, _) = found.content else { throw TableError(description: "no columns") }
    return String(
      decoding: try TestArchives.output { output in
        var writer = try #require(CSVWriter(table, in: document.view.bytes, to: output))
        writer.write(skip: skip, limit: limit)
      }, as: UTF8.self)
  }

  @Test("CSV has a cell for each element, and texts that would be formulas are texts")
  func csv() throws {
    #expect(
      try csv(try MadeArchives.table()) == """
        order,price,name,level,delta,kind,value.i,size[0],size[1]
        7,1.5,'=1+1,5,-8,1,-5,1,2
        8,-0.0,"a,""b""\",3,0,2,,3,4
        9,1e+300,é,0,0,1,6,5,6

        """)
    #expect(
      try csv(try MadeArchives.table(), skip: 2).contains("\n9,")
        && !(try csv(try MadeArchives.table(), skip: 2)).contains("\n8,"))
    #expect(try csv(try MadeArchives.graph()) == "value,next,text\n10,2,1\n20,1,0\n")
  }

  @Test("CSV has each member of unions in arrays of unions at its element")
  func nestedUnions() throws {
    let columns = [
      ("kind", "u8", ["1", "0"]), ("n[].kind", "@1=1 u8[2]", ["2", "3"]), ("n[].b", "@1=1 @2=2 u8", ["20"]),
      ("n[].d[].t", "@1=1 @2=3 u8[2]", ["0", "1"]), ("n[].d[].p", "@1=1 @2=3 @4=0 u8", ["30"]),
      ("n[].d[].q", "@1=1 @2=3 @4=1 u8", ["40"]),
    ]
    let rows = try csv(try TestArchives.document(try MadeArchive.table(columns, count: 2))).split(separator: "\n")
    #expect(rows.first?.hasSuffix("n[].d[].q[0],n[].d[].q[1],n[].d[].q[2],n[].d[].q[3]") == true, "\(rows)")
    #expect(rows.dropFirst() == ["1,2,3,20,,,,0,1,,,30,,,,,40", "0,,,,,,,,,,,,,,,,"], "\(rows)")
  }

  @Test("Dates and UUIDs of Swift structs are words, in CSV, JSON and cells")
  func foundationColumns() throws {
    let document = try TestArchives.document(
      try MadeArchive.table(
        [
          ("at.NS.time", "f64", ["0", "86400.5"]),
          ("id.NS.uuidbytes", "u8[16]", (0..<32).map { "\($0 / 16 + $0 % 16)" }),
          ("bytes", "u8[2]", ["1", "2", "3", "4"]),
        ], count: 2))
    let ids = ["00010203-0405-0607-0809-0A0B0C0D0E0F", "01020304-0506-0708-090A-0B0C0D0E0F10"]
    #expect(
      try csv(document) == """
        at.NS.time,id.NS.uuidbytes,bytes[0],bytes[1]
        2001-01-01T00:00:00Z,\(ids[0]),1,2
        2001-01-02T00:00:00.5Z,\(ids[1]),3,4

        """)
    let found = try #require(try document.tables(of: .value(try document.inspected(document.start))).first)
    guard case .columns(let table, _) = found.content else { throw TableError(description: "no columns") }
    let cells = CellText(table, in: document.view.bytes)
    let cursor = TableCursor(table, in: document.view.bytes)
    #expect(cells.text(0, cursor) == "2001-01-01T00:00:00Z (0.0)" && cells.text(1, cursor) == ids[0])
    let json = String(
      decoding: TestArchives.output { output in
        var writer = RowJSONWriter(table, nil, document, to: output)
        writer.write(0)
      }, as: UTF8.self)
    #expect(json.contains("\"id.NS.uuidbytes\":\"\(ids[0])\""), "\(json)")
  }

  @Test("CSV of many rows is the CSV of their parts, with each value as Swift prints it")
  func manyRows() throws {
    var random = SeededNumbers(11)
    let count = 30_000
    let reals = (0..<count).map { row in
      row % 3 == 0 ? Double(Int64(truncatingIfNeeded: random.next()) >> 40) / 1_000 : Double(bitPattern: random.next())
    }.map { $0.isFinite ? $0 : 0 }
    let integers = (0..<count).map { _ in Int64(truncatingIfNeeded: random.next() >> (random.next() & 63)) }
    let bytes = (0..<count).map { _ in Int8(truncatingIfNeeded: random.next()) }
    let texts = (0..<count).map { $0 % 100 == 0 ? "=é,\($0)" : "row \($0)" }
    let document = try TestArchives.document(
      try MadeArchive.table(
        [
          ("real", "f64", reals.map(\.description)), ("integer", "i64", integers.map(\.description)),
          ("byte", "i8", bytes.map(\.description)), ("text", "utf8[12]", texts.map { "\"\($0)\"" }),
        ], count: count))
    let whole = try csv(document)
    let lines = whole.split(separator: "\n").dropFirst()
    #expect(lines.count == count)
    for (row, line) in lines.enumerated() {
      let text = row % 100 == 0 ? "\"'\(texts[row])\"" : texts[row]
      let expected = "\(reals[row]),\(integers[row]),\(bytes[row]),\(text)"
      guard line != expected else { continue }
      Issue.record("\(line) is not \(expected)")
      break
    }
    var parts = ""
    for start in stride(from: 0, to: count, by: 7_777) {
      let part = try csv(document, skip: start, limit: 7_777)
      parts += start == 0 ? part : String(part.drop { $0 != "\n" }.dropFirst())
    }
    #expect(parts == whole)
  }

  @Test("Vectors, wide integers and texts that need quotes are whole, whatever their length")
  func longCells() throws {
    let lanes = (0..<64).map { "\(Double($0) * 1.1e-7)" }.joined(separator: ",")
    let document = try MadeArchives.keyed([
      #"{"[]":{"$ref":2},"[].v":{"$values":"v64(f64)","list":[\#(lanes)]},"[].w":{"$data":"\#(Data(repeating: 7, count: 2_000).base64EncodedString())"},"[].t":{"$values":"latin1[900]","list":["\#(String(repeating: "\\\"ü", count: 450))"]},"$class":{"$ref":3}}"#,
      #""count 1\nv64(f64) v\nu16000 w\nlatin1[900] t""#, MadeArchives.type("r[]", "NSObject"),
    ])
    let line = try #require(try csv(document).split(separator: "\n").last)
    #expect(line.hasPrefix("\"(0.0, 1.1e-07, ") && line.contains(",0x0707") && line.hasSuffix("\"\"ü\""))
    #expect(line.utf8.count > 64 * 7 + 4_000 + 450 * 4)
  }

  @Test("CSV becomes an archive whose CSV is the same text")
  func fromCSV() throws {
    let text = "n,x,ok,name\n1,1.5,true,'=1+1\n-9223372036854775808,-0.0,false,\"a,\"\"b\"\"\nc\"\n3,nan,true,\n"
    let bytes = ArchiveBytes(copying: Data(text.utf8))
    let document = try TestArchives.document(try CSVReader.archive(bytes.bytes, name: "row").data())
    #expect(try document.object(1).type?.name == "row[]")
    #expect(try csv(document).replacingOccurrences(of: "nan (0x7ff8000000000000)", with: "nan") == text)
    for wrong in ["", "a,b\n1\n", "a,a\n1,2\n", "a\n\"x\n", "a\n\"x\"y\n"] {
      let bytes = ArchiveBytes(copying: Data(wrong.utf8))
      #expect(throws: TableError.self, "\(wrong)") { try CSVReader.archive(bytes.bytes, name: "row") }
    }
  }

  @Test("Cells of an array in each row become one column again; where one is missing, that is an error")
  func arraysFromCSV() throws {
    func columns(_ text: String) throws -> [String] {
      let bytes = ArchiveBytes(copying: Data(text.utf8))
      return try CSVReader.archive(bytes.bytes, name: "row").columns.map { "\($0.array.name) \($0.name)" }
    }
    #expect(
      try columns("id,pos[0],pos[1],m[0][0],m[0][1],m[1][0],m[1][1],t[0],t[1]\n1,1.5,2,1,2,3,4,a,bc\n")
        == ["i64 id", "f64[2] pos", "i64[2][2] m", "utf8[2][2] t"])
    let bytes = ArchiveBytes(copying: Data("p[0],p[1]\n1,2\n3,4\n".utf8))
    let packed = try CSVReader.archive(bytes.bytes, name: "row").columns[0].bytes
    #expect(packed == [1, 2, 3, 4].flatMap { [$0, 0, 0, 0, 0, 0, 0, 0] })
    for wrong in ["p[0],p[2]\n", "p[1]\n", "p[0][0],p[1][1]\n", "p[1],p[0]\n", "p[0],x,p[1]\n"] {
      #expect(throws: TableError.self, "\(wrong)") { try columns(wrong) }
    }
    #expect(try columns("[0],a[],b[x]\n1,2,3\n") == ["i64 [0]", "i64 a[]", "i64 b[x]"])
  }

  @Test(
    "CSV becomes the same columns again with the types of its archive, also of optionals, unions, arrays and Foundation's values"
  )
  func typedFromCSV() throws {
    let document = try TestArchives.document(
      try MadeArchive.table(
        [
          ("small", "i8", ["-1", "5", "127"]), ("single", "f32", ["0.1", #""0x7fc00000""#, #""-inf""#]),
          ("real", "f64", ["0.1", #""0x7ff8000000000000""#, "1e300"]), ("flag", "bool", ["true", "false", "true"]),
          ("at.NS.time", "f64", ["777000000.1234567", "0.25", "-1e-9"]),
          ("id.NS.uuidbytes", "u8[16]", (0..<48).map { "\($0 * 5)" }),
          ("d.NS.data", "u8[2]", ["1", "2", "3", "4", "5", "0"]), ("d.NS.length", "u64", ["2", "2", "1"]),
          ("grid", "u16[2][2]", (0..<12).map { "\($0)" }), ("name", "utf8[4]", [#""a,b""#, #""=1""#, #""""#]),
          ("old", "latin1[2]", [#""é""#, #""x""#, #""""#]),
          ("wide", "u128", [#""340282366920938463463374607431768211455""#, #""0""#, #""1""#]),
          ("kind", "u8", ["1", "2", "1"]), ("first", "@13=1 f32[2]", ["1.5", "2.5", "3.5", "4.5"]),
          ("second", "@13!1 utf8[3]", [#""abc""#]),
        ], count: 3))
    let text = try csv(document)
    let found = try #require(try document.tables(of: .value(try document.inspected(document.start))).first)
    guard case .columns(let table, _) = found.content else { throw TableError(description: "no columns") }
    let bytes = ArchiveBytes(copying: Data(text.utf8))
    let again = try CSVReader.archive(bytes.bytes, name: "row", like: table)
    #expect(again.columns.map(\.name) == table.columns.map(\.name))
    for (own, column) in zip(again.columns, table.columns) {
      #expect(own.array == column.array, "\(own.name)")
      #expect(own.bytes == Array(document.view.bytes[column.bytes]), "\(own.name)")
    }
    #expect(try csv(try TestArchives.document(again.data())) == text)
    #expect(CSVLosses(table).words?.contains("'single'") == true)
    func error(_ from: String, _ to: String) -> String? {
      let bytes = ArchiveBytes(copying: Data(text.replacingOccurrences(of: from, with: to).utf8))
      do {
        _ = try CSVReader.archive(bytes.bytes, name: "row", like: table)
        return nil
      } catch { return "\(error)" }
    }
    #expect(error("127,", "128,") == "line 4 of the CSV, column 'small': '128' is not a value of the type i8")
    #expect(error("true,0001", "yes,0001")?.contains("column") ?? true)
    #expect(error(",abc", ",")?.isEmpty ?? true)
    #expect(error("1.5,2.5", "1.5,")?.hasSuffix("column 'first[1]': '' is not a value of the type f32") == true)
  }

  @Test(
    "A column of CSV has a type in which no cell changes",
    arguments: [
      (["9223372036854775809", "12"], "u64"), (["-1", "9223372036854775807"], "i64"), (["007", "12"], "utf8[3]"),
      (["-01", "2"], "utf8[3]"), (["+7", "8"], "utf8[2]"), (["00.5", "1.5"], "utf8[4]"), (["0.5", "0"], "f64"),
      (["1.5", "9223372036854775809"], "utf8[19]"), (["1.5", "9007199254740992"], "f64"),
      (["-1", "18446744073709551615"], "utf8[20]"),
      (["-0", "1"], "utf8[2]"), (["-0.0", "1e300"], "f64"),
    ])
  func exactTypes(cells: [String], type: String) throws {
    let bytes = ArchiveBytes(copying: Data(("n\n" + cells.joined(separator: "\n") + "\n").utf8))
    let archive = try CSVReader.archive(bytes.bytes, name: "row").data()
    #expect(archive.range(of: Data("count 2\n\(type) n".utf8)) != nil)
  }

  @Test("The digits of reals are the standard library's, for those with few decimals and all others")
  func realDigits() {
    var buffer = [UInt8](repeating: 0, count: 64)
    func text(_ write: (UnsafeMutablePointer<UInt8>) -> Int) -> String {
      buffer.withUnsafeMutableBufferPointer {
        String(decoding: UnsafeBufferPointer(rebasing: $0[..<write($0.baseAddress.unsafelyUnwrapped)]), as: UTF8.self)
      }
    }
    var state: UInt64 = 1
    var wrong: [String] = []
    for step in 0..<100_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value: Double
      switch step % 4 {
      case 0: value = Double(bitPattern: state)
      case 1: value = Double(Int64(bitPattern: state) >> 30) / 1_000
      case 2: value = Double(Int64(bitPattern: state) >> 40) / 64
      default: value = Double(state >> 40) * 1e-6
      }
      if value.isFinite, text({ RealDigits.write(value, to: $0) }) != "\(value)" { wrong.append("\(value)") }
      let single = step % 4 == 0 ? Float(bitPattern: UInt32(truncatingIfNeeded: state >> 32)) : Float(value)
      if single.isFinite, text({ RealDigits.write(single, to: $0) }) != "\(single)" { wrong.append("\(single)") }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  @Test("Columns whose lengths differ from the description are named, and not read")
  func wrongLengths() throws {
    let document = try MadeArchives.keyed([
      #"{"[]":{"$ref":2},"[].a":{"$values":"u8","list":[1,2]},"[].b":{"$values":"u8","list":[1,2,3]},"$class":{"$ref":3}}"#,
      #""count 3\nu8 a\nu8 b\nu8 c""#, MadeArchives.type("r[]", "NSObject"),
    ])
    #expect(try csv(document) == "b\n1\n2\n3\n")
    let tree = try MadeArchives.tree(document)
    #expect(
      tree.contains("column a: it has 2 bytes where 3 are described")
        && tree.contains("column c: the archive has no bytes"))
  }

  @Test("A count that no column confirms has no rows")
  func unconfirmedCounts() throws {
    for description in [
      "count 281474976710656", "count 281474976710656\\nu8 a", "count 281474976710656\\nutf8[0] a",
      "count 4294967296 4294967296\\nu64 a",
    ] {
      let document = try MadeArchives.keyed([
        #"{"[]":{"$ref":2},"[].a":{"$data":""},"$class":{"$ref":3}}"#, "\"\(description)\"",
        MadeArchives.type("r[]", "NSObject"),
      ])
      #expect(try csv(document).split(separator: "\n").count <= 1)
    }
  }
}
