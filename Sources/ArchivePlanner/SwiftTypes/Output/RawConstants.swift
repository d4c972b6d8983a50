import ArchiveModel

/// The constants of an option set, and of other structs with a numeric raw value.
///
/// Archives contain the numbers, so their meaning must not change. A constant that is not written as
/// `Self(rawValue: NUMBER)` is left out, because it combines others or is computed by the app.
enum RawConstants {
  static func entries(of declaration: SwiftTypeDeclaration) -> [ArchivedEntry] {
    let own = declaration.name.split(separator: ".").last.map(String.init) ?? declaration.name
    return declaration.properties.filter { $0.isStatic && $0.storage == .stored }.compactMap { property in
      guard let value = property.initialValue.flatMap({ rawValue(of: $0, typeName: own) }) else { return nil }
      var entry = ArchivedEntry(key: property.name, form: ArchivedForm(.enumerator(value)))
      entry.location = property.location
      entry.sourceLine = property.sourceLine
      return entry
    }.sorted { $0.key < $1.key }
  }

  /// The number in `Options(rawValue: 1 << 3)`, `Self(rawValue: 8)`, `.init(rawValue: 0x8)`.
  static func rawValue(of expression: String, typeName: String) -> Int64? {
    guard let open = expression.firstIndex(of: "("), expression.last == ")" else { return nil }
    let called = expression[..<open].filter { !$0.isWhitespace }
    let callees = ["Self", "Self.init", ".init", typeName, typeName + ".init"]
    guard callees.contains(where: { called == $0 || called.hasSuffix("." + $0) }) else { return nil }
    let argument = expression[expression.index(after: open)...].dropLast()
    let parts = argument.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }) == "rawValue" else { return nil }
    return number(parts[1])
  }

  /// Evaluates literals, `|` and `<<`, with which the numbers of flags are usually written.
  private static func number(_ text: Substring) -> Int64? {
    let text = String(text.filter { !$0.isWhitespace && $0 != "_" })
    if text.contains("|") {
      let parts = text.split(separator: "|", omittingEmptySubsequences: false).map { number($0) }
      return parts.contains(nil) ? nil : parts.compactMap(\.self).reduce(0, |)
    }
    if let shift = text.firstRange(of: "<<") {
      guard let left = number(text[..<shift.lowerBound]), let right = number(text[shift.upperBound...]),
        0..<64 ~= right
      else { return nil }
      return left << right
    }
    if text.first == "(", text.last == ")" { return number(text.dropFirst().dropLast()) }
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where text.hasPrefix(prefix) {
      return UInt64(text.dropFirst(2), radix: radix).map { Int64(bitPattern: $0) }
    }
    return Int64(text) ?? UInt64(text).map { Int64(bitPattern: $0) }
  }
}
