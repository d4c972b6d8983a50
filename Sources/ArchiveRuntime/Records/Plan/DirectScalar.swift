/// A scalar leaf without anything that is counted by reference: what the loops over a record's usual fields work on.
struct DirectScalar: BitwiseCopyable, Sendable {
  let number: ElementType.Number
  let codec: ElementCodec
  let offset: Int
  /// Among the matcher's keys.
  let keyIndex: Int

  /// nil for any other leaf, and for closed enumerations.
  init?(_ leaf: Leaf) {
    guard case .scalar(let cell) = leaf.value, leaf.group == nil, cell.closed == nil, cell.steps.isEmpty,
      let number = cell.number
    else {
      return nil
    }
    self.number = number
    codec = cell.codec
    offset = cell.offset
    keyIndex = leaf.main.index
  }

  /// The field's archived bits in the record at `record`.
  @inline(__always)
  func bits(_ record: UnsafeRawPointer) -> UInt64 {
    var bits: UInt64 = 0
    withUnsafeMutableBytes(of: &bits) { scratch in
      _ = codec.gather(record + offset, stride: 0, count: 1, to: scratch.baseAddress.unsafelyUnwrapped)
    }
    return UInt64(littleEndian: bits)
  }

  /// Puts a number of the field's own kind into the record.
  ///
  /// - Returns: false, and nothing is done, for anything that needs conversion or is an error.
  @inline(__always)
  func put(_ found: FoundValue, into record: UnsafeMutableRawPointer) -> Bool {
    guard let bits = number.plainBits(of: found)?.littleEndian else { return false }
    return withUnsafeBytes(of: bits) { bytes in
      codec.scatter(bytes.baseAddress.unsafelyUnwrapped, count: 1, to: record + offset, stride: 0) == 1
    }
  }
}

/// A column without anything that is counted by reference: what the loops over blocks of records work on.
struct DirectColumn: BitwiseCopyable, Sendable {
  let codec: ElementCodec
  let offset: Int
  let byteCount: Int
  /// Among the columns.
  let index: Int

  /// nil for columns of arrays in arrays, and for closed enumerations.
  init?(_ cell: ElementAccess, index: Int) {
    guard cell.closed == nil, cell.steps.isEmpty, cell.group == nil else { return nil }
    codec = cell.codec
    offset = cell.offset
    byteCount = cell.byteCount
    self.index = index
  }
}

extension ElementType.Number {
  /// The archived bits of a number of up to 64 bits that needs no conversion; nil for any other.
  @inline(__always)
  func plainBits(of found: FoundValue) -> UInt64? {
    switch (found, self) {
    case (.integer(let value), .integer(let width, true))
    where width <= 64 && (width == 64 || value >= -1 << Int64(width - 1) && value < 1 << Int64(width - 1)):
      UInt64(bitPattern: value)
    case (.integer(let value), .integer(let width, false))
    where width <= 64 && value >= 0 && (width >= 63 || value < 1 << Int64(width)):
      UInt64(bitPattern: value)
    case (.real64(let pattern), .floating(.double)): pattern
    case (.real32(let pattern), .floating(.single)): UInt64(pattern)
    case (.bool(let value), .bool): value ? 1 : 0
    default: nil
    }
  }
}
