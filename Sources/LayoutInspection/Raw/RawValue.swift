import UntypedArchive

/// A value that was read from bytes.
indirect enum RawValue: Sendable {
  /// A number, spelled in decimal and in base 16.
  case integer(decimal: String, hexadecimal: String)
  case floating(String)
  case truth(Bool)
  /// The bytes of a text.
  case text([UInt8])
  case enumerator(String)
  case pointer(String)
  case array([RawValue])
  case record([(name: String, value: RawValue)])
  /// A type that archivegen does not know, as bytes in base 16.
  case unknown(String)
}

extension RawValue {
  /// As C's initializers write it.
  func text(hexadecimal: Bool, indent: Int) -> String {
    switch self {
    case .integer(let decimal, let hex): return hexadecimal ? hex : decimal
    case .floating("inf"): return "__builtin_inf()"
    case .floating("-inf"): return "-__builtin_inf()"
    case .floating("nan"): return "__builtin_nan(\"\")"
    case .floating(let text), .enumerator(let text), .pointer(let text): return text
    case .truth(let value): return value ? "true" : "false"
    case .text(let bytes): return "\"\(Self.literal(bytes))\""
    case .unknown(let text): return "/* \(text) */"
    case .array(let values):
      if values.contains(where: \.isNested) {
        let tabs = String(repeating: "\t", count: indent + 1)
        let lines = values.map { "\(tabs)\($0.text(hexadecimal: hexadecimal, indent: indent + 1)),\n" }
        return "{\n" + lines.joined() + String(repeating: "\t", count: indent) + "}"
      }
      return "{ " + values.map { $0.text(hexadecimal: hexadecimal, indent: indent) }.joined(separator: ", ") + " }"
    case .record(let members):
      let tabs = String(repeating: "\t", count: indent + 1)
      let lines = members.map { name, value in
        let text = value.text(hexadecimal: hexadecimal, indent: indent + 1)
        return "\(tabs)\(name.isEmpty ? "" : ".\(name) = ")\(text),\n"
      }
      return "{\n" + lines.joined() + String(repeating: "\t", count: indent) + "}"
    }
  }

  var json: JSONValue {
    switch self {
    case .integer(let decimal, _):
      // Greater numbers are not exact where JSON's numbers are doubles.
      decimal.utf8.count < 16 ? .number(decimal) : .string(decimal)
    case .floating(let text):
      text.hasSuffix("inf") || text == "nan" ? .string(text) : .number(text)
    case .truth(let value): .bool(value)
    // JSON has its own escapes. Bytes that are no UTF-8 are shown as C writes them.
    case .text(let bytes): .string(String(validating: bytes, as: UTF8.self) ?? Self.literal(bytes))
    case .enumerator(let text), .pointer(let text), .unknown(let text): .string(text)
    case .array(let values): .array(values.map(\.json))
    case .record(let members): .object(members.map { ($0.name, $0.value.json) })
    }
  }

  /// What C has between quotation marks. An octal escape ends after three digits; one in base 16 would take those behind it.
  private static func literal(_ bytes: [UInt8]) -> String {
    var text = ""
    func append(_ bytes: some Sequence<UInt8>) {
      for byte in bytes {
        let digits = String(byte, radix: 8)
        text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
    // A sequence that is no UTF-8 is shown byte by byte.
    let scalars = String(validating: bytes, as: UTF8.self).map { Array($0.unicodeScalars) }
    for scalar in scalars ?? bytes.map({ Unicode.Scalar($0) }) {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case _ where scalars == nil && scalar.value > 0x7E: append([UInt8(scalar.value)])
      case _ where [.format, .control].contains(scalar.properties.generalCategory): append(String(scalar).utf8)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private var isNested: Bool {
    switch self {
    case .array, .record, .text: true
    default: false
    }
  }
}
