import ArchiveModel

/// Resolves `capacity(room)` beside a count: the field that has the size of the block, which is the count after reading.
struct CapacityResolver {
  let records: RecordIndex

  /// The key of the field, and what the block has more than it says; nil without the attribute.
  func capacity(
    _ field: Field, _ annotations: FieldAnnotations, _ count: ElementCount, _ scope: MemberScope
  ) -> Result<(key: String, more: Int)?, FieldOutcome> {
    guard let argument = annotations.capacity else { return .success(nil) }
    let (name, more) = CountArgument.parts(of: argument.text)
    guard let more else {
      return .failure(
        .invalid([
          Diagnostic(
            .invalidCount, at: argument.location, "'\(argument.text)' is no capacity",
            advice: "write the field's name, or the name and a number that the block has more, like capacity(room + 1)")
        ]))
    }
    let found: MemberPath
    switch MemberLookup(records: records).integer(
      name, at: argument.location, role: "a capacity", in: scope, for: field)
    {
    case .success(let member): found = member
    case .failure(let outcome): return .failure(outcome)
    }
    guard case .integer = found.field.type else {
      return .failure(
        .invalid(
          .unusableField, at: argument.location,
          "'\(argument.text)' is '\(found.field.typePhrase)', and a capacity is an integer",
          advice: "name an integer field"))
    }
    guard let other = otherUse(of: found, beside: field, count, scope) else { return .success((found.key, more)) }
    return .failure(
      .invalid(
        .unusableField, at: argument.location,
        "'\(argument.text)' would have the count of \(field.phrase) after reading, and \(other)",
        advice: "name the field that has nothing but the size of the block, or remove 'capacity'"))
  }

  /// What else depends on the field's own value.
  private func otherUse(
    of found: MemberPath, beside field: Field, _ count: ElementCount, _ scope: MemberScope
  ) -> String? {
    if count.keys.contains(found.key) { return "it is that count" }
    func key(_ text: String) -> String {
      if case .found(let member) = MemberPath.find(text, in: scope, records) { member.key } else { text }
    }
    func factors(_ field: Field, _ annotations: FieldAnnotations) -> [String] {
      let written = (annotations.count?.factors ?? []).flatMap { $0.text.prefix { $0 != "+" }.split(separator: "*") }
      let texts = written.map { $0.split(separator: " ").joined(separator: " ") }
      return (texts + [field.countedBy, field.sizedBy].compactMap(\.self)).map(key).sorted()
    }
    var own: [String] = []
    var others: [(Field, FieldAnnotations)] = []
    for (index, other) in scope.owner.fields.enumerated() {
      let annotations = records.annotations(of: scope.owner, field: index)
      if other == field {
        own = factors(other, annotations)
      } else if !annotations.isSkipped {
        others.append((other, annotations))
      }
    }
    for (other, annotations) in others {
      let factors = factors(other, annotations)
      if factors.contains(found.key) { return "\(other.phrase) is counted by it" }
      if let tag = annotations.union.tag, key(tag.text) == found.key { return "it is the tag of \(other.phrase)" }
      // Arrays that are as long as each other may share a capacity.
      if let capacity = annotations.capacity, key(CountArgument.parts(of: capacity.text).name) == found.key,
        factors != own
      {
        return "also the one of \(other.phrase)"
      }
    }
    return nil
  }
}
