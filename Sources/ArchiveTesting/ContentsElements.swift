@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

extension ArchiveContents.Value {
  /// The elements of packed bytes, one after another.
  static func elements(
    _ array: ArchivedArray, _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ order: ByteOrder,
    _ use: ArchiveContents.Use
  ) -> [Self] {
    let size = array.elementSize
    guard size > 0 else { return [] }
    return stride(from: range.lowerBound, through: range.upperBound - size, by: size).map {
      element(array, bytes, at: $0, order, use)
    }
  }

  /// One element: a number, the list of several lanes, or a text up to its first zero.
  static func element(
    _ array: ArchivedArray, _ bytes: UnsafeRawBufferPointer, at offset: Int, _ order: ByteOrder,
    _ use: ArchiveContents.Use
  ) -> Self {
    switch array.element {
    case .number(let type):
      let size = type.number.archivedSize
      let lanes = (0..<type.lanes).map {
        Self(ElementNumber(type.number, bytes, at: offset + $0 * size, order: order), use)
      }
      return type.shape == .single ? lanes[0] : .list(lanes)
    case .text(let encoding):
      return .text(ArchivedArray.text(bytes[offset..<offset + array.elementSize], encoding))
    }
  }

  private init(_ number: ElementNumber, _ use: ArchiveContents.Use) {
    switch number {
    case .bool(let value): self = .integer(value == 0 ? 0 : 1)
    case .signed(let value): self = .integer(value)
    case .unsigned(let value): self = Int64(exactly: value).map { .integer($0) } ?? .unsigned(value)
    case .single(let value): self = .real(Double(value))
    case .double(let value): self = .real(value)
    case .wide(let bytes, let type):
      self = (use == .comparison ? Self.narrow(bytes, type) : nil) ?? .data(NumberText.digits(bytes))
    }
  }

  /// A number of more than 64 bits as one of these, because a field's type may have become wider.
  private static func narrow(_ bytes: [UInt8], _ type: ElementType.Number) -> Self? {
    bytes.withUnsafeBytes { bytes in
      guard let address = bytes.baseAddress, bytes.count == type.archivedSize else { return nil }
      switch type {
      case .bool: return nil
      case .floating(let format):
        if let value = format.exactDouble(address) { return .real(value) }
        guard let (magnitude, isNegative) = format.exactInteger(address) else { return nil }
        if isNegative { return Int64(exactly: magnitude).map { .integer(-$0) } }
        return Int64(exactly: magnitude).map { .integer($0) } ?? .unsigned(magnitude)
      case .integer(_, let isSigned):
        let words = (0..<2).map { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
        if words[1] == 0 { return Int64(exactly: words[0]).map { .integer($0) } ?? .unsigned(words[0]) }
        let low = Int64(bitPattern: words[0])
        return isSigned && words[1] == .max && low < 0 ? .integer(low) : nil
      }
    }
  }

  /// The bit-field of an integer that has several; the value itself if it is none.
  func part(_ part: GroupPart?) -> Self {
    let word: UInt64
    switch self {
    case .integer(let value): word = UInt64(bitPattern: value)
    case .unsigned(let value): word = value
    default: return self
    }
    guard let part else { return self }
    let value = part.value(in: word)
    return part.isSigned || value <= UInt64(Int64.max) ? .integer(Int64(bitPattern: value)) : .unsigned(value)
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
}

extension [ArchiveContents.Value] {
  /// The elements in lists of lists; the only one if there are no dimensions.
  func list(of dimensions: [Int]) -> ArchiveContents.Value { self[...].list(of: dimensions[...]) }
}

extension ArraySlice<ArchiveContents.Value> {
  fileprivate func list(of dimensions: ArraySlice<Int>) -> ArchiveContents.Value {
    guard let count = dimensions.first else { return first ?? .null }
    let size = count == 0 ? 0 : self.count / count
    return .list(
      (0..<count).map { index in
        let start = startIndex + index * size
        return self[start..<start + size].list(of: dimensions.dropFirst())
      })
  }
}

extension [String: ArchiveContents.Value] {
  /// `K[0].x`, `K[1].x` become one list at `K[].x`.
  mutating func joinElements(of key: String, _ dimensions: [Int]) {
    guard let count = Description.product(dimensions), count <= 1 << 16 else { return }
    var lists: [String: [ArchiveContents.Value]] = [:]
    for index in 0..<count {
      let element = key + Description.subscripts(of: index, in: dimensions)
      for found in keys where found == element || found.hasPrefix(element + ".") {
        let name = found == element ? key : key + "[]" + found.dropFirst(element.count)
        lists[name, default: []].append(removeValue(forKey: found) ?? .null)
      }
    }
    for (name, list) in lists { self[name] = list.count == count ? list.list(of: dimensions) : .list(list) }
  }
}

extension TableColumn {
  /// Whether it is a column of the archive's, or, where bit-fields are values by themselves, of one field.
  func isShown(in use: ArchiveContents.Use) -> Bool { use == .comparison ? !isGroup : part == nil }
}
