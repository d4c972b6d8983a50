import ArchiveModel

/// Proposes annotations for fields that need one, from names, types and comments.
struct AnnotationAdvice {
  let records: RecordIndex

  /// The attributes of a pointer.
  func pointee(_ field: Field, to pointee: CType, _ scope: MemberScope) -> AnnotationSuggestion? {
    let group = AdviceGroup(field, in: scope, records)
    if let found = suggestion(group, field, to: pointee) { return found }
    guard pointee.isArithmetic || group.name.isOfSeveral, pointee.mayHaveCount, let room = group.likelyCapacity
    else { return nil }
    return .question("if it has a count, is '\(room)' the size of its block (count(n), capacity(\(room)))")
  }

  private func suggestion(_ group: AdviceGroup, _ field: Field, to pointee: CType) -> AnnotationSuggestion? {
    switch pointee {
    case .void: return group.count
    case .incomplete, .unsupported, .function: return nil
    case .record(let id):
      guard let target = records[id], target.kind == .structure || records.determinesItsMember(target) else {
        return nil
      }
      return group.suggestion(forRecord: target)
    case .pointer(let inner): return group.suggestion(forPointersTo: inner)
    default: return field.mayBeText(pointee) ? group.textSuggestion : group.count
    }
  }

  /// `count(line_count)` for a flexible array `lines`.
  func count(_ field: Field, _ scope: MemberScope) -> AnnotationSuggestion? {
    AdviceGroup(field, in: scope, records).count
  }
}

extension AnnotationAdvice {
  /// A warning about a pointer to its own struct that has no annotation and looks like an array. It is archived as
  /// `ref`, that is, only its first element.
  func doubt(ofLink field: Field, _ scope: MemberScope) -> Diagnostic? {
    let group = AdviceGroup(field, in: scope, records)
    // In an array of pointers a count would apply to each of them.
    if case .array = field.type { return nil }
    guard let counter = group.counters.first, counter.fit >= .near || group.isCountedChildren(counter) else {
      if let path = group.likelyCountOfElements { return likely(path, about: field, in: scope) }
      guard group.comment.saysArray, NameWords.isPlural(group.name.name.last) else { return nil }
      return warning(about: field, in: scope, "its comment speaks of an array", count: "count(n)")
    }
    // `view` beside `nview` may be one of them, and the name of an array is a plural.
    guard group.name.isOfSeveral || group.comment.saysArray, group.doubt(about: counter) != .unknown else {
      return group.likelyCountOfElements.map { likely($0, about: field, in: scope) }
    }
    let others = group.counters.dropFirst().prefix { $0.fit == counter.fit }.map { "'\($0.path)'" }
    let what = (["'\(counter.path)'"] + others).joined(separator: " or ")
    return warning(
      about: field, in: scope, "\(what) beside it seems to count its elements",
      count: others.isEmpty ? "count(\(counter.path))" : "count(n)")
  }

  /// A warning about an array of one element at the record's end that may have more elements behind the record: the form of
  /// flexible arrays before C99. Only the declared element is archived.
  func doubt(ofLastArray field: Field, _ annotations: FieldAnnotations, _ scope: MemberScope) -> Diagnostic? {
    guard case .array(_, count: 1) = field.type, scope.isAtEnd, annotations.storage == nil else { return nil }
    let group = AdviceGroup(field, in: scope, records)
    guard let counter = group.counters.first,
      counter.fit >= .near
        || (counter.isOfElements || group.isNamedData) && group.isOnlyOneOfSeveral && !group.isPadding
    else { return nil }
    return Diagnostic(
      .ambiguousArray, at: field.location,
      "\(field.displayName) of '\(scope.root.displayName)' is archived with its one element, but '\(counter.path)' beside it seems to count more behind the record's end",
      advice:
        "if there are more, write '[]' in place of '[1]', with // archive: count(\(counter.path)); otherwise write packed on its line"
    )
  }

