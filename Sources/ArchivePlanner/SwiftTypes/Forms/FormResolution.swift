import ArchiveModel

/// Decides the archived form of properties' types.
struct FormResolution {
  let index: SwiftTypeIndex
  let selection: Set<String>
  let foreign: ImportedTypes
  private(set) var boxes = BoxStructs()
  /// The modules to import, by file.
  private(set) var imports: [Int: Set<String>] = [:]
  /// The file that types are resolved for.
  var file = 0

  /// The context in which a type is written.
  struct Context {
    let scope: String
    let generics: Set<String>
    /// The types that `types(…)` of the property lists.
    var listed: [Attribute.Argument] = []
    /// Whether it is the type of an enumeration case's value, which cannot be left out by itself.
    var isPayload = false

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
      return optional(form)
    case .array(let element):
      return array(try form(element, context, isProperty: isProperty && isRecord(element, context)))
    case .dictionary(let key, let value):
      return try dictionary(try form(key, context, isProperty: false), try form(value, context, isProperty: false))
    case .tuple(let elements): return try tuple(elements, context)
    case .any(let protocols), .composition(let protocols): return try existential(protocols, context)
    case .some:
      throw PlanningError(.unsupportedType, message: "'some' hides the actual type", advice: "write the type itself")
    case .function: throw PlanningError(.unsupportedType, message: "it is a function", advice: context.leaveOut)
    case .other(let text):
      throw PlanningError(
        .unsupportedType, message: "the type '\(text)' is not supported", advice: context.leaveOut)
    }
  }

  // MARK: Names

  private mutating func named(
    _ written: String, _ arguments: [SwiftType], _ context: Context, isProperty: Bool
  ) throws(PlanningError) -> ValueForm {
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
    if let alias = index.alias(name, in: context.scope), index.lookUp(name, in: context.scope) == nil {
      guard alias.type != .named(written, arguments: arguments) else { throw unknown(written, context) }
      return try form(
        alias.type,
        Context(
          scope: alias.scope, generics: context.generics, listed: context.listed, isPayload: context.isPayload),
        isProperty: isProperty)
    }
    if let found = index.lookUp(name, in: context.scope) {
      return try declared(found, arguments, context)
    }
    if let record = foreign.records[name] {
      imports[file, default: []].insert(record.module)
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
      imports[file, default: []].insert(enumeration.module)
      let type = SwiftTypeUse.named(enumeration.name)
      let archived = Self.runtimeType("ArchivedRawValue", of: type)
      return ValueForm(type, archived: archived, wrapping: .wrapper(archived, isGenerated: false))
    }
    // A type at the top level may be qualified by the app's own module.
    if let dot = name.firstIndex(of: "."), index.lookUp(String(name[..<dot]), in: context.scope) == nil,
      let found = index.lookUp(String(name[name.index(after: dot)...]), in: "")
    {
      return try declared(found, arguments, context)
    }
    return try known(KnownTypes.aliases[name] ?? name, written, arguments, context)
  }

  private mutating func known(
    _ name: String, _ written: String, _ arguments: [SwiftType], _ context: Context
  ) throws(PlanningError) -> ValueForm {
    // If the app has a type of the same name, this type is qualified by its module.
    let isHidden = index.resolved(name, in: context.scope) != nil
    let own = SwiftName(index.hides(name, in: context.scope) ? .member(Self.module(of: name)) : nil, name)
    if KnownTypes.numbers.contains(name) || KnownTypes.values.contains(name) {
      if KnownTypes.foundation.contains(name) { imports[file, default: []].insert("Foundation") }
      var form = ValueForm(.named(own))
      // Arrays of other types are lists of values.
      form.isNumber = KnownTypes.numbers.contains(name) && !isHidden
      return form
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
    if index.isHandwritten(written) {
      imports[file, default: []].formUnion(index.imports[file])
      return ValueForm(.written(.named(written, arguments: arguments)))
    }
    if let advice = KnownTypes.advice[name] {
      throw PlanningError(.unsupportedType, message: "there is no archived form of '\(written)'", advice: advice)
    }
    throw unknown(written, context)
  }

  private func unknown(_ name: String, _ context: Context) -> PlanningError {
    // Known types have capital names, so they are no proposals for the name of a C type.
    let isCapital = name.first?.isUppercase == true
    let known = isCapital ? Array(KnownTypes.numbers) + Array(KnownTypes.values) : []
    let near = nearestWord(
      to: name, among: (index.names + foreign.records.keys + known).filter { $0 != name }.sorted())
    let places = foreign.isEmpty ? "the given sources" : "the given sources and headers"
    let declares = isCapital && foreign.isEmpty ? "Swift source" : "Swift source or C header"
    let otherwise =
      context.isPayload ? "give the case a value of another type" : "leave the property out with '// archive: skip'"
    return PlanningError(
      .unknownType,
      message:
        "the type '\(name)' cannot be resolved: it is neither among \(places) nor one that the runtime knows",
      advice: didYouMean(near)
        ?? "name the \(declares) that declares it as another input, or \(otherwise)")
  }

  private static func module(of name: String) -> String {
    KnownTypes.foundation.contains(name) ? "Foundation" : name == "ArchiveValue" ? runtime : "Swift"
  }

  private static let runtime = "ArchiveRuntime"

  private static func runtimeType(_ name: String, of argument: SwiftTypeUse) -> SwiftTypeUse {
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
        advice: "write '// archive:' on it" + (context.isPayload ? "" : ", or '// archive: skip' on this property"))
    }
    // Only code inside `Outer` knows the `Int` of `Outer<Int>.Inner`.
    if let around = name.lastIndex(of: ".").map({ index.generics(of: String(name[..<$0])) }),
      !Set(around.map(\.name)).isSubset(of: context.generics)
    {
      throw PlanningError(
        .unsupportedType, message: "'\(name)' is inside a generic type, whose arguments are not known here",
        advice: "declare it outside, with parameters of its own")
    }
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
      message: "'\(name)' cannot take a C type, a tuple or a protocol as its parameter when it is archived",
      advice: "wrap it in a struct of your own, marked '// archive:'")
  }

  // MARK: Collections

  private func isRecord(_ type: SwiftType, _ context: Context) -> Bool {
    guard case .named(let name, _) = type, index.lookUp(name, in: context.scope) == nil else { return false }
    if let alias = index.alias(name, in: context.scope) { return isRecord(alias.type, context) }
    return foreign.records[name] != nil
  }

  private func optional(_ wrapped: ValueForm) -> ValueForm {
    var form = wrapped
    form.type = .optional(wrapped.type)
    form.archived = .optional(wrapped.archived)
    if wrapped.wrapping != .none { form.wrapping = .map(wrapped.wrapping) }
    form.dependencies = wrapped.dependencies.optional
    form.isNumber = false
    form.placeholder = .null
    form.inPlace = []
    return form
  }

  private func array(_ element: ValueForm) -> ValueForm {
    var form = ValueForm(.array(element.type), archived: .array(element.archived))
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

  private func dictionary(_ key: ValueForm, _ value: ValueForm) throws(PlanningError) -> ValueForm {
    guard key.wrapping == .none else {
      throw PlanningError(
        .unsupportedType, message: "a dictionary's keys cannot be C types, tuples or protocols when they are archived",
        advice: "use text, numbers, or a struct of your own as the key")
    }
    var form = ValueForm(.dictionary(key.type, value.type), archived: .dictionary(key.archived, value.archived))
    if value.wrapping != .none { form.wrapping = .mapValues(value.wrapping) }
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
        .unsupportedType, message: "'\(name.path[0])' of C types, tuples or protocols cannot be archived",
        advice: "use an array instead")
    }
    var form = ValueForm(.named(name, arguments: [argument.type]))
    form.dependencies = argument.dependencies.optional
    form.placeholder = placeholder
    return form
  }

  // MARK: Tuples and protocols

  private mutating func tuple(
    _ elements: [SwiftType.TupleElement], _ context: Context
  ) throws(PlanningError) -> ValueForm {
    guard elements.count > 1 else {
      throw PlanningError(.unsupportedType, message: "an empty tuple has no value", advice: context.leaveOut)
    }
    var forms: [(label: String?, form: ValueForm)] = []
    for element in elements { forms.append((element.label, try form(element.type, context, isProperty: false))) }
    guard !forms.contains(where: \.form.dependencies.mayBeAny) else {
      throw PlanningError(
        .unsupportedType, message: "a tuple of a generic parameter cannot be archived",
        advice: "make it a struct, marked '// archive:'")
    }
    let type = SwiftTypeUse.tuple(forms.map { SwiftTypeUse.Element(label: $0.label, type: $0.form.type) })
    var form = Self.wrapped(type, in: boxes.tuple(type, forms, file: file))
    form.dependencies = forms.reduce([]) { $0 + $1.form.dependencies }
    form.inPlace = forms.reduce([]) { $0.union($1.form.inPlace) }
    form.listed = forms.reduce([]) { $0.union($1.form.listed) }
    return form
  }

  private mutating func existential(_ protocols: [SwiftType], _ context: Context) throws(PlanningError) -> ValueForm {
    let type = SwiftTypeUse.existential(protocols)
    var listed = context.listed
    if listed.isEmpty {
      for case .named(let name, _) in protocols {
        guard let found = index.lookUp(name, in: context.scope), let declaration = index[found] else { continue }
        listed = declaration.annotations.types ?? []
        if !listed.isEmpty { break }
      }
    }
    guard !listed.isEmpty else { throw unlisted(protocols, context) }
    var types: [String] = []
    var names: Set<String> = []
    for argument in listed {
      guard let found = index.lookUp(argument.text, in: context.scope), let declaration = index[found],
        selection.contains(found) || index.handwritten.contains(found)
      else {
        throw PlanningError(
          .unarchivedType, message: "'\(argument.text)', which 'types' lists, is not an archived type",
          advice: "write '// archive:' on the type, or remove it from the list")
      }
      guard !RawValues.hasRawValue(declaration, index) else {
        throw PlanningError(
          .unsupportedType,
          message: "'\(found)' is archived as its raw value, which does not identify its type among several",
          advice: "use a struct around it, or an enumeration without raw values")
      }
      guard names.insert(found).inserted else { continue }
      types.append(found)
    }
    var form = Self.wrapped(type, in: boxes.existential(type, types, file: file))
    form.dependencies.possible = names
    form.listed = names
    // If there is one type, every value has it.
    if types.count == 1 { form.dependencies.certain = names }
    return form
  }

  /// The form of a value in a generated box of this name.
  private static func wrapped(_ type: SwiftTypeUse, in name: String) -> ValueForm {
    let box = SwiftTypeUse.named(SwiftName(nil, name))
    return ValueForm(type, archived: box, wrapping: .wrapper(box, isGenerated: true))
  }

  private func unlisted(_ protocols: [SwiftType], _ context: Context) -> PlanningError {
    var found: [String] = []
    for case .named(let name, _) in protocols {
      found += index.names.filter { candidate in
        selection.contains(candidate)
          && index[candidate]?.inherited.contains { $0 == .named(name, arguments: []) } == true
      }
    }
    let list = found.isEmpty ? "Circle, Square" : Array(Set(found)).sorted().joined(separator: ", ")
    return PlanningError(
      .missingTypes, message: "no attribute lists the types that '\(SwiftType.any(protocols).spelled)' can hold",
      advice:
        "list the possible types with '// archive: types(\(list))', \(context.isPayload ? "" : "here or ")on the protocol"
    )
  }
}
