import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime
import TestRandom

/// Archives of records that exist as bytes only, for schemas made up in a test.
func archive(_ schema: RecordSchema, _ record: [UInt8]) throws -> Data {
  let plan = try schema.plan
  return try record.withUnsafeBufferPointer { (buffer) throws(ArchiveError) in
    var sink = PropertyListSink(plan.keys.object == nil ? .written : .block)
    sink.reserveRoot()
    try plan.encode(UnsafeRawPointer(buffer.baseAddress!), into: &sink)
    return try sink.finishRoot(plan.keys.object, name: plan.name)
  }
}

func unarchive(_ schema: RecordSchema, _ data: Data) throws -> [UInt8] {
  let plan = try schema.plan
  let file = try ParsedArchive(data, limits: .init())
  return try file.readRoot((plan.keys.lookup, classIndex: plan.keys.classIndex), names: [plan.name] + plan.formerNames)
  {
    (source) throws(ArchiveError) in
    var bytes = [UInt8](repeating: 0, count: plan.size)
    try bytes.withUnsafeMutableBufferPointer { (buffer) throws(ArchiveError) in
      try plan.decode(into: UnsafeMutableRawPointer(buffer.baseAddress!), from: &source)
    }
    return bytes
  }
}

/// The same for an array of records, one after another, stored as columns.
func archive(_ schema: RecordSchema, columns records: [UInt8]) throws -> Data {
  let plan = try schema.plan
  let count = records.count / plan.size
  return try records.withUnsafeBufferPointer { (buffer) throws(ArchiveError) in
    var sink = PropertyListSink(.block)
    sink.reserveRoot()
    let start = UnsafeRawPointer(buffer.baseAddress!)
    try plan.encodeColumns(start, stride: plan.size, dimensions: [count], key: "", into: &sink)
    return try sink.finishRoot(plan.keys.array, name: plan.name + "[]")
  }
}

func unarchive(_ schema: RecordSchema, columns data: Data) throws -> [UInt8] {
  let plan = try schema.plan
  let file = try ParsedArchive(data, limits: .init())
  let names = ([plan.name] + plan.formerNames).map { $0 + "[]" }
  return try file.readRoot((plan.keys.arrayLookup, classIndex: plan.columns.names.count + 1), names: names) {
    (source) throws(ArchiveError) in
    guard let text = try source.description("[]", index: 0), let description = ColumnsDescription(text) else {
      throw .missingKey(path: "[]")
    }
    let found = try plan.findColumns(description, key: "", indices: { $0 + 1 }, from: &source)
    var bytes = [UInt8](repeating: 0xEE, count: plan.size * found.count)
    try bytes.withUnsafeMutableBufferPointer { (buffer) throws(ArchiveError) in
      try plan.scatter(found, to: UnsafeMutableRawPointer(buffer.baseAddress!), stride: plan.size, path: "")
    }
    return bytes
  }
}

/// A schema of one field, which is at byte 16 of a record of 256 bytes.
func schema(_ fields: FieldSchema..., name: String = "r", was: [String] = [], size: Int = 256) -> RecordSchema {
  RecordSchema(name, size: size, alignment: 16, was: was, fields: fields)
}

/// A record of 256 bytes that are zero but for these.
func recordBytes(_ values: [Int: UInt8]) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: 256)
  for (place, value) in values { bytes[place] = value }
  return bytes
}

/// Reads a record of one schema by another, alone and in columns.
func readBothWays(_ old: RecordSchema, _ new: RecordSchema, _ bytes: [UInt8]) throws -> [UInt8] {
  let back = try unarchive(new, try archive(old, bytes))
  let columns = try unarchive(new, columns: try archive(old, columns: bytes + bytes))
  #expect(columns == back + back, "columns read as single records do")
  return back
}

extension SeededRandom {
  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) } }
}

/// Every element type, with the name it has in descriptions.
let everyType: [(type: ElementType, name: String)] = [
  (.bool, "bool"), (.u8, "u8"), (.u16, "u16"), (.u32, "u32"), (.u64, "u64"), (.u128, "u128"), (.i8, "i8"),
  (.i16, "i16"), (.i32, "i32"), (.i64, "i64"), (.i128, "i128"), (.f16, "f16"), (.bf16, "bf16"), (.f32, "f32"),
  (.f64, "f64"), (.x87, "f80"), (.x87(storage: 12), "f80"), (.f128, "f128"), (.doubleDouble, "dd"),
  (.bitInt(17, storage: 4), "i17"), (.unsignedBitInt(17, storage: 4), "u17"), (.bitInt(3, storage: 1), "i3"),
  (.bitInt(64, storage: 8), "i64"), (.unsignedBitInt(100, storage: 16), "u100"), (.bitInt(200, storage: 32), "i200"),
  (.complex(.f32), "c(f32)"), (.complex(.f64), "c(f64)"), (.complex(.x87), "c(f80)"),
  (.vector(.f32, 4, storage: 16), "v4(f32)"), (.vector(.i16, 3, storage: 8), "v3(i16)"),
]

/// Bytes that a compiler could have put into memory: truth values 0 or 1, padding zero, unused high bits extended.
func canonical(_ type: ElementType, _ noise: inout SeededRandom) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: type.storage)
  for lane in 0..<type.lanes {
    var value = noise.bytes(type.laneStorage)
    switch type.number {
    case .bool: value = [value[0] & 1]
    case .integer(let bits, let isSigned):
      value.withUnsafeMutableBytes {
        IntegerConversion.extend($0.baseAddress!, bits: bits, isSigned: isSigned, to: type.laneStorage)
      }
    case .floating(.x87): value.replaceSubrange(10..., with: repeatElement(0, count: type.laneStorage - 10))
    case .floating: break
    }
    bytes.replaceSubrange((lane * type.laneStorage)..<((lane + 1) * type.laneStorage), with: value)
  }
  return bytes
}
