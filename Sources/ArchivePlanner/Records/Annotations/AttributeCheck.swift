import ArchiveModel

/// Checks that attributes suit what carries them and each other.
enum AttributeCheck {
  static func errors(in annotations: TypeAnnotations, on record: Record, _ records: RecordIndex) -> [Diagnostic] {
    annotations.written.compactMap { attribute in
      guard let argument = attribute.arguments.first else { return nil }
      switch attribute.name {
      case .version:
        guard Int(argument.text).map({ $0 < 1 }) ?? true else { return nil }
        return Diagnostic(
          .invalidArgument, at: argument.location, "'\(argument.text)' is not a version",
          advice: "write a whole number from 1 on"
        )
      case .name, .was:
        guard let wrong = attribute.arguments.first(where: { !isPrintable($0.text) || $0.text.hasPrefix("#") }) else {
          return nil
        }
        if wrong.text.hasPrefix("#") { return reserved(wrong, "an archived name") }
        return Diagnostic(
          .invalidKey, at: wrong.location, "an archived name has printable characters, and at least one",
          advice: "write it like \(attribute.name.example)")
      case .removed:
        if let wrong = attribute.arguments.first(where: { !isPrintable($0.text) }) {
          return Diagnostic(
            .invalidKey, at: wrong.location, "a key has printable characters, and at least one",
            advice: "write it like \(attribute.name.example)")
        }
        return presentKey(attribute, record, records)
      case .access: return accessError(argument)
      case .migrate: return MigrationResolver(records: records).error(attribute, annotations, on: record)
      case .tag, .none, .view:
        let word = attribute.name.rawValue
        guard record.kind == .union else {
          return Diagnostic(
            .misplacedAttribute, at: attribute.location,
            "'\(word)' belongs on a union, and '\(record.displayName)' is a struct",
            advice: "move it to the union that it is about")
        }
        return FieldAttributeCheck.unionExclusion(of: attribute, beside: annotations.union).map {
          Diagnostic($0.id, at: attribute.location, $0.message, advice: $0.advice)
        }
      default: return nil
      }
    }
  }

  /// A removed key that a field of the record has: what the archive has under it is read.
  private static func presentKey(
    _ attribute: Attribute, _ record: Record, _ records: RecordIndex
  ) -> Diagnostic? {
    for argument in attribute.arguments {
      let index = record.fields.indices.first { index in
        let (field, annotations) = (record.fields[index], records.annotations(of: record, field: index))
        return !annotations.isSkipped && !field.name.isEmpty && field.key(annotations) == argument.text
      }
      guard let field = index.map({ record.fields[$0] }) else { continue }
      return Diagnostic(
        .duplicateKey, at: argument.location,
        "'\(argument.text)' is the key of the field '\(field.name)', which is there",
        advice: "remove it from 'removed', or give the field another key")
    }
    return nil
  }

  /// An access that is none.
  static func accessError(_ argument: Attribute.Argument) -> Diagnostic? {
    guard GeneratedAccess(rawValue: argument.text) == nil else { return nil }
    let all = GeneratedAccess.allCases.map(\.rawValue)
    return Diagnostic(
      .invalidArgument, at: argument.location, "'\(argument.text)' is not an access that generated code may have",
      advice: nearestWord(to: argument.text, among: all).map { "did you mean '\($0)'?" }
        ?? "write 'internal', 'package' or 'public'")
  }

  /// What begins with '#' an archive has for itself.
  private static func reserved(_ argument: Attribute.Argument, _ what: String) -> Diagnostic {
    Diagnostic(
      .invalidKey, at: argument.location, "'\(argument.text)' begins with '#', which is kept for archives' own columns",
      advice: "write \(what) that begins with another character")
  }

  private static func isPrintable(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
  }

