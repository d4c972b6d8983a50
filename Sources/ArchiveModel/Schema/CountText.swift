/// The number of elements behind a pointer, as schemas and locks write it: `rows*cols*2 + 1 bytes or null`,
/// `*terminated(name, 0)`.
public struct CountText: Sendable, Hashable {
  /// The keys of the fields that are multiplied.
  public var keys: [String]
  public var factor: Int
  /// What is added to the product, such as the end of a text.
  public var more: Int
  public var isBytes: Bool
  /// Whether the pointer may be NULL whatever the fields say.
  public var mayBeNull: Bool
  /// What ends the elements, which have no number then.
  public var terminator: Terminator?

  /// The last element: the first one with this value.
  public struct Terminator: Sendable, Hashable {
    /// The key of the field that has it, if the elements are records.
    public var key: String?
    public var value: Int64

    public init(key: String?, value: Int64) { (self.key, self.value) = (key, value) }
  }

  public init(keys: [String], factor: Int = 1, more: Int = 0, isBytes: Bool = false, mayBeNull: Bool = false) {
    (self.keys, self.factor, self.more, self.isBytes, self.mayBeNull) = (keys, factor, more, isBytes, mayBeNull)
  }

  public init(terminator: Terminator) {
    self.init(keys: [], mayBeNull: true)
    self.terminator = terminator
  }

  public init(_ text: String) {
    if let terminator = Terminator(text) {
      self.init(terminator: terminator)
      return
    }
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
    if let terminator { return terminator.text }
    return product + (more == 0 ? "" : " + \(more)") + (isBytes ? " bytes" : "") + (mayBeNull ? " or null" : "")
  }

  private var product: String {
    (keys + (factor == 1 && !keys.isEmpty ? [] : ["\(factor)"])).joined(separator: "*")
  }

  /// Whether the text has no word for what is counted.
  public var isWordless: Bool { !isBytes && !mayBeNull }

  /// The order of the factors makes no difference.
  public static func == (left: CountText, right: CountText) -> Bool {
    left.keys.sorted() == right.keys.sorted() && left.factor == right.factor && left.more == right.more
      && left.isBytes == right.isBytes && left.mayBeNull == right.mayBeNull && left.terminator == right.terminator
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(keys.sorted())
    hasher.combine(factor)
    hasher.combine(terminator)
  }

  public func mapKeys(_ transform: (String) -> String) -> CountText {
    var result = self
    result.keys = keys.map(transform)
    return result
  }
}

extension CountText.Terminator {
  /// What begins such a text, and no product of fields: one of these may be called `terminated`.
  private static let word = "*terminated"

  /// A key may have any characters, so that it has a number behind it.
  fileprivate init?(_ text: String) {
    let word = Self.word
    if text == word {
      self.init(key: nil, value: 0)
      return
    }
    guard text.hasPrefix(word + "("), text.hasSuffix(")") else { return nil }
    let inner = text.dropFirst(word.count + 1).dropLast()
    let parts = inner.ranges(of: ", ").last.map { (inner[..<$0.lowerBound], inner[$0.upperBound...]) }
    guard let value = Int64(parts?.1 ?? inner) else { return nil }
    self.init(key: parts.map { String($0.0) }, value: value)
  }

  fileprivate var text: String {
    guard let key else { return value == 0 ? Self.word : "\(Self.word)(\(value))" }
    return "\(Self.word)(\(key), \(value))"
  }
}
