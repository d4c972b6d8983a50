import ArchiveModel

/// Warnings about properties that do not come back as they were archived, because of the initializer that decoding calls.
struct ChangingInitializers {
  let index: SwiftTypeIndex
  let plans: [String: InstancePlan]

  func warnings(_ plan: InstancePlan, _ declaration: SwiftTypeDeclaration) -> [Diagnostic] {
    guard let match = plan.match else { return [] }
    let restored = Set((plan.assigned + plan.connected).map(\.name))
    return plan.arguments.compactMap { property in
      let objectChanges = classPlan(of: property) == nil ? [] : changes(of: property, match.initializer)
      if let change = objectChanges.first(where: { changesValue($0.path, of: property) }) {
        let changed = change.path.joined(separator: ".")
        return warning(
          property,
          "'\(match.text)', which decoding calls, changes '\(changed)' of the archived '\(property.name)':"
            + " '\(change.source)' changes what was archived each time that it is read",
          "leave the change to a method that the program calls for new objects, or add an initializer without it")
      }
      if let change = match.initializer.changed[property.name],
        !objectChanges.contains(where: { $0.source == change.source })
      {
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

  /// What the initializer changes in the object that a property refers to.
  private func changes(of property: PlannedProperty, _ initializer: SwiftInitializer) -> [SwiftInitializer.ObjectChange]
  {
    guard let parameter = initializer.parameters.first(where: { [$0.label, $0.name].contains(property.name) }) else {
      return []
    }
    return initializer.objectChanges.filter { $0.parameter == parameter.name }
  }

  /// Whether the path leads to an archived property that an object has when another one gets it. References to
  /// objects are assigned later, to all objects.
  private func changesValue(_ path: [String], of property: PlannedProperty) -> Bool {
    var holder = property
    for (number, name) in path.enumerated() {
      guard let plan = classPlan(of: holder),
        let next = (plan.arguments + plan.assigned).first(where: { $0.name == name }),
        !plan.connected.contains(where: { $0.name == name })
      else { return false }
      if number == path.count - 1 || classPlan(of: next) == nil { return true }
      holder = next
    }
    return false
  }

  /// The plan of the class that a property refers to.
  private func classPlan(of property: PlannedProperty) -> InstancePlan? {
    guard case .named(let name, _) = property.form.type.unwrapped, name.module == nil else { return nil }
    let path = name.path.joined(separator: ".")
    return index[path]?.kind == .class ? plans[path] : nil
  }

  private func warning(_ property: PlannedProperty, _ message: String, _ advice: String) -> Diagnostic {
    Diagnostic(
      .inexactInitializer, at: property.property.location, message, advice: advice,
      sourceLine: property.property.sourceLine)
  }
}
