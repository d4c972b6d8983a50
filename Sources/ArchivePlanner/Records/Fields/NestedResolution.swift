import ArchiveModel

/// Records inside records, by value.
extension FieldResolution {
  /// 15 levels of two: the runtime's tables of such a record take tens of megabytes.
  static let mostKeys = 1 << 15

  /// The members of an anonymous struct are this record's own, under their own names.
  mutating func resolve(anonymous field: Field, _ scope: MemberScope, isLast: Bool) -> FieldOutcome {
    guard case .record(let id) = field.type, let inner = records[id] else {
      return .refused(Refusal.unsupported(field, "has a definition that could not be read"))
    }
    guard inner.kind == .structure else {
      return .refused(Refusal.union(field, suggestedTag: suggestedTag(field, scope)))
    }
    return resolveMembers(in: scope.entering(anonymous: inner, at: field, isLast: isLast))
  }

  mutating func nested(_ id: Record.ID, in field: Field, _ scope: MemberScope) -> Refusal? {
    guard let inner = records[id] else {
      return Refusal.unsupported(field, "has a type that could not be read")
    }
    guard inner.kind == .structure || records.determinesItsMember(inner) else {
      return Refusal.union(field, suggestedTag: suggestedTag(field, scope))
    }
    if records.annotations(of: inner).isSkipped {
      return Refusal.unsupported(field, "has the type '\(inner.displayName)', which is skipped")
    }
    dependents[id, default: []].insert(scope.root.id)
    switch resolve(inner) {
    case .planned(let planned):
      // The runtime writes nested records out, and each level of two may double them.
      if let count = keyCounts[id], count > Self.mostKeys {
        return Refusal.unsupported(
          field,
          "has the type '\(inner.displayName)', which has \(count) keys with those of the structs in it; at most \(Self.mostKeys) may be nested"
        )
      }
      guard planned.hasFlexibleArray else { return nil }
      return Refusal.unsupported(
        field, "has the type '\(inner.displayName)', whose flexible array would have to end inside this record")
    case .refused(let outcome): return Refusal.nested(field, inner, outcome.refusals)
    case .invalid:
      return Refusal.invalid(field, "has the type \(records.phrase(of: inner))", inner)
    }
  }
}

extension FieldAnnotations {
  /// How an array is stored.
  var arrayStorage: ArrayStorage {
    switch storage {
    case .elements: .elements
    case .native: .native
    case .packed, nil: .standard
    }
  }
}
