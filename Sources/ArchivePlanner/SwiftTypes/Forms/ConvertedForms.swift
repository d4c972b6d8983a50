import ArchiveModel

/// Values that are archived as other values: `via(…)`, `as(…)`, and collections of known packages.
extension FormResolution {
  /// The form of a value that an attribute has converted.
  mutating func converted(
    _ type: SwiftType, by conversion: ForeignConversion, _ context: Context
  ) throws(PlanningError) -> ValueForm {
    if let parameter = type.words.first(where: context.generics.contains) {
      throw PlanningError(
        .misplacedAttribute, message: "'\(conversion.spelled)' needs a type, and '\(parameter)' may be any",
        advice: "remove the attribute, or use a struct of your own around the value")
    }
    importAll()
    switch conversion {
    case .functions(let functions): return try converted(type, by: functions, context)
    case .representation(let representation): return try converted(type, to: representation, context)
    }
  }

  // MARK: Functions

  private mutating func converted(
    _ type: SwiftType, by functions: PointerFunctions, _ context: Context
  ) throws(PlanningError) -> ValueForm {
    if functions.release != nil {
      throw PlanningError(
        .misplacedAttribute, message: "'via' of a Swift value has no third function, which releases a C pointer",
        advice: "write 'via(\(functions.pack), \(functions.unpack))'")
    }
    let (pack, scope) = try function(functions.pack, context)
    let (unpack, unpackScope) = try function(functions.unpack, context)
    let used = [(pack, scope), (unpack, unpackScope)].map { signature, holder in
      BoxStructs.Function(isolation: signature.isolation, holder: holder)
    }
    guard let result = pack.result, let parameter = pack.parameters.first else {
      throw PlanningError(
        .misplacedAttribute, message: "the function '\(functions.pack)' returns nothing that could be archived",
        advice: "write its result: 'func \(pack.name)(_ value: \(type.spelled)) throws -> [Double]'")
    }
    let value = index.canonical(parameter, in: scope)
    return try mapped(index.canonical(type, in: context.scope), to: value) { (resolution) throws(PlanningError) in
      let packed = try resolution.form(
        result, Context(scope: scope, generics: [], place: context.place, isPayload: context.isPayload),
        isProperty: false)
      guard !packed.isOptional else {
        throw PlanningError(
          .misplacedAttribute, message: "the function '\(functions.pack)' returns an optional",
          advice: "make the property optional, and convert what it has if it is not nil")
      }
      return resolution.boxed(
        .written(value), packed, .functions(pack: functions.pack, unpack: functions.unpack), by: used)
    }
  }

  private func function(
    _ name: String, _ context: Context
  ) throws(PlanningError) -> (signature: MethodSignature, scope: String) {
    let (found, scope) = index.functions(named: name, in: context.scope)
    guard let signature = found.first(where: { $0.labels == ["_"] && !$0.isPrivate }) else {
      throw PlanningError(
        .misplacedAttribute,
        message: found.isEmpty
          ? "there is no function '\(name)' in the given sources"
          : "the function '\(name)' does not take one value without a label, or is private",
        advice:
          "write 'func \(name.split(separator: ".").last ?? "")(_ value: …) throws -> …' in one of them, outside types or as a static method"
      )
    }
    return (signature, scope)
  }

  /// The form of a type whose parts of the type `value` are converted.
  private mutating func mapped(
    _ type: SwiftType, to value: SwiftType, _ box: (inout FormResolution) throws(PlanningError) -> ValueForm
  ) throws(PlanningError) -> ValueForm {
    if type == value { return try box(&self) }
    switch type {
    case .optional(let inner), .implicitlyUnwrapped(let inner): return try mapped(inner, to: value, box).optional
    case .array(let inner): return array(try mapped(inner, to: value, box))
    default:
      throw PlanningError(
        .misplacedAttribute, message: "the function takes a '\(value.spelled)', and the value is a '\(type.spelled)'",
        advice: "write functions for '\(type.spelled)'")
    }
  }

  private mutating func boxed(
    _ type: SwiftTypeUse, _ packed: ValueForm, _ calls: ConversionCalls, by functions: [BoxStructs.Function] = []
  ) -> ValueForm {
    let name = boxes.conversion(type, to: packed, calls, by: functions, file: file)
    let box = SwiftTypeUse.named(SwiftName(nil, name))
    var form = ValueForm(type, archived: box, wrapping: .wrapper(box, isGenerated: true))
    form.stored = packed.stored
    form.dependencies = packed.dependencies
    form.listed = packed.listed
    return form
  }

  // MARK: What types offer

