/// Converts an archived array to the archived form of another type, for archives from a version whose field was
/// narrower, shorter, or had bytes instead of text.
///
/// Each dimension, and the length of a text, may grow. New elements stay as they are in the target: zero, as in a C initializer with
/// fewer values than elements (C17 6.7.9p21), or the field's default. Elements that are cut off must be zero. A single value becomes
/// the first element.
package struct ArrayConversion {
  private enum Step {
    /// The values are the same.
    case bytes
    case numbers(ElementType.Number, ElementType.Number)
    /// A bit-field of a group.
    case part(GroupPart, ElementType.Number)
    case text(TextEncoding, TextEncoding, length: Int, target: Int)
    /// Text is converted to an array of bytes.
    case textBytes(length: Int, target: Int)
  }

  /// A dimension, with the distance in bytes from one element to the next.
  private struct Level {
    let count: Int
    let targetCount: Int
    let stride: Int
    let targetStride: Int
    /// The number of values in an element, the smaller one of both.
    let inner: Int

    var common: Int { min(count, targetCount) }
  }

  private let step: Step
  /// The number of lanes or texts in one run.
  private let count: Int
  /// The dimensions from the outermost to the innermost that differs; empty if everything is one run.
  private let levels: [Level]
  private let source: ArchivedArray
  private let target: ArchivedArray
  package let sourceByteCount: Int

  /// - Parameters:
  ///   - outerRank: the number of the target's dimensions that belong to arrays of records around the field.
  ///   - absent: dimensions of the target of which the source is the first element.
  /// - Throws: `wrongType` if the types cannot be converted, `outOfRange` if the array does not fit.
  package init(
    from source: ArchivedArray, to target: ArchivedArray, outerRank: Int = 0, absent: [Range<Int>] = [],
    part: GroupPart? = nil, _ path: String
  ) throws(ArchiveError) {
    self.source = source
    self.target = target
    var rows = source.dimensions
    var targetRows = target.dimensions
    func lastDimensions() -> (Int, Int)? {
      guard let length = rows.popLast(), let targetLength = targetRows.popLast() else { return nil }
      return (length, targetLength)
    }
    let wrongType = ArchiveError.wrongType(
      path: path, expected: target.name, found: "data described as '\(source.name)'")
    var lanes = 1
    var (size, targetSize) = (0, 0)
    switch (source.element, target.element) {
    case (.number(let from), .number(let to)):
      guard from.shape == to.shape, from.lanes == to.lanes else { throw wrongType }
      step =
        if let part { .part(part, to.number) } else {
          from.number == to.number ? .bytes : .numbers(from.number, to.number)
        }
      lanes = from.lanes
      (size, targetSize) = (from.archivedSize / max(lanes, 1), to.archivedSize / max(lanes, 1))
    case (.text(let from), .text(let to)):
      guard let (length, targetLength) = lastDimensions() else { throw wrongType }
      step = .text(from, to, length: length, target: targetLength)
      (size, targetSize) = (length, targetLength)
    case (.number(let from), .text(let to)):
      guard part == nil, from.isByte, let (length, targetLength) = lastDimensions() else { throw wrongType }
      step = .text(to, to, length: length, target: targetLength)
      (size, targetSize) = (length, targetLength)
    case (.text, .number(let to)):
      guard to.isByte, let (length, targetLength) = lastDimensions() else { throw wrongType }
      step = .textBytes(length: length, target: targetLength)
      (size, targetSize) = (length, targetLength)
    }
    let misfit = ArchiveError.outOfRange(path: path, value: "of type \(source.name)", type: target.name)
    for range in absent where range.lowerBound <= rows.count {
      rows.insert(contentsOf: repeatElement(1, count: range.count), at: range.lowerBound)
    }
    // The source is one value and the target an array, or the other way round: the value is the first element.
    if rows.count == outerRank { rows += repeatElement(1, count: max(targetRows.count - rows.count, 0)) }
    if targetRows.count == outerRank { targetRows += repeatElement(1, count: max(rows.count - targetRows.count, 0)) }
    guard rows.count == targetRows.count, let all = Description.product(rows),
      Description.product([all, lanes]) != nil,
      let bytes = source.byteCount, bytes == 0 || Description.product(targetRows + [lanes, targetSize]) != nil
    else { throw misfit }
    sourceByteCount = bytes
    (levels, count) = Self.levels(rows, targetRows, lanes: lanes, size: size, targetSize: targetSize)
  }

  private static func levels(
    _ rows: [Int], _ targetRows: [Int], lanes: Int, size: Int, targetSize: Int
  ) -> (levels: [Level], count: Int) {
    var levels: [Level] = []
    var inner = lanes
    var (stride, targetStride) = (size * lanes, targetSize * lanes)
    for (count, targetCount) in zip(rows, targetRows).reversed() {
      // Equal inner dimensions are one run.
      if levels.isEmpty, count == targetCount {
        inner = inner &* count
      } else {
        levels.insert(
          Level(count: count, targetCount: targetCount, stride: stride, targetStride: targetStride, inner: inner), at: 0
        )
      }
      stride = stride &* count
      targetStride = targetStride &* targetCount
    }
    guard let first = levels.first, levels.count == 1, first.count <= first.targetCount else { return (levels, inner) }
    return ([], first.count &* first.inner)
  }

  /// Writes the array at `bytes` in the target's archived form into memory that has zeros, or defaults.
  package func convert(
    _ bytes: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ path: () -> String
  ) throws(ArchiveError) {
    guard levels.isEmpty else { return try convert(bytes, to: target, levels[...], path) }
    try convert(bytes, to: target, count: count, path)
  }

  /// Converts one dimension. The recursion is as deep as the array has dimensions.
  private func convert(
    _ bytes: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ levels: ArraySlice<Level>, _ path: () -> String
  ) throws(ArchiveError) {
    guard let level = levels.first else { return }
    if levels.count == 1 {
      try convert(bytes, to: target, count: level.common * level.inner, path)
    } else if level.stride > 0 {
      for index in 0..<level.common {
        try convert(bytes + index * level.stride, to: target + index * level.targetStride, levels.dropFirst(), path)
      }
    }
    guard level.count > level.common, level.stride > 0 else { return }
    let rest = UnsafeRawBufferPointer(
      start: bytes + level.common * level.stride, count: (level.count - level.common) * level.stride)
    guard let place = misfit(rest) else { return }
    throw .outOfRange(
      path: path(),
      value: "of type \(source.name) with a value behind what fits, at \(level.common + place / level.stride),",
      type: self.target.name)
  }

  /// The first byte of a value that is not zero.
  private func misfit(_ rest: UnsafeRawBufferPointer) -> Int? {
    guard case .part(let part, _) = step, let start = rest.baseAddress else { return rest.firstIndex { $0 != 0 } }
    let size = source.element.size
    return stride(from: 0, to: rest.count, by: size).first {
      Bits128(littleEndian: start + $0, count: size).low & part.mask != 0
    }
  }

  /// Converts consecutive values.
  private func convert(
    _ bytes: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, _ path: () -> String
  ) throws(ArchiveError) {
    switch step {
    case .bytes:
      guard case .number(let type) = source.element else { return }
      target.copyMemory(from: bytes, byteCount: count * (type.archivedSize / max(type.lanes, 1)))
    case .numbers(let from, let to):
      let (size, targetSize) = (from.archivedSize, to.archivedSize)
      for index in 0..<count {
        guard let failure = from.convert(bytes + index * size, to: to, at: target + index * targetSize) else {
          continue
        }
        let value = from.text(bytes + index * size)
        throw failure.error(path(), "a value of type \(from.name), \(value)", value, to.name)
      }
    case .part(let part, let to):
      let (size, targetSize) = (source.element.size, to.archivedSize)
      for index in 0..<count {
        let word = Bits128(littleEndian: bytes + index * size, count: size).low
        let value = part.found(in: word)
        guard let failure = value.convert(to: to, at: target + index * targetSize) else { continue }
        throw failure.error(path(), "a value of type \(part.number.name), \(value.valueText)", value.valueText, to.name)
      }
    case .text(let from, let to, let length, let targetLength):
      for index in 0..<count {
        guard let string = TextBytes.string(bytes + index * length, count: length, from) else {
          throw TextBytes.invalid(path(), from)
        }
        let place = target + index * targetLength
        place.initializeMemory(as: UInt8.self, repeating: 0, count: targetLength)
        try TextBytes.put(string, to, place, room: targetLength, path())
      }
    case .textBytes(let length, let targetLength):
      for index in 0..<count {
        let text = bytes + index * length
        let used = TextBytes.length(text, count: length)
        guard used <= targetLength else { throw TextBytes.tooLong(path(), used, self.target.name) }
        let place = target + index * targetLength
        place.initializeMemory(as: UInt8.self, repeating: 0, count: targetLength)
        place.copyMemory(from: text, byteCount: used)
      }
    }
  }
}

