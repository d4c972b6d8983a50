import ArchiveModel
@_spi(GeneratedCode) @testable import ArchiveRuntime
import Foundation
import SchemaLock
import Testing

private typealias Element = ArchiveRuntime.ElementType
private typealias Form = ArchiveModel.ArchivedForm

/// 64 bytes that are read and written by the current schema.
private struct Slot<Side>: ArchivableRecord, BitwiseCopyable {
  var words = (UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0))

  nonisolated(unsafe) static var archiveSchema: RecordSchema {
    get { (Side.self as? any SchemaHolder.Type)?.schema ?? emptySchema }
  }
}

private let emptySchema = RecordSchema("slot", size: 64, alignment: 8, fields: [])

private protocol SchemaHolder {
  static var schema: RecordSchema { get set }
}
private enum Writer: SchemaHolder, BitwiseCopyable { nonisolated(unsafe) static var schema = emptySchema }
private enum Reader: SchemaHolder, BitwiseCopyable { nonisolated(unsafe) static var schema = emptySchema }

/// A field of one type, as the gate and the runtime describe it.
private struct FieldType: Sendable, CustomTestStringConvertible {
  let form: Form
  let element: Element
  /// Text is bytes here.
  let encoding: ArchiveRuntime.TextEncoding?

  var testDescription: String { form.text }

