/// Whether the tag of a union has one of some values, asked of a record in memory.
struct TagCondition: Sendable, Hashable {
  /// The tag, from the start of the record or array element that the test is made in.
  let tag: IntegerCell
  /// The tag's column.
  let column: String
  /// Sorted: an archive may name as many as it likes, and each record is asked.
  let values: [Int64]
  let isExclusion: Bool

  init(tag: IntegerCell, column: String, values: [Int64], isExclusion: Bool) {
    self.tag = tag
    self.column = column
    self.values = zip(values, values.dropFirst()).allSatisfy { $0 <= $1 } ? values : values.sorted()
    self.isExclusion = isExclusion
  }

  @inline(__always)
  func passes(_ base: UnsafeRawPointer) -> Bool { allows(tag.value(base)) }

  @inline(__always)
  func allows(_ value: Int64) -> Bool {
    (values.count <= Self.fewValues ? values.contains(value) : hasValue(value)) != isExclusion
  }

  private static let fewValues = 8

  private func hasValue(_ value: Int64) -> Bool {
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if values[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low < values.count && values[low] == value
  }

  func renamed(_ column: String) -> TagCondition {
    TagCondition(tag: tag, column: column, values: values, isExclusion: isExclusion)
  }

  /// As a line of a description says it: `=1,2` or `!1,2`.
  var words: String { (isExclusion ? "!" : "=") + values.map(String.init).joined(separator: ",") }
}

/// An integer field, read from a record for what it says of others: a tag, a count.
struct IntegerCell: Sendable, Hashable {
  let codec: ElementCodec
  let offset: Int
  let size: Int
  let isSigned: Bool

  /// nil unless the cell is one integer of at most 64 bits, or a boolean.
  init?(_ cell: ElementAccess) {
    guard cell.steps.isEmpty, case .number(let type) = cell.archived.element, type.shape == .single else { return nil }
    switch type.number {
    case .bool: isSigned = false
    case .integer(let bits, let signed) where bits <= 64: isSigned = signed
    default: return nil
    }
    codec = cell.codec
    offset = cell.offset
    size = type.archivedSize
  }

  /// The value; of an unsigned one above `Int64.max` its bits.
  ///
  /// It is not inlined, because each of its callers would have all the codec's loops.
  @inline(never)
  func value(_ base: UnsafeRawPointer) -> Int64 {
    var bits: UInt64 = 0
    withUnsafeMutableBytes(of: &bits) { scratch in
      _ = codec.gather(base + offset, stride: 0, count: 1, to: scratch.baseAddress.unsafelyUnwrapped)
    }
    let unused = UInt64(64 - size * 8)
    let value = UInt64(littleEndian: bits) << unused
    return isSigned ? Int64(bitPattern: value) >> Int64(unused) : Int64(bitPattern: value >> unused)
  }

  /// Stores a number that is not negative.
  ///
  /// - Returns: false if the cell cannot hold it.
  @inline(never)
  func store(_ number: Int, in base: UnsafeMutableRawPointer) -> Bool {
    var bits = UInt64(clamping: number).littleEndian
    withUnsafeMutableBytes(of: &bits) { source in
      _ = codec.scatter(source.baseAddress.unsafelyUnwrapped, count: 1, to: base + offset, stride: 0)
    }
    return value(base) == Int64(number)
  }
}

/// The places within a record that a column covers, where that is not one place in every record: elements of arrays, and
/// live members of unions.
struct UnionMember: Sendable, Hashable {
  /// The elements of an array, and which of them count.
  struct Level: Sendable, Hashable {
    let offset: Int
    let steps: [ElementAccess.Step]
    let tests: [TagCondition]
  }

  let levels: [Level]
  /// How many unions the places are in; tags are settled before what depends on them.
  let depth: Int

  init(_ levels: [Level]) {
    self.levels = levels
    depth = levels.reduce(0) { $0 + $1.tests.count }
  }

  init(tests: [TagCondition]) { self.init([Level(offset: 0, steps: [], tests: tests)]) }

  /// Calls `body` with every place in the record at `record`, in order.
  @inline(__always)
  func forEach(
    _ record: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    if levels.count == 1, levels[0].steps.isEmpty {
      let base = record + levels[0].offset
      for test in levels[0].tests where !test.passes(base) { return }
      return try body(base)
    }
    for place in places(in: record) { try body(place) }
  }