  /// A note about a block whose size, in the field beside its count, is larger than the block after reading.
  func doubt(ofBlock field: Field, _ annotations: FieldAnnotations, _ scope: MemberScope) -> Diagnostic? {
    guard annotations.capacity == nil, let count = annotations.count, count.factors.count == 1,
      let room = AdviceGroup(field, in: scope, records).unrestoredCapacity(
        CountArgument.parts(of: count.factors[0].text).name, isBytes: count.isBytes)
    else { return nil }
    let number = count.factors[0].text
    let more = CountArgument.parts(of: number).more ?? 0
    let other = more == 0 ? "" : " (capacity(\(room) + \(more)) if '\(room)' does not count what '+ \(more)' adds)"
    let attribute = "\(count.isBytes ? "bytes" : "count")(\(number))"
    return Diagnostic(
      .unrestoredCapacity, at: field.location,
      "when an archive is read, \(field.displayName) of '\(scope.root.displayName)' gets memory for '\(number)' \(count.isBytes ? "bytes" : "elements") and no more, but '\(room)' is read as it was: code that fills the memory up to '\(room)' then writes past its end",
      advice:
        "if '\(room)' is the size of this memory, write '\(attribute), capacity(\(room))' in place of '\(attribute)'\(other), so that '\(room)' is set to '\(number)' when an archive is read; if it is something else, hide the note"
    )
  }

  private func likely(_ path: String, about field: Field, in scope: MemberScope) -> Diagnostic {
    warning(about: field, in: scope, "'\(path)' beside it may count its elements", count: "count(\(path))")
  }

  private func warning(about field: Field, in scope: MemberScope, _ why: String, count: String) -> Diagnostic {
    Diagnostic(
      .ambiguousPointer, at: field.location,
      "\(field.displayName) of '\(scope.root.displayName)' is archived as ref, that is as a pointer to one value, but \(why)",
      advice: "write \(count) on its line if it points to an array, or ref if it points to one value")
  }
}

extension AdviceGroup {
  /// Whether the field only fills space.
  fileprivate var isPadding: Bool {
    !Self.fillers.isDisjoint(with: name.name.words) || Self.fillers.contains { name.name.folded.hasPrefix($0) }
  }

  /// `char data[1]`
  fileprivate var isNamedData: Bool { element == .bytes && !Self.data.isDisjoint(with: name.name.words) }

  private static let data: Set<String> = [
    "data", "text", "buf", "buffer", "name", "payload", "str", "string", "bytes", "body", "content", "msg", "message",
  ]

  private static let fillers: Set<String> = ["pad", "padding", "reserved", "unused", "spare", "filler", "dummy"]

  /// `items` beside `size`, and `branch` beside `branches`: the count of an array of the struct's own type. Where the struct has a
  /// link to its next sibling, the pointer rather leads to the first of a list.
  fileprivate var likelyCountOfElements: String? {
    let own = name.name.folded
    let integers = siblings.filter(\.isInteger)
    let named = integers.first { integer in
      let folded = NameWords(integer.field.name).folded
      return folded == "n" + own || folded != own && NameWords.singulars(folded).contains(own)
    }
    if let named { return named.path }
    let hasNext = siblings.contains {
      $0.field.type == field.type && LinkNames.next.contains(NameWords($0.field.name).last)
    }
    guard name.isOfSeveral || Self.parts.contains(name.name.last), !hasNext, isOnlyOneOfSeveral else { return nil }
    return integers.first { $0.counter?.plainUnit != nil || Self.numbers.contains(NameWords($0.field.name).folded) }?
      .path
  }

  private static let parts: Set<String> = ["child", "sub", "arr", "branch", "kid"]

  private static let numbers: Set<String> = ["n", "num", "arity", "deg", "degree", "argc"]

  /// `struct node *children; int count;`
  fileprivate func isCountedChildren(_ counter: Counter) -> Bool {
    guard counter.fit == .plain, counter.unit != .size, counter.unit != .bytes else { return false }
    return isOnlyOneOfSeveral && NameWords.isPlural(name.name.last)
  }
}

extension CType {
  /// Whether `count` can say how many of it a pointer leads to.
  fileprivate var mayHaveCount: Bool {
    switch self {
    case .void, .function, .incomplete, .unsupported: false
    default: true
    }
  }
}
