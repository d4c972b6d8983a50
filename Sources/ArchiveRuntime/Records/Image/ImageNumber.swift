/// A number in an image and in a record: what the loops over an image's numbers work on.
struct ImageNumber: BitwiseCopyable, Sendable {
  /// How it stands in the image.
  enum Form: Sendable, BitwiseCopyable {
    /// A real, or an integer without a sign; no value is above the limit. An integer beyond 63 bits takes 16 bytes, and has
    /// no place in an image.
    case unsigned(byteCount: Int, limit: UInt64)
    /// An integer of 8 bytes, whose value has the low `width` bits.
    case signed(width: Int)
    /// A reference to one of two objects: its last byte.
    case bool(no: UInt8, yes: UInt8)
  }

  /// How it stands in the record.
  enum Storage: Sendable, BitwiseCopyable {
    case word(byteCount: Int)
    case bool
    case window(BitWindow, isSigned: Bool)
  }

  /// How usual numbers are moved: by one switch instead of one for each form, width and storage, in a third of the instructions.
  private enum Move: Sendable, BitwiseCopyable {
    case one, two, four, eight
    /// Unsigned, up to the highest of a signed one.
    case positive
    /// Signed, in 8 bytes of the image.
    case signedOne, signedTwo, signedFour
    case other
  }

  let form: Form
  let storage: Storage
  private let move: Move
  let offset: Int
  /// The first byte of its value in the image.
  let place: Int

  /// nil for what only its cell's codec can move.
  init?(_ cell: ElementAccess, _ form: Form, at place: Int) {
    guard cell.closed == nil, cell.steps.isEmpty, cell.group == nil, let number = cell.number else { return nil }
    switch (cell.codec, number) {
    case (.copy(let size), .integer), (.copy(let size), .floating): storage = .word(byteCount: size)
    case (.bool, .bool): storage = .bool
    case (.window(let window, let isSigned), .integer), (.window(let window, let isSigned), .bool):
      storage = .window(window, isSigned: isSigned)
    default: return nil
    }
    self.form =
      if case .unsigned(let byteCount, let limit) = form, case .window(let window, false) = storage, window.width < 64 {
        // A group of bit-fields may have fewer bits than the integer that it is archived in.
        .unsigned(byteCount: byteCount, limit: min(limit, 1 << UInt64(window.width) - 1))
      } else {
        form
      }
    move =
      switch (storage, self.form) {
      case (.word(1), .unsigned(1, UInt64(UInt8.max))): .one
      case (.word(2), .unsigned(2, UInt64(UInt16.max))): .two
      case (.word(4), .unsigned(4, UInt64(UInt32.max))): .four
      case (.word(8), .unsigned(8, .max)), (.word(8), .signed(64)): .eight
      case (.word(8), .unsigned(8, UInt64(Int64.max))): .positive
      case (.word(1), .signed(8)): .signedOne
      case (.word(2), .signed(16)): .signedTwo
      case (.word(4), .signed(32)): .signedFour
      default: .other
      }
    offset = cell.offset
    self.place = place
  }

  /// Writes the record's value into a copy of the image.
  ///
  /// - Returns: false for a value that has no place there.
  @inline(__always)
  func store(_ record: UnsafeRawPointer, in image: UnsafeMutableRawPointer) -> Bool {
    let (source, target) = (record + offset, image + place)
    switch move {
    case .one: target.storeBytes(of: source.load(as: UInt8.self), as: UInt8.self)
    case .two: target.storeBytes(of: source.loadUnaligned(as: UInt16.self).bigEndian, as: UInt16.self)
    case .four: target.storeBytes(of: source.loadUnaligned(as: UInt32.self).bigEndian, as: UInt32.self)
    case .eight: target.storeBytes(of: source.loadUnaligned(as: UInt64.self).bigEndian, as: UInt64.self)
    case .positive: return Self.widen(source, UInt64.self, to: target)
    case .signedOne: return Self.widen(source, Int8.self, to: target)
    case .signedTwo: return Self.widen(source, Int16.self, to: target)
    case .signedFour: return Self.widen(source, Int32.self, to: target)
    case .other: return form.store(bits(source), in: target)
    }
    return true
  }

  /// Reads the value of an image into the record.
  ///
  /// - Returns: false for a value that the field has not.
  @inline(__always)
  func load(_ image: UnsafeRawPointer, into record: UnsafeMutableRawPointer) -> Bool {
    let (source, target) = (image + place, record + offset)
    switch move {
    case .one: target.storeBytes(of: source.load(as: UInt8.self), as: UInt8.self)
    case .two: target.storeBytes(of: UInt16(bigEndian: source.loadUnaligned(as: UInt16.self)), as: UInt16.self)
    case .four: target.storeBytes(of: UInt32(bigEndian: source.loadUnaligned(as: UInt32.self)), as: UInt32.self)
    case .eight: target.storeBytes(of: UInt64(bigEndian: source.loadUnaligned(as: UInt64.self)), as: UInt64.self)
    case .positive: return Self.narrow(source, to: UInt64.self, target)
    case .signedOne: return Self.narrow(source, to: Int8.self, target)
    case .signedTwo: return Self.narrow(source, to: Int16.self, target)
    case .signedFour: return Self.narrow(source, to: Int32.self, target)
    case .other: return loadOther(source, into: target)
    }
    return true
  }

