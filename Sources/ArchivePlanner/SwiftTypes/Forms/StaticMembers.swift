import ArchiveModel

/// Static members that defaults and initial values name without their type: an initial value may, and the
/// initializers of generated code may not.
struct StaticMembers {
  let index: SwiftTypeIndex

  func qualified(_ properties: [String: [PlannedProperty]]) -> [String: [PlannedProperty]] {
    properties.mapValues { all in
      all.map { property in
        guard let text = property.fallbackText, let other = qualified(text, in: property.owner) else { return property }
        return property.with(qualifiedText: other)
      }
    }
  }

  func qualified(_ cases: [String: [PlannedCase]]) -> [String: [PlannedCase]] {
    Dictionary(
      uniqueKeysWithValues: cases.map { type, all in
        (
          type,
          all.map { planned in
            var planned = planned
            for index in planned.values.indices {
              guard case .source(let text)? = planned.values[index].defaultValue else { continue }
              planned.values[index].qualifiedText = qualified(text, in: type)
            }
            return planned
          }
        )
      })
  }

  private func qualified(_ text: String, in type: String) -> String? {
    // In a class `Self` is another one for each subclass, which some places do not allow.
    let own = index[type]?.kind == .class ? type : "Self"
    return text.replacingNames { names, _ in
      let first = String(names.prefix { $0 != "." })
      // An extension of `Outer.Inner` does not see what is in `Outer`.
      var scope = Substring(type)
      while !scope.isEmpty {
        if index.lineage(of: String(scope)).contains(where: { has(first, $0) }) {
          return "\(scope == type ? own : String(scope)).\(names)"
        }
        scope = scope.lastIndex(of: ".").map { scope[..<$0] } ?? ""
      }
      return nil
    }
  }

  private func has(_ name: String, _ type: String) -> Bool {
    index.constants["\(type).\(name)"] != nil
      || index[type].map { declaration in
        declaration.properties.contains { $0.isStatic && $0.name == name }
          || declaration.methods.contains { $0.isStatic && $0.name == name }
      } ?? false
  }
}
