/// The names of element types in an archive's descriptions: `u32`, `i17`, `f80`, `c(f64)`, `v4(f32)`.
extension ElementType {
  package var name: String {
    switch shape {
    case .single: number.name
    case .complex: "c(\(number.name))"
    case .vector: "v\(lanes)(\(number.name))"
    }
  }

  /// The type with this name, in its archived form; nil unless `name` is one complete and valid name.
  package init?(name: some StringProtocol) {
    var text = Substring(name).utf8
    self.init(parsing: &text)
    guard text.isEmpty else { return nil }
  }

  /// Removes a type's name from the front of `text`.
  package init?(parsing text: inout Substring.UTF8View) {
    func enclosed(_ text: inout Substring.UTF8View) -> Number? {
      guard text.popFirst() == UInt8(ascii: "("), let number = Number(parsing: &text),
        text.popFirst() == UInt8(ascii: ")")
      else { return nil }
      return number
    }
    switch text.first {
    case UInt8(ascii: "c"):
      text.removeFirst()
      guard let part = enclosed(&text) else { return nil }
      self.init(part, shape: .complex, lanes: 2, laneStorage: part.archivedSize)
    case UInt8(ascii: "v"):
      text.removeFirst()
      guard let lanes = Description.number(from: &text, atMost: 1 << 20), lanes > 0, let lane = enclosed(&text)
      else { return nil }
      self.init(lane, shape: .vector, lanes: lanes, laneStorage: lane.archivedSize)
    default:
      guard let number = Number(parsing: &text) else { return nil }
      self.init(number, laneStorage: number.archivedSize)
    }
  }
}

extension ElementType.Number {
  package var name: String {
    switch self {
    case .bool: "bool"
    case .integer(let bits, let isSigned): isSigned ? "i\(bits)" : "u\(bits)"
    case .floating(let format): format.rawValue
    }
  }

  package init?(parsing text: inout Substring.UTF8View) {
    let first = text.first
    if first == UInt8(ascii: "i") || first == UInt8(ascii: "u") {
      text.removeFirst()
      guard let bits = Description.number(from: &text, atMost: 1 << 23), bits > 0 else { return nil }
      self = .integer(bits: bits, isSigned: first == UInt8(ascii: "i"))
      return
    }
    for (name, number) in Self.words where text.starts(with: name.utf8) {
      text.removeFirst(name.utf8.count)
      self = number
      return
    }
    return nil
  }

  /// The names. None is a prefix of another.
  private static let words: [(String, Self)] =
    [("bool", .bool)] + FloatFormat.allCases.map { ($0.rawValue, .floating($0)) }
}
