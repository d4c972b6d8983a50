/// A JSON value whose members keep their order, so that equal layouts have equal texts.
public indirect enum JSONLiteral: Sendable {
  case string(String)
  case integer(Int)
  /// A number that was spelled already.
  case number(String)
  case bool(Bool)
  case null
  case array([JSONLiteral])
  case object([(String, JSONLiteral)])

  /// The text on several lines, indented by two spaces; small objects stay on one line.
  public var text: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indent: Int) {
    switch self {
    case .string(let string): Self.write(string, to: &text)
    case .integer(let value): text += String(value)
    case .number(let spelled): text += spelled
    case .bool(let value): text += value ? "true" : "false"
    case .null: text += "null"
    case .array(let values):
      Self.write(values.count, "[", "]", to: &text, indent: indent, isFlat: values.allSatisfy(\.isScalar)) {
        index, text in
        values[index].write(to: &text, indent: indent + 1)
      }
    case .object(let members):
      let isFlat = members.count <= 4 && members.allSatisfy(\.1.isScalar)
      Self.write(members.count, "{", "}", to: &text, indent: indent, isFlat: isFlat) { index, text in
        Self.write(members[index].0, to: &text)
        text += ": "
        members[index].1.write(to: &text, indent: indent + 1)
      }
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array(let values): values.isEmpty
    case .object(let members): members.isEmpty
    default: true
    }
  }

  private static func write(
    _ count: Int, _ open: String, _ close: String, to text: inout String, indent: Int, isFlat: Bool,
    _ item: (Int, inout String) -> Void
  ) {
    text += open
    for index in 0..<count {
      if index > 0 { text += isFlat ? ", " : "," }
      if !isFlat { text += "\n" + String(repeating: "  ", count: indent + 1) }
      item(index, &text)
    }
    if !isFlat, count > 0 { text += "\n" + String(repeating: "  ", count: indent) }
    text += close
  }

  /// RFC 8259, section 7. `<` and `>` are escaped as well, so that the text can stand in HTML.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "<", ">", "\u{2028}", "\u{2029}": text += escaped(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: text += escaped(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count) + String(scalar.value, radix: 16)
  }
}
