import ArchiveModel
import UntypedArchive

/// Reads bytes of memory or flash as a record of the target that the layouts are for. Nothing is checked but the number of
/// bytes: whatever they are, they have a reading.
public struct RawReader: Sendable {
  private let index: LayoutIndex
  private let record: Record
  private var isBigEndian: Bool { index.target.isBigEndian }

  public init(_ index: LayoutIndex, _ record: Record) {
    self.index = index
    self.record = record
  }

  /// The bytes that one record takes.
  public var size: Int { record.size }

  /// Whether elements follow the record, as many as there are bytes.
  public var hasFlexibleArray: Bool {
    if case .flexibleArray? = record.fields.last?.type { true } else { false }
  }

  /// One record as an initializer of C.
  ///
  /// - Parameter bytes: at least `size` bytes; those of a flexible array follow.
  public func text(_ bytes: ArraySlice<UInt8>, hexadecimal: Bool) -> String {
    value(of: record, bytes).text(hexadecimal: hexadecimal, indent: 0)
  }

  package func json(_ bytes: ArraySlice<UInt8>) -> JSONValue { value(of: record, bytes).json }

  // MARK: Records

  private func value(of record: Record, _ bytes: ArraySlice<UInt8>) -> RawValue {
    var members: [(name: String, value: RawValue)] = []
    for (place, field) in record.fields.enumerated() {
      if field.name.isEmpty, !field.isAnonymousMember { continue }
      let value = value(of: field, at: place, in: record, bytes)
      if field.isAnonymousMember, case .record(let inner) = value {
        members += inner
      } else {
        members.append((field.name, value))
      }
    }
    return .record(members)
  }

  private func value(of field: Field, at place: Int, in record: Record, _ bytes: ArraySlice<UInt8>) -> RawValue {
    if let width = field.bitWidth {
      let isSigned = field.type.isSignedInteger
      let integer = RawInteger(
        bytes, bitOffset: field.bitOffset, bits: width, isSigned: isSigned, isBigEndian: isBigEndian)
      return named(integer, field.type)
    }
    let start = bytes.startIndex + field.bitOffset / 8
    let isText = index.annotations(of: record, field: place).has(.cstring) || field.typeSpelling.isOfCharacters
    if case .flexibleArray(let element) = field.type {
      guard let size = index.size(of: element), size > 0, start <= bytes.endIndex else { return .array([]) }
      return array(element, count: (bytes.endIndex - start) / size, bytes[start...], isText: isText)
    }
    let end = min(bytes.endIndex, start + field.size)
    guard start <= end else { return .unknown("no bytes") }
    return value(field.type, bytes[start..<end], isText: isText)
  }

  // MARK: Types

  private func value(_ type: CType, _ bytes: ArraySlice<UInt8>, isText: Bool) -> RawValue {
    switch type {
    case .bool:
      let integer = RawInteger(bytes, bits: bytes.count * 8, isSigned: false, isBigEndian: isBigEndian)
      return named(integer, type)
    case .integer(let bits, let isSigned):
      return named(RawInteger(bytes, bits: bits, isSigned: isSigned, isBigEndian: isBigEndian), type)
    case .bitInt(let bits, let isSigned, _):
      return named(RawInteger(bytes, bits: bits, isSigned: isSigned, isBigEndian: isBigEndian), type)
    case .enumeration:
      return named(
        RawInteger(bytes, bits: bytes.count * 8, isSigned: type.isSignedInteger, isBigEndian: isBigEndian), type)
    case .floating(let format, _):
      return .floating(RawFloat.text(bytes, format, isBigEndian: isBigEndian))
    case .complex(let part): return array(part, count: 2, bytes, isText: false)
    case .vector(let lane, let count, _): return array(lane, count: count, bytes, isText: false)
    case .array(let element, let count): return array(element, count: count, bytes, isText: isText)
    case .pointer:
      return .pointer(
        RawInteger(bytes, bits: bytes.count * 8, isSigned: false, isBigEndian: isBigEndian).hexadecimal)
    case .record(let id): return index[id].map { value(of: $0, bytes) } ?? .unknown(bytes.hexadecimal)
    case .flexibleArray, .function, .void, .incomplete, .unsupported: return .unknown(bytes.hexadecimal)
    }
  }

  private func array(_ element: CType, count: Int, _ bytes: ArraySlice<UInt8>, isText: Bool) -> RawValue {
    if isText, case .integer(bits: 8, _) = element { return .text(bytes.prefix(count).withoutZerosAtEnd) }
    guard let size = index.size(of: element), size > 0 else { return .unknown(bytes.hexadecimal) }
    return .array(
      (0..<min(count, bytes.count / size)).map { place in
        value(element, bytes.dropFirst(place * size).prefix(size), isText: isText)
      })
  }

  /// The integer, or the name that its type has for it.
  private func named(_ integer: RawInteger, _ type: CType) -> RawValue {
    let low = Int64(bitPattern: integer.low)
    switch type {
    case .bool where integer.low <= 1: return .truth(integer.low == 1)
    case .enumeration(let enumeration):
      if let name = enumeration.cases.first(where: { $0.value == low })?.name { return .enumerator(name) }
      // A set of flags: enumerators of one bit each.
      var rest = low
      var names: [String] = []
      for flag in enumeration.cases where flag.value.nonzeroBitCount == 1 && rest & flag.value != 0 {
        names.append(flag.name)
        rest &= ~flag.value
      }
      if rest == 0, !names.isEmpty { return .enumerator(names.joined(separator: " | ")) }
    default: break
    }
    return .integer(decimal: integer.decimal, hexadecimal: integer.hexadecimal)
  }
}

extension LayoutIndex {
  func annotations(of record: Record, field index: Int) -> [Attribute] {
    account(of: record)?.fieldAnnotations[index] ?? record.fields[index].attributes
  }
}

extension CType {
  fileprivate var isSignedInteger: Bool {
    switch self {
    case .integer(_, let isSigned), .bitInt(_, let isSigned, _): isSigned
    case .enumeration(let enumeration): enumeration.underlying.isSignedInteger
    default: false
    }
  }
}

extension String {
  /// Whether an array's elements are spelled `char`: text, where `int8_t` is numbers.
  fileprivate var isOfCharacters: Bool {
    let words = prefix { $0 != "[" }.split(separator: " ").filter { $0 != "const" && $0 != "volatile" }
    return words == ["char"]
  }
}

extension ArraySlice<UInt8> {
  fileprivate var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ") }

  fileprivate var withoutZerosAtEnd: [UInt8] {
    Array(prefix((lastIndex { $0 != 0 } ?? startIndex - 1) + 1 - startIndex))
  }
}
