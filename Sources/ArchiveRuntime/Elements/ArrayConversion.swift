/// How an archived array of one type becomes the archived form of another: an archive from a version whose field was
/// narrower, shorter, or bytes instead of text.
///
/// An array may grow in its outermost dimension, a text in its length: what is new is zero, as in a C initialiser with
/// fewer values than elements (C17 6.7.9p21).
struct ArrayConversion {
  private enum Step {
    /// Only the outermost dimension differs.
    case bytes
    case numbers(ElementType.Number, ElementType.Number)
    case text(TextEncoding, TextEncoding, length: Int, target: Int)
    /// Text into an array of bytes.
    case textBytes(length: Int, target: Int)
  }

  private let step: Step
  /// Lanes or texts.
  private let count: Int
  private let source: ArchivedArray
  private let target: ArchivedArray
  let sourceByteCount: Int

  /// - Throws: `wrongType` when the one can never become the other, `outOfRange` when it does not fit.
  init(from source: ArchivedArray, to target: ArchivedArray, _ path: String) throws(ArchiveError) {
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
    switch (source.element, target.element) {
    case (.number(let from), .number(let to)):
      guard from.shape == to.shape, from.lanes == to.lanes else { throw wrongType }
      step = from.number == to.number ? .bytes : .numbers(from.number, to.number)
      rows.append(from.lanes)
      targetRows.append(from.lanes)
    case (.text(let from), .text(let to)):
      guard let (length, targetLength) = lastDimensions() else { throw wrongType }
      step = .text(from, to, length: length, target: targetLength)
    case (.number(let from), .text(let to)):
      guard from.isByte, let (length, targetLength) = lastDimensions() else { throw wrongType }
      step = .text(to, to, length: length, target: targetLength)
    case (.text, .number(let to)):
      guard to.isByte, let (length, targetLength) = lastDimensions() else { throw wrongType }
      step = .textBytes(length: length, target: targetLength)
    }
    let misfit = ArchiveError.outOfRange(path: path, value: "of type \(source.name)", type: target.name)
    guard rows.count == targetRows.count, rows.dropFirst() == targetRows.dropFirst(),
      (rows.first ?? 1) <= (targetRows.first ?? 1), let count = Description.product(rows),
      let bytes = source.byteCount
    else { throw misfit }
    if case .numbers = step { self.count = count } else { self.count = rows.reduce(1, *) }
    sourceByteCount = bytes
  }

  /// Writes the array at `bytes` in the target's archived form into zeroed memory.
  func convert(
    _ bytes: UnsafeRawPointer, to zeroed: UnsafeMutableRawPointer, _ path: @autoclosure () -> String
  ) throws(ArchiveError) {
    switch step {
    case .bytes: zeroed.copyMemory(from: bytes, byteCount: sourceByteCount)
    case .numbers(let from, let to):
      let (size, targetSize) = (from.archivedSize, to.archivedSize)
      for index in 0..<count {
        guard let failure = from.convert(bytes + index * size, to: to, at: zeroed + index * targetSize) else {
          continue
        }
        let value = from.text(bytes + index * size)
        throw failure.error(path(), "a value of type \(from.name), \(value)", value, to.name)
      }
    case .text(let from, let to, let length, let targetLength):
      for index in 0..<count {
        guard let string = TextBytes.string(bytes + index * length, count: length, from) else {
          throw TextBytes.invalid(path(), from)
        }
        try TextBytes.put(string, to, zeroed + index * targetLength, room: targetLength, path())
      }
    case .textBytes(let length, let targetLength):
      for index in 0..<count {
        let text = bytes + index * length
        let used = TextBytes.length(text, count: length)
        guard used <= targetLength else { throw TextBytes.tooLong(path(), used, target.name) }
        (zeroed + index * targetLength).copyMemory(from: text, byteCount: used)
      }
    }
  }
}

extension ElementType {
  /// A `char`, signed or not.
  var isByte: Bool {
    guard shape == .single, case .integer(8, _) = number else { return false }
    return true
  }
}

extension TextBytes {
  /// Writes a string into `room` zeroed bytes.
  ///
  /// - Throws: `invalidText` when the encoding has not its characters, `outOfRange` when it does not fit.
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
