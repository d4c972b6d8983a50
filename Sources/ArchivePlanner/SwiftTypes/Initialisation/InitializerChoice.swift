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
    let proposal = proposal(declaration, properties, initializers, assigning: canAssign)
    // One with the same labels may be there, but be private, failable or async.
    if let same = declaration.initializers.first(where: { InitializerMatch.Candidate($0, []).text == proposal.text }),
      same.access < .internal
    {
      return "make '\(proposal.text)' internal"
    }
    let added = proposal.steps.enumerated().map { number, step in
      return (number == 0 ? "add this one to " : "and this one to ")
        + (step.type == declaration.name && number == 0 ? "it" : "'\(step.type)'") + ":\n"
        + step.lines.joined(separator: "\n")
    }
    let begun = properties.filter {
      $0.owner == declaration.name && $0.isObserved && $0.property.hasInitialValue
        && declaration.attributes.contains("Observable")
    }.map { "\nand remove the initial value of '\($0.name)', so that the initializer runs no observers" }
    return (added + begun).joined(separator: added.count > 1 ? "\n" : "")
  }

  private struct Proposal {
    /// The arguments of its call.
    var arguments: [InitializerMatch.Argument]
    /// Its signature, before it gets another label because there is one already.
    var text: String
    /// The initializers to add, those of superclasses first.
    var steps: [(type: String, lines: [String])]
  }

  private static func proposal(
    _ declaration: SwiftTypeDeclaration, _ properties: [PlannedProperty], _ initializers: Initializers,
    assigning canAssign: (PlannedProperty) -> Bool
  ) -> Proposal {
    let own = properties.filter {
      $0.owner == declaration.name && (!canAssign($0) || !$0.property.hasInitialValue)
    }
    let inherited = properties.filter { $0.owner != declaration.name }
    var arguments: [InitializerMatch.Argument] = []
    var steps: [(type: String, lines: [String])] = []
    var isOverride = false
    if declaration.kind == .class, let name = inherited.last?.owner, let superclass = initializers.index[name] {
      let candidates = initializers.candidates(of: name)
      if let best = InitializerMatch.best(candidates, inherited, assigning: canAssign) {
        arguments = best.arguments
      } else {
        // What the superclass does not take, no initializer of a subclass can give its value without running observers.
        let needed = proposal(superclass, inherited, initializers, assigning: canAssign)
        (arguments, steps) = (needed.arguments, needed.steps)
      }
    }
    // A class without initializers inherits all of them, until it gets one.
    if !steps.isEmpty, own.isEmpty, !declaration.initializers.contains(where: { !$0.isConvenience }),
      declaration.properties.allSatisfy({ !$0.isState || $0.hasInitialValue })
    {
      return Proposal(arguments: arguments, text: "", steps: steps)
    }
    let taken = arguments.compactMap(\.property) + own
    let text = "init(" + taken.map { "\($0.name):" }.joined() + ")"
    let isDeclared = declaration.initializers.contains { InitializerMatch.Candidate($0, []).text == text }
    if !isDeclared, let name = inherited.last?.owner {
      let labels = "init(" + arguments.map { "\($0.label ?? "_"):" }.joined() + ")"
      isOverride =
        steps.isEmpty
        ? initializers.candidates(of: name).contains { $0.text == text } : own.isEmpty && labels == text
    }
    let parameters = taken.enumerated().map { number, property in
      (isDeclared && number == 0 ? "archived " : "")
        + "\(property.name): \(property.property.type?.spelled ?? "Type")"
    }
    var lines = ["  \(isOverride ? "override " : "")init(\(parameters.joined(separator: ", "))) {"]
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
    }
    lines.append("  }")
    steps.append((declaration.name, lines))
    let call = taken.enumerated().map { number, property in
      InitializerMatch.Argument(label: isDeclared && number == 0 ? "archived" : property.name, property: property)
    }
    return Proposal(arguments: call, text: text, steps: steps)
  }
}
