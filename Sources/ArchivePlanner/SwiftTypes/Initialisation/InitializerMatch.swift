import ArchiveModel

/// How generated code initialises an instance: the initializer, and the properties that are its arguments.
struct InitializerMatch {
  struct Argument {
    let label: String?
    /// nil for a parameter that gets nil, because it belongs to no archived property.
    let property: PlannedProperty?
    /// Whether the parameter is an optional of the property's type.
    var isOptional = false
  }

  let arguments: [Argument]
  let isThrowing: Bool
  let initializer: SwiftInitializer
  /// The initializer's signature, for messages.
  let text: String

  func takes(_ property: PlannedProperty) -> Bool {
    arguments.contains { $0.property?.name == property.name && $0.property?.owner == property.owner }
  }

  /// An initializer that may be called, with its signature as text.
  struct Candidate {
    let initializer: SwiftInitializer
    /// The types of the parameters as they are compared with those of properties.
    let types: [SwiftType]
    let text: String

    init(_ initializer: SwiftInitializer, _ types: [SwiftType]) {
      self.initializer = initializer
      self.types = types
      text = "init(" + initializer.parameters.map { "\($0.label ?? "_"):" }.joined() + ")"
    }
  }

  /// Matches parameters with properties; nil if a parameter without a default matches none.
  ///
  /// - Parameter passesNil: whether an optional parameter that matches none gets nil.
  init?(_ candidate: Candidate, _ properties: [PlannedProperty], passesNil: Bool = false) {
    let initializer = candidate.initializer
    guard !initializer.isAsync, !initializer.isFailable, !initializer.isGeneric, initializer.access >= .internal,
      !initializer.availability.contains(where: \.isUnavailability)
    else { return nil }
    var arguments: [Argument] = []
    for (parameter, type) in zip(initializer.parameters, candidate.types) {
      if let property = properties.first(where: { Self.fits(parameter, type, $0) }) {
        arguments.append(
          Argument(label: parameter.label, property: property, isOptional: type != property.comparedType))
      } else if passesNil, !parameter.hasDefault, case .optional = type {
        arguments.append(Argument(label: parameter.label, property: nil))
      } else if !parameter.hasDefault {
        return nil
      }
    }
    self.arguments = arguments
    self.initializer = initializer
    text = candidate.text
    isThrowing = initializer.isThrowing
  }

  /// Whether the initializer gives the property another value than that of its argument.
  func changes(_ property: PlannedProperty) -> Bool { initializer.changed[property.name] != nil && takes(property) }

  /// A parameter matches a property by its label or its name, and its type.
  private static func fits(_ parameter: SwiftParameter, _ type: SwiftType, _ property: PlannedProperty) -> Bool {
    guard parameter.label == property.name || parameter.name == property.name else { return false }
    return type == property.comparedType || type == .optional(property.comparedType)
  }

  /// The properties that neither the initializer nor an assignment sets.
  static func missing(
    _ match: InitializerMatch, of properties: [PlannedProperty], assigning canAssign: (PlannedProperty) -> Bool
  ) -> [PlannedProperty] {
    properties.filter { !match.takes($0) && !canAssign($0) }
  }

  /// The best of several initializers: every property gets a value, and as many as possible are arguments. Of equally good
  /// ones it is the first in the source. One with optional parameters that belong to no property is taken if no other fits.
  static func best(
    _ candidates: [Candidate], _ properties: [PlannedProperty], assigning canAssign: (PlannedProperty) -> Bool
  ) -> InitializerMatch? {
    for passesNil in [false, true] {
      var best: InitializerMatch?
      for candidate in candidates {
        guard let match = InitializerMatch(candidate, properties, passesNil: passesNil),
          missing(match, of: properties, assigning: canAssign).isEmpty
        else { continue }
        if match.count > best?.count ?? -1 { best = match }
      }
      if let best { return best }
    }
    return nil
  }

  /// The number of properties that are arguments.
  private var count: Int { arguments.count { $0.property != nil } }
}
