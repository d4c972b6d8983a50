import ArchiveModel

/// Former keys from the root, `was("/size")`, in structs that are archived in place. If an archive has one of them, and
/// no key of the struct itself, the struct exists.
struct InnerRootKeys {
  let index: SwiftTypeIndex
  let properties: [String: [PlannedProperty]]
  /// Whether there are such keys: most sources have none.
  private let isNeeded: Bool

  init(index: SwiftTypeIndex, properties: [String: [PlannedProperty]]) {
    (self.index, self.properties) = (index, properties)
    isNeeded = properties.values.contains { $0.contains { $0.formerKeys.contains(where: \.isFromRoot) } }
  }

  /// The properties with the root keys that their structs read.
  func added() -> [String: [PlannedProperty]] {
    guard isNeeded else { return properties }
    return properties.mapValues { all in
      all.map { $0.with(innerRootKeys: keys(inside: $0.form)) }
    }
  }

  /// The same of the values of cases.
  func added(to cases: [String: [PlannedCase]]) -> [String: [PlannedCase]] {
    guard isNeeded else { return cases }
    return cases.mapValues { all in
      all.map { planned in
        var planned = planned
        for index in planned.values.indices {
          planned.values[index].innerRootKeys = keys(inside: planned.values[index].form)
        }
        return planned
      }
    }
  }

  /// Warnings about such keys that belong to other properties of the type, so that the wrong values would be read.
  func problems(of type: String) -> [Diagnostic] {
    guard isNeeded else { return [] }
    let own = properties[type] ?? []
    return own.flatMap { property in
      keys(inside: property.form, before: property.key + ".").compactMap { key in
        guard let owner = own.first(where: { $0.key == key }) else { return nil }
        return Diagnostic(
          .ambiguousFormerKey, .warning, at: property.property.location,
          "a struct in '\(property.name)' has 'was(\"/\(key)\")', and '\(type).\(owner.name)' has that key",
          advice: "give '\(owner.name)' another key, or read the former value in a 'migrate' method",
          sourceLine: property.property.sourceLine)
      }
    }
  }

  /// The root keys in the struct of a value and in structs inside it. Each type is visited once, because a struct with
  /// the error that it contains itself would have no end.
  ///
  /// - Parameter prefix: Without the keys that a property looks for after one with this prefix: `was("/box.size", "/size")` reads "/size"
  ///   where a struct in 'box' is not.
  private func keys(inside form: ValueForm, before prefix: String? = nil) -> [String] {
    var keys: [String] = []
    var open = [form]
    var seen: Set<String> = []
    while let next = open.popLast() {
      guard case .named(let name, _) = next.type, name.module == nil,
        case let type = name.path.joined(separator: "."), index[type]?.kind == .struct, seen.insert(type).inserted
      else { continue }
      for inner in properties[type] ?? [] {
        let roots = inner.formerKeys.filter(\.isFromRoot).map(\.text)
        keys += prefix.map { prefix in Array(roots.prefix { !$0.hasPrefix(prefix) }) } ?? roots
        open.append(inner.form)
      }
    }
    return Set(keys).sorted()
  }
}
