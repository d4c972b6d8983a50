import ArchiveModel

/// Decides the archived form of properties' types.
struct FormResolution {
  let index: SwiftTypeIndex
  let selection: Set<String>
  let foreign: ImportedTypes
  var boxes = BoxStructs()
  /// Types of other modules that are archived by their own `Codable` coding because the compiler's coding of the type that
  /// has them shows that they are `Codable`; and the places that have them.
  private(set) var assumedOwnCoding: [String: [AssumedOwnCoding]] = [:]
  /// The modules to import, by file.
  private(set) var imports: [Int: Set<String>] = [:]
  /// The modules of the C types that properties have.
  private(set) var cModules: Set<String> = []
  /// The file that types are resolved for.
  var file = 0
  /// The imports of other files with aliases in the type that is being resolved.
  private var aliasImports: Set<String> = []

  /// The context in which a type is written.
  struct Context {
    let scope: String
    let generics: Set<String>
    /// The types that `types(…)` of the property lists.
    var listed: [Attribute.Argument] = []
    /// Whether the compiler's own methods for Codable encode the value, so that its type is certainly `Codable`.
    var isCoded = false
    /// Where the property or the case's value is.
    var place: AssumedOwnCoding?
    /// Whether it is the type of an enumeration case's value, which cannot be left out by itself.
    var isPayload = false

    /// The number of aliases on the way, which may lead to each other.
    var depth = 0
    static let greatestDepth = 64

    /// The context of an alias's own type.
    func within(_ scope: String) -> Context {
      Context(
        scope: scope, generics: generics, listed: listed, isCoded: isCoded, place: place, isPayload: isPayload,
        depth: depth + 1)
    }

    /// The advice for a type without an archived form.
    var leaveOut: String {
      isPayload
        ? "give the case a value of another type, or remove the '// archive:' comment of the enumeration"
        : "leave it out with '// archive: skip', with an initial value"
    }
  }

  init(index: SwiftTypeIndex, selection: Set<String>, foreign: ImportedTypes) {
    self.index = index
    self.selection = selection
    self.foreign = foreign
  }

  /// The form of a property or a case's value, as its attributes say.
  mutating func form(
    _ type: SwiftType, _ annotations: FieldAnnotations, _ context: Context
  ) throws(PlanningError) -> ValueForm {
    aliasImports = index.importsOfAliases(in: type, context.scope)
    if annotations.isOwnCoding { return try attributedOwnCoding(type, context) }
    if let conversion = ForeignConversion(annotations) { return try converted(type, by: conversion, context) }
    return try form(type, context)
  }

  /// - Parameter isProperty: Whether it is a property's whole type; C records in collections are objects.
  mutating func form(_ type: SwiftType, _ context: Context, isProperty: Bool = true) throws(PlanningError) -> ValueForm
  {
    switch type {
    case .named(let name, let arguments):
      return try named(name, arguments, context, isProperty: isProperty)
    case .optional(let wrapped), .implicitlyUnwrapped(let wrapped):
      let form = try form(wrapped, context, isProperty: false)
      guard !form.isOptional else {
        throw PlanningError(
          .unsupportedType, message: "an archive cannot distinguish the two nils of an optional of an optional",
          advice: "make it an optional, or an enumeration with a case for each nil")
      }
      return form.optional
    case .array(let element):
      if element.isFunction { throw functions("an array of functions", context) }
      return array(try form(element, context, isProperty: isProperty && isRecord(element, context)))
    case .dictionary(let key, let value):
      if value.isFunction { throw functions("a dictionary of functions", context) }
      return try dictionary(try form(key, context, isProperty: false), try form(value, context, isProperty: false))
    case .tuple(let elements): return try tuple(elements, context)
    case .any(let protocols), .composition(let protocols): return try existential(protocols, context)
    case .some:
      throw PlanningError(.unsupportedType, message: "'some' hides the actual type", advice: "write the type itself")
    case .function: throw functions("a function", context)
    case .other(let text) where Int(text) != nil:
      throw PlanningError(
        .unsupportedType, message: "a type with the value \(text) as an argument is not supported",
        advice: context.leaveOut)
    case .other(let text):
      throw PlanningError(
        .unsupportedType, message: "the type '\(text)' is not supported", advice: context.leaveOut)
    }
  }

  private func functions(_ what: String, _ context: Context) -> PlanningError {
    PlanningError(.unsupportedType, message: "it is \(what)", advice: context.leaveOut)
  }

  mutating func assume(_ name: String, at place: AssumedOwnCoding) { assumedOwnCoding[name, default: []].append(place) }

