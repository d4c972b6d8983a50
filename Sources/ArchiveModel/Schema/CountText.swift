/// The number of elements behind a pointer, as schemas and locks write it: `rows*cols*2 + 1 bytes or null`.
public struct CountText: Sendable, Hashable {
  /// The keys of the fields that are multiplied.
  public var keys: [String]
  public var factor: Int
  /// What is added to the product, such as the end of a text.
  public var more: Int
  public var isBytes: Bool
  /// Whether the pointer may be NULL whatever the fields say.
  public var mayBeNull: Bool

  public init(keys: [String], factor: Int = 1, more: Int = 0, isBytes: Bool = false, mayBeNull: Bool = false) {
    (self.keys, self.factor, self.more, self.isBytes, self.mayBeNull) = (keys, factor, more, isBytes, mayBeNull)
  }

  public init(_ text: String) {
    self.init(keys: [])
    var text = text[...]
    mayBeNull = Self.removed(" or null", from: &text)
    isBytes = Self.removed(" bytes", from: &text)
    if let plus = text.ranges(of: " + ").last, let number = Int(text[plus.upperBound...]) {
      more = number
      text = text[..<plus.lowerBound]
    }
    for part in text.split(separator: "*") {
      if let number = Int(part) { factor = factor &* number } else { keys.append(String(part)) }
    }
  }

  private static func removed(_ suffix: String, from text: inout Substring) -> Bool {
    guard text.hasSuffix(suffix) else { return false }
    text.removeLast(suffix.count)
    return true
  }

  public var text: String {
    product + (more == 0 ? "" : " + \(more)") + (isBytes ? " bytes" : "") + (mayBeNull ? " or null" : "")
  }

  private var product: String {
    (keys + (factor == 1 && !keys.isEmpty ? [] : ["\(factor)"])).joined(separator: "*")
  }

  /// Whether the text has no word for what is counted.
  public var isWordless: Bool { !isBytes && !mayBeNull }

  public func mapKeys(_ transform: (String) -> String) -> CountText {
    var result = self
    result.keys = keys.map(transform)
    return result
  }
}
