import ArchiveModel

/// Which types are archived as their raw values.
enum RawValues {
  static func hasRawValue(_ declaration: SwiftTypeDeclaration, _ index: SwiftTypeIndex) -> Bool {
    let names = declaration.inherited.compactMap { type -> String? in
      guard case .named(let name, _) = type else { return nil }
      return KnownTypes.withoutModule(name)
    }
    let isRepresentable = names.contains("RawRepresentable")
    switch declaration.kind {
    case .enum:
      if synthesized(declaration, index) != nil { return true }
      guard isRepresentable else { return false }
      // A raw value that has no archived form leaves the cases. Cases with values have a raw value only if it is seen.
      let isPlain = declaration.cases.allSatisfy(\.payload.isEmpty)
      return computed(declaration, index).map { isArchived($0, in: declaration, index) ?? isPlain } ?? isPlain
    case .struct: return (isRepresentable || names.contains("OptionSet")) && !leavesProperties(declaration, index)
    default: return false
    }
  }

  /// Whether no archive can have the raw value of a struct, so that its properties are archived. A type of the sources
  /// in it only has to be marked.
  static func leavesProperties(_ declaration: SwiftTypeDeclaration, _ index: SwiftTypeIndex) -> Bool {
    guard let raw = computed(declaration, index), isArchived(raw, in: declaration, index) == false else { return false }
    return !raw.words.contains { index[$0] != nil }
  }

  /// The type of the raw values that the compiler writes for an enumeration: the first type of its inheritance clause.
  private static func synthesized(_ declaration: SwiftTypeDeclaration, _ index: SwiftTypeIndex) -> SwiftType? {
    guard declaration.kind == .enum, declaration.cases.allSatisfy(\.payload.isEmpty),
      let first = index.entries[declaration.name]?.inherited.first
    else { return nil }
    let type = index.canonical(first, in: declaration.name)
    guard case .named(let name, _) = type else { return nil }
    if let kind = index[name]?.kind {
      return kind != .protocol && isArchived(type, in: declaration, index) == true ? type : nil
    }
    return KnownTypes.rawValues.contains(name) || KnownTypes.values.contains(name) ? type : nil
  }

  /// The type of the raw values that the type's own code computes or stores, as far as it is written.
  private static func computed(_ declaration: SwiftTypeDeclaration, _ index: SwiftTypeIndex) -> SwiftType? {
    let parameter = declaration.initializers.lazy.flatMap(\.parameters).first { $0.label == "rawValue" }
    let written =
      declaration.properties.first { $0.name == "rawValue" && !$0.isStatic }?.type ?? parameter?.type
      ?? index.alias("RawValue", within: declaration.name)
    return written.map { index.canonical($0, in: declaration.name) }
  }

  /// The type of the raw values, with qualified names; nil if the sources do not show it.
  static func rawType(of declaration: SwiftTypeDeclaration, _ index: SwiftTypeIndex) -> SwiftType? {
    synthesized(declaration, index) ?? computed(declaration, index)
  }

  /// Whether the raw values of the cases are written beside them.
  static func areWritten(_ declaration: SwiftTypeDeclaration, _ index: SwiftTypeIndex) -> Bool {
    synthesized(declaration, index) != nil || declaration.cases.allSatisfy(\.payload.isEmpty)
  }

  /// Whether the runtime or the app archives values of a type; nil if it is not among the sources.
  static func isArchived(_ type: SwiftType, in declaration: SwiftTypeDeclaration, _ index: SwiftTypeIndex) -> Bool? {
    switch type {
    case .named(let name, _):
      if index.generics(of: declaration.name).contains(where: { $0.name == name }) { return true }
      if index[name] == nil, unarchived.contains(KnownTypes.withoutModule(name)) { return false }
      if let found = index[name] {
        return found.isMarked && !found.annotations.isSkipped || index.handwritten.contains(name)
      }
      return KnownTypes.rawValues.contains(name) || KnownTypes.values.contains(name) || index.isHandwritten(name)
        ? true : nil
    case .optional(let inner), .array(let inner): return isArchived(inner, in: declaration, index)
    case .dictionary(let key, let value):
      let (key, value) = (isArchived(key, in: declaration, index), isArchived(value, in: declaration, index))
      return key == false || value == false ? false : key == nil ? nil : value
    default: return false
    }
  }

  /// Types of Swift and Foundation that are no raw values in archives.
  private static let unarchived: Set<String> = [
    "Any", "AnyObject", "AnyHashable", "NSNumber", "NSObject", "NSString", "NSArray", "NSDictionary", "Measurement",
  ]

  /// The generic parameters that raw values depend on; all of them if the type of the raw values is not known.
  static func parameters(of declaration: SwiftTypeDeclaration, _ index: SwiftTypeIndex) -> [String] {
    let all = index.generics(of: declaration.name).map(\.name)
    guard !all.isEmpty, let type = rawType(of: declaration, index) else { return all }
    let words = Set(type.words)
    return all.filter(words.contains)
  }

  /// The name of the type of the raw values, if it is a number or a text.
  ///
  /// - Parameter integers: Whether integers count.
  static func type(of declaration: SwiftTypeDeclaration, _ index: SwiftTypeIndex, integers: Bool) -> String? {
    guard case .named(let known, arguments: [])? = rawType(of: declaration, index), index[known] == nil else {
      return nil
    }
    let others: Set<String> = ["Bool", "Float", "Double", "String", "Character"]
    return KnownTypes.rawValues.contains(known) && (integers || others.contains(known)) ? known : nil
  }

  /// The errors for attributes of cases whose raw values are in archives: no key stands for them.
  static func caseErrors(_ declaration: SwiftTypeDeclaration, _ index: SwiftTypeIndex) -> [Diagnostic] {
    guard declaration.kind == .enum, hasRawValue(declaration, index) else { return [] }
    let isText = type(of: declaration, index, integers: false) == "String"
    return declaration.cases.flatMap { element in
      element.annotations.written.filter { [.key, .was].contains($0.name) }.map { attribute in
        let value = attribute.arguments.first.map { isText ? "\"\($0.text)\"" : $0.text } ?? ""
        return Diagnostic(
          .ineffectiveAttribute, at: attribute.location,
          "'\(attribute.name.rawValue)' has no effect on '\(element.name)': archives have the raw value of a case",
          advice: synthesized(declaration, index) == nil
            ? "have 'init(rawValue:)' return it for the raw value that archives have"
            : "give the case the raw value that archives have, like 'case \(element.name) = \(value)'",
          sourceLine: index.annotationLines[attribute.location])
      }
    }
  }
}
