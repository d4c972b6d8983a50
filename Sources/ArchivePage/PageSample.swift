@_spi(GeneratedCode) import ArchiveRuntime
import ArchiveInspection
import UntypedArchive

/// Which bytes of a space a page has. A file that is larger than the limit loses rows of large tables and the ends of other
/// large data; its structure stays. The same holds for the lists in XML within its data.
struct PageSample {
  /// Without overlaps, in their order.
  private(set) var ranges: [Range<Int>] = []
  /// What was left out, in sentences.
  private(set) var statements: [String] = []

  /// Contents of at least this size count as large.
  private static let large = 4096
  /// The rows after the first half are spread over so many places.
  private static let blocks = 32

  /// Chooses the pieces of the space's tables.
  ///
  /// - Parameters:
  ///   - own: the indices of these tables.
  ///   - data: the places of data that has no other meaning.
  init(
    _ tables: inout [PageTable], _ own: [Int], space: Int, data: [Range<Int>], bytes: UnsafeRawBufferPointer, limit: Int
  ) {
    for index in own { tables[index].takeAll() }
    guard bytes.count > limit else {
      ranges = [0..<bytes.count]
      return
    }
    let columns = Self.merged(own.flatMap { tables[$0].columns.map(\.bytes) }.filter { $0.count >= Self.large })
    let others = Self.merged(data.filter { $0.count > Self.large })
    let large = Self.merged(columns + others)
    let small = bytes.count - large.reduce(0) { $0 + $1.count }
    var kept = Self.gaps(between: large, upTo: bytes.count)
    if small > limit / 2 {
      kept = Self.first(limit / 2, of: kept)
      statements.append("The byte map has the first \(Self.size(limit / 2)) of the values and the structure.")
    }
    let total = max(1, columns.reduce(0) { $0 + $1.count })
    let share = min(1, Double(max(limit / 4, limit - small)) / Double(total))
    for index in own where tables[index].columns.contains(where: { $0.bytes.count >= Self.large }) {
      let rows = tables[index].rows
      let shown = max(min(rows, 500), Int(Double(rows) * share))
      guard shown < rows else { continue }
      tables[index].take(Self.pieces(rows, shown, isWhole: tables[index].kind == .graph), bytes)
      statements.append(Self.statement(tables[index]))
    }
    kept += own.flatMap { tables[$0].columns.flatMap(\.pieces) }
    if !others.isEmpty {
      kept += others.map { $0.prefix(Self.large) }
      statements.append(
        "Of \(others.count == 1 ? "a large piece" : "\(others.count) large pieces") of data the page has the first \(Self.large) bytes."
      )
    }
    ranges = Self.merged(kept)
    let shown = ranges.reduce(0) { $0 + $1.count }
    let size = Self.size(bytes.count)
    let whole = space == 0 ? "the file's \(size)" : "the \(size) of a list in XML within data"
    statements.insert("The page has \(Self.size(shown)) of \(whole). --html-size raises the limit.", at: 0)
  }

  /// The first rows, and blocks of rows at equal distances. Links count rows, so that a graph's tables are not broken.
  private static func pieces(_ rows: Int, _ shown: Int, isWhole: Bool) -> [Range<Int>] {
    let first = isWhole || shown < blocks * 8 ? shown : shown / 2
    var pieces = [0..<first]
    guard first < shown else { return pieces }
    let length = (shown - first) / blocks
    for block in 0..<blocks {
      let start = first + (rows - first - length) * (block + 1) / blocks
      if let last = pieces.last, start <= last.upperBound {
        pieces[pieces.count - 1] = last.lowerBound..<(start + length)
      } else {
        pieces.append(start..<(start + length))
      }
    }
    return pieces
  }

  private static func statement(_ table: PageTable) -> String {
    let shown = table.pieces.reduce(0) { $0 + $1.count }
    let name = table.name.isEmpty ? "The table" : "The table \(VisibleText.short(table.name, 80))"
    guard table.pieces.count > 1 else {
      return "\(name) has the first \(grouped(shown)) of \(grouped(table.rows)) rows."
    }
    return
      "\(name) has \(grouped(shown)) of \(grouped(table.rows)) rows: the first \(grouped(table.pieces[0].count)), and \(table.pieces.count - 1) blocks at equal distances."
  }

