import Foundation

/// A number object in generated code, archived as Foundation archives an `NSNumber`.
@_spi(GeneratedCode) public struct ArchivedNSNumber: ArchivableValue {
  /// The number itself.
  public var value: NSNumber

  /// Represents this number.
  public init(_ value: NSNumber) { self.value = value }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try ArchiveValue(value).archived(in: encoder)
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> ArchivedNSNumber {
    if let number = try decoder.referenceIfReference(forKey: key) {
      return try unarchived(ArchivedReference(number: number), from: decoder)
    }
    return try made(try decoder.value(forKey: key), decoder) { decoder.path(key) }
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> ArchivedNSNumber
  {
    let node = try decoder.node(reference)
    if case .dictionary = node {
      return ArchivedNSNumber(NSDecimalNumber(decimal: try Decimal.unarchived(reference, from: decoder)))
    }
    return try made(node, decoder) { decoder.path(toReference: reference.number) }
  }

  private static func made(
    _ node: PropertyListNode, _ decoder: ObjectDecoder, path: () -> String
  ) throws -> ArchivedNSNumber {
    switch node {
    case .bool(let value): return ArchivedNSNumber(NSNumber(value: value))
    case .integer(let value): return ArchivedNSNumber(NSNumber(value: value))
    case .wideInteger(let value):
      guard let unsigned = value.uint64 else {
        throw ArchiveError.outOfRange(path: path(), value: node.numberText, type: "NSNumber")
      }
      return ArchivedNSNumber(NSNumber(value: unsigned))
    case .real32(let bits): return ArchivedNSNumber(NSNumber(value: Float(bitPattern: bits)))
    case .real64(let bits): return ArchivedNSNumber(NSNumber(value: Double(bitPattern: bits)))
    case .null: throw ArchiveError.missingKey(path: path())
    default: throw ArchiveError.wrongType(path: path(), expected: "a number", found: decoder.kindName(node))
    }
  }
}

/// A number in generated code that is archived as an object of its own, which a class's `init(coder:)` decodes as an `NSNumber`.
@_spi(GeneratedCode) public struct ArchivedNumberObject<Number: ArchivableValue>: ArchivableValue {
  private let value: Number?

  /// Represents this number, or nil.
  public init(_ value: Number?) { self.value = value }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try value?.archived(in: encoder) ?? .null
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    Self(try Number?.unarchived(reference, from: decoder))
  }
}

extension ArchiveValue {
  /// The number as the object holds it: a boolean, an integer, a floating-point number or a decimal.
  init(_ number: NSNumber) {
    if let decimal = number as? NSDecimalNumber {
      self = .decimal(decimal.decimalValue)
      return
    }
    // The two booleans are objects of their own; their type is that of other small numbers.
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .bool(number.boolValue)
      return
    }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "f"): self = .float(number.floatValue)
    case UInt8(ascii: "d"): self = .double(number.doubleValue)
    case UInt8(ascii: "Q") where number.uint64Value > UInt64(Int64.max): self = .unsigned(number.uint64Value)
    default: self = .integer(number.int64Value)
    }
  }
}
