/// Pieces of data that are filled together, row after row, so that one pass over rows fills many columns.
package struct DataColumns {
  package struct Column {
    let byteCount: Int
    /// The most bytes that one row has.
    let rowByteCount: Int

    package init(byteCount: Int, rowByteCount: Int) {
      (self.byteCount, self.rowByteCount) = (byteCount, rowByteCount)
    }
  }

  package let rowCount: Int
  package let columns: [Column]
  /// Writes the bytes of some rows, of each column at the target of the same position, and moves the targets behind them. The ranges
  /// of the calls follow each other.
  let fill: (Range<Int>, inout [UnsafeMutableRawPointer]) throws(ArchiveError) -> Void

  package init(
    rowCount: Int, _ columns: [Column],
    fill: @escaping (Range<Int>, inout [UnsafeMutableRawPointer]) throws(ArchiveError) -> Void
  ) {
    (self.rowCount, self.columns, self.fill) = (rowCount, columns, fill)
  }

  /// One column, of which every row has as many bytes.
  package init(
    rowCount: Int, rowByteCount: Int,
    fill: @escaping (Range<Int>, UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) {
    self.init(rowCount: rowCount, [Column(byteCount: rowCount * rowByteCount, rowByteCount: rowByteCount)]) {
      (rows, targets) throws(ArchiveError) in
      try fill(rows, targets[0])
      targets[0] += rows.count * rowByteCount
    }
  }
}

extension [DataColumns] {
  /// The sizes of all pieces of data.
  package var byteCounts: [Int] { flatMap { $0.columns.map(\.byteCount) } }

  /// Writes all of the data, the last first: the lists of a graph's links, which come last, are freed when they are written, before the
  /// others need memory.
  ///
  /// - Parameter targets: the address of each piece.
  package func fill(_ targets: [UnsafeMutableRawPointer]) throws(ArchiveError) {
    var rest = targets[...]
    for group in reversed() {
      var own = [UnsafeMutableRawPointer](rest.suffix(group.columns.count))
      try group.fill(0..<group.rowCount, &own)
      rest = rest.dropLast(group.columns.count)
    }
  }
}
