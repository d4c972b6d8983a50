import Foundation

@testable import ArchiveRuntime

/// A property list as text in which kind and bits show, keys sorted; `canonical.py` writes the same.
func canonical(_ list: PropertyList) throws -> String { try canonical(list.top, of: list) }

private func canonical(_ index: Int, of list: PropertyList) throws -> String {
  func all(_ references: PropertyListReferences) throws -> [String] {
    try (0..<references.count).map { try canonical(try list.reference($0, in: references), of: list) }
  }
  switch try list.node(index) {
  case .null: return "null"
  case .bool(let value): return value ? "true" : "false"
  case .integer(let value): return String(value)
  case .wideInteger(let value): return value.description
  case .real32(let bits): return real(Double(Float(bitPattern: bits)).bitPattern)
  case .real64(let bits): return real(bits)
  case .date(let bits): return "date " + real(bits)
  case .data(let range): return "<" + hexadecimal(list.data[range]) + ">"
  case .string(let text): return quoted(try list.string(text))
  case .uid(let number): return "uid \(number)"
  case .array(let elements): return "[" + (try all(elements)).joined(separator: ", ") + "]"
  case .set(let elements): return "set[" + (try all(elements)).joined(separator: ", ") + "]"
  case .dictionary(let dictionary):
    let members = zip(try all(dictionary.keys), try all(dictionary.values)).map { "\($0): \($1)" }
    return "{" + members.sorted().joined(separator: ", ") + "}"
  }
}

private func real(_ bits: UInt64) -> String { "real " + String(bits, radix: 16) }

private func hexadecimal(_ bytes: Data) -> String {
  bytes.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
}

/// The text's UTF-8 in hexadecimal, so that sorting is by bytes.
private func quoted(_ text: String) -> String { "'" + hexadecimal(Data(text.utf8)) + "'" }

/// A value to be written; the tests' own tree.
indirect enum Sample {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case wide(WideInteger)
  case real32(UInt32)
  case real64(UInt64)
  case date(Double)
  case data([UInt8])
  case string(String)
  case uid(Int)
  case array([Sample])
  case dictionary([(String, Sample)])
}

extension PropertyListWriter {
  mutating func write(_ sample: Sample) throws(ArchiveError) -> Reference {
    switch sample {
    case .null: return null()
    case .bool(let value): return bool(value)
    case .integer(let value): return integer(value)
    case .unsigned(let value): return unsigned(value)
    case .wide(let value): return wide(value)
    case .real32(let bits): return real32(bitPattern: bits)
    case .real64(let bits): return real64(bitPattern: bits)
    case .date(let seconds): return date(bitPattern: seconds.bitPattern)
    case .data(let bytes):
      return try data(byteCount: bytes.count) { (target) throws(ArchiveError) in target.copyBytes(from: bytes) }
    case .string(let text): return string(text)
    case .uid(let number): return uid(number)
    case .array(let elements):
      var references: [Reference] = []
      for element in elements { references.append(try write(element)) }
      return array(references)
    case .dictionary(let members):
      var keys: [Reference] = []
      var values: [Reference] = []
      for (name, value) in members {
        keys.append(key(name))
        values.append(try write(value))
      }
      return dictionary(keys: keys, values: values)
    }
  }
}

func file(_ sample: Sample) throws -> Data {
  var writer = PropertyListWriter()
  let top = try writer.write(sample)
  return try writer.finish(top: top)
}

/// Every kind and boundary that Python holds too (it merges −0.0 and 0.0).
let commonSample: Sample = .dictionary([
  (
    "integers",
    .array(
      [0, 1, 127, 128, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, .max, -1, -128, .min]
        .map { Sample.integer($0) })
  ),
  ("unsigned", .array([.unsigned(UInt64(Int64.max)), .unsigned(1 << 63), .unsigned(.max)])),
  (
    "reals",
    .array(
      [0.0, 1.5, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
        .map { Sample.real64($0.bitPattern) })
  ),
  (
    "real32",
    .array([0, 0.5, -2.25, .infinity, .leastNonzeroMagnitude].map { Sample.real32(($0 as Float).bitPattern) })
  ),
  ("bools", .array([.bool(true), .bool(false), .integer(1), .integer(0)])),
  ("dates", .array([.date(0), .date(86_400), .date(-31_622_400)])),
  (
    "strings",
    .array(
      [
        "", "a", String(repeating: "b", count: 14), String(repeating: "c", count: 15),
        String(repeating: "d", count: 16), String(repeating: "e", count: 300), "é", "日本語", "😀", "a\u{0}b", "<&>\"'\n\t",
        String(repeating: "ü", count: 14), String(repeating: "ü", count: 15), "\u{FEFF}x", "e\u{301}",
      ].map { .string($0) })
  ),
  (
    "data",
    .array([0, 1, 14, 15, 16, 255, 256, 70_000].map { .data((0..<$0).map { UInt8(truncatingIfNeeded: $0 &* 7) }) })
  ),
  ("arrays", .array([0, 1, 14, 15, 16, 300].map { .array((0..<$0).map { .integer(Int64($0)) }) })),
  ("empty", .dictionary([])),
  ("ключ", .dictionary([("😀", .bool(true)), ("é", .integer(1)), ("e\u{301}", .integer(2))])),
  ("wide", .dictionary((0..<40).map { ("key\($0)", .integer(Int64($0) * 1_000)) })),
])