extension ArchivedArray.Element {
  /// Archived bytes of one number.
  fileprivate var size: Int { if case .number(let type) = self { type.archivedSize } else { 1 } }
}

extension ElementType {
  /// Whether the type is a `char`, signed or not.
  var isByte: Bool {
    guard shape == .single, case .integer(8, _) = number else { return false }
    return true
  }
}

extension TextBytes {
  /// Writes a string into `room` zeroed bytes.
  ///
  /// - Throws: `invalidText` if the encoding lacks a character, `outOfRange` if the string does not fit.
  static func put(
    _ string: String, _ encoding: TextEncoding, _ target: UnsafeMutableRawPointer, room: Int, _ path: String
  ) throws(ArchiveError) {
    guard let bytes = bytes(string, encoding) else {
      let reason = "it holds a NUL or characters that \(encoding == .utf8 ? "UTF-8" : "Latin-1") has not"
      throw .invalidText(path: path, reason: reason)
    }
    guard bytes.count <= room else { throw tooLong(path, bytes.count, "\(encoding.rawValue)[\(room)]") }
    bytes.withUnsafeBytes { source in
      if let address = source.baseAddress { target.copyMemory(from: address, byteCount: source.count) }
    }
  }

  static func tooLong(_ path: String, _ count: Int, _ type: String) -> ArchiveError {
    .outOfRange(path: path, value: "a text of \(count) bytes", type: type)
  }
}
