import ArchiveModel

/// The fields that nothing but an annotation can settle, and the words for them.
enum UnresolvedField {
  /// nil when the field's type says all there is to know.
  static func refusal(of field: Field, _ attributes: [Attribute], isLast: Bool) -> Refusal? {
    let (element, dimensions) = field.type.arrayElement
    if let ahead = attributes.first(where: { Self.notYet.contains($0.name) }) {
      return Refusal(
        field: field, reason: "needs '\(ahead.name.rawValue)', which this version does not carry out yet",
        advice: skipAdvice)
    }
    switch element {
    case .pointer(.function): return unsupported(field, "is a function pointer")
    case .pointer: return unsupported(field, "is a pointer, which this version does not archive yet")
    case .flexibleArray: return unsupported(field, "is a flexible array, and nothing says how many elements it has")
    case .incomplete(let name): return unsupported(field, "has the incomplete type '\(name)'")
    case .unsupported(let reason): return unsupported(field, reason)
    case .void, .function: return unsupported(field, "has no value")
    default: break
    }
    // GNU C's older spelling of a flexible array; in the middle of a record it only marks a place.
    if isLast, dimensions.first == 0 {
      return unsupported(field, "is an array of no elements at the record's end, and nothing says how many follow")
    }
    return nil
  }

  static func union(_ field: Field) -> Refusal {
    Refusal(field: field, reason: "is a union, and nothing says which member is live", advice: skipAdvice)
  }

  static func unsupported(_ field: Field, _ reason: String) -> Refusal {
    Refusal(field: field, reason: reason, advice: skipAdvice)
  }

  /// A record is refused for what stands inside it; the note leads to the place.
  static func nested(_ field: Field, _ inner: Record, _ cause: Refusal) -> Refusal {
    var notes = cause.notes
    if notes.isEmpty {
      notes = [Diagnostic(.note, at: cause.field.location, "\(cause.field.displayName) \(cause.reason)")]
    }
    return Refusal(
      field: field, reason: "has the type '\(inner.displayName)', which cannot be archived whole",
      advice: "annotate the field that the note names, or write '// archive: skip' here", notes: notes)
  }

  private static let skipAdvice = "write '// archive: skip' on its line to leave it out, or run with --unresolved skip"

  private static let notYet: Set<Attribute.Name> = [.count, .bytes, .ref, .weak, .tag, .case, .view]
}

extension Field {
  /// For messages.
  var displayName: String { name.isEmpty ? "the anonymous member" : "'\(name)' (\(typeSpelling))" }
}
