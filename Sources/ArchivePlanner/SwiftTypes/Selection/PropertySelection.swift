import ArchiveModel

/// Decides which properties of a type are archived and under which keys, with errors for the others.
struct PropertySelection {
  private(set) var planned: [PlannedProperty] = []
  /// Stored properties that annotations or `--unresolved skip` leave out.
  private(set) var skipped: [SwiftProperty] = []
  private(set) var diagnostics: [Diagnostic] = []
  private let lines: AnnotationLines
  /// The attributes of the type.
  private let holderAttributes: [String]

  /// Attributes of properties that do not affect archiving.
  private static let harmless: Set<String> = [
    "available", "objc", "nonobjc", "usableFromInline", "inlinable", "IBOutlet", "IBInspectable", "NSCopying",
    "Published",
    "ObservationTracked", "ObservationIgnored", "ObservationStateTracked", "ObservationStateIgnored",
    "PerceptionTracked",
    "PerceptionIgnored", "_documentation",
    "_spi", "_disfavoredOverload", "preconcurrency", "inline", "backDeployed", "objcMembers",
    "exclusivity", "unsafe", "safe",
  ]

  init(
    _ declaration: SwiftTypeDeclaration, _ resolution: inout FormResolution, generics: Set<String>,
    policy: UnresolvedPolicy, lines: AnnotationLines
  ) {
    self.lines = lines
    holderAttributes = declaration.attributes
    for property in declaration.properties where property.isState {
      if property.hasAnnotationError { continue }
      if property.annotations.isSkipped {
        skipped.append(property)
        continue
      }
      do {
        planned.append(try plan(property, declaration, &resolution, generics))
      } catch {
        if policy == .skip, property.hasInitialValue {
          skipped.append(property)
          report(
            error.id, property, "'\(property.name)' is left out: \(error.message)", advice: error.advice,
            severity: .warning)
        } else {
          report(
            error.id, property, "'\(property.name)' cannot be archived: \(error.message)", advice: error.advice,
            cause: error.cause)
        }
      }
    }
    for property in declaration.properties where !property.isState && !property.annotations.written.isEmpty {
      checkAnnotated(property)
    }
    checkKeys()
  }

  private mutating func plan(
    _ property: SwiftProperty, _ declaration: SwiftTypeDeclaration, _ resolution: inout FormResolution,
    _ generics: Set<String>
  ) throws(PlanningError) -> PlannedProperty {
    guard property.access >= .internal else {
      throw PlanningError(
        .inaccessibleDeclaration,
        message: "it is \(property.access), and generated code in another file cannot read it",
        advice:
          "write 'private(set)' to make it readable, or leave it out with '// archive: skip', with an initial value")
    }
    if property.name == "_" {
      throw PlanningError(
        .unsupportedProperty, message: "generated code cannot name a property '_'",
        advice: "rename it, with '// archive: key(\"\(property.name)\")' where archives have it")
    }
    var property = property
    // Nothing can set what is behind such a wrapper.
    if resolution.index.readOnlyWrapper(of: property, in: declaration.name) != nil { property.setterAccess = .private }
    if !property.annotations.isOwnCoding, ForeignConversion(property.annotations) == nil {
      try checkAttributes(property, in: declaration.name, resolution.index)
    }
    guard let type = property.type.map({ resolution.index.withStandardNames($0, of: property, in: declaration.name) })
    else {
      throw PlanningError(
        .untypedProperty, message: "it has no explicit type, and its initial value does not determine the type",
        advice: "write the type: 'var \(property.name): Type = …'")
    }
    let isReference = property.reference != .strong || property.annotations.isWeak
    let context = FormResolution.Context(
      scope: declaration.name, generics: generics, listed: property.annotations.types ?? [],
      // Of a wrapped property the compiler encodes the wrapper.
      isCoded: property.attributes.allSatisfy { Self.harmless.contains($0.name) }
        && resolution.index.isCodedByCompiler(property.name, of: declaration.name),
      place: AssumedOwnCoding(
        holder: declaration.name, member: property.name, location: property.location, sourceLine: property.sourceLine))
    var form = try resolution.form(type, property.annotations, context)
    var call = CodedValue.Call.value
    if isReference {
      call = .conditional
      try checkReference(form, property, context, resolution.index)
      form.dependencies.certain = property.reference == .weak ? [] : form.dependencies.certain
    }
    let storage = property.annotations.storage
    if form.isPackable {
      call = storage == .elements || storage == nil && property.isEncodedAsObject ? .elements : .packed
    } else if property.isEncodedAsObject, call == .value, property.type?.isList != true {
      call = .numberObject
    } else if storage == .packed {
      throw PlanningError(
        .misplacedAttribute, message: "'packed' is for arrays of numbers of a fixed width",
        advice: "remove the attribute"
      )
    }
    let annotations = property.annotations
    try checkDefault(annotations.defaultValue, form)
    warnRedundant(property, form, hasGenerics: !generics.isEmpty)
    return PlannedProperty(
      property: property, owner: declaration.name, comparedType: resolution.index.canonical(type, in: declaration.name),
      key: annotations.key ?? property.name,
      formerKeys: annotations.otherFormerKeys(than: annotations.key ?? property.name), form: form, call: call,
      defaultValue: annotations.defaultExpression,
      isRequired: annotations.isRequired)
  }

