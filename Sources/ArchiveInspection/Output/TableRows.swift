@_spi(GeneratedCode) import ArchiveRuntime

/// A column as it is written cell by cell: what has to be known of it is found once, and not for each cell.
struct CellWriter {
  enum Kind {
    case unsigned(Int), signed(Int), bool, single, double, text(TextEncoding, Int), other
  }

  let column: TableColumn
  let index: Int
  let kind: Kind
  let size: Int
  /// Elements in a row.
  let count: Int

  init(_ column: TableColumn, index: Int) {
    self.column = column
    self.index = index
    size = column.elementSize
    count = column.elementsPerRow
    switch column.stored.element {
    case .text(let encoding): kind = .text(encoding, size)
    case .number(let type) where type.shape == .single && column.part == nil && column.links.isEmpty:
      switch type.number {
      case .bool: kind = .bool
      case .integer(_, let isSigned) where [1, 2, 4, 8].contains(size):
        kind = isSigned ? .signed(size) : .unsigned(size)
      case .floating(.single): kind = .single
      case .floating(.double): kind = .double
      default: kind = .other
      }
    case .number: kind = .other
    }
  }

  @inline(__always)
  static func unsigned(_ address: UnsafeRawPointer, _ size: Int) -> UInt64 {
    switch size {
    case 1: UInt64(address.load(as: UInt8.self))
    case 2: UInt64(UInt16(littleEndian: address.loadUnaligned(as: UInt16.self)))
    case 4: UInt64(UInt32(littleEndian: address.loadUnaligned(as: UInt32.self)))
    default: UInt64(littleEndian: address.loadUnaligned(as: UInt64.self))
    }
  }

  @inline(__always)
  static func signed(_ address: UnsafeRawPointer, _ size: Int) -> Int64 {
    switch size {
    case 1: Int64(address.load(as: Int8.self))
    case 2: Int64(Int16(littleEndian: address.loadUnaligned(as: Int16.self)))
    case 4: Int64(Int32(littleEndian: address.loadUnaligned(as: Int32.self)))
    default: Int64(littleEndian: address.loadUnaligned(as: Int64.self))
    }
  }
}
