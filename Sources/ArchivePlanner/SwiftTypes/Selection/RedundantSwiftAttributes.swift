import ArchiveModel

/// Warnings about attributes that change nothing. It runs before keys of other declarations are adopted.
///
/// `PropertySelection` finds those that depend on the form of a value.
struct RedundantSwiftAttributes {
  private let index: SwiftTypeIndex
  private var diagnostics: [Diagnostic] = []

  static func warnings(_ index: SwiftTypeIndex, _ selection: Set<String>) -> [Diagnostic] {
    var pass = RedundantSwiftAttributes(index: index)
    for name in index.names where selection.contains(name) {
      if let declaration = index[name] { pass.check(declaration) }
    }
    return pass.diagnostics
  }

  private init(index: SwiftTypeIndex) { self.index = index }

  private mutating func check(_ declaration: SwiftTypeDeclaration) {
    let annotations = declaration.annotations
    for attribute in annotations.written where !declaration.hasAnnotationError {
      switch attribute.name {
      case .name where annotations.name == declaration.name:
        warn(attribute, "'\(declaration.name)' is the name of the type anyway", keepsMark: true)
      case .was: warn(attribute, current: annotations.name ?? declaration.name, "name", keepsMark: true)
      case .isolation:
        let written: String? =
          switch declaration.isolation {
          case .actor(let actor)?: actor
          case SwiftIsolation.none?: "nonisolated"
          case nil: nil
          }
        if let written, written == attribute.arguments.first?.text {
          warn(attribute, "the declaration shows its isolation", keepsMark: true)
        }
      default: break
      }
    }
    // An explicit key overrides those that other declarations give.
    let adoptsKeys =
      index["\(declaration.name).CodingKeys"] != nil
      || index.hasCodingMethods(declaration.name)
    for property in declaration.properties where !property.hasAnnotationError {
      check(property, of: declaration.name, adoptsKeys: adoptsKeys)
    }
    // Keys of cases with raw values are errors.
    let isRaw = RawValues.hasRawValue(declaration, index)
    for element in declaration.cases where !element.hasAnnotationError && !isRaw {
      check(element.annotations, of: element.name, adoptsKeys: adoptsKeys)
      for (position, value) in element.payload.enumerated() {
        check(
          value.annotations, of: value.label ?? "\(position)",
          adoptsKeys: adoptsKeys || index.names.contains { $0.hasSuffix("CodingKeys") })
      }
    }
  }

  private mutating func check(_ property: SwiftProperty, of owner: String, adoptsKeys: Bool) {
    let annotations = property.annotations
    guard property.isState else {
      // Its other attributes are errors.
      if let skip = annotations.written.first(.skip),
        ConstantReferences(index: index).state(of: property, in: owner) == nil
      {
        let kind =
          property.isStatic
          ? "a static property"
          : property.isOverride
            ? "an override"
            : property.storage == .computed
              ? "a computed property"
              : property.storage == .lazy ? "a lazy property" : "a constant with an initial value"
        warn(skip, "\(kind) is never archived")
      }
      return
    }
    if annotations.isSkipped { return }
    // The key also says that a wrapper stores the property's value.
    check(annotations, of: property.name, adoptsKeys: adoptsKeys || !property.attributes.isEmpty)
    for attribute in annotations.written {
      switch attribute.name {
      case .weak where property.reference != .strong: warn(attribute, "the variable is declared as a weak reference")
      case .default:
        let text = attribute.arguments.first?.text.trimmedSpace
        if let initial = property.initialValue, !property.isLet, text == initial {
          warn(attribute, "a missing key gives the initial value anyway")
        } else if property.initialValue == nil, text == "nil", case .optional? = property.type {
          warn(attribute, "a missing key gives nil anyway")
        }
      default: break
      }
    }
  }

  private mutating func check(_ annotations: FieldAnnotations, of name: String, adoptsKeys: Bool) {
    for attribute in annotations.written {
      switch attribute.name {
      case .key where annotations.key == name && !adoptsKeys: warn(attribute, "'\(name)' is the key anyway")
      case .was where annotations.key != nil || !adoptsKeys:
        warn(attribute, current: annotations.key ?? name, "key")
      default: break
      }
    }
  }

  private mutating func warn(_ was: Attribute, current: String, _ word: String, keepsMark: Bool = false) {
    guard let line = index.annotationLines[was.location] else { return }
    diagnostics += RedundantAttribute.warnings(
      about: was, current: current, word, line: line, keepsMark: keepsMark)
  }

  private mutating func warn(_ attribute: Attribute, _ reason: String, keepsMark: Bool = false) {
    // An attribute of the configuration may replace one of a comment.
    guard let line = index.annotationLines[attribute.location] else { return }
    diagnostics.append(RedundantAttribute.warning(attribute, reason, line: line, keepsMark: keepsMark))
  }
}

extension String {
  fileprivate var trimmedSpace: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
