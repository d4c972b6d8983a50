/// A bit-field's place in an archived integer that several share.
public struct BitGroupPlace: Sendable, Hashable {
  /// The key of the integer.
  public let key: String
  /// Of the field's lowest bit in it.
  public let position: Int

  public init(key: String, position: Int) {
    self.key = key
    self.position = position
  }

  /// Groups that one integer has room for.
  public static let mostBits = 64
}
