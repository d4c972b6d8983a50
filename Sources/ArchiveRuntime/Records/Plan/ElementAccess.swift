/// A value, or an array of values of one type, as it stands in a record and in an archive.
///
/// It is a class because plans, fields and columns are passed around with it: a copy of the struct retained eight objects.
package final class ElementAccess: Sendable {
  /// Equal steps through memory.
  struct Step: Sendable, Hashable {
    var count: Int
    var stride: Int
  }

  /// What is archived: a bit-field of 3 bits is a u3.
  package let archived: ArchivedArray
  /// Bytes from the record's start; 0 for a bit-field, whose codec knows its place.
  let offset: Int
  /// From the outermost dimension to the lanes of one element; what the codec moves as one run is left out.
  let steps: [Step]
  let codec: ElementCodec
  let closed: AllowedValues?
  /// For each array of records around the field how many of the dimensions are its, from the outermost.
  package let outerRanks: [Int]

  /// What moves several bit-fields at once, instead of the codec.
  let group: BitGroupCell?
  /// Whether the codec moves all there is.
  private let isDirect: Bool

  /// Archived bytes of one record.
  package let byteCount: Int

  /// A group of bit-fields of a record at `offset`.
  init(_ group: BitGroupCell, offset: Int) {
    let number = ElementType.Number.integer(bits: group.size * 8, isSigned: false)
    archived = ArchivedArray(.number(ElementType(number, laneStorage: group.size)), [])
    self.offset = offset
    closed = nil
    outerRanks = []
    steps = []
    codec = group.window.map { .window($0, isSigned: false) } ?? .copy(group.size)
    self.group = group.window == nil ? group : nil
    isDirect = group.window != nil
    byteCount = group.size
  }

  init(
    _ element: ArchivedArray.Element, dimensions: [Int], offset: Int, codec: ElementCodec, inner: [Step],
    closed: AllowedValues?
  ) {
    archived = ArchivedArray(element, dimensions)
    self.offset = offset
    self.closed = closed
    outerRanks = []
    var steps = inner
    var codec = codec
    // Values side by side in memory and in the archive are moved as one run.
    if case .copy(var size) = codec {
      while let last = steps.last, last.stride == size || last.count == 1, last.count > 0 {
        size *= last.count
        steps.removeLast()
      }
      codec = .copy(size)
    }
    self.steps = steps
    self.codec = codec
    group = nil
    isDirect = steps.isEmpty
    byteCount = steps.reduce(codec.archivedSize) { $0 * $1.count }
  }

  /// The same cell in each element of an array of records.
  init(_ cell: ElementAccess, outer: [Step], offset: Int) {
    archived = ArchivedArray(cell.archived.element, outer.map(\.count) + cell.archived.dimensions)
    self.offset = offset + cell.offset
    steps = outer + cell.steps
    codec = cell.codec
    group = cell.group
    isDirect = steps.isEmpty && cell.group == nil
    closed = cell.closed
    outerRanks = [outer.count] + cell.outerRanks
    byteCount = steps.reduce(codec.archivedSize) { $0 * $1.count }
  }

  /// An array of numbers.
  convenience init(
    _ type: ElementType, dimensions: [Int] = [], offset: Int, closed: AllowedValues? = nil
  ) {
    var inner: [Step] = []
    var stride = type.storage
    for count in dimensions.reversed() {
      inner.insert(Step(count: count, stride: stride), at: 0)
      stride *= count
    }
    if type.lanes > 1 { inner.append(Step(count: type.lanes, stride: type.laneStorage)) }
    var codec = type.number.codec(storage: type.laneStorage)
    if case .floating(.doubleDouble) = type.number {
      inner.append(Step(count: 2, stride: 8))
      codec = ElementType.f64.number.codec(storage: 8)
    }
    self.init(
      .number(type.archived), dimensions: dimensions, offset: offset, codec: codec, inner: inner, closed: closed)
  }

  /// How an archive's array becomes this one.
  ///
  /// - Parameter absent: Which of the arrays around the field the archive does not have: what it has is of their first
  ///   element.
  func conversion(
    from array: ArchivedArray, absent: [Int] = [], part: GroupPart? = nil, _ path: String
  ) throws(ArchiveError) -> ArrayConversion {
    try ArrayConversion(
      from: array, to: archived, outerRank: outerRanks.reduce(0, +), absent: Self.ranges(absent, of: outerRanks),
      part: part, path)
  }

  /// Among all dimensions those of these levels.
  static func ranges(_ levels: [Int], of ranks: [Int]) -> [Range<Int>] {
    levels.map { level in
      let start = ranks[..<level].reduce(0, +)
      return start..<start + ranks[level]
    }
  }

  /// The number type of one lane; nil for text.
  var number: ElementType.Number? {
    if case .number(let type) = archived.element { type.number } else { nil }
  }
}

