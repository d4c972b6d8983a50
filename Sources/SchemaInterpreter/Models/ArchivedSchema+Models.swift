import ArchiveModel

extension ArchivedSchema {
  /// A class with its superclasses, the root first; another type alone.
  func lineage(of type: ArchivedType) -> [ArchivedType] {
    var result = [type]
    while let name = result[0].superclass, let superclass = self[name], !result.contains(superclass) {
      result.insert(superclass, at: 0)
    }
    return result
  }

  /// Whether values may have values of their own type among their keys, which then are objects.
  func containsItself(_ name: String) -> Bool {
    var found: Set<String> = []
    var open = inPlaceTypes(of: name)
    while let next = open.popLast() {
      if found.insert(next).inserted { open += inPlaceTypes(of: next) }
    }
    return found.contains(name)
  }

  private func inPlaceTypes(of name: String) -> [String] {
    guard let type = self[name], type.kind == .structure || type.kind == .enumeration else { return [] }
    return type.entries.flatMap { entry -> [String] in
      guard case .value(let text) = entry.form.base, let type = SwiftTypeText(text) else { return [] }
      return inPlaceTypes(of: type)
    }
  }

  private func inPlaceTypes(of type: SwiftTypeText) -> [String] {
    switch type {
    case .named(let name, _): self[name].map { $0.kind == .class || $0.kind == .record ? [] : [name] } ?? []
    case .tuple(let elements): elements.flatMap { inPlaceTypes(of: $0.type) }
    default: []
    }
  }

  /// The keys from the root that the struct under this key reads, and structs inside it: `size` of `was("/size")`.
  func rootKeys(within entry: ArchivedEntry) -> [String] {
    var keys: [String] = []
    var seen: Set<String> = []
    var open = [entry]
    while let next = open.popLast() {
      guard case .value(let text) = next.form.base, case .named(let name, _)? = SwiftTypeText(text),
        let type = self[name], type.kind == .structure, seen.insert(name).inserted
      else { continue }
      for inner in type.entries {
        keys += inner.formerKeys.filter { $0.hasPrefix("/") }.map { String($0.dropFirst()) }
        open.append(inner)
      }
    }
    return Set(keys).sorted()
  }
}
