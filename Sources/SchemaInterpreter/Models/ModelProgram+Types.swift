import ArchiveModel
@_spi(GeneratedCode) import ArchiveRuntime
import Foundation

/// The types of Swift and Foundation that programs know.
extension ModelProgram {
  // Float and Double are told by their bits, so that each keeps its size.
  nonisolated(unsafe) static let numbers: [String: any (PackableElement & ModelValue).Type] = [
    "i8": Int8.self, "i16": Int16.self, "i32": Int32.self, "i64": Int64.self, "u8": UInt8.self, "u16": UInt16.self,
    "u32": UInt32.self, "u64": UInt64.self, "f32": Float.self, "f64": Double.self, "bool": Bool.self,
  ]

  static let containers: Set<String> = [
    "Set", "Range", "ClosedRange", "SIMD2", "SIMD3", "SIMD4", "SIMD8", "SIMD16", "SIMD32", "SIMD64",
  ]

  nonisolated(unsafe) static let values: [String: any ModelValue.Type] = [
    "Bool": Bool.self, "Int": Int.self, "Int8": Int8.self, "Int16": Int16.self, "Int32": Int32.self,
    "Int64": Int64.self, "UInt": UInt.self, "UInt8": UInt8.self, "UInt16": UInt16.self, "UInt32": UInt32.self,
    "UInt64": UInt64.self, "Float": Float.self, "Double": Double.self, "CGFloat": CGFloat.self,
    "TimeInterval": Double.self, "String": String.self, "Character": Character.self, "Data": Data.self,
    "Date": Date.self, "UUID": UUID.self,
    "URL": URL.self, "Decimal": Decimal.self, "Locale": Locale.self, "TimeZone": TimeZone.self,
    "IndexSet": IndexSet.self, "CGPoint": CGPoint.self, "CGSize": CGSize.self, "CGRect": CGRect.self,
    "NSPoint": CGPoint.self, "NSSize": CGSize.self, "NSRect": CGRect.self, "NSRange": NSRange.self,
    "ArchiveValue": ArchiveValue.self,
  ]
}
