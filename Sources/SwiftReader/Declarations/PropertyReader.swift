import ArchiveModel
import SwiftSyntax

extension SwiftDeclarationReader {
  /// Reads a `var` or `let` of a type: one property for each name.
  mutating func read(
    _ variable: VariableDeclSyntax, of type: Int, _ semicolon: TokenSyntax?, access: SwiftAccess
  ) {
    let declared = SwiftProperty(variable, access: access, at: source.location(variable.start))
    let isLazy = variable.modifiers.has(.lazy)
    let bindings = Array(variable.bindings)
    let types = Self.writtenTypes(bindings)
    var extents: [AnnotationSubjects.Extent] = []
    for (position, binding) in bindings.enumerated() {
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
        refuse(binding, of: variable, in: type)
        continue
      }
      let name = pattern.identifier
      let value = binding.initializer?.value
      let inferred = types[position] == nil ? value.flatMap(ValueType.of) : nil
      var property = declared
      property.name = name.plainName
      property.type = types[position] ?? inferred
      property.isTypeInferred = inferred != nil
      property.initialValue = value.map(source.text)
      property.storage = isLazy ? .lazy : Self.storage(binding.accessorBlock)
      if property.storage == .computed, !Self.canSet(binding.accessorBlock) { property.setterAccess = .private }
      property.location = source.location(name.start)
      property.sourceLine = source.lineText(at: name.start)
      extents.append(
        AnnotationSubjects.Extent(
          subject: .property(type: type, file.types[type].properties.count),
          start: position == 0 ? variable.start : binding.start, name: name.start,
          brace: binding.accessorBlock?.leftBrace, end: binding.end(without: binding.trailingComma),
          terminator: binding.trailingComma ?? semicolon))
      file.types[type].properties.append(property)
    }
    subjects.add(extents)
  }

  /// The explicit type of each name; in `var a, b: Int` both are integers.
  private static func writtenTypes(_ bindings: [PatternBindingSyntax]) -> [SwiftType?] {
    var types: [SwiftType?] = []
    var next: SwiftType?
    for binding in bindings.reversed() {
      if let annotation = binding.typeAnnotation {
        next = SwiftTypeReader.read(annotation.type)
      } else if binding.initializer != nil {
        next = nil
      }
      types.append(next)
    }
    return types.reversed()
  }

  static func storage(_ block: AccessorBlockSyntax?) -> SwiftProperty.Storage {
    guard let block else { return .stored }
    guard case .accessors(let accessors) = block.accessors else { return .computed }
    let observes = accessors.contains {
      [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
    return observes ? .observed : .computed
  }

  /// Whether a computed property has a setter.
  private static func canSet(_ block: AccessorBlockSyntax?) -> Bool {
    guard case .accessors(let accessors)? = block?.accessors else { return false }
    return accessors.contains { ["set", "modify", "_modify", "mutate"].contains($0.accessorSpecifier.text) }
  }

  /// Reports a tuple pattern, whose names have no type and no location of their own.
  private mutating func refuse(_ binding: PatternBindingSyntax, of variable: VariableDeclSyntax, in type: Int) {
    if variable.modifiers.areStatic { return }
    let word = variable.bindingSpecifier.text
    let names = binding.pattern.tokens(viewMode: .sourceAccurate).compactMap { token in
      if case .identifier = token.tokenKind { "'\(word) \(token.text)'" } else { nil }
    }
    file.types[type].diagnostics.append(
      source.diagnostic(
        .unsupportedProperty, at: binding.pattern.start,
        "a tuple pattern declares several properties at once, and they cannot be archived",
        advice: names.isEmpty
          ? "write a declaration for each of them"
          : "write a declaration for each of them: \(names.joined(separator: ", "))"))
  }
}

extension SwiftProperty {
  /// What all names of one declaration share.
  fileprivate init(_ variable: VariableDeclSyntax, access: SwiftAccess, at location: SourceLocation) {
    let modifiers = variable.modifiers
    self.init(name: "", at: location)
    isLet = variable.bindingSpecifier.tokenKind == .keyword(.let)
    isStatic = modifiers.areStatic
    isOverride = modifiers.has(.override)
    reference = modifiers.reference
    self.access = modifiers.access(default: access)
    setterAccess = modifiers.setterAccess ?? self.access
    attributes = variable.attributes.written
  }
}
