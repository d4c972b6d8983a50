import ArchiveModel

/// Why generated code cannot call an initializer.
struct InitializerReason {
  let declaration: SwiftTypeDeclaration
  /// The archived properties, those of superclasses too.
  let properties: [PlannedProperty]
  let index: SwiftTypeIndex

  func text(_ candidate: InitializerMatch.Candidate) -> String {
    let initializer = candidate.initializer
    if initializer.isAsync { return "it is async" }
    if initializer.availability.contains(where: \.isUnavailability) { return "it is unavailable" }
    if initializer.isFailable { return "it may return nil" }
    if initializer.isGeneric { return "it is generic" }
    if initializer.access < .internal { return "it is \(initializer.access)" }
    for (parameter, type) in zip(initializer.parameters, candidate.types) where !parameter.hasDefault {
      let single = SwiftInitializer([parameter], at: initializer.location)
      if InitializerMatch(.init(single, [type]), properties) == nil { return mismatch(parameter) }
    }
    return "its parameters are not archived properties"
  }

  /// Why no archived property can be the argument.
  private func mismatch(_ parameter: SwiftParameter) -> String {
    func isNamed(_ name: String) -> Bool { parameter.label == name || parameter.name == name }
    let spelled = parameter.type.spelled
    if let property = properties.first(where: { isNamed($0.name) })?.property {
      let own = property.type?.spelled ?? "another type"
      let isMaybeNil = if case .optional = property.type { true } else { false }
      let why = isMaybeNil ? property.reference == .weak ? "; it is weak, and may be nil" : "; it may be nil" : ""
      return "its parameter '\(parameter.name)' is '\(spelled)', and the property is '\(own)'\(why)"
    }
    let declared = index.lineage(of: declaration.name).flatMap { index[$0]?.properties ?? [] }
    guard let property = declared.first(where: { isNamed($0.name) }) else {
      return "its parameter '\(parameter.name)' has the name of no property"
    }
    let why =
      property.isStatic
      ? "static, and not archived"
      : property.storage == .computed
        ? "computed, and not archived"
        : property.storage == .lazy
          ? "lazy, and not archived" : property.annotations.isSkipped ? "skipped" : "not archived"
    return "its parameter '\(parameter.name)' needs the property '\(property.name)', which is \(why)"
  }
}
