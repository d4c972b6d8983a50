@_spi(GeneratedCode) import ArchiveRuntime
import Foundation

/// What stands under a key of a Swift type, made from a schema's value and back.
protocol ModelValue: ArchivableValue {
  /// An object is the one that its node has already.
  static func made(of value: SchemaValue) -> Self
  var schemaValue: SchemaValue { get }
}

/// All but objects.
protocol PlainModelValue: ModelValue {
  init(_ value: SchemaValue)
}

extension PlainModelValue {
  static func made(of value: SchemaValue) -> Self { Self(value) }
}

extension PlainModelValue where Self: FixedWidthInteger {
  init(_ value: SchemaValue) {
    switch value {
    case .integer(let number): self.init(truncatingIfNeeded: number)
    case .unsigned(let number): self.init(truncatingIfNeeded: number)
    default: self = 0
    }
  }
  var schemaValue: SchemaValue {
    Int64(exactly: self).map { .integer($0) } ?? .unsigned(UInt64(truncatingIfNeeded: self))
  }
}

extension PlainModelValue where Self: BinaryFloatingPoint {
  init(_ value: SchemaValue) {
    switch value {
    case .real(let number): self = Self(number)
    case .integer(let number): self = Self(number)
    default: self = 0
    }
  }
  var schemaValue: SchemaValue { .real(Double(self)) }
}

extension Int: PlainModelValue {}
extension Int8: PlainModelValue {}
extension Int16: PlainModelValue {}
extension Int32: PlainModelValue {}
extension Int64: PlainModelValue {}
extension UInt: PlainModelValue {}
extension UInt8: PlainModelValue {}
extension UInt16: PlainModelValue {}
extension UInt32: PlainModelValue {}
extension UInt64: PlainModelValue {}
extension Float: PlainModelValue {}
extension Double: PlainModelValue {}
extension CGFloat: PlainModelValue {}

extension Bool: PlainModelValue {
  init(_ value: SchemaValue) { self = !value.isZero }
  var schemaValue: SchemaValue { .integer(self ? 1 : 0) }
}

extension SchemaValue {
  var text: String { if case .text(let text) = self { text } else { "" } }
  var elements: [SchemaValue] { if case .list(let elements) = self { elements } else { [] } }

  fileprivate func real(_ index: Int) -> Double {
    elements.indices.contains(index) ? Double(elements[index]) : 0
  }
}

extension String: PlainModelValue {
  init(_ value: SchemaValue) { self = value.text }
  var schemaValue: SchemaValue { .text(self) }
}

extension Character: PlainModelValue {
  init(_ value: SchemaValue) { self = value.text.first ?? " " }
  var schemaValue: SchemaValue { .text(String(self)) }
}

/// As hexadecimal digits.
extension Data: PlainModelValue {
  init(_ value: SchemaValue) {
    let digits = Array(value.text.utf8)
    self.init(
      stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
      })
  }
  var schemaValue: SchemaValue {
    .text(map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
  }
}

extension Date: PlainModelValue {
  init(_ value: SchemaValue) { self.init(timeIntervalSinceReferenceDate: Double(value)) }
  var schemaValue: SchemaValue { .real(timeIntervalSinceReferenceDate) }
}

