@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

extension ArchiveComparison {
  func compareFields(_ left: DescribedFields.Field, _ right: DescribedFields.Field, at path: Int) throws {
    let part = PathTree.Part.key(left.pathKey)
    switch (left.content, right.content) {
    case (.value, .value):
      if try isSameLeaf(left.index, right.index) { return }
      if isIgnored(path, part) { return }
      try compare(left.index, right.index, at: paths.append(part, to: path))
    case (.array(let own), .array(let other)):
      if isIgnored(path, part) { return }
      try compareArrays(own, other, at: paths.append(part, to: path))
    case (.group(let own), .group(let other)):
      try compareGroups(own, left.index, other, right.index, at: path)
    case (.table(let own), .table(let other)):
      if isIgnored(path, part) { return }
      let name = PathTree.joined(paths.text(path), part) + "[]"
      try TableComparison(self, own, other, at: paths.appendSection(name, part, to: path)).run()
    case (.graph(let own), .graph(let other)):
      if isIgnored(path, part) { return }
      try GraphComparison(self, own, other, at: paths.append(part, to: path)).run()
    case (.description(let own), .description(let other)):
      if !own.utf8.elementsEqual(other.utf8) {
        try add(.changed, path, part, { TerminalText.quoted(own) }, { TerminalText.quoted(other) })
      }
    default:
      try add(
        .type, path, part, { self.text(left, in: self.first) }, { self.text(right, in: self.second) },
        (offset(left.index, in: first), offset(right.index, in: second)))
    }
  }

  /// A group of bit-fields is its fields, whatever their places in the integer.
  private func compareGroups(
    _ left: GroupDescription, _ leftIndex: Int, _ right: GroupDescription, _ rightIndex: Int, at path: Int
  ) throws {
    guard let word = try? first.view.node(leftIndex).word, let otherWord = try? second.view.node(rightIndex).word else {
      if try !isSameLeaf(leftIndex, rightIndex) {
        try compare(leftIndex, rightIndex, at: paths.append(.key(left.name), to: path))
      }
      return
    }
    func text(_ part: GroupPart, _ word: UInt64) -> String { part.number(in: word).text }
    let prefix = left.name
    for part in left.parts {
      let key = PathTree.Part.key(GroupPart.key(part.name, in: prefix))
      guard let other = right.parts.first(where: { $0.name.utf8.elementsEqual(part.name.utf8) }) else {
        try add(.removed, path, key, { text(part, word) }, nil)
        continue
      }
      if part.number != other.number {
        try add(.type, path, key, { part.number.name }, { other.number.name })
      }
      if text(part, word) != text(other, otherWord) {
        try add(.changed, path, key, { text(part, word) }, { text(other, otherWord) })
      }
    }
    for part in right.parts where !left.parts.contains(where: { $0.name.utf8.elementsEqual(part.name.utf8) }) {
      try add(.added, path, .key(GroupPart.key(part.name, in: right.name)), nil, { text(part, otherWord) })
    }
  }

  private func compareArrays(_ left: DescribedArray, _ right: DescribedArray, at path: Int) throws {
    let (bytes, otherBytes) = (first.view.bytes, second.view.bytes)
    let (own, other) = (try first.view.contents(left.bytes), try second.view.contents(right.bytes))
    if left.array.name != right.array.name {
      try add(.type, path, nil, { left.array.name }, { right.array.name })
    } else if left.order == right.order, own.hasSameBytes(as: other) {
      return
    }
    let cells = CellComparison(left.array, bytes, left.order, right.array, otherBytes, right.order, options)
    let (count, otherCount) = (left.elementCount, right.elementCount)
    let dimensions = left.array.rowDimensions
    for index in 0..<min(count, otherCount) {
      let (a, b) = (left.bytes.lowerBound + index * cells.size, right.bytes.lowerBound + index * cells.otherSize)
      if cells.isEqual(a, b) { continue }
      try add(
        .changed, path, .text(Description.subscripts(of: index, in: dimensions)), { cells.first.text(a) },
        { cells.second.text(b) }, (first.hasOffsets ? a : nil, second.hasOffsets ? b : nil))
    }
    if count > otherCount {
      try add(
        .removed, path, .text("[\(otherCount)…\(count - 1)]"),
        { "\(NumberText.counted(count - otherCount, "element"))" }, nil)
    } else if otherCount > count {
      try add(
        .added, path, .text("[\(count)…\(otherCount - 1)]"), nil,
        { "\(NumberText.counted(otherCount - count, "element"))" })
    }
  }
}

