import ArchiveModel

/// Errors in files that are no inputs, such as a C++ header that `--exclude` leaves out: they are reported where a given header includes
/// the file, because that line or that header is what can be changed.
enum ForeignIncludes {
  static func named(_ diagnostics: [Diagnostic], _ inputs: Inputs, _ model: HeaderModel) -> [Diagnostic] {
    guard !model.faultyIncludes.isEmpty else { return diagnostics }
    let given = Set(inputs.headers.map(\.path))
    var told: Set<String> = []
    return diagnostics.compactMap { diagnostic in
      guard diagnostic.severity == .error, let file = diagnostic.location?.file, !given.contains(file) else {
        return diagnostic
      }
      let isLeftOut = inputs.isLeftOut(file)
      let text = diagnostic.message.droppingPrefix(cplusplus(file))
      guard isLeftOut || text != nil else { return diagnostic }
      let includes = model.faultyIncludes.filter { $0.file == file }
        .sorted { (isDirect($1) ? 1 : 0, $0.header) < (isDirect($0) ? 1 : 0, $1.header) }
      guard let first = includes.first else { return diagnostic }
      guard told.insert(file).inserted else { return nil }
      let name = lastComponent(file)
      let which =
        text == nil
        ? "which --exclude leaves out" : isLeftOut ? "which is C++ and which --exclude leaves out" : "which is C++"
      var result = diagnostic
      result.location = first.location
      result.message = "'\(first.header)' includes '\(name)', \(which): \(text ?? diagnostic.message)"
      result.advice = advice(includes, inputs, name: name, isOtherLanguage: text != nil)
      result.fixIts = []
      result.sourceLine = first.sourceLine
      result.notes = includes.dropFirst().map { other in
        Diagnostic.note(
          at: other.location,
          isDirect(other)
            ? "'\(other.header)' includes it as well" : "'\(other.header)' includes it through another header",
          sourceLine: other.sourceLine)
      }
      return result
    }
  }

  /// How messages about C++ headers begin.
  private static func cplusplus(_ file: String) -> String { "'\(file)' is C++, and archivegen reads C: " }

  private static func isDirect(_ include: FaultyInclude) -> Bool {
    include.sourceLine?.contains(lastComponent(include.file)) == true
  }

  private static func advice(
    _ includes: [FaultyInclude], _ inputs: Inputs, name: String, isOtherLanguage: Bool
  ) -> String {
    let headers = inputs.headers.filter { header in includes.contains { $0.header == header.path } }
    let options = headers.filter(\.isFound).prefix(8).map { "--exclude '\($0.name)'" }.joined(separator: " ")
    let out = options.isEmpty ? "remove the header from the inputs" : "leave out what includes it too (\(options))"
    return isOtherLanguage
      ? "\(out), or write the #include between '#ifdef __cplusplus' and '#endif'"
      : "\(out), or make '\(name)' readable and an input again"
  }
}

extension String {
  /// The rest behind the prefix; nil without it.
  fileprivate func droppingPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
