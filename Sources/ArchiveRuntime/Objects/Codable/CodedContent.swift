import Foundation

/// What has been encoded in place of one value.
enum CodedContent {
  /// Nothing so far. A value that encodes nothing is a dictionary without entries.
  case none
  case null
  case leaf(CodedLeaf)
  case keyed
  case list
}

/// The place of one value. Everything that is encoded by one encoder is put here.
final class CodedSlot {
  let writing: CodableWriting
  let place: CodedPlace
  /// Whether it is of a container that was asked for by itself, and not of a value.
  let isContainer: Bool
  /// The place for those of the values in it.
  private(set) lazy var container = CodedPlace.Container(place)
  @exclusivity(unchecked) private(set) var content = CodedContent.none
  @exclusivity(unchecked) var entries = CodedEntries()
  /// The elements of an unkeyed container.
  @exclusivity(unchecked) var elements: [CodedElement] = []

  init(_ writing: CodableWriting, _ place: CodedPlace, isContainer: Bool = false) {
    (self.writing, self.place, self.isContainer) = (writing, place, isContainer)
  }

  func set(_ content: CodedContent) {
    guard case .none = self.content else { return writing.noteMisuse(place) }
    self.content = content
  }

  /// Begins a keyed container. All that encode here share its entries: superclasses and subclasses do.
  func beginEntries(_ type: Any.Type) {
    if case .keyed = content { return }
    set(.keyed)
    entries.expect(writing.encoder.codedOrders.orders(of: type))
  }

  func beginElements() {
    if case .list = content { return }
    set(.list)
  }

  /// Takes what was encoded before into another container for the same key, if both are of one kind.
  fileprivate func take(before other: CodedSlot) {
    switch (content, other.content) {
    case (.keyed, .keyed):
      entries.take(before: other.entries)
      other.entries = CodedEntries()
    case (.list, .list):
      elements = other.elements + elements
      other.elements = []
    case (.none, .keyed), (.none, .list):
      (content, entries, elements) = (other.content, other.entries, other.elements)
      (other.entries, other.elements) = (CodedEntries(), [])
    default: break
    }
  }
}

/// A value in a container.
enum CodedElement {
  case null
  case leaf(CodedLeaf)
  /// What has been encoded for it; the value that contains it may go on with this.
  case open(CodedSlot)
}

/// The entries of a keyed container, in the order in which they were encoded.
struct CodedEntries {
  private(set) var values: [CodedElement] = []
  /// The order whose first keys are those of the values; nil if no known one begins with them.
  private var expected: CodedOrder?
  private var orders: CodedKeyOrders?
  /// The keys if no order is expected. One may be there several times.
  private var keys: [String] = []

  mutating func expect(_ orders: CodedKeyOrders) {
    (self.orders, expected) = (orders, orders.expected)
    if let expected { values.reserveCapacity(expected.keys.count) }
  }

  /// A second value for a key replaces the first, as in other encoders.
  @inline(__always)
  mutating func set(_ key: String, _ value: CodedElement) {
    if let expected, values.count < expected.keys.count, expected.keys[values.count].isExactly(key) {
      values.append(value)
    } else {
      set(unexpected: key, value)
    }
  }

  private mutating func set(unexpected key: String, _ value: CodedElement) {
    if let known = expected {
      let first = known.keys[..<values.count]
      expected = orders?.order(first, then: key)
      if expected == nil { keys = Array(first) }
    }
    values.append(value)
    if expected == nil { keys.append(key) }
  }

  /// The order of the keys. Values that are encoded later are expected to follow it.
  mutating func order() -> CodedOrder {
    if expected == nil || expected?.keys.count != values.count {
      let keys = currentKeys
      (expected, self.keys) = (orders?.order(of: keys) ?? CodedOrder(Array(keys)), [])
    }
    let order = expected ?? CodedOrder([])
    if order.places.count < values.count { joinContainers(order) }
    return order
  }

  private var currentKeys: ArraySlice<String> { expected.map { $0.keys[..<values.count] } ?? keys[...] }

