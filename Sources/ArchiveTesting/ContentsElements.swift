@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

extension ArchiveContents.Value {
  /// The elements of packed bytes, one after another.
  static func elements(
    _ array: ArchivedArray, _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ order: ByteOrder = .little
  ) -> [Self] {
    let size = array.elementSize
    guard size > 0 else { return [] }
    return stride(from: range.lowerBound, through: range.upperBound - size, by: size).map {
      element(array, bytes, at: $0, order)
    }
  }

  /// One element: a number, the list of several lanes, or a text up to its first zero.
  static func element(
    _ array: ArchivedArray, _ bytes: UnsafeRawBufferPointer, at offset: Int, _ order: ByteOrder = .little
  ) -> Self {
    switch array.element {
    case .number(let type):
      let size = type.number.archivedSize
      let lanes = (0..<type.lanes).map { Self(ElementNumber(type.number, bytes, at: offset + $0 * size, order: order)) }
      return type.shape == .single ? lanes[0] : .list(lanes)
    case .text(let encoding):
      return .text(ArchivedArray.text(bytes[offset..<offset + array.elementSize], encoding))
    }
  }

  init(_ number: ElementNumber) {
    switch number {
    case .bool(let value): self = .integer(value == 0 ? 0 : 1)
    case .signed(let value): self = .integer(value)
    case .unsigned(let value): self = Int64(exactly: value).map { .integer($0) } ?? .unsigned(value)
    case .single(let value): self = .real(Double(value))
    case .double(let value): self = .real(value)
    case .wide(let bytes, _): self = .data(NumberText.digits(bytes))
    }
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