/// Elements of packed arrays and columns, which may have different types in the two archives.
struct CellComparison {
  /// How the elements of one archive are read.
  struct Side {
    let array: ArchivedArray
    let bytes: UnsafeRawBufferPointer
    let order: ByteOrder
    let part: GroupPart?
    let isLink: Bool
    let size: Int

    init(
      _ array: ArchivedArray, _ bytes: UnsafeRawBufferPointer, _ order: ByteOrder, _ part: GroupPart?,
      isLink: Bool = false
    ) {
      (self.array, self.bytes, self.order, self.part, self.isLink) = (array, bytes, order, part, isLink)
      size = array.elementSize
    }

    func number(_ offset: Int, lane: Int = 0) -> ElementNumber? {
      guard case .number(let type) = array.element else { return nil }
      let number = ElementNumber(type.number, bytes, at: offset + lane * type.number.archivedSize, order: order)
      return part.map { $0.number(in: number.bits ?? 0) } ?? number
    }

    func text(_ offset: Int) -> String {
      if part != nil { return number(offset)?.text ?? "" }
      if isLink, let link = number(offset)?.bits { return CellText.row(link) }
      return ValueText.element(array, bytes, at: offset, order: order)
    }

    /// The bytes of a text before the zeros that pad it.
    func content(_ offset: Int) -> UnsafeRawBufferPointer {
      var end = offset
      while end < offset + size, bytes[end] != 0 { end += 1 }
      return UnsafeRawBufferPointer(rebasing: bytes[offset..<end])
    }
  }

  let first: Side
  let second: Side
  let options: DiffOptions
  /// Whether equal bytes are equal values, and other bytes others unless there is a tolerance.
  let isSameType: Bool
  private let isReal: Bool

  /// Whether values are equal exactly if their bytes are.
  var areBytesValues: Bool { isSameType && first.part == nil && size > 0 && !(isReal && options.hasTolerance) }

  var size: Int { first.size }
  var otherSize: Int { second.size }

  init(
    _ array: ArchivedArray, _ bytes: UnsafeRawBufferPointer, _ order: ByteOrder, _ other: ArchivedArray,
    _ otherBytes: UnsafeRawBufferPointer, _ otherOrder: ByteOrder, _ options: DiffOptions, part: GroupPart? = nil,
    otherPart: GroupPart? = nil, areLinks: Bool = false
  ) {
    first = Side(array, bytes, order, part, isLink: areLinks)
    second = Side(other, otherBytes, otherOrder, otherPart, isLink: areLinks)
    self.options = options
    isSameType =
      array.element == other.element && order == otherOrder && first.size == second.size && part == otherPart
    isReal = if case .number(let type) = array.element, case .floating = type.number { true } else { false }
  }

  func isEqual(_ offset: Int, _ otherOffset: Int) -> Bool {
    if isSameType, first.part == nil {
      let own = UnsafeRawBufferPointer(rebasing: first.bytes[offset..<(offset + size)])
      if own.hasSameBytes(as: UnsafeRawBufferPointer(rebasing: second.bytes[otherOffset..<(otherOffset + size)])) {
        return true
      }
      if !isReal || !options.hasTolerance { return false }
    }
    switch (first.array.element, second.array.element) {
    case (.text(let own), .text(let other)):
      if own == other { return first.content(offset).hasSameBytes(as: second.content(otherOffset)) }
      return first.text(offset).utf8.elementsEqual(second.text(otherOffset).utf8)
    case (.number(let own), .number(let other)):
      guard own.lanes == other.lanes else { return false }
      for lane in 0..<own.lanes {
        guard let left = first.number(offset, lane: lane), let right = second.number(otherOffset, lane: lane),
          isEqual(left, right)
        else { return false }
      }
      return true
    default: return false
    }
  }

  private func isEqual(_ left: ElementNumber, _ right: ElementNumber) -> Bool {
    if left == right { return true }
    if let own = Self.double(left), let other = Self.double(right) { return options.equal(own, other) }
    if case .unsigned(let own) = left, case .unsigned(let other) = right { return own == other }
    if let own = left.int64, let other = right.int64 { return own == other }
    return left.text == right.text
  }

  private static func double(_ number: ElementNumber) -> Double? {
    switch number {
    case .single(let value): Double(value)
    case .double(let value): value
    case .wide(let bytes, .floating(let format)): NumberText.double(bytes, format)
    default: nil
    }
  }
}