extension UUID: PlainModelValue {
  init(_ value: SchemaValue) {
    self = UUID(uuidString: value.text) ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
  var schemaValue: SchemaValue { .text(uuidString) }
}

extension URL: PlainModelValue {
  init(_ value: SchemaValue) { self = URL(string: value.text) ?? URL(fileURLWithPath: "/") }
  var schemaValue: SchemaValue { .text(absoluteString) }
}

extension Decimal: PlainModelValue {
  init(_ value: SchemaValue) { self = Decimal(string: value.text) ?? 0 }
  var schemaValue: SchemaValue { .text(description) }
}

extension Locale: PlainModelValue {
  init(_ value: SchemaValue) { self.init(identifier: value.text) }
  var schemaValue: SchemaValue { .text(identifier) }
}

extension TimeZone: PlainModelValue {
  init(_ value: SchemaValue) { self = TimeZone(identifier: value.text) ?? .gmt }
  var schemaValue: SchemaValue { .text(identifier) }
}

extension IndexSet: PlainModelValue {
  init(_ value: SchemaValue) { self.init(value.elements.map { Swift.Int($0) }) }
  var schemaValue: SchemaValue { .list(map(\.schemaValue)) }
}

extension CGPoint: PlainModelValue {
  init(_ value: SchemaValue) { self.init(x: value.real(0), y: value.real(1)) }
  var schemaValue: SchemaValue { .list([x.schemaValue, y.schemaValue]) }
}

extension CGSize: PlainModelValue {
  init(_ value: SchemaValue) { self.init(width: value.real(0), height: value.real(1)) }
  var schemaValue: SchemaValue { .list([width.schemaValue, height.schemaValue]) }
}

extension CGRect: PlainModelValue {
  init(_ value: SchemaValue) {
    self.init(x: value.real(0), y: value.real(1), width: value.real(2), height: value.real(3))
  }
  var schemaValue: SchemaValue {
    .list([origin.x.schemaValue, origin.y.schemaValue, size.width.schemaValue, size.height.schemaValue])
  }
}

extension NSRange: PlainModelValue {
  init(_ value: SchemaValue) { self.init(location: Int(value.real(0)), length: Int(value.real(1))) }
  var schemaValue: SchemaValue { .list([location.schemaValue, length.schemaValue]) }
}

/// Text alone.
extension ArchiveValue: PlainModelValue {
  init(_ value: SchemaValue) { self = .string(value.text) }
  var schemaValue: SchemaValue { if case .string(let text) = self { .text(text) } else { .text("\(self)") } }
}

// MARK: Values that have values

extension Optional: ModelValue, PlainModelValue where Wrapped: ModelValue {
  init(_ value: SchemaValue) {
    switch value {
    case .null, .node(nil): self = nil
    default: self = Wrapped.made(of: value)
    }
  }
  var schemaValue: SchemaValue { self?.schemaValue ?? .null }
}

extension Array: ModelValue, PlainModelValue where Element: ModelValue {
  init(_ value: SchemaValue) { self = value.elements.map { Element.made(of: $0) } }
  var schemaValue: SchemaValue { .list(map(\.schemaValue)) }
}

extension Set: ModelValue, PlainModelValue where Element: ModelValue {
  init(_ value: SchemaValue) { self = Set(value.elements.map { Element.made(of: $0) }) }
  var schemaValue: SchemaValue { .list(map(\.schemaValue).sorted { $0.description < $1.description }) }
}

extension Dictionary: ModelValue, PlainModelValue where Key: ModelValue, Value: ModelValue {
  init(_ value: SchemaValue) {
    self = [:]
    guard case .dictionary(let entries) = value else { return }
    for (key, value) in entries { self[Key.made(of: key)] = Value.made(of: value) }
  }
  var schemaValue: SchemaValue {
    .dictionary(Swift.Dictionary(map { ($0.schemaValue, $1.schemaValue) }, uniquingKeysWith: { first, _ in first }))
  }
}

/// The lower and the upper bound.
extension Range: ModelValue, PlainModelValue where Bound: ModelValue {
  init(_ value: SchemaValue) {
    let bounds = (Bound.made(of: value.elements.first ?? .null), Bound.made(of: value.elements.last ?? .null))
    self = Swift.min(bounds.0, bounds.1)..<Swift.max(bounds.0, bounds.1)
  }
  var schemaValue: SchemaValue { .list([lowerBound.schemaValue, upperBound.schemaValue]) }
}

extension ClosedRange: ModelValue, PlainModelValue where Bound: ModelValue {
  init(_ value: SchemaValue) {
    let bounds = (Bound.made(of: value.elements.first ?? .null), Bound.made(of: value.elements.last ?? .null))
    self = Swift.min(bounds.0, bounds.1)...Swift.max(bounds.0, bounds.1)
  }
  var schemaValue: SchemaValue { .list([lowerBound.schemaValue, upperBound.schemaValue]) }
}

extension SIMD where Scalar: ModelValue {
  init(_ value: SchemaValue) {
    self.init()
    for (index, element) in value.elements.prefix(scalarCount).enumerated() { self[index] = Scalar.made(of: element) }
  }
  var schemaValue: SchemaValue { .list(indices.map { self[$0].schemaValue }) }
}

extension SIMD2: ModelValue, PlainModelValue where Scalar: ModelValue {}
extension SIMD3: ModelValue, PlainModelValue where Scalar: ModelValue {}
extension SIMD4: ModelValue, PlainModelValue where Scalar: ModelValue {}
extension SIMD8: ModelValue, PlainModelValue where Scalar: ModelValue {}
extension SIMD16: ModelValue, PlainModelValue where Scalar: ModelValue {}
extension SIMD32: ModelValue, PlainModelValue where Scalar: ModelValue {}
extension SIMD64: ModelValue, PlainModelValue where Scalar: ModelValue {}
