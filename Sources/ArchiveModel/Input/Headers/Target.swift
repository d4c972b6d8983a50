/// The platform whose layouts were read.
public struct Target: Sendable, Hashable {
  public let triple: String
  /// The size of a pointer in bytes: 4 or 8.
  public let pointerSize: Int
  public let isBigEndian: Bool

  public init(triple: String, pointerSize: Int, isBigEndian: Bool) {
    self.triple = triple
    self.pointerSize = pointerSize
    self.isBigEndian = isBigEndian
  }
}