  /// Imports what the file imports, because only the compiler knows which module a type is from.
  mutating func importAll() { imports[file, default: []].formUnion(aliasImports.union(index.imports[file])) }

  private mutating func importCModule(_ module: String) {
    imports[file, default: []].insert(module)
    cModules.insert(module)
  }

  // MARK: Names

  private mutating func named(
    _ written: String, _ arguments: [SwiftType], _ context: Context, isProperty: Bool
  ) throws(PlanningError) -> ValueForm {
    let written = written.hasPrefix("Self.") ? String(written.dropFirst("Self.".count)) : written
    let name = KnownTypes.withoutModule(written)
    // A name with the module's name is not a type of the app.
    if name != written { return try known(KnownTypes.aliases[name] ?? name, written, arguments, context) }
    if context.generics.contains(name) {
      var form = ValueForm(.named(SwiftName(nil, name)))
      form.dependencies.mayBeAny = true
      return form
    }
    if name == "Self", let own = index[context.scope] {
      return try declared(own.name, own.generics.map { .named($0.name, arguments: []) }, context)
    }
    if let alias = index.alias(name, arguments, of: context.scope, in: context.scope),
      index.lookUp(name, in: context.scope) == nil
    {
      guard alias.type != .named(written, arguments: arguments), context.depth < Context.greatestDepth else {
        throw unknown(written, context)
      }
      return try form(
        alias.type,
        context.within(alias.scope),
        isProperty: isProperty)
    }
    if let found = index.lookUp(name, in: context.scope) { return try declared(found, arguments, context) }
    if let record = foreign.records[name] {
      importCModule(record.module)
      var form = ValueForm(.named(record.name))
      let wrapper = Self.runtimeType("ArchivedRecord", of: form.type)
      if isProperty {
        form.codable = CodedValue.Codable(type: wrapper, wrapping: .record)
      } else {
        form.archived = wrapper
        form.wrapping = .record
      }
      return form
    }
    if let refused = foreign.refused[name] {
      throw PlanningError(.unarchivedType, message: "the C type '\(name)' \(refused)", advice: context.leaveOut)
    }
    if let enumeration = foreign.enumerations[name] {
      importCModule(enumeration.module)
      let type = SwiftTypeUse.named(enumeration.name)
      let archived = Self.runtimeType("ArchivedRawValue", of: type)
      return ValueForm(type, archived: archived, wrapping: .wrapper(archived, isGenerated: false))
    }
    if let found = index.lookUpQualified(name, in: context.scope) { return try declared(found, arguments, context) }
    if let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")), !KnownTypes.isKnown(String(name[..<dot])),
      index.lookUp(String(name[..<dot]), in: context.scope) == nil,
      let alias = index.alias(String(name[name.index(after: dot)...]), arguments, of: context.scope, in: "")
    {
      return try form(
        alias.type,
        context.within(alias.scope),
        isProperty: isProperty)
    }
    return try known(KnownTypes.aliases[name] ?? name, written, arguments, context)
  }

  private mutating func known(
    _ name: String, _ written: String, _ arguments: [SwiftType], _ context: Context
  ) throws(PlanningError) -> ValueForm {
    // If the app has a type of the same name, or the type a parameter, this type is qualified by its module.
    let isHidden = index.resolved(name, in: context.scope) != nil
    let own = SwiftName(
      index.hides(name, in: context.scope) || context.generics.contains(name)
        ? .member(Self.module(of: name)) : nil,
      name.split(separator: ".").map(String.init))
    if KnownTypes.numbers.contains(name) || KnownTypes.values.contains(name) {
      if KnownTypes.foundation.contains(name) { imports[file, default: []].insert("Foundation") }
      var form = ValueForm(.named(own))
      // Arrays of other types are lists of values.
      form.isNumber = KnownTypes.numbers.contains(name) && !isHidden
      return form
    }
    if KnownTypes.wrapped.contains(name), !index.isHandwritten(written) {
      if KnownTypes.foundation.contains(name) { imports[file, default: []].insert("Foundation") }
      let archived = SwiftTypeUse.named(SwiftName(.member(Self.runtime), "Archived\(name)"))
      return ValueForm(.named(own), archived: archived, wrapping: .wrapper(archived, isGenerated: false))
    }
    if KnownTypes.codable.contains(name), !index.isHandwritten(written) {
      if KnownTypes.foundation.contains(name) { imports[file, default: []].insert("Foundation") }
      return ownCoding(.named(own, arguments: arguments.map { .written(index.canonical($0, in: context.scope)) }))
    }
    if name == "Set", let element = arguments.first, arguments.count == 1 {
      return try generic(own, try form(element, context, isProperty: false), placeholder: .emptyList)
    }
    if KnownTypes.ranges.contains(name), let bound = arguments.first, arguments.count == 1 {
      return try generic(own, try form(bound, context, isProperty: false), placeholder: nil)
    }
    if KnownTypes.vectors.contains(name), let scalar = arguments.first, arguments.count == 1 {
      let lane = try form(scalar, context, isProperty: false)
      var form = try generic(own, lane, placeholder: nil)
      form.isNumber = lane.isNumber && !isHidden
      return form
    }
    if !context.listed.isEmpty { return try existential([.named(written, arguments: arguments)], context) }
    if let conversion = index.conversionsElsewhere[written] {
      return try converted(.named(written, arguments: arguments), by: conversion, context)
    }
    if index.ownCodingElsewhere.contains(written) { return ownCoding(.named(written, arguments: arguments), context) }
    if !index.isHandwritten(written), let form = try knownCollection(name, written, arguments, context) { return form }
    if index.isHandwritten(written) {
      importAll()
      return ValueForm(.written(.named(written, arguments: arguments)))
    }
    if let advice = KnownTypes.advice[name] {
      throw PlanningError(.unsupportedType, message: "there is no archived form of '\(written)'", advice: advice)
    }
    if let form = assumedOwnCoding(written, arguments, context) { return form }
    throw unknown(written, context)
  }

