public import SchemaInterpreter
import ArchiveModel

/// What a value of a Swift type means, whatever its type is: two values of different types are the same if these texts are.
public enum ValueMeaning {
  /// Whether values of the two types mean the same: a tuple of bounds does not say whether the upper one belongs to it.
  public static func isSame(_ old: (form: String, value: SchemaValue), _ new: (form: String, value: SchemaValue))
    -> Bool
  {
    let texts = [text(old.form, old.value), text(new.form, new.value)]
    if texts[0] == texts[1] { return true }
    guard [old.form, new.form].contains(where: { $0.contains("(lowerBound: ") }) else { return false }
    return bounds(texts[0]) == bounds(texts[1])
  }

  private static func bounds(_ text: String) -> String {
    text.replacing("lowerBound:", with: "from:").replacing("upperBound:", with: "to:").replacing(
      "through:", with: "to:")
  }

  /// - Parameter form: as a lock has it: `i64`, `u8[*]`, `<Range<Int>>`.
  public static func text(_ form: String, _ value: SchemaValue) -> String {
    if form.hasSuffix("?") { return text(String(form.dropLast()), value) }
    if form.hasPrefix("<") {
      return SwiftTypeText(String(form.dropFirst().dropLast())).map { meaning($0, value) } ?? "?"
    }
    return form.hasSuffix("[*]") && value != .null
      ? "[" + elements(value).map(plain).joined(separator: ", ") + "]" : plain(value)
  }

  private static func plain(_ value: SchemaValue) -> String {
    if case .real(let real) = value, let integer = Int64(exactly: real) { return "\(integer)" }
    return value == .null ? "nil" : value.description
  }

  private static func elements(_ value: SchemaValue) -> [SchemaValue] {
    if case .list(let all) = value { all } else { [] }
  }

  private static func meaning(_ type: SwiftTypeText, _ value: SchemaValue) -> String {
    if value == .null { return "nil" }
    func list(_ element: SwiftTypeText, _ brackets: (String, String)) -> String {
      brackets.0 + elements(value).map { meaning(element, $0) }.joined(separator: ", ") + brackets.1
    }
    func fields(_ named: [String: String]) -> String {
      "(" + named.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", ") + ")"
    }
    switch type {
    case .optional(let wrapped): return meaning(wrapped, value)
    case .array(let element): return list(element, ("[", "]"))
    case .named("Data", _):
      guard case .text(let digits) = value else { return "?" }
      let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { start in
        Int(digits.dropFirst(start).prefix(2), radix: 16).map { "\($0)" }
      }
      return "[" + bytes.joined(separator: ", ") + "]"
    case .named("Set", let arguments): return list(arguments[0], ("[", "]"))
    case .dictionary(let key, let element):
      guard case .dictionary(let entries) = value else { return "?" }
      return fields(
        Dictionary(entries.map { (meaning(key, $0), meaning(element, $1)) }, uniquingKeysWith: { $1 }))
    case .tuple, .named("Point", _), .named("Size", _):
      guard case .record(let all) = value else { return "?" }
      return fields(all.mapValues(plain))
    case .named(let name, _) where name.hasPrefix("SIMD"):
      return fields(Dictionary(zip(["x", "y", "z", "w"], elements(value).map(plain)), uniquingKeysWith: { $1 }))
    case .named(let name, _) where name.hasSuffix("Range") && name != "NSRange":
      let parts = elements(value).map(plain)
      return fields(["from": parts[0], name == "Range" ? "to" : "through": parts[1]])
    case .named("Figure", _), .named("Plain", _):
      guard case .enumerationCase(let name, let values) = value else { return "?" }
      return values.isEmpty ? SchemaValue.text(name).description : "\(name) \(fields(values.mapValues(plain)))"
    case .named(let name, _) where hasOwnMeaning.contains(name): return "\(name) \(plain(value))"
    default: return plain(value)
    }
  }

  private static let hasOwnMeaning: Set<String> = [
    "Date", "UUID", "URL", "Decimal", "Locale", "TimeZone", "IndexSet", "CGPoint", "CGSize", "CGRect", "NSRange",
  ]
}
