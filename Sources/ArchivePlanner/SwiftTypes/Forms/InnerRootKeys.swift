import ArchiveModel

/// Former keys from the root, `was("/size")`, inside structs that are archived in place: for an archive that has one of
/// them, and no key of the struct itself, the struct is there.
struct InnerRootKeys {
  let index: SwiftTypeIndex
  let properties: [String: [PlannedProperty]]

  /// The properties with what their structs read from the root.
  func added() -> [String: [PlannedProperty]] {
    guard properties.values.contains(where: { $0.contains { $0.formerKeys.contains(where: \.isFromRoot) } }) else {
      return properties
    }
    return properties.mapValues { all in
      all.map { property in
        var property = property
        property.innerRootKeys = keys(inside: property)
        return property
      }
    }
  }

  /// Warnings about such keys that are those of other properties of the type: they would read these.
  func problems(of type: String) -> [Diagnostic] {
    let own = properties[type] ?? []
    return own.flatMap { property in
      keys(inside: property).compactMap { key in
        guard let owner = own.first(where: { $0.key == key }) else { return nil }
        return Diagnostic(
          .ambiguousFormerKey, .warning, at: property.property.location,
          "a struct in '\(property.name)' has 'was(\"/\(key)\")', and '\(type).\(owner.name)' has that key",
          advice: "give '\(owner.name)' another key, or read the former value in a 'migrate' method",
          sourceLine: property.property.sourceLine)
      }
    }
  }

  /// A struct does not contain itself; one that is an error is left out, however.
  private func keys(inside property: PlannedProperty) -> [String] {
    var keys: [String] = []
    var open = [property]
    var seen: Set<String> = []
    while let next = open.popLast() {
      guard case .named(let name, _) = next.form.type, name.module == nil,
        case let type = name.path.joined(separator: "."), index[type]?.kind == .struct, seen.insert(type).inserted
      else { continue }
      for inner in properties[type] ?? [] {
        keys += inner.formerKeys.filter(\.isFromRoot).map(\.text)
        open.append(inner)
      }
    }
    return Set(keys).sorted()
  }
}