  /// A list, because a recursion with a closure is compiled again for each closure.
  @inline(never)
  private func places(in record: UnsafeMutableRawPointer) -> [UnsafeMutableRawPointer] {
    var places = [record]
    for level in levels {
      for index in places.indices { places[index] += level.offset }
      for step in level.steps {
        places = places.flatMap { place in (0..<step.count).map { place + $0 * step.stride } }
      }
      if !level.tests.isEmpty { places.removeAll { place in !level.tests.allSatisfy { $0.passes(place) } } }
    }
    return places
  }

  /// The same places in each element of an array of records, whose columns are called `name`.
  func inArray(_ array: RecordArray, named name: (String) -> String) -> UnionMember {
    UnionMember(
      [Level(offset: array.offset, steps: array.steps, tests: [])]
        + levels.map { level in
          Level(offset: level.offset, steps: level.steps, tests: level.tests.map { $0.renamed(name($0.column)) })
        })
  }

  /// The same places, where a union that the record itself is in has its tag right.
  func inside(_ tests: [TagCondition]) -> UnionMember {
    tests.isEmpty ? self : UnionMember([Level(offset: 0, steps: [], tests: tests)] + levels)
  }

  var tests: [TagCondition] { levels.flatMap(\.tests) }

  /// How many dimensions the arrays around a place have.
  var rank: Int { levels.reduce(0) { $0 + $1.steps.count } }

  /// The same places in arrays of these dimensions, all of them together, in the same memory.
  func resized(_ dimensions: [Int]) -> UnionMember {
    if dimensions.isEmpty { return self }
    var rest = dimensions[...]
    return UnionMember(
      levels.map { level in
        let steps = level.steps.map { ElementAccess.Step(count: rest.popFirst() ?? $0.count, stride: $0.stride) }
        return Level(offset: level.offset, steps: steps, tests: level.tests)
      })
  }
}

extension UnionMember {
  /// The indices of the array elements that the place `delta` bytes into the record is in: one list for every array.
  func subscripts(_ delta: Int) -> [[Int]] {
    var rest = delta
    var subscripts: [[Int]] = []
    for level in levels {
      rest -= level.offset
      if level.steps.isEmpty { continue }
      subscripts.append(
        level.steps.map { step in
          let index = step.stride > 0 ? rest / step.stride : 0
          rest -= index * step.stride
          return index
        })
    }
    return subscripts
  }
}

extension [[Int]] {
  /// The key with these indices in place of its empty subscripts: `items[].x` becomes `items[3].x`.
  func filled(into key: String) -> String {
    let parts = key.split(separator: "[]", omittingEmptySubsequences: false)
    var text = String(parts.first ?? "")
    for (index, part) in parts.dropFirst().enumerated() {
      text += (index < count ? Description.subscripts(self[index]) : "[]") + part
    }
    return text
  }
}

extension RecordArray {
  var steps: [ElementAccess.Step] {
    var stride = plan.size
    var steps: [ElementAccess.Step] = []
    for count in dimensions.reversed() {
      steps.insert(ElementAccess.Step(count: count, stride: stride), at: 0)
      stride *= count
    }
    return steps
  }
}

/// A union whose tag may have these values and no other.
package struct UnionCheck: Sendable {
  package let key: String
  let selection: UnionMember
  let tag: IntegerCell
  package let tagName: String
  let values: Set<Int64>

  /// Looks at every place of the union in the record.
  ///
  /// - Parameter rule: Whether a value that belongs to no member may be there.
  func check(
    _ record: UnsafeRawPointer, path: @autoclosure () -> String, rule: UnknownTagRule? = nil
  ) throws(ArchiveError) {
    try selection.forEach(UnsafeMutableRawPointer(mutating: record)) { (base) throws(ArchiveError) in
      let value = tag.value(base)
      guard values.contains(value) || rule?(self, value) ?? false else {
        let subscripts = selection.subscripts(UnsafeRawPointer(base) - record)
        throw .unknownTag(
          path: path() + subscripts.filled(into: key), tag: path() + subscripts.filled(into: tagName), value: value)
      }
    }
  }
}

extension UnionMember {
  /// The dimensions of the arrays around a place; none where a tag decides which elements count.
  var unconditionedDimensions: [Int] {
    tests.isEmpty ? levels.flatMap { $0.steps.map(\.count) } : []
  }
}

/// Whether a value of a union's tag that belongs to no member may be there.
package typealias UnknownTagRule = (UnionCheck, Int64) -> Bool