  /// `1,000,000`
  static func grouped(_ number: Int) -> String {
    var digits = Substring(String(number))
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.append(digits.suffix(3))
      digits = digits.dropLast(3)
    }
    return ([digits] + groups.reversed()).joined(separator: ",")
  }

  static func size(_ bytes: Int) -> String {
    if bytes < 10_000 { return "\(bytes) bytes" }
    if bytes < 10_000_000 { return "\(bytes / 1000) kB" }
    return "\(bytes / 1_000_000) MB"
  }

  // MARK: Ranges

  static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) })
    where !range.isEmpty {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  private static func gaps(between ranges: [Range<Int>], upTo end: Int) -> [Range<Int>] {
    var start = 0
    var result: [Range<Int>] = []
    for range in ranges {
      if start < range.lowerBound { result.append(start..<range.lowerBound) }
      start = range.upperBound
    }
    if start < end { result.append(start..<end) }
    return result
  }

  private static func first(_ count: Int, of ranges: [Range<Int>]) -> [Range<Int>] {
    var left = count
    var result: [Range<Int>] = []
    for range in ranges where left > 0 {
      let length = min(left, range.count)
      result.append(range.lowerBound..<(range.lowerBound + length))
      left -= length
    }
    return result
  }
}

extension PageTable {
  mutating func takeAll() {
    pieces = [0..<rows]
    for index in columns.indices { columns[index].pieces = columns[index].bytes.isEmpty ? [] : [columns[index].bytes] }
  }

  /// Takes these rows alone.
  mutating func take(_ wanted: [Range<Int>], _ bytes: UnsafeRawBufferPointer) {
    pieces = wanted
    for index in columns.indices where columns[index].missing == nil {
      let all = columns[index].bytes
      switch columns[index].contents {
      case .fixed(let size):
        columns[index].pieces = wanted.map {
          (all.lowerBound + $0.lowerBound * size)..<(all.lowerBound + $0.upperBound * size)
        }
      case .texts: columns[index].pieces = [Self.texts(all, wanted[0].count, bytes)]
      case .blobs(let lengths): columns[index].pieces = [Self.blobs(all, lengths, wanted[0].count, bytes)]
      case .conditional: columns[index].pieces = []
      }
    }
    takeConditional(bytes)
  }

  private mutating func takeConditional(_ bytes: UnsafeRawBufferPointer) {
    guard let source, source.hasConditions else { return }
    var cursor = TableCursor(source, in: UnsafeRawBufferPointer(rebasing: bytes[offset...]))
    for piece in pieces {
      cursor.skip(to: piece.lowerBound)
      let starts = columns.indices.map { rowStart(of: $0, cursor) }
      // The end of a piece is where the row after it begins.
      let isLast = piece.upperBound >= rows
      if !isLast { cursor.skip(to: piece.upperBound) }
      for index in columns.indices {
        guard case .conditional = columns[index].contents, columns[index].missing == nil, let start = starts[index]
        else { continue }
        let whole = columns[index].bytes
        let end = isLast ? whole.upperBound : rowStart(of: index, cursor) ?? whole.upperBound
        columns[index].pieces.append(start..<max(start, end))
      }
    }
  }

  /// Where the column's values of the cursor's row begin.
  private func rowStart(of column: Int, _ cursor: borrowing TableCursor) -> Int? {
    cursor.cell(column).map { $0.offset + offset }
  }

  private static func texts(_ all: Range<Int>, _ count: Int, _ bytes: UnsafeRawBufferPointer) -> Range<Int> {
    var left = count
    for offset in all where bytes[offset] == 0 {
      left -= 1
      if left == 0 { return all.lowerBound..<(offset + 1) }
    }
    return all
  }

  private static func blobs(
    _ all: Range<Int>, _ lengths: Range<Int>, _ count: Int, _ bytes: UnsafeRawBufferPointer
  ) -> Range<Int> {
    var end = all.lowerBound
    for start in stride(from: lengths.lowerBound, to: lengths.upperBound - 7, by: 8).prefix(count) {
      let length = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      end += Int(min(length, UInt64(all.upperBound - end)))
    }
    return all.lowerBound..<end
  }
}