  /// Containers that are asked for several times under one key are one container, as in other encoders.
  private func joinContainers(_ order: CodedOrder) {
    var last: [ExactText: CodedSlot?] = [:]
    for (key, value) in zip(order.keys, values).reversed() {
      var container: CodedSlot?
      if case .open(let slot) = value, slot.isContainer { container = slot }
      if let known = last[ExactText(key)] {
        if let known, let container { known.take(before: container) }
      } else {
        last[ExactText(key)] = .some(container)
      }
    }
  }

  /// Puts entries before these.
  fileprivate mutating func take(before other: CodedEntries) {
    let keys = Array(other.currentKeys + currentKeys)
    (expected, self.keys, values) = (nil, keys, other.values + values)
  }
}

/// Values that are not encoded by their own `encode(to:)`, but as archives have them: numbers, texts, data, dates, UUIDs,
/// URLs and decimal numbers.
enum CodedLeaf {
  case integer(Int64)
  case unsigned(UInt64)
  case bool(Bool)
  case real32(Float)
  case real64(Double)
  case text(String)
  indirect case other(any ArchivableValue)

  @inline(__always)
  init?<Value>(_ value: Value) {
    @inline(__always) func own<Leaf>(_ type: Leaf.Type) -> Leaf { unsafeBitCast(value, to: Leaf.self) }
    if Value.self == String.self {
      self = .text(own(String.self))
    } else if Value.self == Int.self {
      self = .integer(Int64(own(Int.self)))
    } else if Value.self == Double.self {
      self = .real64(own(Double.self))
    } else if Value.self == Bool.self {
      self = .bool(own(Bool.self))
    } else if Value.self == Float.self {
      self = .real32(own(Float.self))
    } else if Value.self == Int64.self {
      self = .integer(own(Int64.self))
    } else if Value.self == Int32.self {
      self = .integer(Int64(own(Int32.self)))
    } else if Value.self == Int16.self {
      self = .integer(Int64(own(Int16.self)))
    } else if Value.self == Int8.self {
      self = .integer(Int64(own(Int8.self)))
    } else if Value.self == UInt64.self {
      self = .init(unsigned: own(UInt64.self))
    } else if Value.self == UInt.self {
      self = .init(unsigned: UInt64(own(UInt.self)))
    } else if Value.self == UInt32.self {
      self = .integer(Int64(own(UInt32.self)))
    } else if Value.self == UInt16.self {
      self = .integer(Int64(own(UInt16.self)))
    } else if Value.self == UInt8.self {
      self = .integer(Int64(own(UInt8.self)))
    } else if let leaf = Self.other(value) {
      self = leaf
    } else {
      return nil
    }
  }

  @inline(never)
  private static func other<Value>(_ value: Value) -> CodedLeaf? {
    switch Value.self {
    case is Date.Type, is UUID.Type, is Data.Type, is URL.Type, is Decimal.Type:
      return (value as? any ArchivableValue).map(CodedLeaf.other)
    default:
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
      if Value.self == Int128.self { return CodedLeaf(wide: unsafeBitCast(value, to: Int128.self)) }
      if Value.self == UInt128.self { return CodedLeaf(wide: unsafeBitCast(value, to: UInt128.self)) }
      return nil
    }
  }

  private init(unsigned value: UInt64) {
    self = Int64(exactly: value).map(CodedLeaf.integer) ?? .unsigned(value)
  }

  /// An integer of up to 128 bits: one of up to 64 bits as these are, a greater one as a decimal number.
  private init<Integer: FixedWidthInteger>(wide value: Integer) {
    if let value = Int64(exactly: value) {
      self = .integer(value)
    } else {
      self = UInt64(exactly: value).map(CodedLeaf.unsigned) ?? .other(DecimalParts(value))
    }
  }

  /// The value itself.
  var value: any ArchivableValue {
    switch self {
    case .integer(let value): value
    case .unsigned(let value): value
    case .bool(let value): value
    case .real32(let value): value
    case .real64(let value): value
    case .text(let value): value
    case .other(let value): value
    }
  }
}
