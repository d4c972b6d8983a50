import ArchiveModel

/// A value of a union's tag, as `case` gives it: an enumerator, a macro, an integer, a character or a truth value.
enum TagValue {
  static func read(
    _ argument: Attribute.Argument, of tag: Field, _ records: RecordIndex
  ) -> Result<Int64, FieldOutcome> {
    let text = argument.text
    let own = enumerators(tag.type)
    let large = UInt64(cLiteral: text).flatMap { $0 > Int64.max ? Int64(bitPattern: $0) : nil }
    guard let value = own[text] ?? records.constants[text] ?? literal(text) ?? large else {
      let near =
        nearestWord(to: text, among: own.keys.sorted()) ?? nearestWord(to: text, among: records.constants.keys.sorted())
      return .failure(
        .invalid(
          .unknownConstant, at: argument.location, "'\(text)' is not an enumerator, an integer macro or a number",
          advice: didYouMean(near) ?? "write one of these, or default",
          fixIts: argument.fixIts(replacingBy: near)))
    }
    guard fits(value, tag), large == nil || tag.isUnsigned64 else {
      return .failure(
        .invalid(
          .impossibleCase, at: argument.location,
          "'\(tag.name)' (\(tag.typePhrase)) is never \(large == nil ? "\(value)" : text)",
          advice: "write a value that the tag can have"))
    }
    return .success(value)
  }

  private static func enumerators(_ type: CType) -> [String: Int64] {
    guard case .enumeration(let enumeration) = type else { return [:] }
    return Dictionary(enumeration.cases.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private static func literal(_ text: String) -> Int64? {
    switch text {
    case "true": return 1
    case "false": return 0
    default: break
    }
    if text.count == 3, text.first == "'", text.last == "'", let character = text.dropFirst().first?.asciiValue {
      return Int64(character)
    }
    if text.hasPrefix("-") { return Int(cLiteral: String(text.dropFirst())).map { -Int64($0) } }
    return Int(cLiteral: text).map(Int64.init)
  }

  /// Whether the tag can have the value. Enumerators of an unsigned 64-bit type are stored with the same bits.
  static func fits(_ value: Int64, _ tag: Field) -> Bool {
    guard let shape = tag.type.integerRange else { return false }
    let bits = tag.bitWidth ?? shape.bits
    if bits >= 64 { return true }
    let range = shape.isSigned ? -(Int64(1) << (bits - 1))...(Int64(1) << (bits - 1)) - 1 : 0...(Int64(1) << bits) - 1
    return range.contains(value)
  }
}

extension Field {
  /// Whether its values include those above the greatest `Int64`.
  fileprivate var isUnsigned64: Bool {
    guard let shape = type.integerRange, !shape.isSigned else { return false }
    return (bitWidth ?? shape.bits) == 64
  }
}
