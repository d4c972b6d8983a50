import ArchiveModel

/// Macros that annotations use as numbers: `case(AF_INET)`, `count(BUFFER_SIZE)`.
///
/// libclang does not evaluate macros, so the headers are parsed again with an enumerator for each macro after them. Few
/// annotations use a macro; without any there is no second parse.
enum MacroConstants {
  /// The enumerators' values, with those of macros that annotations use.
  ///
  /// - Parameter values: returns the values of those names that are macros of integers.
  static func added(
    to enumerators: [String: Int64], _ words: Set<String>, _ records: [Record],
    values: ([String]) -> [String: Int64]
  ) -> [String: Int64] {
    var words = words
    for record in records {
      words.formUnion(record.attributes.namedConstants)
      for field in record.fields where !field.attributes.isEmpty { words.formUnion(field.attributes.namedConstants) }
    }
    if words.isEmpty { return enumerators }
    words.subtract(["default", "true", "false"])
    words.subtract(enumerators.keys)
    for field in records.lazy.flatMap(\.fields) { words.remove(field.name) }
    return words.isEmpty ? enumerators : enumerators.merging(values(words.sorted())) { first, _ in first }
  }
}

extension HeaderParser {
  /// The values of those names that are macros of integers in these headers.
  func macros(_ names: [String], _ headers: [HeaderInput]) -> [String: Int64] {
    var text = Umbrella(headers).text
    var line = text.utf8.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    var lines: [Int: String] = [:]
    for (index, name) in names.enumerated() {
      text += "#ifdef \(name)\nenum { archivegen_macro_\(index) = (\(name)) };\n#endif\n"
      lines[line + 1] = name
      line += 3
    }
    guard let unit = try? parse(text: text, goesOn: true) else { return [:] }
    // A macro that is not an integer leads to an error at its line.
    let wrong = Set(unit.diagnostics.filter(\.isError).compactMap { $0.location.position?.line })
    let bad = Set(wrong.compactMap { lines[$0] })
    var values: [String: Int64] = [:]
    unit.root.forEachChild { child in
      guard case .enumeration = child.kind else { return }
      child.forEachChild { enumerator in
        let spelling = enumerator.spelling
        guard spelling.hasPrefix("archivegen_macro_"), let index = Int(spelling.dropFirst("archivegen_macro_".count)),
          names.indices.contains(index), !bad.contains(names[index])
        else { return }
        values[names[index]] = enumerator.enumeratorValue
      }
    }
    return values
  }
}
