import ArchiveModel

/// Why fields cannot be archived without an annotation, and the attributes that they can have.
extension Refusal {
  /// The refusal of a field for its type; nil if the type can be archived. Pointers, flexible arrays and unions have
  /// refusals of their own.
  static func ofType(_ field: Field, isLast: Bool, suggestedCount: () -> AnnotationSuggestion?) -> Refusal? {
    let (element, dimensions) = field.type.arrayElement
    switch element {
    case .incomplete(let name): return unsupported(field, "has the incomplete type '\(name)'")
    case .unsupported(let reason): return unsupported(field, reason)
    case .void, .function: return unsupported(field, "has no value")
    default: break
    }
    // This is GNU C's older form of a flexible array. In the middle of a record it only marks an offset.
    if isLast, dimensions.first == 0 {
      return refusal(
        .unresolvedArray, field,
        "is an array without elements at the record's end, and no annotation gives the number of elements",
        words: ["count(n)", "bytes(n)"], suggestion: suggestedCount())
    }
    return nil
  }

  /// - Parameter suggestion: the attributes that probably are the right ones.
  static func pointer(_ field: Field, to pointee: CType, suggestion: AnnotationSuggestion?) -> Refusal {
    if case .function = pointee {
      return refusal(
        .unresolvedPointer, field, "is a function pointer, and no annotation lists the functions that it may point to",
        words: ["symbols(name, …)", "via(pack, unpack)"])
    }
    let words =
      switch pointee {
      case .void, .incomplete: ["to(type)", "bytes(n)", "via(pack, unpack)"]
      case let type where field.mayBeText(type): ["cstring", "count(n)", "ref", "weak"]
      case .pointer(let inner) where field.mayBeText(inner):
        ["'cstring, count(n)'", "'cstring, terminated'", "'cstring, ref'"]
      case .pointer: ["count(n)", "terminated", "ref", "weak"]
      default: ["ref", "count(n)", "weak"]
      }
    var refusal = refusal(
      .unresolvedPointer, field, "is a pointer, and no annotation describes its target", words: words,
      suggestion: suggestion)
    if case .record(let id) = pointee.innermost { refusal.target = id }
    return refusal
  }

  /// What to write for an array of heads of lists.
  static func headsAdvice(_ link: String, _ call: String) -> String {
    "if these are heads of lists, declare a struct around each, like 'struct bucket { \(link) head; /* archive: \(call) */ };', and point to an array of these, in a copy of the header that has the same layout"
  }

  static func flexibleArray(_ field: Field, suggestedCount: AnnotationSuggestion?) -> Refusal {
    refusal(
      .unresolvedArray, field, "is a flexible array, and no annotation gives the number of elements",
      words: ["count(n)", "bytes(n)"],
      suggestion: suggestedCount)
  }

  /// A pointer to a type that is never defined.
  static func opaque(_ field: Field, _ pointee: CType) -> Refusal {
    let name = if case .incomplete(let name) = pointee { "'\(name)', which is never defined" } else { "nothing known" }
    return refusal(
      .unresolvedPointer, field, "is a pointer to \(name)", words: ["to(type)", "bytes(n)", "via(pack, unpack)"])
  }

  /// - Parameter members: what prevents members of the union, which is asked as soon as one may be live.
  static func union(_ field: Field, suggestedTag: AnnotationSuggestion?, members: [Refusal] = []) -> Refusal {
    var refusal = refusal(
      .unresolvedUnion, field, "is a union, and no annotation determines the live member",
      words: ["tag(field) (and case(value, …) on the union's members)", "view(member)"], suggestion: suggestedTag)
    refusal.laterNotes = members.prefix(12).filter(\.notes.isEmpty).map { member in
      Diagnostic.note(
        at: member.field.location, "its member \(member.field.displayName) \(member.reason)",
        advice: member.adviceIfSkipped)
    }
    return refusal
  }

  static func arrayOfUnions(_ field: Field) -> Refusal {
    refusal(
      .unresolvedUnion, field,
      "is a union in an array, and no annotation inside determines the live member of each element",
      advice: "put the union into a struct together with its tag, or write '// archive: skip' on its line")
  }

  static func unionPointee(_ field: Field, _ union: Record) -> Refusal {
    refusal(
      .unresolvedUnion, field,
      "is a pointer to '\(union.displayName)', a union whose live member no annotation determines",
      advice: "write tag(member) or view(member) on the union's definition, or '// archive: skip' here",
      notes: [Diagnostic.note(at: union.location, "'\(union.displayName)' is defined here")])
  }

  static func unsupported(_ field: Field, _ reason: String) -> Refusal {
    Refusal(
      id: .unsupportedField, field: field, reason: reason,
      advice: "write '// archive: skip' on its line to leave it out, or run with --unresolved skip",
      adviceIfSkipped: "write '// archive: skip' on its line if this is intended")
  }

  /// The refusal of a field whose record cannot be archived. The notes locate the causes.
  static func nested(_ field: Field, _ inner: Record, _ causes: [Refusal]) -> Refusal {
    let what = inner.name == nil ? "is a \(inner.kind.rawValue) that" : "has the type '\(inner.displayName)', which"
    return unfit(field, what, inner, causes)
  }

