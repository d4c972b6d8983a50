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

extension ArchivedType {
  /// Whether the cases are raw values: the name of a case is no number.
  var hasNumbersAsCases: Bool { !entries.isEmpty && entries.allSatisfy { Double($0.key) != nil } }
}
