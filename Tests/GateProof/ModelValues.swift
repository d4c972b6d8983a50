@_spi(GeneratedCode) import ArchiveRuntime
import SchemaInterpreter

/// The value under a key of a Swift type in these proofs.
protocol ModelValue: ArchivableValue {
  init(_ value: SchemaValue)
  var schemaValue: SchemaValue { get }
}

extension ModelValue where Self: FixedWidthInteger {
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

extension ModelValue where Self: BinaryFloatingPoint {
  init(_ value: SchemaValue) {
    if case .real(let number) = value { self = Self(number) } else { self = 0 }
  }
  var schemaValue: SchemaValue { .real(Double(self)) }
}

extension Int8: ModelValue {}
extension Int16: ModelValue {}
extension Int32: ModelValue {}
extension Int64: ModelValue {}
extension UInt8: ModelValue {}
extension UInt16: ModelValue {}
extension UInt32: ModelValue {}
extension UInt64: ModelValue {}
extension Float: ModelValue {}
extension Double: ModelValue {}

extension Bool: ModelValue {
  init(_ value: SchemaValue) { self = !value.isZero }
  var schemaValue: SchemaValue { .integer(self ? 1 : 0) }
}

extension String: ModelValue {
  init(_ value: SchemaValue) {
    if case .text(let text) = value { self = text } else { self = "" }
  }
  var schemaValue: SchemaValue { .text(self) }
}