  init(_ name: String, _ element: Element, _ dimensions: [Int]) throws {
    form = Form(.number(try #require(ArchivedNumber(name))), dimensions)
    self.element = element
    encoding = nil
  }

  init(text encoding: ArchiveRuntime.TextEncoding, _ count: Int) {
    form = Form(.text(encoding: encoding.rawValue), [count])
    element = .u8
    self.encoding = encoding
  }

  var schema: RecordSchema {
    let field: FieldSchema =
      if let encoding {
        .text("x", form.dimensions[0], encoding, at: 0)
      } else if form.dimensions.isEmpty {
        .scalar("x", element, at: 0)
      } else {
        .array("x", form.dimensions, of: element, at: 0)
      }
    return unsafe RecordSchema("slot", size: 64, alignment: 8, fields: [field, .scalar("same", .u8, at: 63)])
  }

  var count: Int { form.dimensions.reduce(1, *) }

  /// Values at the edges, as the field's bytes.
  func samples() -> [[UInt8]] {
    if let encoding {
      let texts = ["", "a", String(repeating: "z", count: count), "é", "€", String(repeating: "é", count: count)]
        .filter { encoding == .utf8 || $0 != "€" }
      return texts.compactMap { text in
        var bytes = encoding == .utf8 ? Array(text.utf8) : text.unicodeScalars.map { UInt8(exactly: $0.value) ?? 0 }
        guard bytes.count <= count else { return nil }
        bytes += [UInt8](repeating: 0, count: count - bytes.count)
        return bytes
      }
    }
    let values = values()
    // All equal, zeros after the first, and a 0 before a 1.
    return values.map { Array(repeating: $0, count: count).flatMap(\.self) }
      + values.map { $0 + [UInt8](repeating: 0, count: $0.count * (count - 1)) } + [
        (0..<count).flatMap { values[$0 % 2] }
      ]
  }

  private func values() -> [[UInt8]] {
    func bytes<Number>(_ numbers: [Number]) -> [[UInt8]] { numbers.map { withUnsafeBytes(of: $0) { Array($0) } } }
    func integers<Number: FixedWidthInteger>(_: Number.Type) -> [[UInt8]] {
      bytes([0, 1, .max, .min, Number.max / 2, Number.max / 3])
    }
    switch form.base {
    case .number(let number):
      switch number.name {
      case "bool": return bytes([false, true])
      case "u8": return integers(UInt8.self)
      case "u16": return integers(UInt16.self)
      case "u32": return integers(UInt32.self)
      case "u64": return integers(UInt64.self)
      case "i8": return integers(Int8.self)
      case "i16": return integers(Int16.self)
      case "i32": return integers(Int32.self)
      case "i64": return integers(Int64.self)
      case "f32": return bytes([Float(0), 1, -1, 0.5, 3e38, Float.leastNonzeroMagnitude])
      default: return bytes([Double(0), 1, -1, 0.1, 1e300, Double.leastNonzeroMagnitude])
      }
    default: return []
    }
  }

  /// The value in a field's bytes: numbers exactly, text without what fills it up.
  func value(_ bytes: [UInt8]) -> [String] {
    if encoding != nil {
      let text = bytes.prefix { $0 != 0 }
      return [
        encoding == .utf8 ? String(decoding: text, as: UTF8.self) : String(text.map { Character(Unicode.Scalar($0)) })
      ]
    }
    let size = bytes.count / count
    return (0..<count).map { index in
      bytes[(index * size)..<((index + 1) * size)].withUnsafeBytes { part in
        guard case .number(let number) = form.base else { return "" }
        return switch number.name {
        case "bool": part.loadUnaligned(as: UInt8.self) == 0 ? "0" : "1"
        case "u8": "\(part.loadUnaligned(as: UInt8.self))"
        case "u16": "\(part.loadUnaligned(as: UInt16.self))"
        case "u32": "\(part.loadUnaligned(as: UInt32.self))"
        case "u64": "\(part.loadUnaligned(as: UInt64.self))"
        case "i8": "\(part.loadUnaligned(as: Int8.self))"
        case "i16": "\(part.loadUnaligned(as: Int16.self))"
        case "i32": "\(part.loadUnaligned(as: Int32.self))"
        case "i64": "\(part.loadUnaligned(as: Int64.self))"
        case "f32": Self.text(Double(part.loadUnaligned(as: Float.self)))
        default: Self.text(part.loadUnaligned(as: Double.self))
        }
      }
    }
  }

  private static func text(_ value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? UInt64(exactly: value).map(String.init) ?? "\(value)"
  }

  var byteCount: Int { encoding != nil ? count : count * element.storage }
}

/// The gate's verdicts on numbers, arrays and texts, held against what the runtime does with real archives.
@Suite("The gate's verdict on a value agrees with the engine", .serialized)
struct NumberProofTests {
  private static let all: [FieldType] = {
    let elements: [(String, Element)] = [
      ("bool", .bool), ("u8", .u8), ("u16", .u16), ("u32", .u32), ("u64", .u64), ("i8", .i8), ("i16", .i16),
      ("i32", .i32), ("i64", .i64), ("f32", .f32), ("f64", .f64),
    ]
    let shapes = [[], [1], [2], [3], [2, 2], [2, 3]]
    let numbers = elements.flatMap { name, element in
      shapes.compactMap { try? FieldType(name, element, $0) }
    }
    let texts = [3, 5].flatMap { [FieldType(text: .utf8, $0), FieldType(text: .latin1, $0)] }
    return numbers.filter { $0.byteCount <= 63 } + texts
  }()

  @Test("Every pair of types, with values at their edges")
  func pairs() throws {
    var (safe, refused) = (0, 0)
    for old in Self.all {
      Writer.schema = old.schema
      let archives = try old.samples().map { bytes in
        var slot = Slot<Writer>()
        withUnsafeMutableBytes(of: &slot) { $0.copyBytes(from: bytes) }
        return (bytes: bytes, data: try ArchiveEncoder().encode(slot))
      }
      for new in Self.all {
        Reader.schema = new.schema
        let level = verdict(old.form, new.form)
        let outcomes = archives.map { archive -> Outcome in
          guard let slot = try? ArchiveDecoder().decode(Slot<Reader>.self, from: archive.data) else { return .refused }
          return compare(archive.bytes, old, withUnsafeBytes(of: slot) { Array($0.prefix(new.byteCount)) }, new)
        }
        let isRight =
          switch level {
          case .safe: outcomes.allSatisfy { $0 == .equal }
          case .refuse: !outcomes.contains(.different) && outcomes.contains(.refused)
          case .loss: !outcomes.contains(.different)
          case .misread: outcomes.contains(.different)
          }
        #expect(isRight, "\(old.form.text) → \(new.form.text) is called \(level): \(outcomes)")
        if level == .safe { safe += 1 } else { refused += 1 }
      }
    }
    #expect(safe > 300 && refused > 1_000, "\(safe) safe, \(refused) refused")
  }

  private enum Outcome: CustomStringConvertible {
    case equal, different, refused
    /// What follows a text's end is not there.
    case cut

    var description: String {
      switch self {
      case .equal: "equal"
      case .different: "different"
      case .refused: "refused"
      case .cut: "cut"
      }
    }
  }

  /// Elements that are new are zero.
  private func compare(_ bytes: [UInt8], _ old: FieldType, _ copy: [UInt8], _ new: FieldType) -> Outcome {
    let dimensions = (old.form.dimensions, new.form.dimensions)
    if old.encoding == nil, new.encoding == nil, dimensions.0 != dimensions.1 {
      return compareElements(old.value(bytes), dimensions.0, new.value(copy), dimensions.1)
    }
    func isSame(_ bytes: [UInt8]) -> Bool {
      copy.starts(with: bytes.prefix(copy.count)) && copy.dropFirst(bytes.count).allSatisfy { $0 == 0 }
        && bytes.dropFirst(copy.count).allSatisfy { $0 == 0 }
    }
    if (old.encoding == nil) != (new.encoding == nil) {
      if isSame(bytes) { return .equal }
      return new.encoding != nil && isSame(Array(bytes.prefix { $0 != 0 })) ? .cut : .different
    }
    let (was, now) = (old.value(bytes), new.value(copy))
    return Array(now.prefix(was.count)) == was && now.dropFirst(was.count).allSatisfy { $0 == "0" }
      ? .equal : .different
  }

  /// Elements with the same subscripts are equal, and all others zero.
  private func compareElements(_ was: [String], _ old: [Int], _ now: [String], _ new: [Int]) -> Outcome {
    func subscripts(_ index: Int, _ dimensions: [Int]) -> [Int] {
      var rest = index
      return dimensions.reversed().map { count in
        defer { rest /= count }
        return rest % count
      }.reversed()
    }
    func values(_ values: [String], _ dimensions: [Int]) -> [[Int]: String] {
      let rank = max(old.count, new.count)
      let all = values.enumerated().map { index, value in
        let own = subscripts(index, dimensions)
        return (own + Array(repeating: 0, count: rank - own.count), value)
      }
      return Dictionary(uniqueKeysWithValues: all.filter { $0.1 != "0" })
    }
    return values(was, old) == values(now, new) ? .equal : .different
  }

  private func verdict(_ old: Form, _ new: Form) -> Level {
    func schema(_ form: Form) -> ArchivedSchema {
      ArchivedSchema(types: [
        ArchivedType(name: "slot", kind: .record, entries: [ArchivedEntry(key: "x", form: form)])
      ])
    }
    return Judge.changes(from: schema(old), to: schema(new)).map(\.level).max() ?? .safe
  }
}
