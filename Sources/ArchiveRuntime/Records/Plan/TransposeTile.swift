/// Adjacent fields in 8 or 16 bytes of a record, which are copied together: with one load for all of them, and several
/// records at a time.
///
/// A tile of 16 bytes has two words of 8. A tile of 8 bytes has two halves, each of which is a field of 4 bytes or two
/// quarters; a quarter is a field of 2 bytes or two fields of 1. Vectors of such tiles are separated into their even
/// and odd elements.
struct TransposeTile: BitwiseCopyable, Sendable {
  /// The indices of the columns in the tile's plan, in the order of their bytes.
  private let first: Int
  let columnCount: Int
  private let offset: Int
  private let shape: Shape

  private enum Shape: BitwiseCopyable, Sendable {
    case words
    case halves(Half, Half)
  }

  private enum Half: BitwiseCopyable, Sendable {
    case whole
    case quarters(Quarter, Quarter)

    var columnCount: Int {
      switch self {
      case .whole: 1
      case .quarters(let low, let high): low.columnCount + high.columnCount
      }
    }
  }

  private enum Quarter: BitwiseCopyable, Sendable {
    case whole
    case bytes(isBool: Bool, Bool)

    var columnCount: Int {
      switch self {
      case .whole: 1
      case .bytes: 2
      }
    }
  }

  /// The columns of the tile among `columns`.
  var columns: Range<Int> { first..<(first + columnCount) }

  // MARK: Finding tiles

  /// The tiles among columns that are sorted by offset, and the columns that are in no tile.
  static func tiles(_ columns: [DirectColumn]) -> (tiles: [TransposeTile], rest: [DirectColumn]) {
    var tiles: [TransposeTile] = []
    var rest: [DirectColumn] = []
    var next = 0
    while next < columns.count {
      if let tile = TransposeTile(columns, from: next) {
        tiles.append(tile)
        next += tile.columnCount
      } else {
        rest.append(columns[next])
        next += 1
      }
    }
    return (tiles, rest)
  }

  /// nil if fewer than two columns form a tile from there.
  private init?(_ columns: [DirectColumn], from first: Int) {
    // On a big-endian machine the even elements would be the later ones.
    guard ByteOrder.host == .little else { return nil }
    var reader = TileReader(columns[first...])
    offset = columns[first].offset
    self.first = first
    if reader.takes(8), reader.takes(8) {
      shape = .words
      columnCount = 2
      return
    }
    reader = TileReader(columns[first...])
    guard let low = Self.half(&reader), let high = Self.half(&reader) else { return nil }
    shape = .halves(low, high)
    columnCount = low.columnCount + high.columnCount
  }

  private static func half(_ reader: inout TileReader) -> Half? {
    if reader.takes(4) { return .whole }
    guard let low = quarter(&reader), let high = quarter(&reader) else { return nil }
    return .quarters(low, high)
  }

  private static func quarter(_ reader: inout TileReader) -> Quarter? {
    if reader.takes(2) { return .whole }
    guard let low = reader.takesByte(), let high = reader.takesByte() else { return nil }
    return .bytes(isBool: low, high)
  }

  /// Columns that follow each other without a gap.
  private struct TileReader {
    private var rest: ArraySlice<DirectColumn>
    private var end: Int?

    init(_ columns: ArraySlice<DirectColumn>) { rest = columns }

    mutating func takes(_ size: Int) -> Bool {
      guard let column = rest.first, end == nil || column.offset == end, column.codec == .copy(size) else {
        return false
      }
      rest.removeFirst()
      end = column.offset + size
      return true
    }

    /// Whether the next one is a boolean; nil if it is not one byte.
    mutating func takesByte() -> Bool? {
      guard let column = rest.first, end == nil || column.offset == end else { return nil }
      guard column.codec == .bool else { return takes(1) ? false : nil }
      rest.removeFirst()
      end = column.offset + 1
      return true
    }
  }

  // MARK: Copying

  /// Archives the fields of records.
  ///
  /// - Parameters:
  ///   - records: the first of `count` records, at distances of `stride` bytes.
  ///   - target: the address in each of the tile's columns for these records.
  /// - Returns: the number of processed records; the last few are left to loops over single columns.
  @inline(__always)
  func gather(
    _ records: UnsafeRawPointer, stride: Int, count: Int, to target: UnsafePointer<UnsafeMutableRawPointer>
  ) -> Int {
    let source = records + offset
    switch shape {
    case .words: return TransposeKernel.gatherWords(source, stride, count, target[0], target[1])
    case .halves(.whole, .whole): return TransposeKernel.gatherHalves(source, stride, count, target[0], target[1])
    case .halves(let low, let high):
      var source = source
      var done = 0
      while done &+ 8 <= count {
        let (even, odd) = TransposeKernel.load(source, stride)
        Self.gather(even, low, from: 0, done, target)
        Self.gather(odd, high, from: low.columnCount, done, target)
        source += 8 &* stride
        done &+= 8
      }
      return done
    }
  }