  private mutating func converted(
    _ type: SwiftType, to representation: ValueRepresentation, _ context: Context
  ) throws(PlanningError) -> ValueForm {
    switch index.canonical(type, in: context.scope) {
    case .optional(let inner), .implicitlyUnwrapped(let inner):
      return try converted(inner, to: representation, context).optional
    case .array(let inner): return array(try converted(inner, to: representation, context))
    case .dictionary(let key, let value):
      return try dictionary(form(key, context, isProperty: false), converted(value, to: representation, context))
    case .named("Set", let elements) where representation != .elements:
      throw PlanningError(
        .misplacedAttribute,
        message:
          "the attribute cannot convert the elements of '\(SwiftType.named("Set", arguments: elements).spelled)'",
        advice: "make it an array, or write 'via(pack, unpack)', with functions that return and take one")
    case let value:
      let use = SwiftTypeUse.written(value)
      func wrapped(_ name: String, storedAs stored: SwiftTypeUse) -> ValueForm {
        let archived = Self.runtimeType(name, of: use)
        var form = ValueForm(use, archived: archived, wrapping: .wrapper(archived, isGenerated: true))
        form.stored = stored
        return form
      }
      switch representation {
      case .rawValue:
        return wrapped("ArchivedRawValue", storedAs: .written(.named("\(value.spelled).RawValue", arguments: [])))
      case .description: return wrapped("ArchivedDescription", storedAs: .named(SwiftName(nil, "String")))
      case .securecoding: return wrapped("ArchivedSecureObject", storedAs: use)
      case .elements:
        guard case .named(_, let arguments) = value, let element = arguments.last else {
          throw PlanningError(
            .misplacedAttribute, message: "'\(value.spelled)' does not show the type of its elements",
            advice: "write 'via(pack, unpack)', with functions that return and take an array")
        }
        return boxed(use, array(try form(element, context, isProperty: false)), .elements)
      }
    }
  }

  // MARK: Known collections

  /// The form of a collection of the standard library or of a known package, which is archived as its elements.
  mutating func knownCollection(
    _ name: String, _ written: String, _ arguments: [SwiftType], _ context: Context
  ) throws(PlanningError) -> ValueForm? {
    guard let calls = KnownCollections.calls(name, arguments.count),
      !arguments.contains(where: { $0.words.contains(where: context.generics.contains) })
    else { return nil }
    importAll()
    let type = SwiftTypeUse.written(index.canonical(.named(written, arguments: arguments), in: context.scope))
    func form(_ place: Int, _ resolution: inout FormResolution) throws(PlanningError) -> ValueForm {
      try resolution.form(arguments[place], context, isProperty: false)
    }
    switch calls {
    case .orderedSet:
      return boxed(type, try hashed("ArchivedOrderedElements", [try form(0, &self)], name), calls)
    case .orderedDictionary:
      return boxed(type, try hashed("ArchivedOrderedEntries", [try form(0, &self), try form(1, &self)], name), calls)
    case .inlineArray:
      guard case .other(let count) = arguments[0], count.allSatisfy(\.isNumber) else { return nil }
      return boxed(type, array(try form(1, &self)), .inlineArray(count: count))
    default: return boxed(type, array(try form(arguments.count - 1, &self)), calls)
    }
  }

  private func hashed(_ wrapper: String, _ parts: [ValueForm], _ name: String) throws(PlanningError) -> ValueForm {
    guard parts.allSatisfy({ $0.wrapping == .none }) else {
      throw PlanningError(
        .unsupportedType, message: "'\(name)' cannot have \(ValueForm.boxedKinds) as its element when it is archived",
        advice: "use structs of your own, marked '// archive:'")
    }
    var form = ValueForm(.named(SwiftName(.member("ArchiveRuntime"), wrapper), arguments: parts.map(\.type)))
    form.stored = .named(SwiftName(nil, name), arguments: parts.map(\.stored))
    form.dependencies = parts.reduce([]) { $0 + $1.dependencies.optional }
    return form
  }
}

/// Collections that are archived as their elements, whose types have no place in the runtime: those of packages, and those that are not
/// on all platforms.
enum KnownCollections {
  /// - Parameter count: the number of generic arguments.
  static func calls(_ name: String, _ count: Int) -> ConversionCalls? {
    switch (name, count) {
    case ("Deque", 1), ("ContiguousArray", 1), ("ArraySlice", 1): .elements
    case ("OrderedSet", 1): .orderedSet
    case ("OrderedDictionary", 2): .orderedDictionary
    case ("IdentifiedArrayOf", 1), ("IdentifiedArray", 2): .identified
    case ("InlineArray", 2): .inlineArray(count: "")
    default: nil
    }
  }
}
