/// A number of elements: the product of a constant and of sibling fields, which are named by their keys.
public struct ElementCount: Sendable, Hashable {
  public let keys: [String]
  public let factor: Int
  public let isBytes: Bool

  public init(keys: [String], factor: Int, isBytes: Bool) {
    self.keys = keys
    self.factor = factor
    self.isBytes = isBytes
  }
}
