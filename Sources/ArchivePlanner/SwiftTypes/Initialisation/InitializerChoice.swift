import ArchiveModel

/// Which initializer generated code calls.
enum InitializerChoice {
  /// The initializer that the annotation names.
  static func named(
    _ declaration: SwiftTypeDeclaration, _ properties: [PlannedProperty], _ initializers: Initializers
  ) throws(PlanningError) -> InitializerMatch? {
    guard let labels = declaration.annotations.initializer else { return nil }
    let text = "init(\(labels))"
    let candidates = initializers.candidates(of: declaration.name)
    guard let candidate = candidates.first(where: { $0.text == text }) else {
      throw PlanningError(
        .unusableInitializer, message: "'\(declaration.name)' has no initializer '\(text)'",
        advice: didYouMean(text, among: candidates.map(\.text))
          ?? "it has \(candidates.isEmpty ? "none" : candidates.map(\.text).joined(separator: ", "))")
    }
    guard let match = InitializerMatch(candidate, properties) else {
      let reason = InitializerReason(declaration: declaration, properties: properties, index: initializers.index)
      throw PlanningError(
        .unusableInitializer,
        message: "'\(text)' cannot be called with the archived properties: \(reason.text(candidate))",
        advice: "every parameter without a default needs the name and type of an archived property")
    }
    if let property = properties.first(where: { !match.takes($0) && !$0.isSettable }) {
      let kind = property.property.isLet ? "is a constant" : "is not settable from outside"
      throw PlanningError(
        .unusableInitializer,
        message: "'\(text)' leaves '\(property.name)' without its archived value: it \(kind)",
        advice: "name an initializer that has it as a parameter, or leave it out with '// archive: skip'")
    }
    return match
  }

  static func best(
    _ declaration: SwiftTypeDeclaration, _ properties: [PlannedProperty], _ initializers: Initializers,
    assigning canAssign: (PlannedProperty) -> Bool
  ) throws(PlanningError) -> InitializerMatch {
    let candidates = initializers.candidates(of: declaration.name)
    if let best = InitializerMatch.best(candidates, properties, assigning: canAssign) { return best }
    // The properties that the best initializer leaves without a value.
    let unassigned = candidates.compactMap { InitializerMatch($0, properties) }
      .map { InitializerMatch.missing($0, of: properties, assigning: canAssign) }.min { $0.count < $1.count }
    let why: String
    let isUnmatched = candidates.isEmpty && !unarchived(declaration, properties).isEmpty
    if !isUnmatched, let property = unassigned?.first ?? properties.first(where: { !canAssign($0) }) {
      let kind =
        property.property.isLet
        ? "a constant"
        : property.isSettable && initializers.index.isWrapped(property.property, in: property.owner)
          ? "behind a property wrapper and has no initial value"
          : property.isObserved ? "observed, and decoding runs no observers" : "not settable from outside"
      why = "'\(property.name)' is \(kind), so an initializer has to have it as a parameter"
    } else if let property = unarchived(declaration, properties).first {
      why = "'\(property.name)' is not archived and has no initial value, so an initializer has to give it one"
    } else {
      why = "none can be called with the archived properties"
    }
    let reason = InitializerReason(declaration: declaration, properties: properties, index: initializers.index)
    let reasons = candidates.filter { InitializerMatch($0, properties) == nil }.prefix(3)
      .map { "'\($0.text)' is not suitable: \(reason.text($0))" }
    throw PlanningError(
      .unusableInitializer,
      message: (["no initializer of '\(declaration.name)' fits: \(why)"] + reasons).joined(separator: "; "),
      advice: advice(declaration, properties, initializers, assigning: canAssign))
  }

  /// The stored properties without an initial value that are not archived.
  private static func unarchived(
    _ declaration: SwiftTypeDeclaration, _ properties: [PlannedProperty]
  ) -> [SwiftProperty] {
    declaration.properties.filter { property in
      property.isState && !property.hasInitialValue
        && !properties.contains { $0.owner == declaration.name && $0.name == property.name }
    }
  }

  /// An initializer with parameters for properties that cannot be assigned or have no initial value.
  private static func advice(
    _ declaration: SwiftTypeDeclaration, _ properties: [PlannedProperty], _ initializers: Initializers,
    assigning canAssign: (PlannedProperty) -> Bool
  ) -> String {
    let own = properties.filter {
      $0.owner == declaration.name && (!canAssign($0) || !$0.property.hasInitialValue)
    }
    let inherited = properties.filter { $0.owner != declaration.name }
    var arguments: [InitializerMatch.Argument] = []
    var superclasses: [InitializerMatch.Candidate] = []
    if declaration.kind == .class, let superclass = inherited.last?.owner {
      superclasses = initializers.candidates(of: superclass)
      // What cannot be assigned from outside can be in an initializer.
      arguments = InitializerMatch.best(superclasses, inherited) { $0.isSettable }?.arguments ?? []
    }
    let later = inherited.filter { property in
      !canAssign(property) && !arguments.contains { $0.property?.name == property.name }
    }
    let taken = arguments.compactMap(\.property) + own + later
    // One with the same labels may be there, but be private, failable or async.
    let labels = "init(" + taken.map { "\($0.name):" }.joined() + ")"
    if let same = declaration.initializers.first(where: { InitializerMatch.Candidate($0, []).text == labels }) {
      if same.access < .internal { return "make '\(labels)' internal" }
    }
    let isDeclared = declaration.initializers.contains { InitializerMatch.Candidate($0, []).text == labels }
    let parameters = taken.enumerated().map { number, property in
      (isDeclared && number == 0 ? "archived " : "")
        + "\(property.name): \(property.property.type?.spelled ?? "Type")"
    }
    let overriding = !isDeclared && superclasses.contains { $0.text == labels } ? "override " : ""
    var lines = ["  \(overriding)init(\(parameters.joined(separator: ", "))) {"]
    lines += own.map { property in
      guard let wrapper = initializers.index.readOnlyWrapper(of: property.property, in: declaration.name) else {
        return "    self.\(property.name) = \(property.name)"
      }
      let others = wrapper.arguments.map { ", " + ($0.label.map { "\($0): " } ?? "") + $0.text }.joined()
      return "    _\(property.name) = \(wrapper.name)(wrappedValue: \(property.name)\(others))"
    }
    lines += unarchived(declaration, properties).map { "    self.\($0.name) = <#\($0.type?.spelled ?? "value")#>" }
    if !inherited.isEmpty {
      let values = arguments.map { ($0.label.map { "\($0): " } ?? "") + ($0.property?.name ?? "nil") }
      lines.append("    super.init(\(values.joined(separator: ", ")))")
      lines += later.map { "    self.\($0.name) = \($0.name)" }
    }
    lines.append("  }")
    return "add this one to it:\n" + lines.joined(separator: "\n")
  }
}
