/// A number, or a vector of numbers, whose arrays can be archived as one byte string.
///
/// A type of the app must not conform, because elements are copied bytewise.
@_spi(GeneratedCode) public protocol PackableElement: ArchivableValue {
  /// The elements' type in archives.
  static var packedType: ElementType { get }
}

@_spi(GeneratedCode) extension Bool: PackableElement { public static var packedType: ElementType { .bool } }
@_spi(GeneratedCode) extension Int8: PackableElement { public static var packedType: ElementType { .i8 } }
@_spi(GeneratedCode) extension Int16: PackableElement { public static var packedType: ElementType { .i16 } }
@_spi(GeneratedCode) extension Int32: PackableElement { public static var packedType: ElementType { .i32 } }
@_spi(GeneratedCode) extension Int64: PackableElement { public static var packedType: ElementType { .i64 } }
@_spi(GeneratedCode) extension UInt8: PackableElement { public static var packedType: ElementType { .u8 } }
@_spi(GeneratedCode) extension UInt16: PackableElement { public static var packedType: ElementType { .u16 } }
@_spi(GeneratedCode) extension UInt32: PackableElement { public static var packedType: ElementType { .u32 } }
@_spi(GeneratedCode) extension UInt64: PackableElement { public static var packedType: ElementType { .u64 } }
@_spi(GeneratedCode) extension Float: PackableElement { public static var packedType: ElementType { .f32 } }
@_spi(GeneratedCode) extension Double: PackableElement { public static var packedType: ElementType { .f64 } }
@_spi(GeneratedCode) extension Int: PackableElement {
  public static var packedType: ElementType {
    ElementType(.integer(bits: bitWidth, isSigned: true), laneStorage: bitWidth / 8)
  }
}
@_spi(GeneratedCode) extension UInt: PackableElement {
  public static var packedType: ElementType {
    ElementType(.integer(bits: bitWidth, isSigned: false), laneStorage: bitWidth / 8)
  }
}
@_spi(GeneratedCode) extension SIMD2: PackableElement where Scalar: PackableElement {}
@_spi(GeneratedCode) extension SIMD3: PackableElement where Scalar: PackableElement {}
@_spi(GeneratedCode) extension SIMD4: PackableElement where Scalar: PackableElement {}
@_spi(GeneratedCode) extension SIMD8: PackableElement where Scalar: PackableElement {}
@_spi(GeneratedCode) extension SIMD16: PackableElement where Scalar: PackableElement {}
@_spi(GeneratedCode) extension SIMD32: PackableElement where Scalar: PackableElement {}
@_spi(GeneratedCode) extension SIMD64: PackableElement where Scalar: PackableElement {}
@_spi(GeneratedCode) extension SIMD where Scalar: PackableElement {
  public static var packedType: ElementType {
    .vector(Scalar.packedType, scalarCount, storage: MemoryLayout<Self>.size)
  }
}
