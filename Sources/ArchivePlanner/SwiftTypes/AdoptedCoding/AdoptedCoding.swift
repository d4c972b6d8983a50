import ArchiveModel

/// Adopts what types say for Codable and SwiftData, as if it were written in `archive:` comments: `CodingKeys`, macros for
/// keys and defaults, `originalName`, `@Transient`. Attributes that are written take precedence.
///
/// A property that gets another key is still read under its name, under which earlier versions of archivegen archived
/// it.
struct AdoptedCoding {
  private let texts: ConstantTexts
  private let paths: [String]
  private var diagnostics: [Diagnostic] = []

  static func adopt(
    _ files: [SwiftFile], selection: Set<String>, into index: inout SwiftTypeIndex
  ) -> [Diagnostic] {
    var pass = AdoptedCoding(texts: ConstantTexts(files, index), paths: files.map(\.path))
    let chosen = index.names.filter { name in
      // Keys of methods for NSCoder are those of the archives that exist.
      selection.contains(name) && !index.hasCodingMethods(name)
    }
    var findings: [String: [Finding]] = [:]
    for name in chosen { findings[name] = pass.findings(of: name, index) }
    for name in chosen {
      guard let found = findings[name], !found.isEmpty else { continue }
      pass.adopt(found, in: name, besides: pass.keysOfHierarchy(name, chosen, findings, index), &index)
    }
    return pass.diagnostics
  }

  /// What is adopted for a property, a case or a case's value.
  private struct Finding {
    enum Place: Equatable {
      case property(Int), enumCase(Int)
      case payload(Int, Int)
    }

    let place: Place
    let name: String
    var key: String?
    var former: [String] = []
    var defaultValue: String?
    var isSkipped = false
    /// Whether `CodingKeys` leaves it out, although it has no initial value.
    var isUnnamed = false
    /// The attributes that are understood, as written.
    var understood: Set<String> = []
    let location: SourceLocation

    var isEmpty: Bool {
      key == nil && former.isEmpty && defaultValue == nil && !isSkipped && !isUnnamed && understood.isEmpty
    }
  }

  // MARK: Finding

  private func findings(of name: String, _ index: SwiftTypeIndex) -> [Finding] {
    guard let entry = index.entries[name] else { return [] }
    let declaration = entry.declaration
    let path = paths[entry.file]
    let codingKeys = CodingKeysEnumeration(of: name, index, texts, file: path)
    if declaration.kind == .enum {
      guard !RawValues.hasRawValue(declaration, index) else { return [] }
      return declaration.cases.enumerated().flatMap { number, element in
        [finding(of: element, number, declaration, codingKeys)]
          + payloads(of: element, number, name, index, path)
      }.filter { !$0.isEmpty }
    }
    return declaration.properties.enumerated().compactMap { position, property in
      guard property.isState, !property.annotations.isSkipped else { return nil }
      let found = finding(of: property, position, declaration, codingKeys)
      return found.isEmpty ? nil : found
    }
  }

  private func finding(
    of property: SwiftProperty, _ position: Int, _ declaration: SwiftTypeDeclaration,
    _ codingKeys: CodingKeysEnumeration?
  ) -> Finding {
    var found = Finding(place: .property(position), name: property.name, location: property.location)
    let own = property.annotations
    for attribute in property.attributes {
      guard let meaning = CodingAttribute.meaning(of: attribute, in: declaration.attributes) else { continue }
      if case .unclear = meaning { continue }
      found.understood.insert(attribute.text)
      take(meaning, own, &found)
    }
    if let codingKeys {
      // A macro such as '@Observable' stores `minutes` as `_minutes`, which is then what the enumeration names.
      let stored =
        declaration.properties.contains { $0.name == "_" + property.name } ? property.name : "_" + property.name
      if let key = codingKeys.keys[property.name] ?? codingKeys.keys[stored] {
        if own.key == nil, found.key == nil { found.key = key }
      } else if declaration.hasSynthesizedCoding, own.written.isEmpty, !found.isSkipped {
        if property.hasInitialValue { found.isSkipped = true } else { found.isUnnamed = true }
      }
    }
    if found.key == property.name { found.key = nil }
    return found
  }

  private func take(_ meaning: CodingAttribute.Meaning, _ own: FieldAnnotations, _ found: inout Finding) {
    switch meaning {
    case .key(let key, let former):
      if own.key == nil { found.key = key }
      if own.formerKeys.isEmpty { found.former += former }
    case .formerKeys(let keys): if own.formerKeys.isEmpty { found.former += keys }
    case .defaultValue(let text): if own.defaultValue == nil, !own.isRequired { found.defaultValue = text }
    // Another attribute says that the property is archived.
    case .skip: if own.written.isEmpty { found.isSkipped = true }
    case .none, .unclear: break
    }
  }

  private func finding(
    of element: SwiftCase, _ number: Int, _ declaration: SwiftTypeDeclaration, _ codingKeys: CodingKeysEnumeration?
  ) -> Finding {
    var found = Finding(place: .enumCase(number), name: element.name, location: element.location)
    for attribute in element.attributes {
      switch CodingAttribute.meaning(of: attribute, in: declaration.attributes, isCase: true) {
      // A case is never left out, because its values could not be archived.
      case .key(let key, let former)?: take(.key(key, former: former), element.annotations, &found)
      case .formerKeys(let keys)?: take(.formerKeys(keys), element.annotations, &found)
      default: break
      }
    }
    if element.annotations.key == nil, found.key == nil { found.key = codingKeys?.keys[element.name] }
    if found.key == element.name { found.key = nil }
    return found
  }

