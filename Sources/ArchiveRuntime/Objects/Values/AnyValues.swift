import Foundation

/// A value of the type `Any` in generated code: numbers, text, dates, data, null, and arrays, dictionaries and sets of these.
///
/// It is archived as an ``ArchiveValue``. Numbers are read as `NSNumber`, as NSKeyedUnarchiver and JSONSerialization return them, so that
/// `as? Int` and `as? Double` both succeed where the number has the value.
@_spi(GeneratedCode) public struct ArchivedAny: ArchivableValue {
  /// The value itself.
  public var value: Any

  /// Represents this value.
  public init(_ value: Any) { self.value = value }

  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    try known(encoder).archive(in: encoder, forKey: key)
  }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try known(encoder).archived(in: encoder)
  }

  private func known(_ encoder: ObjectEncoder) throws(ArchiveError) -> ArchiveValue {
    var conversion = KnownValues(maximumNesting: encoder.settings.readingLimits.maximumValueNesting)
    return try conversion.value(of: value, depth: 0)
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> ArchivedAny {
    var conversion = AnyValues()
    return ArchivedAny(conversion.any(try ArchiveValue.unarchived(from: decoder, forKey: key)))
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> ArchivedAny {
    var conversion = AnyValues()
    return ArchivedAny(conversion.any(try ArchiveValue.unarchived(reference, from: decoder)))
  }
}

/// Converts values of the type `Any` to known ones. Its recursion ends at the limit for nesting. A collection that several others share
/// is converted once, because there may be 2^k ways to it.
private struct KnownValues {
  let maximumNesting: Int
  private var converted: [SharedValues.Bits: ArchiveValue] = [:]
  /// The collections, so that no other gets their storage meanwhile.
  private var kept: [Any] = []

  init(maximumNesting: Int) { self.maximumNesting = maximumNesting }

  mutating func value(of value: Any, depth: Int) throws(ArchiveError) -> ArchiveValue {
    guard depth <= maximumNesting else {
      throw .notArchivableValue(
        path: "", value: "of the type 'Any'",
        reason: "it nests deeper than the \(maximumNesting) levels of 'maximumValueNesting', or contains itself")
    }
    switch value {
    case let value as ArchiveValue: return value
    case is NSNull: return .null
    case let text as String: return .string(text)
    case let text as Substring: return .string(String(text))
    case let data as Data: return .data(data)
    case let date as Date: return .date(date)
    case let number as NSNumber: return ArchiveValue(number)
    case let decimal as Decimal: return .decimal(decimal)
    case let elements as [Any]: return try array(elements, depth)
    case let entries as [String: Any]: return try dictionary(entries, depth)
    // Foundation's own sets are not cast: a counted set would be an empty one, and one that contains itself would never end.
    case _ where type(of: value) is NSSet.Type: throw unknown(value)
    case let elements as Set<AnyHashable>: return try set(elements, depth)
    default:
      // Casts look into an optional, so it is nil, or has a value that is not known.
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .optional, mirror.children.isEmpty { return .null }
      throw unknown(value)
    }
  }

  private func unknown(_ value: Any) -> ArchiveError {
    .notArchivableValue(
      path: "", value: "of the type 'Any'",
      reason:
        "it is a '\(type(of: value))', and only numbers, text, dates, data, arrays, dictionaries and Swift sets are known"
    )
  }

  private mutating func array(_ elements: [Any], _ depth: Int) throws(ArchiveError) -> ArchiveValue {
    let bits = SharedValues.Bits(elements)
    if let known = bits.flatMap({ converted[$0] }) { return known }
    var values: [ArchiveValue] = []
    for element in elements { values.append(try value(of: element, depth: depth + 1)) }
    return note(.array(values), of: elements, bits)
  }

  /// - Throws: `notArchivableValue` for elements that would not be read as a set: collections, decimals, and numbers that are equal as
  ///   objects.
  private mutating func set(_ elements: Set<AnyHashable>, _ depth: Int) throws(ArchiveError) -> ArchiveValue {
    var values: [ArchiveValue] = []
    for element in elements { values.append(try value(of: element.base, depth: depth + 1)) }
    guard AnyValues.set(values) != nil else {
      throw .notArchivableValue(
        path: "", value: "of the type 'Any'",
        reason: "it is a set with elements that are collections or decimals, or numbers that are equal as 'NSNumber'")
    }
    return .set(ArchiveOrder.places(ofTexts: values.map { "\($0)" }).map { values[$0] })
  }

  private mutating func dictionary(_ entries: [String: Any], _ depth: Int) throws(ArchiveError) -> ArchiveValue {
    let bits = SharedValues.Bits(entries)
    if let known = bits.flatMap({ converted[$0] }) { return known }
    var values: [String: ArchiveValue] = [:]
    for (key, entry) in entries { values[key] = try value(of: entry, depth: depth + 1) }
    return note(.dictionary(values), of: entries, bits)
  }

  private mutating func note(_ value: ArchiveValue, of collection: Any, _ bits: SharedValues.Bits?) -> ArchiveValue {
    if let bits { converted[bits] = value }
    kept.append(collection)
    return value
  }
}

/// Converts known values to values of the type `Any`. They nest no deeper than the decoder allows.
private struct AnyValues {
  private var converted: [SharedValues.Bits: Any] = [:]

  mutating func any(_ value: ArchiveValue) -> Any {
    switch value {
    case .null: return NSNull()
    case .bool(let value): return NSNumber(value: value)
    case .integer(let value): return NSNumber(value: value)
    case .unsigned(let value): return NSNumber(value: value)
    case .float(let value): return NSNumber(value: value)
    case .double(let value): return NSNumber(value: value)
    case .decimal(let value): return NSDecimalNumber(decimal: value)
    case .string(let text): return text
    case .data(let data): return data
    case .date(let date): return date
    case .array(let elements):
      let bits = SharedValues.Bits(elements)
      if let known = bits.flatMap({ converted[$0] }) { return known }
      var result: [Any] = []
      for element in elements { result.append(any(element)) }
      if let bits { converted[bits] = result }
      return result
    case .dictionary(let entries):
      let bits = SharedValues.Bits(entries)
      if let known = bits.flatMap({ converted[$0] }) { return known }
      var result: [String: Any] = [:]
      for (key, entry) in entries { result[key] = any(entry) }
      if let bits { converted[bits] = result }
      return result
    case .set(let elements):
      // Otherwise elements would be lost, or hashed, which may take long.
      return Self.set(elements) ?? any(.array(elements))
    }
  }

  /// A Swift set of the elements; nil if one is a collection or a decimal, and if two are equal as objects. Foundation on Linux
  /// never ends when it hashes a decimal, and unequal ones may all have one hash, in a hostile archive.
  static func set(_ elements: [ArchiveValue]) -> Set<AnyHashable>? {
    var result = Set<AnyHashable>(minimumCapacity: elements.count)
    var values = AnyValues()
    for element in elements {
      switch element {
      case .array, .dictionary, .set, .decimal: return nil
      default: break
      }
      guard let value = values.any(element) as? AnyHashable, result.insert(value).inserted else { return nil }
    }
    return result
  }
}
