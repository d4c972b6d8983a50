import ArchiveModel

/// The warning about an attribute that changes nothing, in both languages.
enum RedundantAttribute {
  static func warning(
    _ attribute: Attribute, _ reason: String, line: String?, keepsMark: Bool = false
  ) -> Diagnostic {
    Diagnostic(
      .redundantAttribute, at: attribute.location, "'\(attribute.name.rawValue)' changes nothing: \(reason)",
      advice: "remove it", sourceLine: line,
      fixIts: AttributeRemoval.fixIts(attribute, in: line, keepsMark: keepsMark))
  }

  /// Warnings about former keys or names that are current, or that are given twice.
  static func warnings(
    about was: Attribute, current: String, _ word: String, line: String?, keepsMark: Bool = false
  ) -> [Diagnostic] {
    var seen: Set<String> = [current]
    let redundant = was.arguments.filter { !seen.insert($0.text).inserted }
    guard redundant.count < was.arguments.count else {
      return [warning(was, "'\(current)' is the current \(word)", line: line, keepsMark: keepsMark)]
    }
    return redundant.map { argument in
      let reason = argument.text == current ? "is the current \(word)" : "is given twice"
      return Diagnostic(
        .redundantAttribute, at: argument.location, "'was' changes nothing for '\(argument.text)': it \(reason)",
        advice: "remove it", sourceLine: line, fixIts: AttributeRemoval.fixIts(argument, in: line))
    }
  }
}
