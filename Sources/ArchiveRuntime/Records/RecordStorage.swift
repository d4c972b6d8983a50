/// The bytes of one C record that Swift cannot name or import, with copy-on-write semantics.
///
/// Its calls take offsets from generated code. An offset outside the record is an error in that code, and traps like an
/// array's index.
public struct RecordStorage: @unchecked Sendable {
  /// It is copied before a write if it is shared, so the struct can be sent to other threads.
  private final class Bytes {
    let address: UnsafeMutableRawPointer
    let size: Int
    let alignment: Int

    init(size: Int, alignment: Int) {
      self.size = size
      self.alignment = alignment
      address = .allocate(byteCount: max(size, 1), alignment: max(alignment, 1))
      address.initializeMemory(as: UInt8.self, repeating: 0, count: max(size, 1))
    }

    deinit { address.deallocate() }
  }

  private var bytes: Bytes

  /// Zeroed bytes with the record's size and alignment.
  @_spi(GeneratedCode) public init(_ schema: RecordSchema) {
    bytes = Bytes(size: max(schema.size, 0), alignment: schema.alignment)
  }

  /// The record's size in bytes.
  public var size: Int { bytes.size }

  /// Passes the record's bytes to `body`. The pointer must not escape.
  ///
  /// - Throws: the errors of `body`.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(bytes) { () throws(Failure) in
      try body(UnsafeRawBufferPointer(start: bytes.address, count: bytes.size))
    }
  }

  /// Passes the record's bytes to `body`, which may change them. The pointer must not escape. Shared bytes are copied
  /// first.
  ///
  /// - Throws: the errors of `body`.
  public mutating func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unshare()
    return try withExtendedLifetime(bytes) { () throws(Failure) in
      try body(UnsafeMutableRawBufferPointer(start: bytes.address, count: bytes.size))
    }
  }

  /// The number `offset` bytes into the record.
  @_spi(GeneratedCode) public func load<Value: BitwiseCopyable>(at offset: Int) -> Value {
    check(offset, MemoryLayout<Value>.size)
    return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Value.self) }
  }

  /// C's `_Bool`: any byte other than 0 is true.
  @_spi(GeneratedCode) public func load(at offset: Int) -> Bool {
    check(offset, 1)
    return withUnsafeBytes { $0[offset] != 0 }
  }

  /// Stores the number `offset` bytes into the record.
  @_spi(GeneratedCode) public mutating func store<Value: BitwiseCopyable>(_ value: Value, at offset: Int) {
    check(offset, MemoryLayout<Value>.size)
    withUnsafeMutableBytes { $0.storeBytes(of: value, toByteOffset: offset, as: Value.self) }
  }

  /// The bit-field of `width` bits at this offset in bits, which counts as in the ABI. A signed type is sign-extended.
  @_spi(GeneratedCode) public func bits<Value: FixedWidthInteger>(_ width: Int, at offset: Int) -> Value {
    let field = checkedField(width, offset)
    return withUnsafeBytes { bytes in
      guard let record = bytes.baseAddress else { return 0 }
      let bits = Value.isSigned ? field.readSigned(record) : field.read(record)
      guard Value.bitWidth > 64 else { return Value(truncatingIfNeeded: bits.low) }
      return Value(truncatingIfNeeded: bits.high) << 64 | Value(truncatingIfNeeded: bits.low)
    }
  }

  /// A `_Bool` bit-field.
  @_spi(GeneratedCode) public func bits(_ width: Int, at offset: Int) -> Bool {
    (bits(width, at: offset) as UInt8) != 0
  }

  /// Stores the low `width` bits of `value`, as C does.
  @_spi(GeneratedCode) public mutating func setBits<Value: FixedWidthInteger>(
    _ value: Value, _ width: Int, at offset: Int
  ) {
    let field = checkedField(width, offset)
    let bits = Bits128(
      low: UInt64(truncatingIfNeeded: value),
      high: Value.bitWidth > 64 ? UInt64(truncatingIfNeeded: value >> 64) : value < 0 ? .max : 0)
    withUnsafeMutableBytes { bytes in
      if let record = bytes.baseAddress { field.write(bits, record) }
    }
  }

  /// Stores a `_Bool` bit-field.
  @_spi(GeneratedCode) public mutating func setBits(_ value: Bool, _ width: Int, at offset: Int) {
    setBits(value ? 1 as UInt8 : 0, width, at: offset)
  }

  private func check(_ offset: Int, _ count: Int) {
    precondition(offset >= 0 && offset <= size - count, "\(count) bytes at \(offset) of a record of \(size)")
  }

  private func checkedField(_ width: Int, _ offset: Int) -> BitField {
    precondition(1...128 ~= width && offset >= 0 && offset <= size * 8 - width, "\(width) bits at bit \(offset)")
    return BitField(offset: offset, width: width)
  }

  private mutating func unshare() {
    guard !isKnownUniquelyReferenced(&bytes) else { return }
    let copy = Bytes(size: bytes.size, alignment: bytes.alignment)
    copy.address.copyMemory(from: bytes.address, byteCount: bytes.size)
    bytes = copy
  }
}

extension RecordStorage: Equatable {
  /// Whether all bytes are equal, including padding.
  public static func == (left: RecordStorage, right: RecordStorage) -> Bool {
    left.withUnsafeBytes { left in right.withUnsafeBytes { left.elementsEqual($0) } }
  }
}
