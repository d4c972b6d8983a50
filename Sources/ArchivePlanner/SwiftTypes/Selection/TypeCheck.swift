import ArchiveModel

/// Finds the obstacles to archiving a type that do not depend on its properties.
struct TypeCheck {
  let index: SwiftTypeIndex
  let selection: Set<String>

  /// Types with a short form, which sources may write in the long form as well, and the numbers of their parameters.
  private static let shortened = ["Array": 1, "Optional": 1, "Dictionary": 2]

  /// The static properties that generated code adds to a type.
  private func generatedNames(_ declaration: SwiftTypeDeclaration) -> Set<String> {
    let annotations = declaration.annotations
    var names: Set<String> = declaration.kind == .class ? ["archivedClasses"] : ["archivedClassName"]
    if annotations.hasColumns { names.insert("archivedColumns") }
    if !annotations.identity.isEmpty { names.insert("archivedIdentity") }
    if declaration.kind != .class, !annotations.formerNames.isEmpty { names.insert("earlierArchivedClassNames") }
    return names
  }

  func problems(of name: String) -> [Diagnostic] {
    guard let entry = index.entries[name] else { return [] }
    let declaration = entry.declaration
    var found = declaration.diagnostics
    func report(_ id: DiagnosticID, _ message: String, _ advice: String) {
      found.append(
        Diagnostic(id, at: declaration.location, message, advice: advice, sourceLine: declaration.sourceLine))
    }
    if declaration.kind == .actor {
      report(
        .unsupportedType, "the actor '\(name)' cannot be archived: its state can be read only in its own context",
        "archive a struct with the actor's state")
    }
    if entry.access < .internal {
      report(
        .inaccessibleDeclaration, "'\(name)' is \(entry.access), and generated code in another file cannot name it",
        "make it 'internal'")
    }
    if let pack = declaration.generics.first(where: { $0.specifier != nil }) {
      report(
        .unsupportedType,
        pack.specifier == "let"
          ? "the parameter 'let \(pack.name)' is a value, and types with such parameters are not supported"
          : "the parameter '\(pack.specifier ?? "") \(pack.name)' cannot be archived",
        pack.specifier == "let"
          ? "declare a type for each value that is used, or archive its elements as an array"
          : "declare a type for each number of parameters")
    }
    if index.availability(of: name).contains(where: \.isUnavailability) {
      report(
        .unsupportedType, "'\(name)' is unavailable, so that no code can name it",
        "remove the '// archive:' comment, or the attribute 'available'")
    }
    if !declaration.annotations.isOwnCoding, !RawValues.hasRawValue(declaration, index) {
      let names = generatedNames(declaration)
      if let taken = declaration.properties.first(where: { $0.isStatic && names.contains($0.name) }) {
        report(
          .unsupportedType, "'\(name)' has a static property '\(taken.name)', which generated code adds to it",
          "rename the property")
      }
      if declaration.attributes.contains("usableFromInline") {
        report(
          .unsupportedType, "Swift requires '@usableFromInline' on all that generated code adds to '\(name)'",
          "make it 'public', or remove '@usableFromInline'")
      }
    }
    for suppressed in ["Copyable", "Escapable"] where declaration.inherited.contains(.other("~\(suppressed)")) {
      report(
        .unsupportedType, "'\(name)' is '~\(suppressed)', and a value has to be copied to be archived",
        "archive a copyable struct with its properties")
    }
    if name.hasSuffix(".Type") || name.hasSuffix(".Protocol"), !index.generics(of: name).isEmpty {
      report(
        .unsupportedType,
        "generated code cannot name '\(name)', which is generic or in a generic type: '.Type' is a metatype there",
        "rename the type")
    }
    if declaration.annotations.isOwnCoding {
      found += ownCodingErrors(declaration)
      checkAttributes(declaration, report)
      return found + accessErrors(entry)
    }
    if declaration.kind == .class, declaration.inherited.contains(.named("RawRepresentable", arguments: [])) {
      report(
        .unsupportedType,
        "the class '\(name)' is 'RawRepresentable', and the runtime archives such types as their raw values",
        "make it a struct, or remove 'RawRepresentable'")
    }
    let own = name.split(separator: ".").last.map(String.init) ?? name
    if Self.shortened[own] == declaration.generics.count {
      report(
        .unsupportedType,
        "'\(name)' has the name of Swift's own type, which is meant by types such as '[Int]' and 'Int?'",
        "rename the type")
    }
    if index.conditionalRawValues.contains(name), !declaration.annotations.isOwnCoding,
      !RawValues.leavesProperties(declaration, index)
    {
      report(
        .unsupportedType,
        "'\(name)' is 'RawRepresentable' under a condition, and the runtime archives such types as their raw values",
        "archive it by its own 'Codable' coding with 'owncoding', or remove that extension")
    }
    if declaration.kind == .struct, RawValues.hasRawValue(declaration, index),
      let raw = RawValues.rawType(of: declaration, index), RawValues.isArchived(raw, in: declaration, index) == false
    {
      report(
        .unarchivedType, "'\(name)' is archived as its raw value, and the type '\(raw.spelled)' cannot be archived",
        "write '// archive:' on that type, or remove 'RawRepresentable' from '\(name)'")
    }
    found += accessErrors(entry) + RawValues.caseErrors(declaration, index)
    checkClass(declaration, report)
    checkAttributes(declaration, report)
    return found
  }

