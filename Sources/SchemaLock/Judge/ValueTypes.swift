import ArchiveModel

extension SwiftTypeText {
  func names(anyOf names: Set<String>) -> Bool {
    switch self {
    case .named(let name, let arguments): names.contains(name) || arguments.contains { $0.names(anyOf: names) }
    case .optional(let inner), .array(let inner): inner.names(anyOf: names)
    case .dictionary(let key, let value): key.names(anyOf: names) || value.names(anyOf: names)
    case .tuple(let elements): elements.contains { $0.type.names(anyOf: names) }
    case .existential: false
    }
  }

  /// Whether a generic type of the schema is in it.
  func hasGeneric(_ isKnown: (String) -> Bool) -> Bool {
    switch self {
    case .named(let name, let arguments):
      !arguments.isEmpty && isKnown(name) || arguments.contains { $0.hasGeneric(isKnown) }
    case .optional(let inner), .array(let inner): inner.hasGeneric(isKnown)
    case .dictionary(let key, let value): key.hasGeneric(isKnown) || value.hasGeneric(isKnown)
    case .tuple(let elements): elements.contains { $0.type.hasGeneric(isKnown) }
    case .existential: false
    }
  }

  /// The number that values of the type are archived as.
  var number: ArchivedNumber? {
    guard case .named(let name, []) = self else { return nil }
    return switch name {
    case "Bool": ArchivedNumber(.bool)
    case "Float": ArchivedNumber(.floating(.single))
    case "Double", "CGFloat", "TimeInterval": ArchivedNumber(.floating(.double))
    default: ArchivedNumber(swiftInteger: name)
    }
  }

  var elements: (type: SwiftTypeText, isSet: Bool)? {
    switch self {
    case .array(let element): (element, false)
    case .named("Set", let arguments) where arguments.count == 1: (arguments[0], true)
    default: nil
    }
  }
}

extension ArchivedNumber {
  /// Swift's type for single numbers.
  var swiftType: SwiftTypeText? {
    guard shape == .single else { return nil }
    return switch scalar {
    case .bool: .named("Bool", [])
    case .floating(.single): .named("Float", [])
    case .floating(.double): .named("Double", [])
    case .integer(let bits, let isSigned) where [8, 16, 32, 64].contains(bits):
      .named("\(isSigned ? "" : "U")Int\(bits)", [])
    default: nil
    }
  }
}
