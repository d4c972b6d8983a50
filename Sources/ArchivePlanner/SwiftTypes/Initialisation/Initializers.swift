import ArchiveModel

/// The initializers of a type, including those that Swift synthesises.
struct Initializers {
  let index: SwiftTypeIndex

  func candidates(of name: String) -> [InitializerMatch.Candidate] {
    guard let declaration = index[name] else { return [] }
    let own =
      declaration.kind == .struct
      ? declaration.initializers + (memberwise(declaration).map { [$0] } ?? []) : declaration.initializers
    let candidates = own.map { initializer in
      InitializerMatch.Candidate(initializer, initializer.parameters.map { index.canonical($0.type, in: name) })
    }
    return declaration.kind == .class ? candidates + inherited(declaration) : candidates
  }

  /// The memberwise initializer of a struct without initializers in its body (The Swift Programming Language, "Memberwise
  /// Initializers for Structure Types").
  private func memberwise(_ declaration: SwiftTypeDeclaration) -> SwiftInitializer? {
    guard !declaration.initializers.contains(where: { !$0.isConvenience }) else { return nil }
    let state = declaration.properties.filter(\.isState)
    // A lazy property is a parameter with a default, which counts for the access.
    let stored = declaration.properties.filter { $0.isState || $0.storage == .lazy && !$0.isStatic }
    let access = stored.map(\.access).min() ?? .internal
    guard access >= .internal else { return nil }
    let parameters = state.compactMap { property -> SwiftParameter? in
      // Of a wrapper that begins by itself the parameter is the wrapper, and has a default.
      if index.beginsItself(property, in: declaration.name) { return nil }
      guard let type = property.type else { return nil }
      return SwiftParameter(
        label: property.name, name: property.name, type: type, hasDefault: property.hasInitialValue)
    }
    let wanted = state.filter { !index.beginsItself($0, in: declaration.name) }
    guard parameters.count == wanted.count, !wanted.contains(where: { hasArguments($0, of: declaration) }) else {
      return nil
    }
    return SwiftInitializer(parameters, at: declaration.location)
  }

  /// Of '@Clamped(0...9) var level: Int' the parameter may be a 'Clamped'.
  private func hasArguments(_ property: SwiftProperty, of declaration: SwiftTypeDeclaration) -> Bool {
    !property.hasInitialValue && index.isWrapped(property, in: declaration.name)
      && property.attributes.contains { !$0.arguments.isEmpty }
  }

  /// A class without designated initializers inherits its superclass's (ibid., "Automatic Initializer Inheritance").
  private func inherited(_ declaration: SwiftTypeDeclaration) -> [InitializerMatch.Candidate] {
    guard !declaration.initializers.contains(where: { !$0.isConvenience }) else { return [] }
    guard declaration.properties.allSatisfy({ !$0.isState || $0.hasInitialValue }) else { return [] }
    if let superclass = index.superclass(of: declaration.name) { return candidates(of: superclass) }
    return [InitializerMatch.Candidate(SwiftInitializer([], at: declaration.location), [])]
  }
}

extension SwiftTypeIndex {
  /// The property wrapper of the sources whose value cannot be set, if a property is behind one.
  func readOnlyWrapper(of property: SwiftProperty, in scope: String) -> SwiftAttribute? {
    property.attributes.first { attribute in
      guard let found = resolved(attribute.name, in: scope), let wrapper = self[found],
        wrapper.attributes.contains("propertyWrapper"),
        let value = wrapper.properties.first(where: { $0.name == "wrappedValue" })
      else { return false }
      return value.isLet || value.setterAccess < .internal
    }
  }

  /// Whether a property is behind a property wrapper of the sources or of a known library.
  func isWrapped(_ property: SwiftProperty, in scope: String) -> Bool {
    property.attributes.contains { attribute in
      if CodingAttribute.isWrapper(attribute) { return true }
      guard let found = resolved(attribute.name, in: scope) else { return false }
      return self[found]?.attributes.contains("propertyWrapper") == true
    }
  }

  /// Whether a property without an initial value is behind a property wrapper of the sources that can be made without one.
  func beginsItself(_ property: SwiftProperty, in scope: String) -> Bool {
    guard !property.hasInitialValue else { return false }
    return property.attributes.contains { attribute in
      guard attribute.arguments.isEmpty, let found = resolved(attribute.name, in: scope), let wrapper = self[found],
        wrapper.attributes.contains("propertyWrapper")
      else { return false }
      if wrapper.initializers.contains(where: { $0.parameters.allSatisfy(\.hasDefault) }) { return true }
      return wrapper.kind == .struct && wrapper.initializers.isEmpty
        && wrapper.properties.allSatisfy { !$0.isState || $0.hasInitialValue }
    }
  }
}
