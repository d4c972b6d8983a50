import ArchiveModel

/// `default(v)` as a value of the field's type, or the error in it.
enum DefaultValue {
  enum Outcome {
    case literal(DefaultLiteral)
    case error(String, advice: String)
  }

  /// - Parameter text: the bytes and the encoding of a field that is archived as text.
  static func resolve(
    _ argument: Attribute.Argument, for type: CType, width: Int?, text: (count: Int, encoding: TextEncoding)?
  ) -> Outcome {
    if let text {
      guard argument.isQuoted else {
        return .error("the default of text needs quotation marks", advice: "write default(\"\(argument.text)\")")
      }
      if text.encoding == .latin1, argument.text.unicodeScalars.contains(where: { $0.value > 0xff }) {
        return .error("the default is not in Latin-1", advice: "write cstring for UTF-8, or another default")
      }
      let count = text.encoding == .latin1 ? argument.text.unicodeScalars.count : argument.text.utf8.count
      guard count <= text.count else {
        return .error(
          "the default takes \(count) bytes, and the field has \(text.count)", advice: "write a shorter default")
      }
      return .literal(.text(argument.text))
    }
    if argument.isQuoted {
      let bare = Attribute.Argument(text: argument.text, isQuoted: false, location: argument.location)
      // What is in the quotation marks may be no number either.
      let advice =
        switch resolve(bare, for: type, width: width, text: nil) {
        case .literal: "write default(\(argument.text))"
        case .error(_, let advice): advice
        }
      return .error("the default of a number has no quotation marks", advice: advice)
    }
    let word = argument.text
    guard let number = ElementType(type)?.singleNumber, let literal = ElementTable.row(of: number)?.literal else {
      return unsupported
    }
    if literal == .floating {
      guard let value = Double(word), value.isFinite else {
        return .error("'\(word)' is not a number", advice: "write default(1.5)")
      }
      return .literal(.floating(value))
    }
    guard let range = number.integerRange else { return unsupported }
    let bits = width ?? range.bits
    guard bits <= 64 else { return unsupported }
    guard let value = integer(word, in: type) else {
      let names = enumerators(of: type)
      return .error(
        "'\(word)' is not a value of its type",
        advice: didYouMean(word, among: names)
          ?? (names.isEmpty ? "write an integer" : "write one of its enumerators"))
    }
    if literal == .truth || (bits == 1 && !range.isSigned) {
      guard value.magnitude < 2, !value.isNegative else {
        return .error("\(value) does not fit a bool", advice: "write default(true) or default(false)")
      }
      return .literal(.truth(value.magnitude == 1))
    }
    let greatest = range.isSigned ? UInt64(1) << (bits - 1) - 1 : UInt64.max >> (64 - bits)
    let leastMagnitude = range.isSigned ? greatest + 1 : 0
    guard value.magnitude <= (value.isNegative ? leastMagnitude : greatest) else {
      return .error(
        "\(value) does not fit the field",
        advice: "its values go from \(range.isSigned ? "-" : "")\(leastMagnitude) to \(greatest)")
    }
    return .literal(.integer(isNegative: value.isNegative, magnitude: value.magnitude))
  }

  private static let unsupported = Outcome.error(
    "a field of this type cannot have a default", advice: "remove 'default': a missing key gives zero")

  /// An integer of 64 bits, signed or unsigned.
  private struct Integer: CustomStringConvertible {
    let isNegative: Bool
    let magnitude: UInt64
    var description: String { (isNegative && magnitude > 0 ? "-" : "") + "\(magnitude)" }
  }

  private static func integer(_ word: String, in type: CType) -> Integer? {
    switch word {
    case "true": return Integer(isNegative: false, magnitude: 1)
    case "false": return Integer(isNegative: false, magnitude: 0)
    default: break
    }
    if case .enumeration(let enumeration) = type, let match = enumeration.cases.first(where: { $0.name == word }) {
      let isSigned = enumeration.underlying.integerRange?.isSigned ?? true
      guard isSigned else { return Integer(isNegative: false, magnitude: UInt64(bitPattern: match.value)) }
      return Integer(isNegative: match.value < 0, magnitude: match.value.magnitude)
    }
    let isNegative = word.hasPrefix("-")
    let digits = isNegative ? word.dropFirst() : word[...]
    let magnitude = digits.lowercased().hasPrefix("0x") ? UInt64(digits.dropFirst(2), radix: 16) : UInt64(digits)
    return magnitude.map { Integer(isNegative: isNegative, magnitude: $0) }
  }

  private static func enumerators(of type: CType) -> [String] {
    if case .enumeration(let enumeration) = type { enumeration.cases.map(\.name) } else { [] }
  }
}
