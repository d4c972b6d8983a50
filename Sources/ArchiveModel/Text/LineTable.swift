/// The offsets at which the lines of a text begin.
public struct LineTable: Sendable {
  /// The offset of each line's first byte.
  public let starts: [Int]

  /// A line ends with a line feed, or with a carriage return that no line feed follows.
  ///
  /// - Parameter start: the offset of the first line, which is after a byte-order mark: columns do not count it.
  public init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) {
    var starts = [start]
    for index in bytes.indices {
      let isEnd =
        switch bytes[index] {
        case UInt8(ascii: "\n"): true
        case UInt8(ascii: "\r"): index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n")
        default: false
        }
      if isEnd { starts.append(index + 1) }
    }
    self.starts = starts
  }

  public init(_ bytes: [UInt8], from start: Int = 0) {
    self = bytes.withUnsafeBufferPointer { LineTable($0, from: start) }
  }

  /// The line of an offset, counted from 1.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  public func line(of offset: Int) -> Int { max(1, starts.partitioningIndex { $0 > offset }) }

  /// The offset of the first byte of an offset's line.
  public func lineStart(of offset: Int) -> Int { starts[line(of: offset) - 1] }

  /// The column of an offset, in bytes from 1.
  public func column(of offset: Int) -> Int { offset - lineStart(of: offset) + 1 }
}
