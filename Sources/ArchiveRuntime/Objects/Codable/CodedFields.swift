/// The keys of a dictionary and the objects of its values.
final class CodedFields {
  let shape: CodedShape
  private let values: [Int]
  /// The index of the key that was last looked for; -1 before the first.
  @exclusivity(unchecked) private var last = -1
  /// Which keys were asked for; nil where nobody wants to know.
  @exclusivity(unchecked) private var asked: [Bool]?

  init(_ shape: CodedShape, _ values: [Int], notesKeys: Bool) {
    (self.shape, self.values) = (shape, values)
    if notesKeys { asked = Array(repeating: false, count: values.count) }
  }

  /// All keys.
  var names: [String] {
    asked = nil
    return shape.names
  }

  /// The keys that nobody has asked for.
  var unasked: [String] { asked.map { zip(shape.names, $0).filter { !$1 }.map(\.0) } ?? [] }

  /// The number of the value's object; nil if there is no such key.
  func number(forKey key: String) -> Int? {
    guard let place = shape.position(of: key, after: last) else { return nil }
    last = place
    asked?[place] = true
    return values[place]
  }
}