  @inline(__always)
  private static func widen<Number: FixedWidthInteger & BitwiseCopyable>(
    _ source: UnsafeRawPointer, _ type: Number.Type, to target: UnsafeMutableRawPointer
  ) -> Bool {
    guard let wide = Int64(exactly: source.loadUnaligned(as: type)) else { return false }
    target.storeBytes(of: wide.bigEndian, as: Int64.self)
    return true
  }

  @inline(__always)
  private static func narrow<Number: FixedWidthInteger & BitwiseCopyable>(
    _ source: UnsafeRawPointer, to type: Number.Type, _ target: UnsafeMutableRawPointer
  ) -> Bool {
    guard let value = Number(exactly: Int64(bigEndian: source.loadUnaligned(as: Int64.self))) else { return false }
    target.storeBytes(of: value, as: type)
    return true
  }

  @inline(__always)
  private func loadOther(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer) -> Bool {
    guard let bits = form.load(source) else { return false }
    switch storage {
    case .word(1): target.storeBytes(of: UInt8(truncatingIfNeeded: bits), as: UInt8.self)
    case .word(2): target.storeBytes(of: UInt16(truncatingIfNeeded: bits), as: UInt16.self)
    case .word(4): target.storeBytes(of: UInt32(truncatingIfNeeded: bits), as: UInt32.self)
    case .word: target.storeBytes(of: bits, as: UInt64.self)
    case .bool: target.storeBytes(of: UInt8(truncatingIfNeeded: bits), as: UInt8.self)
    case .window(let window, _): window.write(bits, target)
    }
    return true
  }

  @inline(__always)
  private func bits(_ source: UnsafeRawPointer) -> UInt64 {
    switch storage {
    case .word(1): return UInt64(source.load(as: UInt8.self))
    case .word(2): return UInt64(source.loadUnaligned(as: UInt16.self))
    case .word(4): return UInt64(source.loadUnaligned(as: UInt32.self))
    case .word: return source.loadUnaligned(as: UInt64.self)
    case .bool: return source.load(as: UInt8.self) == 0 ? 0 : 1
    case .window(let window, let isSigned):
      let sign: UInt64 = isSigned ? 1 << UInt64(window.width - 1) : 0
      return (window.read(source) ^ sign) &- sign
    }
  }
}

extension ImageNumber.Form {
  /// - Parameter bits: those of the value; of a signed one whatever is above its type's.
  /// - Returns: false for a value that has no place there.
  @inline(__always)
  func store(_ bits: UInt64, in target: UnsafeMutableRawPointer) -> Bool {
    switch self {
    case .unsigned(let byteCount, let limit):
      guard bits <= limit else { return false }
      target.storeBigEndian(bits, size: byteCount)
    case .signed(let width): target.storeBigEndian(Self.extended(bits, width), size: 8)
    case .bool(let no, let yes): target.storeBytes(of: bits != 0 ? yes : no, as: UInt8.self)
    }
    return true
  }

  /// The value's bits; nil for one that the type does not have.
  @inline(__always)
  func load(_ source: UnsafeRawPointer) -> UInt64? {
    switch self {
    case .unsigned(let byteCount, let limit):
      let bits = UnsafeRawBufferPointer(start: source, count: byteCount).bigEndian(at: 0, size: byteCount)
      return bits <= limit ? bits : nil
    case .signed(let width):
      let bits = UInt64(bigEndian: source.loadUnaligned(as: UInt64.self))
      return Self.extended(bits, width) == bits ? bits : nil
    case .bool(let no, let yes):
      let byte = source.load(as: UInt8.self)
      return byte == yes ? 1 : byte == no ? 0 : nil
    }
  }

  @inline(__always)
  private static func extended(_ bits: UInt64, _ width: Int) -> UInt64 {
    let unused = UInt64(64 - width)
    return UInt64(bitPattern: Int64(bitPattern: bits << unused) >> Int64(unused))
  }

  /// Of an integer object or a real in fixed width; nil for other numbers.
  init?(_ number: ElementType.Number) {
    switch number {
    case .integer(let bits, true) where bits <= 64: self = .signed(width: bits)
    case .integer(let bits, false) where bits <= 64:
      self = .unsigned(byteCount: number.fixedByteCount, limit: bits >= 63 ? UInt64(Int64.max) : 1 << UInt64(bits) - 1)
    case .floating(.double): self = .unsigned(byteCount: 8, limit: .max)
    case .floating(.single): self = .unsigned(byteCount: 4, limit: UInt64(UInt32.max))
    default: return nil
    }
  }

  /// The bytes of its value in the image.
  var byteCount: Int {
    switch self {
    case .unsigned(let byteCount, _): byteCount
    case .signed: 8
    case .bool: 1
    }
  }
}