  @inline(__always)
  private static func gather(
    _ values: SIMD8<UInt32>, _ half: Half, from lane: Int, _ row: Int,
    _ target: UnsafePointer<UnsafeMutableRawPointer>
  ) {
    switch half {
    case .whole: (target[lane] + row &* 4).storeBytes(of: values, as: SIMD8<UInt32>.self)
    case .quarters(let low, let high):
      let quarters = unsafeBitCast(values, to: SIMD16<UInt16>.self)
      gather(quarters.evenHalf, low, from: lane, row, target)
      gather(quarters.oddHalf, high, from: lane &+ low.columnCount, row, target)
    }
  }

  @inline(__always)
  private static func gather(
    _ values: SIMD8<UInt16>, _ quarter: Quarter, from lane: Int, _ row: Int,
    _ target: UnsafePointer<UnsafeMutableRawPointer>
  ) {
    switch quarter {
    case .whole: (target[lane] + row &* 2).storeBytes(of: values, as: SIMD8<UInt16>.self)
    case .bytes(let isLowBool, let isHighBool):
      let bytes = unsafeBitCast(values, to: SIMD16<UInt8>.self)
      var (low, high) = (bytes.evenHalf, bytes.oddHalf)
      // Any nonzero byte of a C boolean is archived as 1.
      if isLowBool { low = pointwiseMin(low, SIMD8(repeating: 1)) }
      if isHighBool { high = pointwiseMin(high, SIMD8(repeating: 1)) }
      (target[lane] + row).storeBytes(of: low, as: SIMD8<UInt8>.self)
      (target[lane &+ 1] + row).storeBytes(of: high, as: SIMD8<UInt8>.self)
    }
  }

  /// Stores archived values in records.
  ///
  /// - Parameter source: the address in each of the tile's columns for these records.
  /// - Returns: the number of processed records, up to one that may have an invalid value.
  @inline(__always)
  func scatter(
    _ source: UnsafePointer<UnsafeRawPointer>, count: Int, to records: UnsafeMutableRawPointer, stride: Int
  ) -> Int {
    let target = records + offset
    switch shape {
    case .words: return TransposeKernel.scatterWords(source[0], source[1], count, target, stride)
    case .halves(.whole, .whole): return TransposeKernel.scatterHalves(source[0], source[1], count, target, stride)
    case .halves(let low, let high):
      var target = target
      var done = 0
      while done &+ 8 <= count {
        guard let even = Self.scatter(low, from: 0, done, source),
          let odd = Self.scatter(high, from: low.columnCount, done, source)
        else { break }
        TransposeKernel.store(even, odd, target, stride)
        target += 8 &* stride
        done &+= 8
      }
      return done
    }
  }

  @inline(__always)
  private static func scatter(
    _ half: Half, from lane: Int, _ row: Int, _ source: UnsafePointer<UnsafeRawPointer>
  ) -> SIMD8<UInt32>? {
    switch half {
    case .whole: return (source[lane] + row &* 4).loadUnaligned(as: SIMD8<UInt32>.self)
    case .quarters(let low, let high):
      guard let even = scatter(low, from: lane, row, source),
        let odd = scatter(high, from: lane &+ low.columnCount, row, source)
      else { return nil }
      return SIMD8<UInt32>(truncatingIfNeeded: even) | SIMD8<UInt32>(truncatingIfNeeded: odd) &<< 16
    }
  }

  @inline(__always)
  private static func scatter(
    _ quarter: Quarter, from lane: Int, _ row: Int, _ source: UnsafePointer<UnsafeRawPointer>
  ) -> SIMD8<UInt16>? {
    switch quarter {
    case .whole: return (source[lane] + row &* 2).loadUnaligned(as: SIMD8<UInt16>.self)
    case .bytes(let isLowBool, let isHighBool):
      let low = (source[lane] + row).loadUnaligned(as: SIMD8<UInt8>.self)
      let high = (source[lane &+ 1] + row).loadUnaligned(as: SIMD8<UInt8>.self)
      if isLowBool, !isBool(low) { return nil }
      if isHighBool, !isBool(high) { return nil }
      // Bytes are widened and shifted, so that setting even and odd elements takes one instruction each.
      return SIMD8<UInt16>(truncatingIfNeeded: low) | SIMD8<UInt16>(truncatingIfNeeded: high) &<< 8
    }
  }

  @inline(__always)
  private static func isBool(_ bytes: SIMD8<UInt8>) -> Bool {
    unsafeBitCast(bytes, to: UInt64.self) & 0xFEFE_FEFE_FEFE_FEFE == 0
  }

  /// The most columns that a tile has.
  static let maximumColumnCount = 8
}
