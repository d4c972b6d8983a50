import ArchiveModel

/// The fields that nothing but an annotation can settle, and the words for them.
enum UnresolvedField {
  /// nil when the field's type says all there is to know. Pointers, flexible arrays and unions are not asked here.
  static func refusal(of field: Field, isLast: Bool) -> Refusal? {
    let (element, dimensions) = field.type.arrayElement
    switch element {
    case .incomplete(let name): return unsupported(field, "has the incomplete type '\(name)'")
    case .unsupported(let reason): return unsupported(field, reason)
    case .void, .function: return unsupported(field, "has no value")
    default: break
    }
    // GNU C's older spelling of a flexible array; in the middle of a record it only marks a place.
    if isLast, dimensions.first == 0 {
      return Refusal(
        field: field, reason: "is an array of no elements at the record's end, and nothing says how many follow",
        advice: write("count(n), bytes(n)"))
    }
    return nil
  }

  static func pointer(_ field: Field, to pointee: CType) -> Refusal {
    if case .function = pointee {
      return Refusal(
        field: field, reason: "is a function pointer, and nothing says which functions it may lead to",
        advice: write("symbols(name, …)"))
    }
    let words =
      switch pointee {
      case .void, .incomplete: "to(type), bytes(n), via(pack, unpack)"
      case .integer(8, _): "cstring, count(n), ref, weak"
      case .pointer(let inner) where inner.isByte: "cstring, count(n), ref"
      default: "ref, count(n), cstring, weak"
      }
    return Refusal(
      field: field, reason: "is a pointer, and nothing says what is behind it", advice: write(words))
  }

  static func tail(_ field: Field) -> Refusal {
    Refusal(
      field: field, reason: "is a flexible array, and nothing says how many elements it has",
      advice: write("count(n), bytes(n)"))
  }

  /// A pointer to a type that is never defined.
  static func opaque(_ field: Field, _ pointee: CType) -> Refusal {
    let name = if case .incomplete(let name) = pointee { "'\(name)', which is never defined" } else { "nothing known" }
    return Refusal(
      field: field, reason: "is a pointer to \(name)", advice: write("bytes(n), via(pack, unpack)"))
  }

  static func union(_ field: Field) -> Refusal {
    Refusal(
      field: field, reason: "is a union, and nothing says which member is live",
      advice: write("tag(field) (and case(value, …) on the union's members), view(member)"))
  }

  static func arrayOfUnions(_ field: Field) -> Refusal {
    Refusal(
      field: field, reason: "is a union in an array, and nothing inside each says which member is live",
      advice: "put the union into a struct together with its tag, or write '// archive: skip' on its line")
  }

  static func unionPointee(_ field: Field, _ union: Record) -> Refusal {
    Refusal(
      field: field, reason: "is a pointer to '\(union.displayName)', a union that does not say which member is live",
      advice: "write tag(member) or view(member) on the union's definition, or '// archive: skip' here",
      notes: [Diagnostic(.note, at: union.location, "'\(union.displayName)' is defined here")])
  }

  static func unsupported(_ field: Field, _ reason: String) -> Refusal {
    Refusal(field: field, reason: reason, advice: skipAdvice)
  }

  /// A record is refused for what stands inside it; the note leads to the place.
  static func nested(_ field: Field, _ inner: Record, _ cause: Refusal) -> Refusal {
    Refusal(
      field: field, reason: "has the type '\(inner.displayName)', which cannot be archived whole",
      advice: "annotate the field that the note names, or write '// archive: skip' here", notes: notes(cause))
  }

  /// And for what its pointers lead to.
  static func pointee(_ field: Field, _ target: Record, _ cause: Refusal) -> Refusal {
    Refusal(
      field: field, reason: "is a pointer to '\(target.displayName)', which cannot be archived whole",
      advice: "annotate the field that the note names, or write '// archive: skip' here", notes: notes(cause))
  }

  private static func notes(_ cause: Refusal) -> [Diagnostic] {
    guard cause.notes.isEmpty else { return cause.notes }
    return [Diagnostic(.note, at: cause.field.location, "\(cause.field.displayName) \(cause.reason)")]
  }

  private static func write(_ words: String) -> String {
    "write \(words) or skip on its line, like '// archive: skip', or run with --unresolved skip"
  }

  private static let skipAdvice = "write '// archive: skip' on its line to leave it out, or run with --unresolved skip"
}

extension Field {
  /// For messages.
  var displayName: String { name.isEmpty ? "the anonymous member" : "'\(name)' (\(typeSpelling))" }
}