  /// The keys of a case's values: `enum CircleCodingKeys` for `case circle(radius: Double)`.
  private func payloads(
    of element: SwiftCase, _ number: Int, _ type: String, _ index: SwiftTypeIndex, _ path: String
  ) -> [Finding] {
    let name = element.name.prefix(1).uppercased() + element.name.dropFirst() + "CodingKeys"
    guard !element.payload.isEmpty,
      let keys = CodingKeysEnumeration(String(name), of: type, index, texts, file: path)
    else { return [] }
    return element.payload.enumerated().compactMap { position, value in
      let label = value.label ?? "\(position)"
      guard value.annotations.key == nil, let key = keys.keys[value.label ?? "_\(position)"], key != label else {
        return nil
      }
      return Finding(
        place: .payload(number, position), name: label, key: key, location: value.location ?? element.location)
    }
  }

  /// The keys of the other properties of a type's objects, each with its owner.
  private func keysOfHierarchy(
    _ name: String, _ chosen: [String], _ findings: [String: [Finding]], _ index: SwiftTypeIndex
  ) -> [String: Set<String>] {
    let root = index.lineage(of: name).last
    let types = index[name]?.kind == .class ? chosen.filter { index.lineage(of: $0).last == root } : [name]
    var owners: [String: Set<String>] = [:]
    for type in types {
      let adopted = Dictionary(
        (findings[type] ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      for property in index[type]?.properties ?? [] where property.isState {
        let found = adopted[property.name]
        if property.annotations.isSkipped || found?.isSkipped == true { continue }
        let key = property.annotations.key ?? found?.key ?? property.name
        for key in [key] + property.annotations.formerKeys.map(\.text) + (found?.former ?? []) {
          owners[key, default: []].insert(property.name)
        }
      }
    }
    return owners
  }

  // MARK: Adopting

  private mutating func adopt(
    _ found: [Finding], in name: String, besides owners: [String: Set<String>], _ index: inout SwiftTypeIndex
  ) {
    guard let declaration = index[name] else { return }
    let caseKeys = Set(
      declaration.cases.indices.map { number in
        found.first { $0.place == .enumCase(number) }?.key ?? declaration.cases[number].annotations.key
          ?? declaration.cases[number].name
      })
    var words: [String] = []
    var adopted: [Finding] = []
    for var one in found {
      if one.key != nil {
        let isTaken =
          switch one.place {
          case .property: owners[one.name].map { !$0.subtracting([one.name]).isEmpty } ?? false
          case .enumCase: caseKeys.contains(one.name)
          case .payload(let number, _):
            found.contains { other in
              if case .payload(number, _) = other.place { other.key == one.name } else { false }
            }
          }
        if !isTaken, !one.former.contains(one.name) { one.former.append(one.name) }
      }
      adopted.append(one)
      words += self.words(about: one)
    }
    index.annotate(name) { declaration in
      for one in adopted {
        switch one.place {
        case .property(let position):
          let annotations = declaration.properties[position].annotations
          declaration.properties[position].annotations = Self.annotations(annotations, adopting: one)
          declaration.properties[position].attributes.removeAll { one.understood.contains($0.text) }
        case .enumCase(let number):
          let annotations = declaration.cases[number].annotations
          declaration.cases[number].annotations = Self.annotations(annotations, adopting: one)
        case .payload(let number, let position):
          let annotations = declaration.cases[number].payload[position].annotations
          declaration.cases[number].payload[position].annotations = Self.annotations(annotations, adopting: one)
        }
      }
    }
    guard !words.isEmpty else { return }
    diagnostics.append(
      Diagnostic(
        .adoptedAttributes, at: declaration.location,
        "'\(name)' is archived as its declarations for Codable say: \(words.joined(separator: "; "))",
        advice: "attributes in '// archive:' comments take precedence", sourceLine: declaration.sourceLine))
  }

  private func words(about one: Finding) -> [String] {
    if one.isSkipped { return ["\(one.name) is skipped"] }
    if one.isUnnamed { return ["\(one.name) has no key there and no initial value, and is archived under its name"] }
    var parts: [String] = []
    if let key = one.key { parts.append("key \"\(key)\"") }
    if !one.former.isEmpty { parts.append("earlier \(one.former.map { "\"\($0)\"" }.joined(separator: ", "))") }
    if let value = one.defaultValue { parts.append("default \(value)") }
    return parts.isEmpty ? [] : ["\(one.name) \(parts.joined(separator: ", "))"]
  }

  private static func annotations(_ own: FieldAnnotations, adopting one: Finding) -> FieldAnnotations {
    var attributes = own.written
    func add(_ name: Attribute.Name, _ texts: [String], isQuoted: Bool = true) {
      attributes.append(
        Attribute(
          name, texts.map { Attribute.Argument(text: $0, isQuoted: isQuoted, location: one.location) }, at: one.location
        )
      )
    }
    if one.isSkipped { add(.skip, []) }
    if let key = one.key { add(.key, [key]) }
    let known = own.formerKeys
    let former = one.former.filter { text in text != (own.key ?? one.key) && !known.contains { $0.text == text } }
    if !former.isEmpty {
      attributes.removeAll { $0.name == .was }
      attributes.append(
        Attribute(
          .was, known + former.map { Attribute.Argument(text: $0, isQuoted: true, location: one.location) },
          at: one.location))
    }
    if let value = one.defaultValue { add(.default, [value], isQuoted: false) }
    return FieldAnnotations(attributes)
  }
}
