/// Moves the bit-fields of a group between a record and the integer that they are archived in.
final class BitGroupCell: Sendable {
  /// One bit-field of the group.
  struct Member: Sendable {
    let part: GroupPart
    /// In the record that declares it.
    let field: BitField
    let closed: AllowedValues?
  }

  /// Bits that are adjacent in memory as they are in the archive.
  private struct Run {
    let field: BitField
    let window: BitWindow?
    let position: UInt64
    let mask: UInt64

    init(_ field: BitField, at position: Int, recordSize: Int) {
      self.field = field
      window = BitWindow(field, recordSize: recordSize)
      self.position = UInt64(position)
      mask = field.width == 64 ? .max : 1 << UInt64(field.width) - 1
    }

    @inline(__always)
    func read(_ record: UnsafeRawPointer) -> UInt64 {
      (window?.read(record) ?? field.read(record).low) << position
    }

    @inline(__always)
    func write(_ word: UInt64, _ record: UnsafeMutableRawPointer) {
      let bits = word >> position & mask
      if let window { window.write(bits, record) } else { field.write(Bits128(low: bits), record) }
    }
  }

  private let runs: [Run]
  /// The bytes that its fields are in, in the record that declares them.
  var bytes: Range<Int> {
    let places = runs.map(\.field.bytes)
    return (places.map(\.lowerBound).min() ?? 0)..<(places.map(\.upperBound).max() ?? 0)
  }
  private let closed: [Member]
  /// The bits that fields have.
  private let mask: UInt64
  /// Archived bytes: 1, 2, 4 or 8.
  let size: Int
  /// The one load that has the whole group as it is archived, where the compiler's order is ours.
  let window: BitWindow?

  /// - Parameter members: From the lowest position on; none overlaps another.
  init(_ members: [Member], recordSize: Int) {
    var runs: [Run] = []
    for member in members {
      let field = member.field
      // On a big-endian machine the order in memory is the reverse.
      if ByteOrder.host == .little, let last = runs.last, last.field.offset + last.field.width == field.offset,
        Int(last.position) + last.field.width == member.part.position
      {
        let both = Run(
          BitField(offset: last.field.offset, width: last.field.width + field.width), at: Int(last.position),
          recordSize: recordSize)
        if both.window != nil {
          runs[runs.count - 1] = both
          continue
        }
      }
      runs.append(Run(field, at: member.part.position, recordSize: recordSize))
    }
    let bits = members.last.map { $0.part.position + $0.part.width } ?? 1
    size = bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8
    mask = members.reduce(0) { $0 | $1.part.mask }
    closed = members.filter { $0.closed != nil }
    let size = size
    window =
      closed.isEmpty && runs.count == 1 && runs[0].position == 0
      ? runs[0].window.flatMap { ($0.width + 7) / 8 == size ? $0 : nil } : nil
    self.runs = runs
  }

  /// As `ElementCodec.gather`.
  func gather(
    _ source: UnsafeRawPointer, stride: Int, count: Int, to target: UnsafeMutableRawPointer
  ) -> Int {
    switch size {
    case 1: gather(UInt8.self, source, stride, count, target)
    case 2: gather(UInt16.self, source, stride, count, target)
    case 4: gather(UInt32.self, source, stride, count, target)
    default: gather(UInt64.self, source, stride, count, target)
    }
  }

  @inline(__always)
  private func gather<Word: FixedWidthInteger & BitwiseCopyable>(
    _: Word.Type, _ source: UnsafeRawPointer, _ stride: Int, _ count: Int, _ target: UnsafeMutableRawPointer
  ) -> Int {
    runs.withUnsafeBufferPointer { runs in
      for index in 0..<count {
        let record = source + index * stride
        var word: UInt64 = 0
        for run in runs { word |= run.read(record) }
        target.storeBytes(
          of: Word(truncatingIfNeeded: word).littleEndian, toByteOffset: index * MemoryLayout<Word>.size, as: Word.self)
        guard closed.isEmpty || invalidMember(word) == nil else { return index }
      }
      return count
    }
  }

  /// As `ElementCodec.scatter`.
  func scatter(
    _ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer, stride: Int
  ) -> Int {
    switch size {
    case 1: scatter(UInt8.self, source, count, target, stride)
    case 2: scatter(UInt16.self, source, count, target, stride)
    case 4: scatter(UInt32.self, source, count, target, stride)
    default: scatter(UInt64.self, source, count, target, stride)
    }
  }

  @inline(__always)
  private func scatter<Word: FixedWidthInteger & BitwiseCopyable>(
    _: Word.Type, _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer, _ stride: Int
  ) -> Int {
    runs.withUnsafeBufferPointer { runs in
      for index in 0..<count {
        let loaded = source.loadUnaligned(fromByteOffset: index * MemoryLayout<Word>.size, as: Word.self)
        let word = UInt64(truncatingIfNeeded: Word(littleEndian: loaded))
        guard word & ~mask == 0, closed.isEmpty || invalidMember(word) == nil else { return index }
        for run in runs { run.write(word, target + index * stride) }
      }
      return count
    }
  }

  /// The first field whose value its enumeration has not.
  private func invalidMember(_ word: UInt64) -> Member? {
    closed.first { member in
      !(member.closed?.values.contains(Int64(bitPattern: member.part.value(in: word))) ?? true)
    }
  }

  /// The error for the first of `count` archived integers that is not valid.
  func invalid(_ path: String, _ bytes: UnsafeRawPointer, count: Int) -> ArchiveError {
    for index in 0..<count {
      let word = Bits128(littleEndian: bytes + index * size, count: size).low
      if let member = invalidMember(word) {
        return .unknownEnumerationValue(
          path: GroupPart.key(member.part.name, in: path), value: Int64(bitPattern: member.part.value(in: word)),
          type: member.part.number.name)
      }
      if word & ~mask != 0 {
        return .outOfRange(path: path, value: "\(word), with bits of no field,", type: "u\(size * 8)")
      }
    }
    return .outOfRange(path: path, value: "of unknown bits", type: "u\(size * 8)")
  }
}
