/// How many elements there are: a product of sibling fields, by their keys, and a constant.
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
