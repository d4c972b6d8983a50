import ArchiveModel

/// How instances of a struct or class are initialised, and when each property gets its value.
struct InstancePlan {
  /// nil for a struct whose properties are assigned one by one.
  let match: InitializerMatch?
  /// The properties that are read for the initializer's arguments.
  let arguments: [PlannedProperty]
  /// Arguments that are empty at first, because their references are read later.
  let placeholders: [PlannedProperty]
  let assigned: [PlannedProperty]
  /// The properties that are read when the objects that they refer to exist.
  let connected: [PlannedProperty]

  /// The plan of a struct: each property is assigned if Swift allows it in an extension; otherwise an initializer is called.
  static func structure(
    _ declaration: SwiftTypeDeclaration, _ properties: [PlannedProperty], _ initializers: Initializers
  ) throws(PlanningError) -> InstancePlan {
    let named = try InitializerChoice.named(declaration, properties, initializers)
    // An initializer in an extension can assign all visible properties, observed or not; the others have initial values.
    let isWhole = declaration.properties.allSatisfy { property in
      !property.isState || property.hasInitialValue || properties.contains { $0.name == property.name }
    }
    // Behind a property wrapper is a private property, which only an initializer of the struct itself can give its first value.
    let wrapped = Set(
      properties.filter { initializers.index.isWrapped($0.property, in: declaration.name) }.map(\.name))
    func isBegun(_ property: PlannedProperty) -> Bool {
      !wrapped.contains(property.name) || property.property.hasInitialValue
        || initializers.index.beginsItself(property.property, in: declaration.name)
    }
    let canAssign = properties.allSatisfy { ($0.property.isLet || $0.isSettable) && isBegun($0) }
    if named == nil, isWhole, canAssign {
      // A setter may run when all other properties have values.
      let assigned = properties.filter { !wrapped.contains($0.name) } + properties.filter { wrapped.contains($0.name) }
      return InstancePlan(match: nil, arguments: [], placeholders: [], assigned: assigned, connected: [])
    }
    let match: InitializerMatch
    if let named {
      match = named
    } else {
      match = try InitializerChoice.best(declaration, properties, initializers) {
        $0.isSettable && !$0.isObserved && isBegun($0)
      }
    }
    return InstancePlan(
      match: match, arguments: properties.filter { match.takes($0) }, placeholders: [],
      assigned: properties.filter { property in
        !match.takes(property)
          || match.changes(property) && property.isSettable && !property.isObserved && !wrapped.contains(property.name)
      }, connected: [])
  }

  /// The plan of a class: an initializer is called, and the other properties are assigned, references to objects last.
  ///
  /// - Parameter properties: the properties, those of its superclasses first.
  static func object(
    _ declaration: SwiftTypeDeclaration, _ properties: [PlannedProperty], dependencies: (PlannedProperty) -> Bool,
    _ initializers: Initializers
  ) throws(PlanningError) -> InstancePlan {
    func canAssign(_ property: PlannedProperty) -> Bool { property.isSettable && !property.isObserved }
    let match: InitializerMatch
    if let named = try InitializerChoice.named(declaration, properties, initializers) {
      match = named
    } else {
      match = try InitializerChoice.best(declaration, properties, initializers, assigning: canAssign)
    }
    var arguments: [PlannedProperty] = []
    var placeholders: [PlannedProperty] = []
    var assigned: [PlannedProperty] = []
    var connected: [PlannedProperty] = []
    for property in properties {
      let canWait = canAssign(property) && dependencies(property)
      if match.takes(property) {
        if canWait, property.form.placeholder != nil {
          placeholders.append(property)
          connected.append(property)
        } else {
          arguments.append(property)
          if match.changes(property), canAssign(property) { assigned.append(property) }
        }
      } else if canWait {
        connected.append(property)
      } else {
        assigned.append(property)
      }
    }
    return InstancePlan(
      match: match, arguments: arguments, placeholders: placeholders, assigned: assigned, connected: connected)
  }

  /// The properties that the initializer gives an empty value, in place of what it would give them, or another one than its argument.
  var emptied: Set<String> {
    let changed = assigned.filter { match?.changes($0) ?? false }
    return Set((placeholders.filter { !passesNil($0) } + changed).map(\.name))
  }

  /// Whether the initializer gets nil for a missing value, as it does from the class's own `init(coder:)`.
  private func passesNil(_ property: PlannedProperty) -> Bool {
    property.isNilIfMissing && match?.arguments.contains { $0.property?.name == property.name && $0.isOptional } == true
  }

  /// The call of the initializer.
  func call() -> InitializerCall {
    guard let match else { return InitializerCall(constants: [], arguments: [], isThrowing: false) }
    let constants = arguments.map { property in
      let property = passesNil(property) ? property.with(form: property.form.optional) : property
      return InitializerCall.Constant(
        type: property.form.type,
        value: property.value(source: nil, target: .argument(property.name), keepsInitial: false))
    }
    let arguments = match.arguments.map { argument in
      guard let property = argument.property else {
        return InitializerCall.Argument(label: argument.label, value: .placeholder(.null))
      }
      let isPlaceholder = placeholders.contains { $0.name == property.name }
      if isPlaceholder, passesNil(property) {
        return InitializerCall.Argument(label: argument.label, value: .placeholder(.null))
      }
      return InitializerCall.Argument(
        label: argument.label,
        value: isPlaceholder
          ? .placeholder(property.form.placeholder ?? .null) : .constant(.argument(property.name)))
    }
    return InitializerCall(constants: constants, arguments: arguments, isThrowing: match.isThrowing)
  }
}
