@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

extension DescribedArray {
  /// The number of elements, in all dimensions.
  package var elementCount: Int {
    let size =
      switch array.element {
      case .text: array.dimensions.last ?? 0
      case .number(let type): type.archivedSize
      }
    return size == 0 ? 0 : bytes.count / size
  }
}

extension DescribedArray {
  /// What is at a place of the first dimension.
  subscript(place: Int) -> DescribedArray {
    let size = bytes.count / max(array.rowDimensions.first ?? 1, 1)
    let start = bytes.lowerBound + place * size
    return DescribedArray(
      array: array.with(Array(array.rowDimensions.dropFirst())), order: order, bytes: start..<(start + size))
  }

  /// The elements behind the first `skip`, at most `head` of them.
  func prefix(_ head: Int, skip: Int) -> DescribedArray {
    guard head != .max || skip > 0 else { return self }
    let count = elementCount
    let size = count == 0 ? 0 : bytes.count / count
    let first = min(skip, count)
    let shown = min(head, count - first)
    var dimensions = [shown]
    if case .text = array.element { dimensions.append(array.dimensions.last ?? 0) }
    let start = bytes.lowerBound + first * size
    return DescribedArray(
      array: ArchivedArray(array.element, dimensions), order: order, bytes: start..<(start + shown * size))
  }
}

extension ArchiveTable {
  /// The table with one column to show. Others stay, because conditions name them by their numbers.
  package func only(_ column: Int) -> ArchiveTable { only([column]) }

  func only(_ columns: [Int]) -> ArchiveTable {
    var table = self
    table.selected = columns
    return table
  }

  /// The dimensions of the elements that a table of one row has in the selected column; none if the row has no value there.
  func elementDimensions(in bytes: UnsafeRawBufferPointer) -> [Int] {
    guard let index = selected?.first, let cell = TableCursor(self, in: bytes).cell(index), cell.isLive else {
      return []
    }
    // Of unions in an array only some have values.
    return cell.count == columns[index].elementsPerRow ? columns[index].rowDimensions : [cell.count]
  }
}
