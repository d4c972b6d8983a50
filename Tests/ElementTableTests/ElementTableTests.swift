import Foundation
import Testing

@testable import ArchiveModel
@_spi(GeneratedCode) @testable import ArchiveRuntime

private typealias Row = ArchiveModel.ElementRow
private typealias Table = ArchiveModel.ElementTable
private typealias RuntimeType = ArchiveRuntime.ElementType

/// The generator and the runtime share no code, and FORMAT.md is what other readers are written from: what the three say of
/// element types is the same.
@Suite("Element types in the generator, the runtime and FORMAT.md") struct ElementTableTests {
  /// The names in generated code: a row whose member is missing here has not been compared with the runtime.
  private static let members: [String: RuntimeType] = [
    "bool": .bool, "u8": .u8, "u16": .u16, "u32": .u32, "u64": .u64, "u128": .u128,
    "i8": .i8, "i16": .i16, "i32": .i32, "i64": .i64, "i128": .i128,
    "f16": .f16, "bf16": .bf16, "f32": .f32, "f64": .f64, "x87": .x87, "f128": .f128, "doubleDouble": .doubleDouble,
  ]

  private static let bitInts = [1, 7, 8, 17, 64, 65, 128, 1000].flatMap { bits in
    [true, false].map { ArchiveModel.ElementType.Number.bitInt(bits: bits, isSigned: $0) }
  }

  private static var rows: [ElementRow] { Table.rows + bitInts.compactMap(Table.row) }

  private func runtimeType(_ row: ElementRow) -> RuntimeType? {
    guard case .bitInt(let bits, let isSigned) = row.number else { return Self.members[row.member] }
    return isSigned ? .bitInt(bits, storage: row.size) : .unsignedBitInt(bits, storage: row.size)
  }

  @Test("Every row has a member of the runtime's type, of the same name, sizes and kind", arguments: rows.indices)
  func runtime(index: Int) throws {
    let row = Self.rows[index]
    let type = try #require(runtimeType(row), "no member '\(row.member)'")
    #expect(type.name == row.name)
    #expect(type.archivedSize == row.archivedSize)
    #expect(type.storage == row.size)
    #expect(type.flaw == nil)
    #expect(RuntimeType(name: row.name) == type.archived, "the runtime reads the name")
    switch row.number {
    case .bool: #expect(type.number == .bool)
    case .integer(let bits, let isSigned), .bitInt(let bits, let isSigned):
      #expect(type.number == .integer(bits: bits, isSigned: isSigned))
    case .floating:
      guard case .floating = type.number else {
        Issue.record("\(row.name) is no floating-point number to the runtime")
        return
      }
    }
  }

  @Test("Every member of the runtime's type, and every floating-point format of C, has a row")
  func complete() throws {
    #expect(Set(Table.rows.map(\.member)) == Set(Self.members.keys))
    for format in FloatingFormat.allCases { #expect(Table.row(of: .floating(format)) != nil, "\(format)") }
    let formats = Table.rows.filter { if case .floating = $0.number { true } else { false } }.map(\.name)
    #expect(Set(formats) == Set(FloatFormat.allCases.map(\.rawValue)))
    #expect(Set(Table.rows.map(\.name)).count == Table.rows.count)
    // A double-double's are counted for the sum in the generator, and for each number in the runtime.
    for format in FloatingFormat.allCases where format != .doubleDouble {
      let layout = try #require(FloatFormat(rawValue: format.rawValue)).layout
      #expect(format.bits == (significand: layout.fraction + 1, exponent: layout.exponent), "\(format)")
    }
  }

  @Test("A complex number and a vector have the names and sizes that the runtime gives them")
  func shapes() throws {
    for row in Table.rows where row.number != .bool {
      let lane = try #require(runtimeType(row))
      #expect(RuntimeType.complex(lane).name == "c(\(row.name))")
      #expect(RuntimeType.complex(lane).archivedSize == row.archivedSize * 2)
      #expect(RuntimeType.vector(lane, 3, storage: row.size * 4).name == "v3(\(row.name))")
      #expect(RuntimeType(name: "v3(\(row.name))")?.archivedSize == row.archivedSize * 3)
    }
  }

  @Test("Swift's type of the same bits has the size that a value has in memory")
  func swiftTypes() {
    let sizes: [String: Int] = [
      "Bool": MemoryLayout<Bool>.size, "UInt8": 1, "UInt16": 2, "UInt32": 4, "UInt64": 8, "Int8": 1, "Int16": 2,
      "Int32": 4, "Int64": 8, "Float": MemoryLayout<Float>.size, "Double": MemoryLayout<Double>.size,
    ]
    for row in Table.rows { if let type = row.swiftType { #expect(sizes[type] == row.size, "\(type)") } }
  }

  // MARK: FORMAT.md

  /// The rows of the document's table: the names in the first column, and what the second says.
  private func documented() throws -> [(names: [String], bytes: String)] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("Sources/ArchiveRuntime/FORMAT.md"), encoding: .utf8)
    let section = try #require(text.components(separatedBy: "## Element types\n").dropFirst().first)
    return section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
      line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let names = cells[0].components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
        .flatMap { $0.element.split(separator: " ").map(String.init) }.filter { $0 != "_BitInt" }
      return (names, cells[1])
    }
  }

  @Test("FORMAT.md names the same types, with the same sizes")
  func format() throws {
    let documented = try documented()
    let families: Set = ["uN", "iN", "c(T)", "vN(T)"]
    #expect(Set(documented.flatMap(\.names)) == Set(Table.rows.map(\.name)).union(families))
    for (names, bytes) in documented where families.isDisjoint(with: names) {
      let sizes = try names.map { name in try #require(Table.rows.first { $0.name == name }).archivedSize }
      // One size for the whole line, or one for each name; IEEE's formats go by their bits.
      let given: [Int] =
        bytes.hasPrefix("IEEE")
        ? [2, 2, 4, 8, 16]
        : bytes.prefix { $0.isNumber || $0 == "," || $0 == " " }.split { !$0.isNumber }.compactMap { Int($0) }
      #expect(sizes == given || Set(sizes) == Set(given), "\(names)")
    }
  }
}
