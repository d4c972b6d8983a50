import ArchiveRuntime
import UntypedArchive

/// Where the objects of an offset table lie. Writers leave no room between objects.
struct TablePlaces {
  private let starts: Set<Int>
  private let ends: Set<Int>
  private let areClose: Bool
  /// How many objects begin where another one ends.
  let inPlace: Int

  init(_ document: ArchiveDocument) {
    let extents = (0..<document.view.objectCount).compactMap { try? document.extent(of: $0) }
    let own = Set(extents.map(\.lowerBound))
    ends = Set(extents.map(\.upperBound)).union([BinaryFormat.headerSize])
    inPlace = own.intersection(ends).count
    areClose = inPlace > own.count / 2
    starts = own.union([document.view.layout.offsetTable])
  }

  /// Whether nothing ends where the object begins, and nothing begins where it ends, though most objects are side by side: bytes
  /// before it may have been inserted or removed.
  func areDoubtful(_ extent: Range<Int>) -> Bool {
    areClose && !ends.contains(extent.lowerBound) && !starts.contains(extent.upperBound)
  }
}

/// Where objects were found, from the file's beginning on.
struct ObjectStarts {
  private var inOrder: [Int] = []
  private var all: Set<Int> = []

  mutating func append(_ start: Int) {
    inOrder.append(start)
    all.insert(start)
  }

  /// Whether the file's offset table begins here: its numbers, in one size, are where objects were found.
  func areTable(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    guard inOrder.count >= 2 else { return false }
    let length = bytes.count - offset
    return [1, 2, 3, 4, 8].contains { size in
      // In the order of the file, as most writers have it, a few bytes of the table are enough.
      let isInOrder = (0..<min(min(inOrder.count, 16) * size, length)).allSatisfy { place in
        let byte = UInt8(truncatingIfNeeded: inOrder[place / size] >> ((size - 1 - place % size) * 8))
        return bytes[offset + place] == byte
      }
      if isInOrder { return true }
      let count = min(inOrder.count, length / size)
      return count >= 3
        && (0..<count).allSatisfy { number in
          let start = offset + number * size
          return all.contains(bytes[start..<(start + size)].reduce(0) { $0 &<< 8 | Int($1) })
        }
    }
  }
}