  /// A conformance has the access of its type: Swift rejects a narrower one, and a wider one has no effect.
  private func accessErrors(_ entry: SwiftTypeIndex.Entry) -> [Diagnostic] {
    let annotations = entry.declaration.annotations
    guard let given = annotations.access else { return [] }
    let asked = given.access
    let name = entry.declaration.name
    let own = GeneratedAccess(entry.access)
    if asked > own {
      return [
        Diagnostic(
          .generatedAccess, at: given.location,
          "what is generated for '\(name)' cannot be \(asked): the type is \(own)",
          advice: "make '\(name)' \(asked), with the types around it, or remove the attribute")
      ]
    }
    if asked < own {
      return [
        Diagnostic(
          .generatedAccess, at: given.location,
          "what is generated for '\(name)' cannot be \(asked): the type is \(own), and Swift requires the same of its conformances",
          advice: "make '\(name)' \(asked), or remove the attribute")
      ]
    }
    return []
  }

  /// Obstacles to archiving a type by its own coding.
  private func ownCodingErrors(_ declaration: SwiftTypeDeclaration) -> [Diagnostic] {
    let name = declaration.name
    func problem(_ id: DiagnosticID, _ message: String, _ advice: String) -> [Diagnostic] {
      [Diagnostic(id, at: declaration.location, message, advice: advice, sourceLine: declaration.sourceLine)]
    }
    if index.isCodable(name) == false {
      return problem(
        .notCodable, "'owncoding' archives '\(name)' by its Codable coding, and it is not Codable",
        "declare it as Codable, or remove 'owncoding'")
    }
    if let lost = index.propertyLostByCodable(of: name) {
      return problem(
        .notCodable, "the Codable coding of '\(name)' is inherited, and does not store '\(lost)'",
        "override 'init(from:)' and 'encode(to:)' in '\(name)'")
    }
    let generated = index.lineage(of: name).dropFirst().first {
      selection.contains($0) && index[$0]?.annotations.isOwnCoding != true
    }
    guard let generated else { return [] }
    return problem(
      .unusableSuperclass,
      "'\(name)' is archived by its own coding, and its superclass '\(generated)' by generated code",
      "write '// archive: owncoding' on both, or on neither")
  }

  /// Checks the attributes that this kind of type cannot have.
  private func checkAttributes(_ declaration: SwiftTypeDeclaration, _ report: (DiagnosticID, String, String) -> Void) {
    let isRaw = RawValues.hasRawValue(declaration, index)
    for attribute in declaration.annotations.written {
      let word = attribute.name.rawValue
      let types = attribute.name.rule.types
      if !types.contains(isRaw ? .asRawValue : declaration.kind.shape) {
        let place = isRaw ? "a type that is archived as its raw value" : declaration.kind.words
        report(
          .ineffectiveAttribute, "'\(word)' has no effect on \(place)",
          "remove the attribute" + (isRaw ? "" : "; it is for \(types.words)"))
      }
      if attribute.name == .isolation, let argument = attribute.arguments.first {
        checkIsolation(argument, of: declaration, report)
      }
      if [.validate, .migrate, .replace, .resolve].contains(attribute.name),
        let method = attribute.arguments.first?.text
      {
        checkMethod(method, of: declaration, word, report)
      }
      if attribute.name == .identity, declaration.kind == .class, !declaration.annotations.hasColumns {
        report(
          .ineffectiveAttribute,
          "'identity' has no effect on a class without 'columns', whose objects are known by themselves",
          "remove the attribute")
      }
      if attribute.name == .identity { checkIdentity(attribute, of: declaration, report) }
      if attribute.name == .replace { checkReplacements(attribute.arguments.dropFirst(), of: declaration, report) }
    }
    if declaration.annotations.written.first(.validate)?.arguments.isEmpty == true {
      checkMethod("validate", of: declaration, "validate", report)
    }
    if declaration.annotations.migration != nil, !declaration.annotations.written.has(.version) {
      report(.missingVersion, "'migrate' needs the current version", "write 'version(2)' beside it")
    }
  }

  /// `identity` names stored properties of the type.
  private func checkIdentity(
    _ attribute: Attribute, of declaration: SwiftTypeDeclaration, _ report: (DiagnosticID, String, String) -> Void
  ) {
    let names = declaration.properties.filter { !$0.annotations.isSkipped }.map(\.name)
    for argument in attribute.arguments where !names.contains(argument.text) {
      report(
        .unknownField,
        "'\(declaration.name)' has no stored property '\(argument.text)' that is archived, which 'identity' names",
        didYouMean(argument.text, among: names) ?? "name a stored property of the \(declaration.kind.rawValue)")
    }
  }

