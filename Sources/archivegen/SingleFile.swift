import ArchiveRenderer

/// Joins the generated Swift files, those of the headers' types and those of the Swift models.
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
      guard let module = publicImport(line) else { continue }
      text = text.replacing("\nimport \(module)\n", with: "\npublic import \(module)\n")
    }
    let known = Set(text.split(separator: "\n"))
    let kept = preamble.filter { line in
      !line.isEmpty && !known.contains(line) && !known.contains("public " + line)
    }
    text +=
      "\n"
      + (kept + (kept.isEmpty ? [] : [""]) + lines.dropFirst(preamble.count).drop { $0.isEmpty }).joined(
        separator: "\n")
  }

  private static func publicImport(_ line: Substring) -> Substring? {
    let words = line.split(separator: " ")
    return words.count == 3 && words[0] == "public" && words[1] == "import" ? words[2] : nil
  }

  private static func isAlone(_ line: Substring) -> Bool {
    line.hasPrefix("//") && !line.hasPrefix("///")
      || line.split(separator: " ").contains("import") || line.contains("typealias RuntimeInterface")
  }
}
