import ArchiveModel

/// Warnings about properties that do not come back as they were archived, because of the initializer that decoding calls.
struct ChangingInitializers {
  let index: SwiftTypeIndex

  func warnings(_ plan: InstancePlan, _ declaration: SwiftTypeDeclaration) -> [Diagnostic] {
    guard let match = plan.match else { return [] }
    let restored = Set((plan.assigned + plan.connected).map(\.name))
    return plan.arguments.compactMap { property in
      if let change = match.initializer.changed[property.name] {
        guard !restored.contains(property.name), change.isOtherEachTime, !change.isCall || !property.property.isLet
        else {
          return nil
        }
        return warning(
          property,
          change.isUnused
            ? "'\(match.text)', which decoding calls, does not use its argument '\(property.name)':"
              + " the property gets '\(change.source)' in place of the archived value"
            : "'\(match.text)', which decoding calls, makes '\(change.source)' of the archived '\(property.name)'",
          "add an initializer that takes '\(property.name)' as it is, or make it a settable 'var'")
      }
      guard property.isObserved else { return nil }
      if property.owner != declaration.name, !match.initializer.passesOn(property.name),
        declaration.initializers.contains(match.initializer)
      {
        return warning(
          property,
          "'\(match.text)', which decoding calls, assigns the inherited '\(property.name)', which runs its observers",
          "pass it to an initializer of '\(property.owner)'")
      }
      guard property.owner == declaration.name, property.property.hasInitialValue,
        declaration.attributes.contains("Observable")
      else { return nil }
      return warning(
        property,
        "'\(match.text)', which decoding calls, runs the observers of '\(property.name)': '@Observable' makes it a setter",
        "remove the initial value of '\(property.name)', so that the initializer gives it the first one")
    }
  }

  private func warning(_ property: PlannedProperty, _ message: String, _ advice: String) -> Diagnostic {
    Diagnostic(
      .inexactInitializer, at: property.property.location, message, advice: advice,
      sourceLine: property.property.sourceLine)
  }
}
