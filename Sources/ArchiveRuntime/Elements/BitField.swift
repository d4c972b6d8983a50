/// The location of a bit-field in a record, and its conversion to a number.
///
/// `offset` counts from the record's start as in the ABI: on a little-endian target from the low end of the bytes,
/// where the first bit is the least significant one of the value; on a big-endian target from the high end, where the
/// first bit is the most significant one. Only bytes that contain bits of the field are accessed.
struct BitField: Sendable, Hashable, BitwiseCopyable {
  let offset: Int
  /// From 1 to 128.
  let width: Int

  /// The bytes that it has bits in.
  var bytes: Range<Int> { offset >> 3..<(offset + width + 7) >> 3 }

  /// The field's bits, zero-extended.
  func read(_ record: UnsafeRawPointer, _ order: ByteOrder = .host) -> Bits128 {
    var bits = Bits128()
    var position = offset
    var done = 0
    while done < width {
      let skipped = position & 7
      let taken = min(8 - skipped, width - done)
      let byte = record.load(fromByteOffset: position >> 3, as: UInt8.self)
      switch order {
      case .little: bits = bits | Bits128(low: UInt64(byte >> skipped & Self.mask(taken))) << done
      case .big: bits = bits << taken | Bits128(low: UInt64(byte >> (8 - skipped - taken) & Self.mask(taken)))
      }
      position += taken
      done += taken
    }
    return bits
  }

  /// Stores the low `width` bits of `bits` in the record, and does not change the record's other bits.
  func write(_ bits: Bits128, _ record: UnsafeMutableRawPointer, _ order: ByteOrder = .host) {
    var position = offset
    var done = 0
    while done < width {
      let skipped = position & 7
      let taken = min(8 - skipped, width - done)
      let shift = order == .little ? skipped : 8 - skipped - taken
      let chunk = order == .little ? bits >> done : bits >> (width - done - taken)
      let mask = Self.mask(taken) << shift
      let address = record + (position >> 3)
      let old = address.load(as: UInt8.self)
      address.storeBytes(of: old & ~mask | UInt8(truncatingIfNeeded: chunk.low) << shift & mask, as: UInt8.self)
      position += taken
      done += taken
    }
  }

  /// The field's bits extended to 128 by the field's sign.
  func readSigned(_ record: UnsafeRawPointer, _ order: ByteOrder = .host) -> Bits128 {
    let bits = read(record, order)
    return (bits >> (width - 1)).low & 1 == 1 && width < 128 ? bits | Bits128.ones(width).complement : bits
  }

  private static func mask(_ count: Int) -> UInt8 { UInt8(truncatingIfNeeded: (1 as UInt16) << count - 1) }
}

extension Bits128 {
  var complement: Bits128 { Bits128(low: ~low, high: ~high) }
}

/// The single load of 1, 2, 4 or 8 bytes inside the record that covers a bit-field, if there is one.
struct BitWindow: Sendable, Hashable, BitwiseCopyable {
  /// The first byte of the load, its size in bytes, and the shift that moves the field's lowest bit to bit 0.
  let byte: Int
  let size: Int
  let shift: Int
  let width: Int

  init?(_ field: BitField, recordSize: Int, _ order: ByteOrder = .host) {
    let end = field.offset + field.width
    for size in [1, 2, 4, 8] where size <= recordSize {
      let byte = min(field.offset >> 3, recordSize - size)
      guard byte * 8 <= field.offset, end <= (byte + size) * 8 else { continue }
      self.byte = byte
      self.size = size
      width = field.width
      shift = order == .little ? field.offset - byte * 8 : (byte + size) * 8 - end
      return
    }
    return nil
  }

  var mask: UInt64 { width == 64 ? .max : (1 << width) - 1 }

  /// The field that is moved.
  var field: BitField {
    BitField(offset: ByteOrder.host == .little ? byte * 8 + shift : (byte + size) * 8 - shift - width, width: width)
  }

  @inline(__always)
  func read(_ record: UnsafeRawPointer) -> UInt64 {
    let address = record + byte
    let word: UInt64 =
      switch size {
      case 1: UInt64(address.load(as: UInt8.self))
      case 2: UInt64(address.loadUnaligned(as: UInt16.self))
      case 4: UInt64(address.loadUnaligned(as: UInt32.self))
      default: address.loadUnaligned(as: UInt64.self)
      }
    return word >> UInt64(shift) & mask
  }

  @inline(__always)
  func write(_ bits: UInt64, _ record: UnsafeMutableRawPointer) {
    let address = record + byte
    let mask = self.mask << UInt64(shift)
    let bits = bits << UInt64(shift) & mask
    switch size {
    case 1: Self.merge(UInt8.self, bits, mask, address)
    case 2: Self.merge(UInt16.self, bits, mask, address)
    case 4: Self.merge(UInt32.self, bits, mask, address)
    default: Self.merge(UInt64.self, bits, mask, address)
    }
  }

  @inline(__always)
  static func merge<Word: FixedWidthInteger & BitwiseCopyable>(
    _: Word.Type, _ bits: UInt64, _ mask: UInt64, _ address: UnsafeMutableRawPointer
  ) {
    let old = address.loadUnaligned(as: Word.self)
    address.storeBytes(of: old & ~Word(truncatingIfNeeded: mask) | Word(truncatingIfNeeded: bits), as: Word.self)
  }
}
