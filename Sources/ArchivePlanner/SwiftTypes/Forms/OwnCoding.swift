import ArchiveModel

/// Values that are archived by the `Codable` coding of their types: `owncoding`.
extension FormResolution {
  /// The form of a type of the sources that has the attribute. It conforms to `ArchivableCodable`.
  func ownCoding(
    of declaration: SwiftTypeDeclaration, _ arguments: [SwiftType], _ context: Context
  ) -> ValueForm {
    let uses = arguments.map { SwiftTypeUse.written(index.canonical($0, in: context.scope)) }
    var form = ValueForm(.named(SwiftName(qualified: declaration.name), arguments: uses))
    form.dependencies = [declaration.name]
    return form
  }

  /// The form of a property or a case's value that has the attribute, or of a type of another module that has it in the
  /// configuration: a struct of the runtime represents the whole value.
  mutating func ownCoding(_ type: SwiftType, _ context: Context) -> ValueForm {
    if case .optional(let wrapped) = type { return ownCoding(wrapped, context).optional }
    if case .implicitlyUnwrapped(let wrapped) = type { return ownCoding(wrapped, context).optional }
    importAll()
    return ownCoding(.written(index.canonical(type, in: context.scope)))
  }

  /// The form of a value of a type that is named so that the compiler finds it.
  func ownCoding(_ type: SwiftTypeUse) -> ValueForm {
    let archived = Self.runtimeType("ArchivedCodable", of: type)
    return ValueForm(type, archived: archived, wrapping: .wrapper(archived, isGenerated: false))
  }

  /// The form of a property or a case's value that has the attribute.
  ///
  /// - Throws: an error for a type that depends on generic parameters, of which nothing says that they are `Codable`.
  mutating func attributedOwnCoding(_ type: SwiftType, _ context: Context) throws(PlanningError) -> ValueForm {
    if let parameter = type.words.first(where: context.generics.contains) {
      throw PlanningError(
        .misplacedAttribute, message: "'owncoding' needs a Codable type, and '\(parameter)' may be any archived type",
        advice: "write '// archive: owncoding' on '\(context.scope)' if it is Codable, or remove the attribute")
    }
    return ownCoding(type, context)
  }
}

/// A place with a value of another module's type, which is archived by its own coding because it is certainly `Codable`.
struct AssumedOwnCoding {
  /// The type that has the property or the case.
  let holder: String
  let member: String
  let location: SourceLocation
  let sourceLine: String?
}

extension FormResolution {
  /// The form of a type that is neither among the sources nor known, where the compiler's own coding encodes the value: the type is
  /// `Codable`, or the sources do not compile.
  mutating func assumedOwnCoding(_ name: String, _ arguments: [SwiftType], _ context: Context) -> ValueForm? {
    let type = SwiftType.named(name, arguments: arguments)
    guard context.isCoded, let place = context.place, !type.words.contains(where: context.generics.contains) else {
      return nil
    }
    assume(name, at: place)
    return ownCoding(type, context)
  }
}

extension SwiftTypeIndex {
  /// Whether the compiler's own methods for Codable encode a property, so that its type is certainly `Codable`.
  ///
  /// - Parameter property: nil for a value of a case.
  func isCodedByCompiler(_ property: String?, of name: String) -> Bool {
    // Most types say nothing of a coding, and each of their properties asks.
    guard entries[name]?.declaration.inherited.isEmpty != true else { return false }
    guard isCodable(name) == true, self[name]?.codableNames == nil else { return false }
    guard let property, let keys = self["\(name).CodingKeys"] else { return true }
    return keys.cases.contains { $0.name == property }
  }

  /// A property that the `Codable` coding of a class does not store: the compiler writes no methods for a subclass, which inherits
  /// those of its superclass.
  func propertyLostByCodable(of name: String) -> String? {
    guard let declaration = self[name], declaration.kind == .class, declaration.codableNames == nil,
      let superclass = superclass(of: name), isCodable(superclass) == true
    else { return nil }
    return declaration.properties.first { $0.isState && !$0.annotations.isSkipped }?.name
  }

  /// Whether a type is `Codable`; nil if the sources do not show it, because a macro, a superclass or a protocol of another
  /// module may make it so.
  func isCodable(_ name: String) -> Bool? {
    guard let declaration = self[name] else { return nil }
    var (encodes, decodes, isUnknown) = (false, false, !declaration.attributes.isEmpty)
    Fixpoint.closure(of: lineage(of: name)) { holder in
      (self[holder]?.inherited ?? []).flatMap(\.parts).compactMap { type -> String? in
        guard case .named(let written, _) = type else { return nil }
        switch KnownTypes.withoutModule(written) {
        case "Codable": (encodes, decodes) = (true, true)
        case "Encodable": encodes = true
        case "Decodable": decodes = true
        case let own:
          if let found = resolved(written, in: holder) { return found }
          if !KnownTypes.protocols.contains(own) { isUnknown = true }
        }
        return nil
      }
    }
    return encodes && decodes ? true : isUnknown ? nil : false
  }
}
