import Foundation
import RuntimeTestC
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime
import TestRandom

@Suite("A reader in Python that knows FORMAT.md only")
struct PythonReaderTests {
  private func read(_ data: Data) throws -> String { try read([data]).joined(separator: "\n") }

  /// What the reader prints for each archive, of one run of it.
  private func read(_ archives: [Data]) throws -> [String] {
    let folder = try TemporaryFolder()
    for (index, data) in archives.enumerated() { try folder.write("\(index)", data) }
    let script = Tool.readers.appendingPathComponent("archive_reader.py").path
    let text = try Tool.run("python3", [script] + archives.indices.map { folder["\($0)"] }, package: "python3")
    return text.trimmingCharacters(in: .newlines).components(separatedBy: "\n")
  }

  /// One lane's memory and what the reader prints for it as a single value and in packed form.
  private func lane(_ type: ElementType, _ noise: inout SeededRandom) -> (
    bytes: [UInt8], single: String, packed: String
  ) {
    let random = Int64(bitPattern: noise.next())
    func exact<Bits: FixedWidthInteger>(_ bits: Bits) -> [UInt8] {
      withUnsafeBytes(of: bits.littleEndian) { Array($0) }
    }
    func hex(_ bytes: some Sequence<UInt8>) -> String {
      "{\"\(type.number.name)\": \"" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        + "\"}"
    }
    // Quarters, so that every format has them exactly and both languages print them alike.
    let quarter = Double(random % 64) / 4
    switch type.number {
    case .bool: return ([UInt8(random & 1)], "\(random & 1 == 1)", "\(random & 1 == 1)")
    case .integer(let bits, let isSigned):
      let high = Int64(bitPattern: noise.next()) >> Int64(max(0, 128 - max(bits, 65) + (isSigned ? 0 : 1)))
      var wide = WideInteger(high: isSigned ? high : high & .max, low: UInt64(bitPattern: random))
      if bits <= 64 {
        let value =
          isSigned ? random >> Int64(64 - bits) : Int64(bitPattern: UInt64(bitPattern: random) >> UInt64(64 - bits))
        wide = WideInteger(high: isSigned && value < 0 ? -1 : 0, low: UInt64(bitPattern: value))
      } else if !isSigned, bits < 128 {
        wide = WideInteger(high: high & (1 << Int64(bits - 64) - 1), low: wide.low)
      }
      var bytes = exact(wide.low) + exact(wide.high)
      bytes += [UInt8](repeating: wide.high < 0 ? 0xFF : 0, count: max(0, type.laneStorage - 16))
      return (Array(bytes.prefix(type.laneStorage)), "\(wide)", "\(wide)")
    case .floating(.single): return (exact(Float(quarter).bitPattern), "\(quarter)", "\(quarter)")
    case .floating(.double): return (exact(quarter.bitPattern), "\(quarter)", "\(quarter)")
    case .floating(let format):
      var bytes = [UInt8](repeating: 0, count: type.laneStorage)
      _ = bytes.withUnsafeMutableBytes { target in
        withUnsafeBytes(of: quarter.bitPattern.littleEndian) { source in
          ElementType.f64.number.convert(source.baseAddress!, to: type.number, at: target.baseAddress!)
        }
      }
      let packed = hex(bytes.prefix(format.archivedSize))
      return (bytes, type.isPlain ? "\(quarter)" : packed, packed)
    }
  }

  private func value(_ type: ElementType, _ noise: inout SeededRandom) -> (
    bytes: [UInt8], single: String, packed: String
  ) {
    let lanes = (0..<type.lanes).map { _ in lane(type, &noise) }
    let bytes = lanes.flatMap(\.bytes)
    let padded = bytes + [UInt8](repeating: 0, count: type.storage - bytes.count)
    guard type.shape != .single else { return (padded, lanes[0].single, lanes[0].packed) }
    let list = "[" + lanes.map(\.packed).joined(separator: ", ") + "]"
    return (padded, list, list)
  }

