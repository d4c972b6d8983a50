/// The keys of a dictionary and the objects of its values.
final class CodedFields {
  let shape: CodedShape
  private let values: [Int]
  /// The index of the key that was last looked for; -1 before the first.
  private var last = -1

  init(_ shape: CodedShape, _ values: [Int]) { (self.shape, self.values) = (shape, values) }

  /// The number of the value's object; nil if there is no such key.
  func number(forKey key: String) -> Int? {
    guard let place = shape.position(of: key, after: last) else { return nil }
    last = place
    return values[place]
  }
}
