import ArchiveRenderer

/// Joins the generated Swift files for the headers' types and for the Swift types.
enum SingleFile {
  /// - Parameters:
  ///   - files: the files of the run, which may include a module map.
  ///   - name: the name of the one Swift file. It is written even if there are no types, because build systems expect
  ///     it.
  ///   - empty: the text if there are no types.
  static func joined(_ files: [RenderedFile], name: String, empty: String) -> [RenderedFile] {
    let parts = files.filter { $0.name.hasSuffix(".swift") }
    let others = files.filter { !$0.name.hasSuffix(".swift") }
    var text = parts.first?.text ?? empty
    for part in parts.dropFirst() { append(part.text, to: &text) }
    return (others + [RenderedFile(name: name, text: text)]).sorted { $0.name < $1.name }
  }

  /// Appends a file. A line that other files have too, such as an import, is kept once; of two imports of a module the
  /// one with the wider access is kept, because it applies to both.
  private static func append(_ part: String, to text: inout String) {
    var lines = part.split(separator: "\n", omittingEmptySubsequences: false)[...]
    if lines.first?.hasPrefix(OutputFolder.marker) == true { lines = lines.dropFirst() }
    let preamble = lines.prefix { $0.isEmpty || isAlone($0) }
    for line in preamble {
      guard let narrow = narrowed(line) else { continue }
      text = text.replacing("\n\(narrow)\n", with: "\n\(line)\n")
    }
    let all = text.split(separator: "\n")
    let known = Set(all.map(String.init) + all.compactMap(narrowed))
    let kept = preamble.filter { !$0.isEmpty && !known.contains(String($0)) }
    var body = Array(lines.dropFirst(preamble.count).drop { $0.isEmpty })
    // It stands behind the check of the platform.
    if let place = body.firstIndex(where: { isInterface($0) && known.contains(String($0)) }) {
      body.removeSubrange(place...(place + 1 < body.count && body[place + 1].isEmpty ? place + 1 : place))
    }
    text += "\n" + (kept + (kept.isEmpty ? [] : [""]) + body).joined(separator: "\n")
  }

  private static func isInterface(_ line: Substring) -> Bool { line.contains("typealias RuntimeInterface") }

  /// A public import without its access: `@_spi(GeneratedCode) public import M` becomes `@_spi(GeneratedCode) import
  /// M`.
  private static func narrowed(_ line: Substring) -> String? {
    let words = line.split(separator: " ")
    guard words.dropLast().suffix(2) == ["public", "import"] else { return nil }
    return words.filter { $0 != "public" }.joined(separator: " ")
  }

  private static func isAlone(_ line: Substring) -> Bool {
    line.hasPrefix("//") && !line.hasPrefix("///")
      || line.split(separator: " ").contains("import") || isInterface(line)
  }
}
