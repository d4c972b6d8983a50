/// Checks attributes by their rows in the table: whether the arguments have the attribute's kind, and whether another
/// attribute excludes it.
///
/// The parser has already checked names, numbers of arguments and placements. The planner checks what depends on the
/// declaration's type, by `fields` and `types` of the same rows.
public struct AttributeChecker {
  private let line: String?
  private let isValid: (ArgumentKind, String) -> Bool

  /// - Parameters:
  ///   - line: the source line with the attributes, for diagnostics.
  ///   - isValid: whether an argument is Swift source of the given kind.
  public init(line: String?, isValid: @escaping (ArgumentKind, String) -> Bool = { _, _ in true }) {
    self.line = line
    self.isValid = isValid
  }

  /// The error in one attribute, regardless of the others.
  public func argumentError(_ attribute: Attribute) -> Diagnostic? {
    for argument in attribute.arguments {
      if let problem = problem(argument, of: attribute) {
        return Diagnostic(problem.id, at: argument.location, problem.message, advice: problem.advice, sourceLine: line)
      }
    }
    return nil
  }

  /// The error in an attribute that an earlier attribute excludes.
  public func exclusionError(_ attribute: Attribute, beside others: some Sequence<Attribute>) -> Diagnostic? {
    others.first { $0.name.excludes(attribute.name) }.map { Self.exclusion(of: attribute, by: $0, line: line) }
  }

  /// The error in an attribute that the declaration has already.
  ///
  /// - Parameter others: those that the declaration has.
  public func duplicate(_ attribute: Attribute, beside others: some Sequence<Attribute>) -> Diagnostic {
    var advice = "keep one of them"
    // To keep one of two lists of former keys would lose a release.
    if let first = others.first(attribute.name), attribute.name.arity.upperBound > 1, !attribute.arguments.isEmpty {
      var texts: [String] = []
      for argument in first.arguments + attribute.arguments {
        let text = argument.isQuoted ? "\"\(argument.text)\"" : argument.text
        if !texts.contains(text) { texts.append(text) }
      }
      if attribute.name.arity.contains(texts.count) {
        advice = "write one: \(attribute.name.rawValue)(\(texts.joined(separator: ", ")))"
      }
    }
    return Diagnostic(
      .duplicateAttribute, at: attribute.location, "'\(attribute.name.rawValue)' is given twice", advice: advice,
      sourceLine: line)
  }

  public static func exclusion(of attribute: Attribute, by other: Attribute, line: String? = nil) -> Diagnostic {
    Diagnostic(
      .conflictingAttributes, at: attribute.location,
      "'\(other.name.rawValue)' and '\(attribute.name.rawValue)' exclude each other", advice: "keep one of them",
      sourceLine: line)
  }

  private typealias Problem = (id: DiagnosticID, message: String, advice: String)

  private func problem(_ argument: Attribute.Argument, of attribute: Attribute) -> Problem? {
    let text = argument.text
    switch attribute.name.rule.arguments {
    case .key: return keyProblem(text, "a key", of: attribute)
    case .archivedName: return keyProblem(text, "an archived name", of: attribute)
    case .removedKey:
      guard !isPrintable(text) else { return nil }
      return (
        .invalidKey, "a key has at least one character, and only printable ones",
        "write it like \(attribute.name.example)"
      )
    case .version:
      guard (Int(text) ?? 0) < 1 else { return nil }
      return (.invalidArgument, "'\(text)' is not a version", "write a positive integer")
    case .access:
      let all = GeneratedAccess.allCases.map(\.rawValue)
      guard !all.contains(text) else { return nil }
      return (
        .invalidArgument, "'\(text)' is not a possible access level of generated code",
        didYouMean(text, among: all) ?? "write 'internal', 'package' or 'public'"
      )
    case .encoding:
      let all = TextEncoding.allCases.map(\.rawValue)
      guard !all.contains(text) else { return nil }
      return (
        .invalidArgument, "unknown encoding '\(text)'",
        didYouMean(text, among: all)
          ?? "write cstring, cstring(utf8) or cstring(latin1)"
      )
    case .representation:
      let all = ValueRepresentation.allCases.map(\.rawValue)
      guard !all.contains(text) else { return nil }
      return (
        .invalidArgument, "'\(text)' is nothing that a value can be archived as",
        didYouMean(text, among: all) ?? "write one of \(all.map { "as(\($0))" }.joined(separator: ", "))"
      )
    case .function:
      guard argument.isQuoted || !text.isMemberPath else { return nil }
      return (
        .invalidArgument, "'\(text)' is not the name of a Swift function",
        "write it like via(pack, unpack) or via(Codec.pack, Codec.unpack)"
      )
    case .expression: return sourceProblem(argument, .expression, "is not a Swift expression", attribute)
    case .type: return sourceProblem(argument, .type, "is not the name of a type", attribute)
    case .labels: return sourceProblem(argument, .labels, "is not a list of labels", attribute)
    case .method: return sourceProblem(argument, .method, "is not the name of a method", attribute)
    case .other: return nil
    }
  }

  private func keyProblem(_ text: String, _ what: String, of attribute: Attribute) -> Problem? {
    if text.isEmpty {
      return (
        .invalidKey, "\(what) cannot be empty",
        "leave '\(attribute.name.rawValue)' out to use the declaration's own name"
      )
    }
    return isPrintable(text)
      ? nil : (.invalidKey, "\(what) cannot hold control characters", "use printable characters only")
  }

  private func isPrintable(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
  }

  private func sourceProblem(
    _ argument: Attribute.Argument, _ kind: ArgumentKind, _ what: String, _ attribute: Attribute
  ) -> Problem? {
    let mayBeQuoted = if case .expression = kind { true } else { false }
    guard argument.isQuoted && !mayBeQuoted || !isValid(kind, argument.text) else { return nil }
    return (.invalidArgument, "'\(argument.text)' \(what)", "write it like \(attribute.name.example)")
  }
}

extension String {
  /// Whether the text consists of names separated by dots.
  public var isMemberPath: Bool {
    split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      guard let first = part.first, !first.isNumber else { return false }
      return part.allSatisfy { $0 == "_" || $0 == "$" || $0.isLetter || $0.isNumber }
    }
  }
}