  func unknown(_ name: String, _ context: Context) -> PlanningError {
    if name == "InlineArray" {
      return PlanningError(
        .unsupportedType, message: "an 'InlineArray' whose count is not written as a number is not supported",
        advice: "write the number, or archive the elements as an array")
    }
    // Known types have capital names, so they are no proposals for the name of a C type.
    let isCapital = name.first?.isUppercase == true
    let known = isCapital ? (Array(KnownTypes.numbers) + Array(KnownTypes.values)).sorted() : []
    let near =
      nearestWord(to: name, among: (index.names + foreign.records.keys).filter { $0 != name }.sorted())
      ?? nearestWord(to: name, among: known, atMost: 1)
    let places = foreign.isEmpty ? "the given sources" : "the given sources and headers"
    let declares = isCapital && foreign.isEmpty ? "Swift source" : "Swift source or C header"
    let otherwise =
      context.isPayload ? "give the case a value of another type" : "leave the property out with '// archive: skip'"
    return PlanningError(
      .unknownType,
      message:
        "the type '\(name)' cannot be resolved: it is neither among \(places) nor one that the runtime knows",
      advice: (didYouMean(near).map { $0 + " If not, " } ?? "")
        + "name the \(declares) that declares it as another input; or archive a type of another module as another value, with 'owncoding', 'as(…)' or 'via(…)'; or \(otherwise)",
      cause: name)
  }

  private static func module(of name: String) -> String {
    KnownTypes.foundation.contains(name) ? "Foundation" : name == "ArchiveValue" ? runtime : "Swift"
  }

  private static let runtime = "ArchiveRuntime"

  static func runtimeType(_ name: String, of argument: SwiftTypeUse) -> SwiftTypeUse {
    .named(SwiftName(.member(runtime), name), arguments: [argument])
  }

  // MARK: Declared types

  private mutating func declared(
    _ name: String, _ arguments: [SwiftType], _ context: Context
  ) throws(PlanningError) -> ValueForm {
    guard let declaration = index[name] else { throw unknown(name, context) }
    if declaration.kind == .protocol { return try existential([.named(name, arguments: [])], context) }
    guard selection.contains(name) || index.handwritten.contains(name) else {
      if declaration.kind == .actor {
        throw PlanningError(
          .unsupportedType, message: "'\(name)' is an actor, whose state other threads cannot read",
          advice: context.leaveOut)
      }
      throw PlanningError(
        .unarchivedType, message: "the \(declaration.kind.rawValue) '\(name)' is not archived",
        advice: "write '// archive:' on it" + (context.isPayload ? "" : ", or '// archive: skip' on this property"),
        cause: name)
    }
    // Only code inside `Outer` knows the `Int` of `Outer<Int>.Inner`.
    if let around = name.lastIndex(of: ".").map({ index.generics(of: String(name[..<$0])) }),
      !Set(around.map(\.name)).isSubset(of: context.generics)
    {
      throw PlanningError(
        .unsupportedType, message: "'\(name)' is inside a generic type, whose arguments are not known here",
        advice: "declare it outside, with parameters of its own")
    }
    if declaration.annotations.isOwnCoding { return ownCoding(of: declaration, arguments, context) }
    if RawValues.hasRawValue(declaration, index), !arguments.isEmpty {
      return try rawValue(declaration, arguments, context)
    }
    var forms: [ValueForm] = []
    for argument in arguments { forms.append(try form(argument, context, isProperty: false)) }
    guard forms.allSatisfy({ $0.wrapping == .none }) else { throw boxedArgument(of: name) }
    var form = ValueForm(.named(SwiftName(qualified: name), arguments: forms.map(\.type)))
    form.dependencies = forms.reduce([name]) { $0 + $1.dependencies.optional }
    if declaration.kind != .class { form.inPlace = [name] }
    return form
  }