  /// The refusal of a pointer to a record that cannot be archived.
  static func pointee(_ field: Field, _ target: Record, _ causes: [Refusal]) -> Refusal {
    unfit(field, "is a pointer to '\(target.displayName)', which", target, causes)
  }

  private static func unfit(_ field: Field, _ what: String, _ record: Record, _ causes: [Refusal]) -> Refusal {
    let reason = "\(what) cannot be archived whole"
    if let error = causes.first, error.isCausedByError {
      return refusal(.dependentType, field, reason, advice: error.advice, notes: error.notes, isCausedByError: true)
    }
    let notes = notes(causes, isReported: record.name != nil && record.isFromInput)
    let fields = notes.count == 1 ? "the field that the note names" : "the fields that the notes name"
    return refusal(
      .dependentType, field, reason, advice: "annotate \(fields), or write '// archive: skip' here", notes: notes)
  }

  /// - Parameter isReported: whether the record has messages of its own, with all causes.
  private static func notes(_ causes: [Refusal], isReported: Bool) -> [Diagnostic] {
    causes.prefix(isReported ? 1 : 12).flatMap { cause in
      guard cause.notes.isEmpty else { return cause.notes }
      let message = "\(cause.field.displayName) \(cause.reason)"
      return [
        Diagnostic.note(
          at: cause.field.location, message, advice: isReported ? nil : cause.adviceIfSkipped)
      ]
    }
  }

  /// The field itself is right, so the advice does not propose to skip it.
  ///
  /// - Parameter what: how the field depends on the record with errors: "is a pointer to 'struct wagon'".
  static func invalid(_ field: Field, _ what: String, _ record: Record) -> Refusal {
    refusal(
      .dependentType, field, "\(what), whose annotations have errors",
      advice: "correct the errors there; this field needs no change",
      notes: [Diagnostic.note(at: record.location, "'\(record.displayName)' is defined here")], isCausedByError: true)
  }

  /// - Parameters:
  ///   - words: the attributes that are possible.
  ///   - suggestion: the attributes that names, types and comments suggest.
  private static func refusal(
    _ id: DiagnosticID, _ field: Field, _ reason: String, words: [String], suggestion: AnnotationSuggestion? = nil
  ) -> Refusal {
    var example = ""
    var annotation: String?
    var question = ""
    switch suggestion {
    case .example(let words, let besides):
      // A fix-it changes one line, so there is none if other lines need annotations too.
      annotation = besides == nil ? words : nil
      example =
        ", like '// archive: \(words)'" + (besides.map { " with \($0)" } ?? "") + (field.room(after: words) ?? "")
    case .question(let text): question = "; \(text)?"
    case nil: break
    }
    return Refusal(
      id: id, field: field, reason: reason,
      advice:
        "write \(words.joined(separator: ", ")) or skip on its line\(example), or run with --unresolved skip\(question)",
      adviceIfSkipped:
        "write \(words.alternatives) on its line\(example), or skip if it should not be archived\(question)",
      annotation: annotation)
  }

  private static func refusal(
    _ id: DiagnosticID, _ field: Field, _ reason: String, advice: String, notes: [Diagnostic] = [],
    isCausedByError: Bool = false
  ) -> Refusal {
    Refusal(
      id: id, field: field, reason: reason, advice: advice, adviceIfSkipped: advice, notes: notes,
      isCausedByError: isCausedByError)
  }
}

extension Field {
  /// What a proposed count does not restore, in parentheses: room for more elements, whose size only the code that adds them may know.
  /// Nobody adds to what is `const`, and `capacity` speaks for itself.
  fileprivate func room(after words: String) -> String? {
    guard !typeSpelling.hasPrefix("const "), !words.contains("capacity(") else { return nil }
    for (attribute, unit) in [("count(", "elements"), ("bytes(", "bytes")] where words.hasPrefix(attribute) {
      guard let end = words.lastIndex(of: ")") else { continue }
      let number = words[words.index(words.startIndex, offsetBy: attribute.count)..<end]
      return " (memory that is read has room for '\(number)' \(unit) and no more)"
    }
    return nil
  }

  /// The name and type for messages.
  var displayName: String { name.isEmpty ? "the anonymous member" : "'\(name)' (\(typePhrase))" }

  /// The type as C spells it; "unnamed union" and not "union (unnamed)", in which parentheses would stand in parentheses.
  var typePhrase: String {
    guard typeSpelling.hasBytes(of: "(unnamed)"), let unnamed = typeSpelling.firstRange(of: "(unnamed)") else {
      return typeSpelling
    }
    let before = typeSpelling[..<unnamed.lowerBound]
    guard
      let kind = ["struct", "union", "enum"].compactMap({ before.ranges(of: $0 + " ").last }).max(by: {
        $0.lowerBound < $1.lowerBound
      })
    else { return typeSpelling }
    return before[..<kind.lowerBound] + "unnamed " + before[kind].dropLast() + typeSpelling[unnamed.upperBound...]
  }

  /// Whether `cstring` is possible on a pointer to this type. Wider integers are text only by the name of their type.
  func mayBeText(_ type: CType) -> Bool {
    guard let unit = TextUnit(type) else { return false }
    return unit.bits == 8 || typeSpelling.lowercased().contains("char")
  }
}