  /// `isolation` is for what the source does not show, so it must not contradict the source.
  private func checkIsolation(
    _ argument: Attribute.Argument, of declaration: SwiftTypeDeclaration,
    _ report: (DiagnosticID, String, String) -> Void
  ) {
    let given = argument.text
    let isName = given.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      part.first.map { $0.isLetter || $0 == "_" } == true && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    if !isName || argument.isQuoted {
      return report(
        .invalidArgument, "'\(given)' is not a global actor",
        "write it like isolation(MainActor), or isolation(nonisolated)")
    }
    guard let written = declaration.isolation else { return }
    let name = if case .actor(let actor) = written { actor } else { "nonisolated" }
    if name != given {
      report(
        .conflictingAttributes, "'\(declaration.name)' is declared '\(name)', but 'isolation' gives '\(given)'",
        "remove the attribute")
    }
  }

  /// A class whose objects are archived in place of others needs `resolve`.
  private func checkReplacements(
    _ names: ArraySlice<Attribute.Argument>, of declaration: SwiftTypeDeclaration,
    _ report: (DiagnosticID, String, String) -> Void
  ) {
    for name in names.map(\.text) {
      guard let found = index.resolved(name, in: declaration.name), index[found]?.kind == .class,
        selection.contains(found)
      else {
        report(
          .unusableMethod, "'\(name)', which 'replace' names, is not an archived class",
          "write '// archive:' on the class")
        continue
      }
      if index.lineage(of: found).allSatisfy({ index[$0]?.annotations.resolution == nil }) {
        report(
          .missingMethod,
          "objects of '\(name)' replace others in archives, and no attribute gives the method that converts them back",
          "write '// archive: resolve(method)' on '\(name)'")
      } else if !index.generics(of: found).isEmpty {
        report(
          .unsupportedType, "the generic class '\(name)' cannot have 'types(…)'",
          "declare a class for each specialisation, and list these")
      }
    }
  }

  /// Checks that the method exists, can be called, and has the signature that generated code calls.
  private func checkMethod(
    _ method: String, of declaration: SwiftTypeDeclaration, _ word: String,
    _ report: (DiagnosticID, String, String) -> Void
  ) {
    let lineage = index.lineage(of: declaration.name)
    let methods = (lineage + index.protocols(of: lineage)).flatMap { index[$0]?.methods ?? [] }
    let shape: String
    let labels: [String]
    switch word {
    case "migrate":
      let mutating = declaration.kind == .struct ? "mutating " : ""
      shape = "\(mutating)func \(method)(from version: Int, _ decoder: ObjectDecoder) throws"
      labels = ["from", "_"]
    case "validate":
      (shape, labels) = ("func \(method)() throws", [])
    default:
      (shape, labels) = ("func \(method)() throws -> any ArchivableObject", [])
    }
    let named = methods.filter { $0.name == method }
    guard !named.isEmpty else {
      return report(
        .missingMethod, "'\(declaration.name)' has no method '\(method)'",
        didYouMean(method, among: methods.map(\.name)) ?? "add '\(shape)'")
    }
    guard let found = named.first(where: { $0.labels == labels && !$0.isStatic }) else {
      return report(
        .unusableMethod,
        "'\(word)' calls '\(method)(\(labels.map { "\($0):" }.joined()))' of an instance, which '\(declaration.name)' does not have",
        "write it as '\(shape)'")
    }
    if found.isAsync {
      report(
        .unusableMethod, "'\(method)' is async, and archives are read and written without waiting",
        "write it as '\(shape)'")
    }
    if found.isPrivate {
      report(
        .inaccessibleDeclaration, "'\(method)' is private, and generated code in another file cannot call it",
        "make it 'internal'")
    }
    if word == "replace" || word == "resolve", !returnsObject(found.result, in: declaration.name) {
      report(
        .unusableMethod,
        "'\(word)' needs an object from '\(method)', and it returns \(found.result.map { "'\($0.spelled)'" } ?? "nothing")",
        "write it as '\(shape)'")
    }
  }

  private func returnsObject(_ result: SwiftType?, in scope: String) -> Bool {
    switch result {
    case .named("Self", arguments: []): return true
    case .any(let protocols):
      return protocols.count == 1 && Self.objects.contains { protocols[0] == .named($0, arguments: []) }
    case .named(let name, _): return index.resolved(name, in: scope).flatMap { index[$0]?.kind } == .class
    default: return false
    }
  }

  private static let objects = [
    "ArchivableObject", "ArchivableClass", "ArchiveRuntime.ArchivableObject", "ArchiveRuntime.ArchivableClass",
  ]
}

extension SwiftTypeDeclaration.Kind {
  fileprivate var shape: TypeShape {
    switch self {
    case .class: .class
    case .struct: .struct
    case .enum: .enum
    case .actor, .protocol: .other
    }
  }

  /// The kind for messages: `an enumeration`.
  fileprivate var words: String {
    switch self {
    case .struct: "a struct"
    case .class: "a class"
    case .enum: "an enumeration"
    case .actor: "an actor"
    case .protocol: "a protocol"
    }
  }
}