  /// - Parameter owner: the record that has the field.
  static func errors(
    in annotations: FieldAnnotations, on field: Field, of owner: Record, _ records: RecordIndex
  ) -> [Diagnostic] {
    guard !annotations.written.isEmpty else { return [] }
    let use = FieldAttributeCheck(field: field, annotations: annotations, owner: owner, records: records)
    return annotations.written.compactMap { attribute in
      if [.key, .was].contains(attribute.name),
        let argument = attribute.arguments.first(where: { argument in
          let key = attribute.name == .was ? FormerKey(written: argument.text).text : argument.text
          return key.hasPrefix("#")
        })
      {
        return reserved(argument, "a key")
      }
      return
        (error(attribute, use) ?? use.pointerError(attribute) ?? use.unionError(attribute)
        ?? use.exclusion(of: attribute)).map {
          Diagnostic($0.id, at: attribute.location, $0.message, advice: $0.advice)
        }
    }
  }

  private static func error(_ attribute: Attribute, _ use: FieldAttributeCheck) -> FieldAttributeCheck.Mistake? {
    let (word, field) = (attribute.name.rawValue, use.field)
    let (element, dimensions) = field.type.arrayElement
    if field.isAnonymousMember, ![.tag, .view, .case, .none].contains(attribute.name) {
      return (.misplacedAttribute, "'\(word)' does not apply to an anonymous member", "annotate its members one by one")
    }
    switch attribute.name {
    case .key, .was:
      if attribute.arguments.contains(where: \.text.isEmpty) {
        return (.invalidKey, "a key cannot be empty", "leave '\(word)' out to use the field's name")
      }
      if attribute.name == .was, let root = attribute.arguments.formerKeys.first(where: \.isFromRoot) {
        if root.text.isEmpty {
          return (.invalidKey, "'/' is the record itself, and no key of it", "write it like was(\"/\(field.name)\")")
        }
        if root.text.contains("/") {
          let path = root.text.replacing("/", with: ".")
          return (.invalidKey, "'\(root.written)' is no key", "members are joined by dots: write was(\"/\(path)\")")
        }
      }
      if !attribute.arguments.allSatisfy({ isPrintable($0.text) }) {
        return (.invalidKey, "a key cannot hold control characters", "write a key of printable characters")
      }
    case .elements, .packed, .native:
      guard !dimensions.isEmpty, !use.leadsOut else {
        let what = use.leadsOut ? "leads to its elements" : "is not an array"
        return (.misplacedAttribute, "'\(word)' says how an array is stored, and '\(field.name)' \(what)", "remove it")
      }
      if attribute.name == .native, case .record = element {
        return (
          .misplacedAttribute, "'native' applies to arrays of arithmetic types",
          "use 'elements' or nothing for an array of records"
        )
      }
    case .cstring:
      if let encoding = attribute.arguments.first?.text, TextEncoding(rawValue: encoding) == nil {
        let near = nearestWord(to: encoding, among: TextEncoding.allCases.map(\.rawValue))
        return (
          .invalidArgument, "unknown encoding '\(encoding)'",
          near.map { "did you mean '\($0)'?" } ?? "write cstring, cstring(utf8) or cstring(latin1)"
        )
      }
      if use.leadsOut { return nil }
      guard element.isByte, !dimensions.isEmpty else {
        return (
          .misplacedAttribute,
          "'cstring' belongs on a char array or a pointer to text, and '\(field.name)' is '\(field.typeSpelling)'",
          "remove it"
        )
      }
      if let encoding = attribute.arguments.first?.text, encoding.hasPrefix("utf"), encoding != "utf8" {
        return (
          .invalidArgument, "text in a char array is not in UTF-\(encoding.dropFirst(3))",
          "write cstring or cstring(latin1)"
        )
      }
    case .default:
      if use.leadsOut {
        return (
          .invalidDefault, "a field that leads to something has no default",
          "leave 'default' out: a missing key gives NULL"
        )
      }
      if case .record(let id) = element {
        if use.records[id]?.kind == .union {
          return (.invalidDefault, "a union has no default of its own", "write 'default' on its members")
        }
        return (.invalidDefault, "a nested record has no default of its own", "write 'default' on its fields")
      }
      if !dimensions.isEmpty, use.annotations.text == nil {
        return (.invalidDefault, "an array has no default", "leave 'default' out: a missing key gives zeros")
      }
    default: break
    }
    return nil
  }
}