extension ElementType.Number {
  /// How a lane in `storage` bytes of memory is moved on this machine.
  func codec(storage: Int, _ order: ByteOrder = .host) -> ElementCodec {
    switch self {
    case .bool: .bool
    case .integer(let bits, let isSigned) where bits != storage * 8:
      .bitInt(bits: bits, isSigned: isSigned, storage: storage)
    case .floating(.x87) where storage != archivedSize: .truncated(archived: archivedSize, storage: storage)
    case .integer, .floating: order == .little || storage == 1 ? .copy(storage) : .swapped(storage)
    }
  }
}

extension ElementAccess {
  /// Archives the cell of `count` records, the first at `record`, each `stride` bytes after the one before.
  ///
  /// - Returns: How many records went well; fewer than `count` when the next one's value is not valid.
  @inline(__always)
  func gather(
    _ record: UnsafeRawPointer, stride: Int, count: Int, to target: UnsafeMutableRawPointer
  ) -> Int {
    let done =
      isDirect
      ? codec.gather(record + offset, stride: stride, count: count, to: target)
      : gatherSteps(record + offset, stride: stride, count: count, to: target)
    guard let closed, done == count, byteCount > 0 else { return done }
    return validCount(closed, UnsafeRawPointer(target), count)
  }

  /// Puts the archived cells of `count` records into memory, the first record at `record`.
  ///
  /// - Returns: How many records went well; fewer than `count` when the next one's value is not valid.
  @inline(__always)
  func scatter(
    _ source: UnsafeRawPointer, count: Int, to record: UnsafeMutableRawPointer, stride: Int
  ) -> Int {
    if let closed, byteCount > 0 {
      let valid = validCount(closed, source, count)
      if valid < count { return valid }
    }
    return isDirect
      ? codec.scatter(source, count: count, to: record + offset, stride: stride)
      : scatterSteps(source, count: count, to: record + offset, stride: stride)
  }

  /// How many archived records have only valid values before the first that has not.
  private func validCount(_ closed: AllowedValues, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    let perRecord = byteCount / closed.size
    return closed.validCount(bytes, count: count * perRecord) / perRecord
  }

  @inline(never)
  private func gatherSteps(
    _ source: UnsafeRawPointer, stride: Int, count: Int, to target: UnsafeMutableRawPointer
  ) -> Int {
    if steps.isEmpty { return move(source, stride: stride, count: count, to: target) }
    var target = target
    for index in 0..<count {
      guard gather(source + index * stride, steps[...], to: &target) else { return index }
    }
    return count
  }

  private func gather(
    _ source: UnsafeRawPointer, _ steps: ArraySlice<Step>, to target: inout UnsafeMutableRawPointer
  ) -> Bool {
    guard let step = steps.first else { return true }
    if steps.count == 1 {
      let done = move(source, stride: step.stride, count: step.count, to: target)
      target += step.count * codec.archivedSize
      return done == step.count
    }
    for index in 0..<step.count {
      guard gather(source + index * step.stride, steps.dropFirst(), to: &target) else { return false }
    }
    return true
  }

  @inline(never)
  private func scatterSteps(
    _ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer, stride: Int
  ) -> Int {
    if steps.isEmpty { return move(source, count: count, to: target, stride: stride) }
    var source = source
    for index in 0..<count {
      guard scatter(&source, steps[...], to: target + index * stride) else { return index }
    }
    return count
  }

  private func scatter(
    _ source: inout UnsafeRawPointer, _ steps: ArraySlice<Step>, to target: UnsafeMutableRawPointer
  ) -> Bool {
    guard let step = steps.first else { return true }
    if steps.count == 1 {
      let done = move(source, count: step.count, to: target, stride: step.stride)
      source += step.count * codec.archivedSize
      return done == step.count
    }
    for index in 0..<step.count {
      guard scatter(&source, steps.dropFirst(), to: target + index * step.stride) else { return false }
    }
    return true
  }

  private func move(
    _ source: UnsafeRawPointer, stride: Int, count: Int, to target: UnsafeMutableRawPointer
  ) -> Int {
    if let group { return group.gather(source, stride: stride, count: count, to: target) }
    return codec.gather(source, stride: stride, count: count, to: target)
  }

  private func move(
    _ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer, stride: Int
  ) -> Int {
    if let group { return group.scatter(source, count: count, to: target, stride: stride) }
    return codec.scatter(source, count: count, to: target, stride: stride)
  }
}