  /// The form of a generic type that is archived as its raw value. Only parameters in the type of the raw value are archived.
  private mutating func rawValue(
    _ declaration: SwiftTypeDeclaration, _ arguments: [SwiftType], _ context: Context
  ) throws(PlanningError) -> ValueForm {
    let used = RawValues.parameters(of: declaration, index)
    var uses: [SwiftTypeUse] = []
    var dependencies: ValueForm.Dependencies = [declaration.name]
    for (parameter, argument) in zip(declaration.generics, arguments) {
      guard used.contains(parameter.name) else {
        uses.append(.written(index.canonical(argument, in: context.scope)))
        continue
      }
      let form = try form(argument, context, isProperty: false)
      guard form.wrapping == .none else { throw boxedArgument(of: declaration.name) }
      uses.append(form.type)
      dependencies = dependencies + form.dependencies.optional
    }
    var form = ValueForm(.named(SwiftName(qualified: declaration.name), arguments: uses))
    form.dependencies = dependencies
    form.inPlace = [declaration.name]
    return form
  }

  private func boxedArgument(of name: String) -> PlanningError {
    PlanningError(
      .unsupportedType,
      message: "'\(name)' cannot take \(ValueForm.boxedKinds) as its parameter when it is archived",
      advice: "wrap it in a struct of your own, marked '// archive:'")
  }

  // MARK: Collections

  private func isRecord(_ type: SwiftType, _ context: Context) -> Bool {
    guard case .named(let name, let arguments) = type, index.lookUp(name, in: context.scope) == nil,
      context.depth < Context.greatestDepth
    else { return false }
    if let alias = index.alias(name, arguments, of: context.scope, in: context.scope) {
      return isRecord(alias.type, context.within(alias.scope))
    }
    return foreign.records[name] != nil
  }

  func array(_ element: ValueForm) -> ValueForm {
    var form = ValueForm(.array(element.type), archived: .array(element.archived))
    form.stored = .array(element.stored)
    if element.wrapping != .none { form.wrapping = .map(element.wrapping) }
    form.dependencies = element.dependencies.optional
    form.placeholder = .emptyList
    form.isPackable = element.isNumber
    form.listed = element.listed
    if let codable = element.codable {
      form.codable = CodedValue.Codable(type: .array(codable.type), wrapping: .map(codable.wrapping))
    }
    return form
  }

  func dictionary(_ key: ValueForm, _ value: ValueForm) throws(PlanningError) -> ValueForm {
    guard key.wrapping == .none else {
      throw PlanningError(
        .unsupportedType, message: "a dictionary's key cannot be \(ValueForm.boxedKinds) when it is archived",
        advice: "use text, numbers, or a struct of your own as the key")
    }
    var form = ValueForm(.dictionary(key.type, value.type), archived: .dictionary(key.archived, value.archived))
    if value.wrapping != .none { form.wrapping = .mapValues(value.wrapping) }
    form.stored = .dictionary(key.stored, value.stored)
    form.dependencies = key.dependencies.optional + value.dependencies.optional
    form.placeholder = .emptyDictionary
    form.listed = value.listed
    return form
  }

  private func generic(
    _ name: SwiftName, _ argument: ValueForm, placeholder: PlaceholderValue?
  ) throws(PlanningError) -> ValueForm {
    guard argument.wrapping == .none else {
      throw PlanningError(
        .unsupportedType,
        message: "'\(name.path[0])' cannot have \(ValueForm.boxedKinds) as its element when it is archived",
        advice: "use an array instead")
    }
    var form = ValueForm(.named(name, arguments: [argument.type]))
    form.dependencies = argument.dependencies.optional
    form.placeholder = placeholder
    return form
  }
}

extension SwiftType {
  fileprivate var isFunction: Bool {
    switch self {
    case .function: true
    case .optional(let wrapped): wrapped.isFunction
    default: false
    }
  }
}
