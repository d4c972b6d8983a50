/// The platform for which layouts hold.
public struct Target: Sendable, Hashable {
  public let triple: String
  /// 4 or 8 bytes.
  public let pointerSize: Int
  public let isBigEndian: Bool

  public init(triple: String, pointerSize: Int, isBigEndian: Bool) {
    self.triple = triple
    self.pointerSize = pointerSize
    self.isBigEndian = isBigEndian
  }
}
