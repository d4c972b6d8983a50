import ArchiveModel

/// Finds what prevents arrays of structs, and objects of classes, with the attribute `columns` from being columns.
struct ColumnsCheck {
  let index: SwiftTypeIndex
  let properties: [String: [PlannedProperty]]

  func problems(of name: String) -> [Diagnostic] {
    guard let declaration = index[name], declaration.annotations.hasColumns,
      declaration.kind == .struct || declaration.kind == .class,
      let properties = properties[name], let attribute = declaration.annotations.written.first(.columns)
    else { return [] }
    func problem(_ message: String, _ advice: String) -> Diagnostic {
      Diagnostic(
        .misplacedAttribute, at: attribute.location, message, advice: advice,
        sourceLine: index.annotationLines[attribute.location] ?? declaration.sourceLine)
    }
    if !index.generics(of: name).isEmpty {
      return [
        problem(
          "'\(name)' is generic, and its columns depend on its parameters",
          "remove 'columns', or declare a \(declaration.kind == .class ? "class" : "struct") for each")
      ]
    }
    if declaration.kind == .class {
      if let superclass = index.superclass(of: name) {
        return [
          problem(
            "'\(name)' has the superclass '\(superclass)', and a table has objects of one class alone",
            "remove 'columns'")
        ]
      }
      if !declaration.isFinal {
        return [
          problem(
            "'\(name)' is not final, and objects of a subclass would have other columns",
            "write 'final class \(declaration.name)', or remove 'columns'")
        ]
      }
    }
    let identity = declaration.annotations.identity.first { argument in
      properties.contains { $0.name == argument.text && isLink($0, in: name) }
    }
    if let identity {
      return [
        problem(
          "'\(identity.text)' is a link, and its column has the number of a row, which another save may change",
          "name a property with a value of its own in 'identity'")
      ]
    }
    if properties.isEmpty { return [problem("'\(name)' has no archived property", "remove 'columns'")] }
    return properties.flatMap { property in
      func problem(_ message: String, _ way: String) -> Diagnostic {
        Diagnostic(
          .misplacedAttribute, at: property.property.location, message,
          advice: "remove 'columns' from '\(name)', or \(way)", sourceLine: property.property.sourceLine)
      }
      let former = property.formerKeys.first(where: \.isFromRoot)
      return [
        (declaration.kind == .class ? obstacle(property, in: name) : obstacle(property)).map {
          problem("'\(property.name)' has no column: \($0.reason)", $0.way)
        },
        former.map {
          problem(
            "the former key '\($0.written)' of '\(property.name)' is not in its struct, and columns have no such keys",
            "that key from 'was'")
        },
      ].compactMap(\.self)
    }
  }

  /// Why a property has no column, and what to write.
  private typealias Obstacle = (reason: String, way: String)

  /// Whether the property refers to another object of its class.
  private func isLink(_ property: PlannedProperty, in owner: String) -> Bool {
    guard index[owner]?.kind == .class, case .named(let type, arguments: []) = property.form.type.unwrapped else {
      return false
    }
    return type.module == nil && type.path.joined(separator: ".") == owner && !property.property.annotations.isOwnCoding
  }

  /// The same for a property of a class, which may refer to another object of the class.
  private func obstacle(_ property: PlannedProperty, in owner: String) -> Obstacle? {
    guard isLink(property, in: owner) else { return obstacle(property) }
    let name = property.name
    guard case .optional(.named) = property.form.type else {
      return ("a row is made before the rows that it links to", "declare '\(name)' as an optional 'var'")
    }
    if property.property.reference == .unowned || property.property.reference == .unownedUnsafe {
      return ("nothing may own the row that it links to", "declare '\(name)' as 'weak var'")
    }
    guard property.isSettable, !property.isObserved else {
      return (
        "it links to another row, and is set when all rows exist",
        "declare '\(name)' as a 'var' without observers that the module can set"
      )
    }
    return nil
  }

  private func obstacle(_ property: PlannedProperty) -> Obstacle? {
    let form = property.form
    let skip = "leave the property out with '// archive: skip'"
    if property.property.annotations.isOwnCoding { return ("it is archived by its own coding", skip) }
    guard property.call == .value, form.wrapping == .none, case .named(let type, arguments: []) = form.type.unwrapped
    else { return (kind(of: form.type.unwrapped), skip) }
    let name = type.path.joined(separator: ".")
    guard type.module == nil, let declaration = index[name] else { return foreign(type, name) }
    if index.handwritten.contains(name) { return ("'\(name)' is archived by its own methods", skip) }
    if RawValues.hasRawValue(declaration, index) {
      let raw = RawValues.type(of: declaration, index, integers: true)
      return raw == nil || raw == "Character"
        ? ("the raw values of '\(name)' are neither numbers nor text", skip) : nil
    }
    switch declaration.kind {
    case .struct:
      return declaration.annotations.hasColumns
        ? nil : ("the struct '\(name)' does not have 'columns'", "write '// archive: columns' on '\(name)' too")
    case .enum:
      return declaration.cases.allSatisfy(\.payload.isEmpty)
        ? nil : ("cases of '\(name)' have values, and each case would have other columns", skip)
    case .class: return ("'\(name)' is a class, and only a class with 'columns' has links, to objects of its own", skip)
    default: return (Self.kinds, skip)
    }
  }

  /// A type that is declared elsewhere.
  private func foreign(_ type: SwiftName, _ name: String) -> Obstacle? {
    let isIn = { (module: String) in type.path.count == 1 && (type.module == nil || type.module?.name == module) }
    if isIn("Swift"), KnownTypes.numbers.contains(name) || name == "String" { return nil }
    if isIn("Foundation"), KnownTypes.columnValues[name] != nil { return nil }
    let way =
      switch name {
      case "CGFloat": "declare it as 'Double'"
      case "CGPoint", "CGSize": "declare two properties of the type 'Double'"
      case "CGRect": "declare four properties of the type 'Double'"
      case "Character", "Locale", "TimeZone": "declare it as 'String'"
      default: "leave the property out with '// archive: skip'"
      }
    return ("the type '\(name)' has none; \(Self.kinds)", way)
  }

  private func kind(of type: SwiftTypeUse) -> String {
    switch type {
    case .array: "a list has another length in each row; \(Self.kinds)"
    default: Self.kinds
    }
  }

  private static let kinds =
    "columns are for numbers (but not Float16, Int128 and UInt128), text, dates, UUIDs, URLs, decimals, data, enumerations without values, structs with 'columns', optionals of these, "
    + "and in a class for optional references to objects of itself"
}
