import ArchiveModel

extension AnnotationAdvice {
  /// A warning about a pointer to its own struct that has no annotation and looks like an array. It is archived as
  /// `ref`, that is, only its first element.
  func doubt(ofLink field: Field, _ scope: MemberScope) -> Diagnostic? {
    let group = AdviceGroup(field, in: scope, records)
    guard let counter = group.counters.first, counter.fit >= .near || group.isCountedChildren(counter) else {
      guard group.comment.saysArray, NameWords.isPlural(group.name.name.last) else { return nil }
      return warning(about: field, in: scope, "its comment speaks of an array", count: "count(n)")
    }
    let others = group.counters.dropFirst().prefix { $0.fit == counter.fit }.map { "'\($0.path)'" }
    let what = (["'\(counter.path)'"] + others).joined(separator: " or ")
    return warning(
      about: field, in: scope, "\(what) beside it seems to count its elements",
      count: others.isEmpty ? "count(\(counter.path))" : "count(n)")
  }

  private func warning(about field: Field, in scope: MemberScope, _ why: String, count: String) -> Diagnostic {
    Diagnostic(
      .ambiguousPointer, at: field.location,
      "\(field.displayName) of '\(scope.root.displayName)' is archived as ref, that is as a pointer to one value, but \(why)",
      advice: "write \(count) on its line if it points to an array, or ref if it points to one value")
  }
}

extension AdviceGroup {
  /// `struct node *children; int count;`
  fileprivate func isCountedChildren(_ counter: Counter) -> Bool {
    guard counter.fit == .plain, counter.unit != .size, counter.unit != .bytes else { return false }
    return isOnlyOneOfSeveral && NameWords.isPlural(name.name.last)
  }
}
