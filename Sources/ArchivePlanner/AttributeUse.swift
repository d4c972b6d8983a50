import ArchiveModel

/// Checks that attributes suit what carries them and each other.
enum AttributeUse {
  static func mistakes(in attributes: [Attribute], on record: Record) -> [Diagnostic] {
    attributes.compactMap { attribute in
      guard let argument = attribute.arguments.first else { return nil }
      switch attribute.name {
      case .version:
        guard Int(argument.text).map({ $0 < 1 }) ?? true else { return nil }
        return Diagnostic(
          .error, at: argument.location, "'\(argument.text)' is not a version", advice: "write a whole number from 1 on"
        )
      case .name, .was:
        guard let wrong = attribute.arguments.first(where: { !isPrintable($0.text) }) else { return nil }
        return Diagnostic(
          .error, at: wrong.location, "an archived name has printable characters, and at least one",
          advice: "write it like \(attribute.name.example)")
      default: return nil
      }
    }
  }

  private static func isPrintable(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
  }

  static func mistakes(in attributes: [Attribute], on field: Field) -> [Diagnostic] {
    attributes.compactMap { attribute in
      mistake(attribute, attributes, field).map {
        Diagnostic(.error, at: attribute.location, $0.message, advice: $0.advice)
      }
    }
  }

  private typealias Mistake = (message: String, advice: String)

  private static func mistake(_ attribute: Attribute, _ all: [Attribute], _ field: Field) -> Mistake? {
    let word = attribute.name.rawValue
    let (element, dimensions) = field.type.arrayElement
    if field.isAnonymousMember, attribute.name != .tag, attribute.name != .view {
      return ("'\(word)' does not apply to an anonymous member", "annotate its members one by one")
    }
    switch attribute.name {
    case .key, .was:
      if attribute.arguments.contains(where: \.text.isEmpty) {
        return ("a key cannot be empty", "leave '\(word)' out to use the field's name")
      }
      if !attribute.arguments.allSatisfy({ isPrintable($0.text) }) {
        return ("a key cannot hold control characters", "write a key of printable characters")
      }
    case .elements, .packed, .native:
      guard !dimensions.isEmpty || isCounted(field, all) else {
        return ("'\(word)' says how an array is stored, and '\(field.name)' is not an array", "remove it")
      }
      if let other = all.first(where: { $0.name != attribute.name && [.elements, .packed, .native].contains($0.name) }),
        other.location < attribute.location
      {
        return ("'\(word)' and '\(other.name.rawValue)' exclude each other", "keep one of them")
      }
      if attribute.name == .native, case .record = element {
        return ("'native' applies to arrays of arithmetic types", "use 'elements' or nothing for an array of records")
      }
    case .cstring:
      if case .pointer = element { return nil }
      guard element.isByte, !dimensions.isEmpty else {
        return ("'cstring' belongs on a char array, and '\(field.name)' is '\(field.typeSpelling)'", "remove it")
      }
      if let encoding = attribute.arguments.first?.text, !["utf8", "latin1"].contains(encoding) {
        let near = nearestWord(to: encoding, among: ["utf8", "latin1"])
        return (
          "unknown encoding '\(encoding)'",
          near.map { "did you mean '\($0)'?" } ?? "write cstring, cstring(utf8) or cstring(latin1)"
        )
      }
      if let storage = all.first(where: { [.elements, .packed, .native].contains($0.name) }) {
        return ("'cstring' and '\(storage.name.rawValue)' exclude each other", "text is stored as a string")
      }
    case .default:
      if case .record = element {
        return ("a nested record has no default of its own", "write 'default' on its fields")
      }
      if !dimensions.isEmpty, !all.has(.cstring) {
        return ("an array has no default", "leave 'default' out: a missing key gives zeros")
      }
      if all.has(.required) { return ("'default' and 'required' exclude each other", "keep one of them") }
    default: break
    }
    return nil
  }

  private static func isCounted(_ field: Field, _ all: [Attribute]) -> Bool {
    if case .flexibleArray = field.type { return true }
    return all.has(.count) || all.has(.bytes)
  }
}