  /// Errors in defaults that the compiler would report in generated code, as far as they are obvious.
  private func checkDefault(_ argument: Attribute.Argument?, _ form: ValueForm) throws(PlanningError) {
    guard let argument, let first = argument.text.first else { return }
    guard case .named(let name, arguments: []) = form.type.unwrapped, name.module == nil, name.path.count == 1 else {
      return
    }
    let type = name.path[0]
    let isText = argument.isQuoted || first == "\""
    let isNumber = first.isNumber || (first == "-" && argument.text.dropFirst().first?.isNumber == true)
    if isText, KnownTypes.numbers.contains(type) {
      throw PlanningError(
        .invalidDefault, message: "its default is text, but its type is '\(type)'", advice: "write it like default(1)")
    }
    if isNumber, type == "String" {
      throw PlanningError(
        .invalidDefault, message: "its default is a number, but its type is 'String'",
        advice: "write default(\"\(argument.text)\")")
    }
  }

  /// Checks that a weak reference leads to an object, directly or through a protocol.
  private func checkReference(
    _ form: ValueForm, _ property: SwiftProperty, _ context: FormResolution.Context, _ index: SwiftTypeIndex
  ) throws(PlanningError) {
    switch form.stored.unwrapped {
    case .named(let name, _):
      if let parameter = name.path.first, name.module == nil, context.generics.contains(parameter) {
        throw PlanningError(
          .misplacedAttribute,
          message: "a weak or unowned reference of the type of a parameter, '\(parameter)', is not supported",
          advice: "declare it with the class or a protocol itself, or leave it out with '// archive: skip'")
      }
      if name.path == ["Set"] { throw Self.noReference }
    case .array, .dictionary, .tuple: throw Self.noReference
    default: break
    }
    let isCopied =
      property.annotations.isOwnCoding
      || form.dependencies.possible.contains { index[$0]?.annotations.isOwnCoding == true }
    if isCopied {
      throw PlanningError(
        .misplacedAttribute, message: "a value that is archived by its own coding is a copy, and no reference",
        advice: "leave it out with '// archive: skip', or remove 'owncoding'")
    }
    if form.dependencies.isEmpty { throw Self.noReference }
  }

  private static let noReference = PlanningError(
    .misplacedAttribute, message: "'weak' is for a reference to an object",
    advice: "remove the attribute, or make the type a class")

  private func checkAttributes(
    _ property: SwiftProperty, in scope: String, _ index: SwiftTypeIndex
  ) throws(PlanningError) {
    for attribute in property.attributes {
      let name = attribute.name
      if Self.harmless.contains(name) || index.isTransparentWrapper(name, in: scope) { continue }
      if name.hasSuffix("Actor") {
        throw PlanningError(
          .isolatedDeclaration, message: "'@\(name)' prevents other threads from reading it",
          advice: "mark the property 'nonisolated', or skip it")
      }
      // An explicit key silences this error.
      if property.annotations.key != nil { continue }
      if case .unclear(let reason)? = CodingAttribute.meaning(of: attribute, in: holderAttributes) {
        throw PlanningError(
          .wrappedProperty, message: "'@\(attribute.text)' \(reason)",
          advice: "write the key in archives, '// archive: key(\"…\")', or '// archive: skip'")
      }
      throw PlanningError(
        .wrappedProperty, message: "'@\(attribute.text)' may be a property wrapper or macro that stores another value",
        advice:
          "to archive the property's value, write '// archive: key(\"\(property.name)\")'; otherwise '// archive: skip'"
      )
    }
  }

  /// Warns about attributes that change nothing for a value of this form.
  private mutating func warnRedundant(_ property: SwiftProperty, _ form: ValueForm, hasGenerics: Bool) {
    func warn(_ name: Attribute.Name, _ reason: String) {
      guard let attribute = property.annotations.written.first(name) else { return }
      diagnostics.append(RedundantAttribute.warning(attribute, reason, line: lines[attribute.location]))
    }
    if form.isPackable { warn(.packed, "an array of numbers is packed unless 'elements' says otherwise") }
    if !form.isPackable { warn(.elements, "it is for arrays of numbers; the form of others follows from their type") }
    let hasFallback = form.isOptional || property.annotations.defaultValue != nil
    if !hasFallback, !hasGenerics, property.initialValue == nil || property.isLet {
      warn(.required, "without an initial value a missing key is an error anyway")
    }
  }

  private mutating func checkAnnotated(_ property: SwiftProperty) {
    let kind =
      property.isStatic
      ? "static" : property.storage == .computed ? "computed" : property.storage == .lazy ? "lazy" : "a constant"
    guard !property.annotations.isSkipped else { return }
    report(
      .ineffectiveAttribute, property,
      "'\(property.name)' is \(kind) and never archived, so its annotation has no effect",
      advice: property.isLet ? "make it a 'var', or remove the annotation" : "remove the annotation")
  }

  private mutating func checkKeys() {
    var seen: [String: SwiftProperty] = [:]
    for property in planned {
      for key in [property.key] + property.formerKeys.map(\.written) {
        if let first = seen[key] {
          let isShared = property.property.annotations.sharesKeys(with: first.annotations)
          var diagnostic = Diagnostic(
            .duplicateKey, at: property.property.location,
            "the key \"\(key)\" is already used\(isShared ? ": the comment is for both properties" : "")",
            advice: isShared
              ? "write each of them on a line of its own"
              : "give one of them another: '// archive: key(\"\(property.name)2\")'",
            sourceLine: property.property.sourceLine)
          diagnostic.notes = [
            Diagnostic.note(
              at: first.location, "'\(first.name)' has it", sourceLine: first.sourceLine)
          ]
          diagnostics.append(diagnostic)
        }
        seen[key] = property.property
      }
    }
  }

  private mutating func report(
    _ id: DiagnosticID, _ property: SwiftProperty, _ message: String, advice: String,
    severity: Diagnostic.Severity = .error, cause: String? = nil
  ) {
    var diagnostic = Diagnostic(
      id, severity, at: property.location, message, advice: advice, sourceLine: property.sourceLine)
    diagnostic.cause = cause
    diagnostics.append(diagnostic)
  }
}
