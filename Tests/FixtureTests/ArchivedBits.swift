@_spi(GeneratedCode) @testable import ArchiveRuntime

/// The bits of a record that its schema archives, so that a test can make valid records of random bits and knows which
/// of them have to come back.
struct ArchivedBits {
  /// A run of bits within the record, counted from the low end of its first byte.
  struct Run {
    let key: String
    let start: Int
    let count: Int
  }

  /// One bit for every bit that carries a value.
  private(set) var values: [UInt8]
  /// The same and the padding within values: in a `_BitInt`, an x87 number, a vector of three lanes.
  private(set) var storage: [UInt8]
  /// Runs that do not take every value.
  private(set) var booleans: [Run] = []
  private(set) var closed: [(run: Run, values: [Int64])] = []
  private(set) var texts: [(run: Run, encoding: TextEncoding)] = []

  init(_ schema: RecordSchema) {
    values = [UInt8](repeating: 0, count: schema.size)
    storage = values
    add(schema, at: 0, prefix: "")
  }

  private mutating func add(_ schema: RecordSchema, at base: Int, prefix: String) {
    for field in schema.fields {
      let key = prefix + field.key
      switch field.form {
      case .scalar(let type):
        add(type, count: 1, at: base + field.offset, key, closed: field.closedValues)
      case .array(let dimensions, let type, _):
        add(type, count: dimensions.reduce(1, *), at: base + field.offset, key, closed: field.closedValues)
      case .bits(let width, _):
        let run = Run(key: key, start: base * 8 + field.offset, count: width)
        mark(run, in: \.values)
        mark(run, in: \.storage)
        if let valid = field.closedValues { closed.append((run, valid)) }
      case .text(let count, let encoding):
        let run = Run(key: key, start: (base + field.offset) * 8, count: count * 8)
        mark(run, in: \.values)
        mark(run, in: \.storage)
        texts.append((run, encoding))
      case .pointer, .trailing, .union: continue
      case .record(let inner):
        add(inner, at: base + field.offset, prefix: key + ".")
      case .records(let dimensions, let inner, _):
        for index in 0..<dimensions.reduce(1, *) {
          add(inner, at: base + field.offset + index * inner.size, prefix: "\(key)[\(index)].")
        }
      }
    }
  }

  private mutating func add(_ type: ElementType, count: Int, at offset: Int, _ key: String, closed valid: [Int64]?) {
    let width =
      switch type.number {
      case .bool: 8
      case .integer(let bits, _): bits
      case .floating(let format): format.archivedSize * 8
      }
    mark(Run(key: key, start: offset * 8, count: count * type.storage * 8), in: \.storage)
    for element in 0..<count {
      for lane in 0..<type.lanes {
        let start = offset + element * type.storage + lane * type.laneStorage
        let run = Run(key: key, start: start * 8, count: width)
        mark(run, in: \.values)
        if type.number == .bool { booleans.append(run) }
        if let valid { closed.append((run, valid)) }
      }
    }
  }

  private mutating func mark(_ run: Run, in bits: WritableKeyPath<ArchivedBits, [UInt8]>) {
    if run.start % 8 == 0, run.count % 8 == 0 {
      for byte in run.start / 8..<(run.start + run.count) / 8 { self[keyPath: bits][byte] = 0xFF }
    } else {
      for bit in run.start..<run.start + run.count { self[keyPath: bits][bit / 8] |= 1 << UInt8(bit % 8) }
    }
  }

  /// Makes every run hold a value that its type has, as near to `bytes` as the run's kind lets it be.
  func makeValid(_ bytes: inout [UInt8], _ random: inout some RandomNumberGenerator) {
    for run in booleans { bytes[run.start / 8] &= 1 }
    for (run, values) in closed {
      // The last for all ones, so that the patterns differ.
      let isAllOnes = (run.start..<run.start + run.count).allSatisfy { bytes[$0 / 8] >> UInt8($0 % 8) & 1 == 1 }
      let value = isAllOnes ? values.last : values.randomElement(using: &random)
      for bit in 0..<run.count {
        let mask = 1 << UInt8((run.start + bit) % 8) as UInt8
        let isSet = (value ?? 0) >> Int64(min(bit, 63)) & 1 == 1
        bytes[(run.start + bit) / 8] = bytes[(run.start + bit) / 8] & ~mask | (isSet ? mask : 0)
      }
    }
    for (run, encoding) in texts {
      let range = run.start / 8..<(run.start + run.count) / 8
      var text: [UInt8] = []
      for byte in bytes[range] where byte != 0 {
        switch encoding {
        case .latin1: text.append(byte)
        case .utf8: text += Array(String(Character(Unicode.Scalar(byte))).utf8)
        }
      }
      var end = min(text.count, range.count)
      // No character is cut in two.
      if encoding == .utf8, end < text.count { while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 } }
      bytes.replaceSubrange(range, with: text.prefix(end) + [UInt8](repeating: 0, count: range.count - end))
    }
  }

  /// The bytes with every bit cleared that carries no value.
  func values(of bytes: [UInt8]) -> [UInt8] {
    let words = Self.combined(bytes, values, &)
    return words.withUnsafeBytes { Array($0.prefix(bytes.count)) }
  }

  /// Whether all bits outside the fields' storage are zero, C's static initialisation.
  func isZeroOutside(_ bytes: [UInt8]) -> Bool {
    Self.combined(bytes, storage) { $0 & ~$1 }.allSatisfy { $0 == 0 }
  }

  /// Eight bytes of a record and of a mask at a time: a debug build calls several functions for each step, and some
  /// records have hundreds of kilobytes.
  private static func combined(
    _ bytes: [UInt8], _ mask: [UInt8], _ combine: (UInt64, UInt64) -> UInt64
  ) -> [UInt64] {
    let count = (bytes.count + 7) / 8
    func words(_ bytes: [UInt8]) -> [UInt64] {
      [UInt64](unsafeUninitializedCapacity: count) { words, initialized in
        words.initialize(repeating: 0)
        UnsafeMutableRawBufferPointer(words).copyBytes(from: bytes)
        initialized = count
      }
    }
    let (left, right) = (words(bytes), words(mask))
    return (0..<count).map { combine(left[$0], right[$0]) }
  }
}
