extension Attribute {
  /// The error for a word that another one before it excludes.
  ///
  /// - Parameter line: the text of the line that the word is on.
  public func contradiction(with others: some Sequence<Attribute>, line: String?) -> Diagnostic? {
    others.first { $0.name.excludes(name) }.map { other in
      Diagnostic(
        .conflictingAttributes, at: location, "'\(other.name.rawValue)' and '\(name.rawValue)' exclude each other",
        advice: "keep one of them", sourceLine: line)
    }
  }

  /// The error for a key or an archived name that cannot be one.
  ///
  /// - Parameter line: the text of the line that the word is on.
  public func textError(line: String?) -> Diagnostic? {
    guard [.key, .was, .name].contains(name) else { return nil }
    let what = name == .name ? "an archived name" : "a key"
    for argument in arguments {
      if argument.text.isEmpty {
        return Diagnostic(
          .invalidKey, at: argument.location, "\(what) cannot be empty",
          advice: "leave '\(name.rawValue)' out to use the declaration's own name", sourceLine: line)
      }
      if argument.text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) {
        return Diagnostic(
          .invalidKey, at: argument.location, "\(what) cannot hold control characters",
          advice: "write one of printable characters", sourceLine: line)
      }
    }
    return nil
  }
}
