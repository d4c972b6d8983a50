import Foundation

/// What has been encoded in place of one value.
enum CodedContent {
  /// Nothing so far. A value that encodes nothing is a dictionary without entries.
  case none
  case null
  case leaf(any ArchivableValue)
  case keyed(CodedEntries)
  case list(CodedElements)
}

/// The place of one value. Everything that is encoded by one encoder is put here.
final class CodedSlot {
  private(set) var content = CodedContent.none

  func set(_ content: CodedContent, _ writing: CodableWriting, _ place: CodedPlace) {
    guard case .none = self.content else { return writing.noteMisuse(place) }
    self.content = content
  }

  /// The entries of the keyed container, which all that encode here share: superclasses and subclasses do.
  func entries(_ writing: CodableWriting, _ place: CodedPlace) -> CodedEntries {
    if case .keyed(let entries) = content { return entries }
    let entries = CodedEntries()
    set(.keyed(entries), writing, place)
    return entries
  }

  func elements(_ writing: CodableWriting, _ place: CodedPlace) -> CodedElements {
    if case .list(let elements) = content { return elements }
    let elements = CodedElements()
    set(.list(elements), writing, place)
    return elements
  }
}

/// A value in a container.
enum CodedElement {
  case null
  case leaf(any ArchivableValue)
  /// What has been encoded for it; the value that contains it may go on with this.
  case open(CodedSlot, CodedPlace)
}

struct CodedEntry {
  let key: String
  var value: CodedElement
}

/// The entries of a keyed container, in the order in which they were encoded.
final class CodedEntries {
  private(set) var entries: [CodedEntry] = []
  /// Of many entries the indices by their keys.
  private var places: [ExactText: Int] = [:]
  private static let searchedCount = 16

  /// A second value for a key replaces the first, as in other encoders.
  func set(_ key: String, _ value: CodedElement) {
    if let place = place(of: key) { return entries[place].value = value }
    entries.append(CodedEntry(key: key, value: value))
    if entries.count > Self.searchedCount {
      if places.isEmpty { for (place, entry) in entries.enumerated() { places[ExactText(entry.key)] = place } }
      places[ExactText(key)] = entries.count - 1
    }
  }

  private func place(of key: String) -> Int? {
    entries.count > Self.searchedCount ? places[ExactText(key)] : entries.firstIndex { $0.key.isExactly(key) }
  }
}

/// The elements of an unkeyed container.
final class CodedElements {
  var elements: [CodedElement] = []
}

/// Values that are not encoded by their own `encode(to:)`, but as archives have them: numbers, texts, data, dates, UUIDs,
/// URLs and decimal numbers.
enum CodedLeaf {
  static func leaf<Value>(_ value: Value) -> (any ArchivableValue)? {
    func own<Leaf: ArchivableValue>(_ type: Leaf.Type) -> any ArchivableValue {
      unsafeBitCast(value, to: Leaf.self)
    }
    if Value.self == String.self { return own(String.self) }
    if Value.self == Int.self { return own(Int.self) }
    if Value.self == Double.self { return own(Double.self) }
    if Value.self == Bool.self { return own(Bool.self) }
    return other(value)
  }

  private static func other<Value>(_ value: Value) -> (any ArchivableValue)? {
    switch Value.self {
    case is Date.Type, is UUID.Type, is Data.Type, is URL.Type, is Decimal.Type, is Float.Type, is Int64.Type,
      is UInt64.Type, is Int32.Type, is UInt32.Type, is UInt8.Type, is Int16.Type, is UInt16.Type, is Int8.Type,
      is UInt.Type:
      return value as? any ArchivableValue
    default:
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
      if Value.self == Int128.self { return wide(unsafeBitCast(value, to: Int128.self)) }
      if Value.self == UInt128.self { return wide(unsafeBitCast(value, to: UInt128.self)) }
      return nil
    }
  }

  /// An integer of up to 128 bits: one of up to 64 bits as these are, a greater one as a decimal number.
  static func wide<Integer: FixedWidthInteger>(_ value: Integer) -> any ArchivableValue {
    if let value = Int64(exactly: value) { return value }
    if let value = UInt64(exactly: value) { return value }
    return DecimalParts(value)
  }
}
