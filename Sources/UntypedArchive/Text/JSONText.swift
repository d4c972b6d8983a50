/// Strings and numbers as JSON has them.
package enum JSONText {
  /// The greatest integer that every JSON reader keeps: those that read numbers as doubles.
  package static let greatestInteger: Int64 = 9_007_199_254_740_991

  /// A string in quotes (RFC 8259, section 7). Control characters and other `HiddenScalars` are escaped, so that the
  /// output can be shown on a terminal.
  ///
  /// - Parameter inMarkup: whether it will stand in HTML, where `<` could begin `</script>` or `<!--`.
  package static func quoted(_ text: String, inMarkup: Bool = false) -> String {
    if !inMarkup, isPlain(text) { return "\"\(text)\"" }
    var result = "\""
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if HiddenScalars.contain(scalar, after: previous) || inMarkup && (scalar == "<" || scalar == ">") {
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
          }
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// Whether the text is ASCII of which nothing is escaped.
  package static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }
}

/// A value of JSON whose members keep their order, so that equal values have equal texts.
package indirect enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case real(Double)
  /// A number that was spelled already.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  package static func count(_ value: Int) -> JSONValue { .integer(Int64(value)) }

  /// The text on several lines, indented by two spaces.
  ///
  /// - Parameters:
  ///   - inMarkup: whether the text can stand in HTML.
  ///   - isFlat: which arrays and objects stand on one line.
  package func text(inMarkup: Bool = false, isFlat: (JSONValue) -> Bool) -> String {
    var text = ""
    write(to: &text, indent: 0, inMarkup, isFlat)
    return text + "\n"
  }

  private func write(to text: inout String, indent: Int, _ inMarkup: Bool, _ isFlat: (JSONValue) -> Bool) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .unsigned(let value): text += "\(value)"
    case .real(let value): text += "\(value)"
    case .number(let spelled): text += spelled
    case .string(let string): text += JSONText.quoted(string, inMarkup: inMarkup)
    case .array(let values):
      write(values.count, "[", "]", to: &text, indent, isFlat) {
        values[$0].write(to: &$1, indent: $2, inMarkup, isFlat)
      }
    case .object(let members):
      write(members.count, "{", "}", to: &text, indent, isFlat) { index, text, indent in
        text += JSONText.quoted(members[index].0, inMarkup: inMarkup) + ": "
        members[index].1.write(to: &text, indent: indent, inMarkup, isFlat)
      }
    }
  }

  private func write(
    _ count: Int, _ open: String, _ close: String, to text: inout String, _ indent: Int,
    _ isFlat: (JSONValue) -> Bool, _ item: (Int, inout String, Int) -> Void
  ) {
    let isFlat = count == 0 || isFlat(self)
    text += open
    for index in 0..<count {
      if index > 0 { text += isFlat ? ", " : "," }
      if !isFlat { text += "\n" + String(repeating: "  ", count: indent + 1) }
      item(index, &text, isFlat ? indent : indent + 1)
    }
    if !isFlat { text += "\n" + String(repeating: "  ", count: indent) }
    text += close
  }
}
