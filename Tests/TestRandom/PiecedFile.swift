import Foundation

/// A file in memory that is written in pieces, in any order.
public final class PiecedFile {
  private var bytes: [UInt8] = []
  public private(set) var pieceCount = 0

  public init() {}

  public func write(_ piece: UnsafeRawBufferPointer, at offset: Int) {
    pieceCount += 1
    if offset + piece.count > bytes.count {
      // An array is copied at once; of another sequence a debug build takes each byte by itself.
      bytes += [UInt8](repeating: 0xEE, count: offset + piece.count - bytes.count)
    }
    bytes.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[offset...]).copyMemory(from: piece) }
  }

  /// The whole file, with the rest of its bytes around the gaps that were written before.
  public func whole(_ rest: Data, gaps: [(position: Int, byteCount: Int)]) -> Data {
    var whole = Data()
    var start = 0
    for gap in gaps {
      whole += rest[start..<gap.position]
      if gap.byteCount > 0 { whole += bytes[whole.count..<min(whole.count + gap.byteCount, bytes.count)] }
      start = gap.position
    }
    return whole + rest[start...]
  }
}