  @Test("reads every element type alone, packed, native and in columns")
  func types() throws {
    let made = try everyType.indices.map { try archives(of: everyType[$0].type, seed: UInt64($0) &+ 77) }
    let found = try read(made.flatMap { $0.map(\.archive) })
    try #require(found.count == made.count * 2)
    for (index, archives) in made.enumerated() {
      for (place, archive) in archives.enumerated() {
        #expect(found[index * 2 + place] == archive.text, "\(everyType[index].type)")
      }
    }
  }

  /// Random values of a type as one record and as several, and what the reader prints for them.
  private func archives(of type: ElementType, seed: UInt64) throws -> [(archive: Data, text: String)] {
    var noise = SeededRandom(seed: seed)
    var records: [UInt8] = []
    var alone: [String] = []
    var columns: [String] = []
    for _ in 0..<3 {
      let values = (0..<9).map { _ in value(type, &noise) }
      let packed = values.map(\.packed)
      records += values.flatMap(\.bytes)
      let rows = "[[\(packed[1]), \(packed[2]), \(packed[3])], [\(packed[4]), \(packed[5]), \(packed[6])]]"
      let rest = "\"n\": [\(packed[7]), \(packed[8])], \"p\": \(rows), "
      alone.append("{\"class\": \"r\", \"values\": {\(rest)\"s\": \(values[0].single)}}")
      columns.append("{\(rest)\"s\": \(packed[0])}")
    }
    let size = type.storage
    let schema = RecordSchema(
      "r", size: size * 9, alignment: 1,
      fields: [
        .scalar("s", type, at: 0), .array("p", [2, 3], of: type, at: size),
        .array("n", [2], of: type, at: size * 7, as: .native),
      ])
    return [
      (try archive(schema, Array(records.prefix(size * 9))), alone[0]),
      (
        try archive(schema, columns: records),
        "{\"class\": \"r[]\", \"values\": {\"\": [" + columns.joined(separator: ", ") + "]}}"
      ),
    ]
  }

  @Test("reads texts, bit-fields, bytes, nested records and arrays of records in both forms")
  func shapes() throws {
    var drawing = RuntimeTestC.drawing()
    drawing.id = 9
    drawing.lines.0.from = point(x: 1, y: -2)
    withUnsafeMutableBytes(of: &drawing.lines.1.label) { $0.copyBytes(from: Array("größe".utf8)) }
    drawing.grid.1.0 = point(x: 3, y: 4)
    var encoder = ArchiveWriter()
    try encoder.encode(drawing, forKey: "d")
    try encoder.encode(someOrder(), forKey: "$o")
    try encoder.encode(Data([1, 255]), forKey: "bytes")
    try encoder.encode("text", forKey: "text")
    try encoder.encode(UInt64.max, forKey: "max")
    func line(_ x: Int, _ y: Int, _ label: String) -> String {
      "{\"from.x\": \(x), \"from.y\": \(y), \"label\": \"\(label)\", \"to.x\": 0, \"to.y\": 0}"
    }
    let expected = [
      "\"$o.delta\": -64", "\"$o.flag\": true", "\"$o.kind\": 17", "\"$o.name\": \"Käse\"",
      "\"$o.numbers\": [[1, 2, 3], [4, 5, 65535]]", "\"$o.order\": 4000000000", "\"$o.price\": 12.5",
      "\"$o.status\": 5",
      "\"bytes\": {\"bytes\": \"01ff\"}", "\"d.grid[0][0].x\": 0", "\"d.grid[0][0].y\": 0", "\"d.grid[0][1].x\": 0",
      "\"d.grid[0][1].y\": 0", "\"d.grid[1][0].x\": 3", "\"d.grid[1][0].y\": 4", "\"d.grid[1][1].x\": 0",
      "\"d.grid[1][1].y\": 0", "\"d.id\": 9",
      "\"d.lines\": [\(line(1, -2, "")), \(line(0, 0, "größe")), \(line(0, 0, ""))]",
      "\"max\": \(UInt64.max)", "\"text\": \"text\"",
    ]
    #expect(try read(try encoder.finish()) == "{\"values\": {" + expected.joined(separator: ", ") + "}}")
  }
}
