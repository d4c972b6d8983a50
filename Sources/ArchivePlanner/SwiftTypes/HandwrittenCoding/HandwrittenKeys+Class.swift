import ArchiveModel

/// Messages about the class as a whole.
extension HandwrittenKeys {
  mutating func reportObstacles() {
    let open = declaration.properties.filter { property in
      own[property.name] != nil && found[property.name] == nil && !refused.contains(property.name)
        && property.annotations.key == nil && !property.annotations.isSkipped && unclear[property.name] == nil
    }.map { "'\($0.name)'" }
    guard !open.isEmpty, let use = obstacles.first else { return }
    report(
      .codingNotUnderstood, use.location, use.sourceLine,
      "the value that '\(use.method)' archives here cannot be determined, and no key was found for \(open.joined(separator: ", "))",
      advice: "write the archived keys on the properties: '// archive: key(\"…\")'", nil)
  }

  /// A note about the keys that are adopted.
  mutating func reportKeys() {
    let taken = declaration.properties.compactMap { property -> String? in
      guard let value = found[property.name] else { return nil }
      let parts =
        (value.key == property.name && value.former.isEmpty ? [] : ["\"\(value.key)\""])
        + value.former.map { "earlier \"\($0)\"" } + (value.fallback.map { ["\($0) if it is missing"] } ?? [])
      return parts.isEmpty ? nil : "\(property.name) \(parts.joined(separator: ", "))"
    }
    guard !taken.isEmpty else { return }
    report(
      .codingKeys, coding.encodeLocation ?? declaration.location,
      coding.encodeLocation == nil ? declaration.sourceLine : coding.encodeLine,
      "the keys of '\(declaration.name)' are those of its coding methods: \(taken.joined(separator: "; "))",
      advice: "'// archive: key(\"…\")' on a property sets another key", nil)
  }

  mutating func checkSuperclass() {
    guard let location = coding.encodeLocation, !coding.callsSuper,
      let superclass = index.superclass(of: declaration.name), index[superclass]?.coding?.isWhole == true
    else { return }
    report(
      .codingSuperclass, location, coding.encodeLine,
      "'encode(with:)' does not call the method of '\(superclass)', so old archives of '\(declaration.name)' lack the values of that class",
      advice: "give the properties of '\(superclass)' initial values, or '// archive: default(…)'", nil)
  }

  /// Warnings about methods of Foundation that generated code does not call.
  mutating func checkSubstitution() {
    let annotations = declaration.annotations
    let hooks = [
      ("awakeAfter", "using", Attribute.Name.resolve, annotations.resolution),
      ("replacementObject", "for", .replace, annotations.replacement?.method),
    ]
    for (method, label, word, given) in hooks where given == nil {
      guard
        declaration.methods.contains(where: {
          $0.name == method && $0.labels == [label] && !$0.isStatic && !$0.isPrivate
        })
      else { continue }
      report(
        .codingSubstitution, declaration.location, declaration.sourceLine,
        "'\(method)(\(label):)' of '\(declaration.name)' is a method for Foundation's coders, and generated code does not call it",
        advice: "write '// archive: \(word.rawValue)(method)' on the class, and add such a method", nil)
    }
    let names = declaration.properties.filter { ["classForKeyedArchiver", "classForCoder"].contains($0.name) }
    if let property = names.first, declaration.annotations.formerNames.isEmpty, declaration.annotations.name == nil {
      report(
        .codingSubstitution, property.location, property.sourceLine,
        "'\(property.name)' may give archives of '\(declaration.name)' the name of another class",
        advice: "write this name on the class: '// archive: was(\"Module.Class\")'", nil)
    }
  }
}
