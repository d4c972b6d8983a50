import ArchiveModel

/// A `-W` option about one of our kinds of diagnostics: `unresolved-pointer`, `no-unresolved-pointer`,
/// `error=unresolved-pointer`, `no-error=unresolved-pointer`. Others are passed on to clang.
enum WarningOption {
  /// - Parameter text: the text after `-W`.
  /// - Returns: nil for an option that is not ours.
  /// - Throws: `WrongUsage` for a kind that is always an error, and for a probable misspelling of one of our kinds.
  static func parse(_ text: String) throws(WrongUsage) -> (id: DiagnosticID, level: DiagnosticLevel)? {
    let (name, level): (Substring, DiagnosticLevel) =
      if text.hasPrefix("no-error=") {
        (text.dropFirst("no-error=".count), .warning)
      } else if text.hasPrefix("error=") {
        (text.dropFirst("error=".count), .error)
      } else if text.hasPrefix("no-") {
        (text.dropFirst("no-".count), .ignore)
      } else {
        (text[...], .warning)
      }
    guard let id = DiagnosticID(rawValue: String(name)) else {
      let all = DiagnosticID.allCases.map(\.rawValue)
      // Clang has hundreds of names. A long name that differs from one of ours by a letter or two is not one of them.
      if name.count > 10, let near = nearestWord(to: String(name), among: all), isSlip(String(name), near) {
        throw WrongUsage(message: "unknown diagnostic '\(name)' in '-W\(text)'; did you mean '\(near)'?")
      }
      return nil
    }
    if let problem = level.problem(with: id) { throw WrongUsage(message: "'-W\(text)': \(problem)") }
    return (id, level)
  }

  private static func isSlip(_ name: String, _ near: String) -> Bool {
    abs(name.count - near.count) <= 2 && name.first == near.first && name.last == near.last
  }
}
