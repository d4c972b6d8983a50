import ArchiveModel

/// Adopts the keys of coding methods that were written by hand for NSCoder, so that old archives are read, as if `key`
/// and `was` were written on the properties. Attributes that are written take precedence.
struct HandwrittenCoding {
  private let texts: ConstantTexts
  private var diagnostics: [Diagnostic] = []

  static func adopt(
    _ files: [SwiftFile], selection: Set<String>, into index: inout SwiftTypeIndex
  ) -> [Diagnostic] {
    guard index.names.contains(where: { index[$0]?.coding?.isWhole == true }) else { return [] }
    var pass = HandwrittenCoding(texts: ConstantTexts(files, index))
    let classes = index.names.filter { selection.contains($0) && index[$0]?.kind == .class }
    // Superclasses come first, because the keys that a subclass uses for their properties are compared with theirs.
    for name in classes.sorted(by: { index.lineage(of: $0).count < index.lineage(of: $1).count }) {
      pass.adopt(name, &index)
    }
    for file in files where !file.hasSyntaxErrors {
      for given in file.classNames { pass.adopt(given, selection, &index) }
    }
    return pass.diagnostics
  }

  private mutating func adopt(_ name: String, _ index: inout SwiftTypeIndex) {
    guard index.hasCodingMethods(name), let declaration = index[name] else { return }
    if declaration.annotations.isOwnCoding {
      diagnostics.append(
        Diagnostic(
          .codingForm, .warning, at: declaration.location,
          "'\(name)' is archived by its own Codable coding, which cannot read what its methods for NSCoder archived",
          advice: "write '// archive:' without 'owncoding' if archives of NSKeyedArchiver exist",
          sourceLine: declaration.sourceLine))
      return
    }
    let keys = HandwrittenKeys(declaration, index, texts)
    diagnostics += keys.diagnostics
    for property in declaration.properties where keys.found[property.name] != nil {
      let annotations = property.annotations
      guard annotations.isOwnCoding || annotations.representation == .securecoding else { continue }
      let word = annotations.isOwnCoding ? "owncoding" : "as(securecoding)"
      diagnostics.append(
        Diagnostic(
          .codingForm, .warning, at: property.location,
          "'\(word)' cannot read '\(property.name)' from archives of NSKeyedArchiver, in which the methods for NSCoder put the object itself",
          advice: "archive another value of it, with 'via(…)', if such archives exist", sourceLine: property.sourceLine)
      )
    }
    index.annotate(name) { declaration in
      for position in declaration.properties.indices {
        let property = declaration.properties[position].name
        if keys.refused.contains(property) { declaration.properties[position].hasAnnotationError = true }
        guard let found = keys.found[property] else { continue }
        declaration.properties[position].isNilIfMissing = found.isNilIfMissing
        declaration.properties[position].isEncodedAsObject = found.isObject
        let own = declaration.properties[position].annotations
        declaration.properties[position].annotations = own.adopting(found)
      }
      if let name = declaration.objectiveCName {
        declaration.annotations = declaration.annotations.adopting(formerName: name, of: declaration)
      }
    }
  }

  /// `NSKeyedArchiver.setClassName("Map", for: MapView.self)`: archives have the class under that name.
  private mutating func adopt(_ given: SwiftClassName, _ selection: Set<String>, _ index: inout SwiftTypeIndex) {
    guard let type = index.resolved(given.type, in: ""), selection.contains(type), let declaration = index[type],
      let name = texts.text(given.name, in: type, file: given.location.file)
    else { return }
    let annotations = declaration.annotations.adopting(formerName: name, of: declaration)
    guard annotations != declaration.annotations else { return }
    index.annotate(type) { $0.annotations = annotations }
    diagnostics.append(
      Diagnostic(
        .codingClassName, at: given.location, "archives of '\(type)' with the class name \"\(name)\" are read",
        advice: "'was(\"\(name)\")' on the class has the same effect", sourceLine: given.sourceLine))
  }
}

extension FieldAnnotations {
  /// These annotations with the keys of coding methods added. Annotations take precedence.
  fileprivate func adopting(_ found: HandwrittenKeys.Found) -> FieldAnnotations {
    var attributes = written
    if key == nil { attributes.append(.written(.key, [found.key], at: found.location)) }
    attributes.adopt(former: found.former.filter { $0 != key ?? found.key }, at: found.location)
    if found.isConditional, !isWeak { attributes.append(.written(.weak, [], at: found.location)) }
    if let fallback = found.fallback, defaultValue == nil {
      attributes.append(
        Attribute(
          .default, [Attribute.Argument(text: fallback, isQuoted: false, location: found.location)], at: found.location)
      )
    }
    return FieldAnnotations(attributes)
  }
}

extension TypeAnnotations {
  fileprivate func adopting(formerName: String, of declaration: SwiftTypeDeclaration) -> TypeAnnotations {
    guard formerName != name ?? declaration.name else { return self }
    var attributes = written
    attributes.adopt(former: [formerName], at: declaration.location)
    return TypeAnnotations(attributes)
  }
}

extension [Attribute] {
  fileprivate mutating func adopt(former names: [String], at location: SourceLocation) {
    let known = first(.was)?.arguments ?? []
    let new = names.filter { name in !known.contains { $0.text == name } }
    guard !new.isEmpty else { return }
    removeAll { $0.name == .was }
    append(
      Attribute(
        .was, known + new.map { Attribute.Argument(text: $0, isQuoted: true, location: location) }, at: location))
  }
}

extension Attribute {
  fileprivate static func written(_ name: Name, _ texts: [String], at location: SourceLocation) -> Attribute {
    Attribute(name, texts.map { Argument(text: $0, isQuoted: true, location: location) }, at: location)
  }
}
