import ArchiveModel

/// Finds values of one object whose keys, with those of the structs, tuples, cases and C records in them, are not distinct:
/// the key "a.b" of a property beside a struct `a` with a property `b`. Saving such an object would fail.
struct NestedKeyCheck {
  let index: SwiftTypeIndex
  let members: SelectedMembers
  let foreign: ImportedTypes
  let boxes: BoxStructs

  /// A value, and the keys under which it and the values in it are archived.
  private struct Value {
    let phrase: String
    let owner: String
    let location: SourceLocation
    let sourceLine: String?
    /// Its own keys, which are compared by other checks.
    let own: Set<String>
    let nested: [String]
  }

  func findings(_ chosen: [String]) -> TypeFindings {
    var findings = TypeFindings()
    for name in chosen {
      let properties = index.lineage(of: name).reversed().flatMap { members.properties[$0] ?? [] }
      if properties.contains(where: { Self.mayBePutTogether($0.key, $0.formerKeys) }) {
        check(properties.map(value), of: name, &findings)
      }
      for element in members.cases[name] ?? []
      where element.values.contains(where: { Self.mayBePutTogether($0.key, $0.formerKeys) }) {
        check(element.values.map { value($0, of: name) }, of: name, &findings)
      }
    }
    return findings
  }

  /// Only a key with a dot, a bracket or a question mark can be the same as one that is put together.
  private static func mayBePutTogether(_ key: String, _ former: [FormerKey]) -> Bool {
    func isOne(_ key: String) -> Bool {
      key.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "?") }
    }
    return isOne(key) || former.contains { isOne($0.written) }
  }

  private func value(_ property: PlannedProperty) -> Value {
    Value(
      phrase: "'\(property.owner).\(property.name)'", owner: property.owner, location: property.property.location,
      sourceLine: property.property.sourceLine, own: Set([property.key] + property.formerKeys.map(\.written)),
      nested: index[property.owner]?.annotations.hasColumns == true
        ? columns(of: property.form, under: property.key, [])
        : keys(of: property.form, property.call, under: property.key, []))
  }

  /// The names of a property's columns, without its key.
  ///
  /// - Parameter around: as for keys.
  private func columns(of form: ValueForm, under key: String, _ around: Set<String>) -> [String] {
    var names: [String] = []
    if case .optional = form.type { names.append(key + "?") }
    guard case .named(let type, arguments: []) = form.type.unwrapped else { return names }
    let name = type.path.joined(separator: ".")
    if type.module == nil, let declaration = index[name] {
      guard declaration.kind == .struct, !around.contains(name) else { return names }
      let inside = around.union([name])
      for property in members.properties[name] ?? [] {
        let own = "\(key).\(property.key)"
        names += [own] + columns(of: property.form, under: own, inside)
      }
    } else {
      names += (KnownTypes.columnValues[name] ?? []).map { "\(key).\($0)" }
    }
    return names
  }

  private func value(_ value: PlannedCase.Value, of owner: String) -> Value {
    Value(
      phrase: "the value '\(value.label ?? value.key)'", owner: owner, location: value.location,
      sourceLine: value.sourceLine, own: Set([value.key] + value.formerKeys.map(\.written)),
      nested: keys(of: value.form, nil, under: value.key, []))
  }

  private func check(_ values: [Value], of name: String, _ findings: inout TypeFindings) {
    var owners: [String: Value] = [:]
    for value in values {
      for key in value.own where owners[key] == nil { owners[key] = value }
    }
    for value in values {
      for key in value.nested.sorted() {
        guard let other = owners[key], other.location != value.location, other.owner == name || value.owner == name
        else { continue }
        findings.add(
          [
            Diagnostic(
              .duplicateKey, at: other.location,
              "the key \"\(key)\" of \(other.phrase) is also that of a value inside \(value.phrase)",
              advice: "give it another: '// archive: key(\"…\")'",
              sourceLine: other.sourceLine,
              notes: [
                Diagnostic.note(at: value.location, "\(value.phrase) is declared here", sourceLine: value.sourceLine)
              ])
          ], of: name)
      }
    }
  }

  /// The keys that follow from a value's key, without that key.
  ///
  /// - Parameter around: the types that contain the value, so that a struct in itself, which is an error, has an end.
  private func keys(
    of form: ValueForm, _ call: CodedValue.Call?, under key: String, _ around: Set<String>
  ) -> [String] {
    if form.isPackable, call == nil || call == .packed { return [key + "[]"] }
    // Within tuples and cases a record is wrapped, with the same keys.
    if form.wrapping == .record || form.codable?.wrapping == .record, case .named(let name, _) = form.type {
      return foreign.keys.keys(of: name.qualified).map { "\(key).\($0)" }
    }
    if case .array(.named(let name, _)) = form.type, case .map(.record)? = form.codable?.wrapping {
      return [key + "[]"] + foreign.keys.keys(of: name.qualified).map { "\(key)[].\($0)" }
    }
    if case .tuple = form.type, let tuple = boxes.tuples.first(where: { $0.type == form.type }) {
      return tuple.elements.enumerated().flatMap { number, element in
        all(element.form, nil, under: "\(key).\(element.label ?? "\(number)")", around)
      }
    }
    guard case .named(let name, _) = form.type, name.module == nil else { return [] }
    let type = name.path.joined(separator: ".")
    guard !form.inPlace.isEmpty, !around.contains(type) else { return [] }
    let inside = around.union([type])
    return (members.properties[type] ?? []).flatMap { all($0.form, $0.call, under: "\(key).\($0.key)", inside) }
      + (members.cases[type] ?? []).flatMap { element in
        element.values.flatMap { all($0.form, nil, under: "\(key).\(element.key).\($0.key)", inside) }
      }
  }

  private func all(
    _ form: ValueForm, _ call: CodedValue.Call?, under key: String, _ around: Set<String>
  ) -> [String] {
    [key] + keys(of: form, call, under: key, around)
  }
}
