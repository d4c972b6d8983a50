import ArchiveModel

extension TypeReader {
  /// What typedefs and attributes make Swift see otherwise than C.
  mutating func swiftTraits(of field: Cursor, type: ClangType) -> Field.SwiftTraits {
    var traits = typedefTraits(type, depth: 0)
    if field.isDeprecated { traits.insert(.deprecated) }
    if type.isConstant { traits.insert(.constant) }
    field.forEachChild { child in
      if child.kind == .unexposedAttribute { traits.insert(.otherName) }
    }
    return traits
  }

  /// Of every typedef on the way to the canonical type, through arrays and pointers.
  private mutating func typedefTraits(_ type: ClangType, depth: Int) -> Field.SwiftTraits {
    guard depth < 16 else { return [] }
    if type.isTypedef {
      let declaration = type.declaration
      if let known = traitsOfTypedefs[declaration] { return known }
      var traits = typedefTraits(declaration.underlyingType, depth: depth + 1)
      if ["size_t", "rsize_t"].contains(declaration.spelling) { traits.insert(.size) }
      declaration.forEachChild { child in
        if child.kind == .unexposedAttribute { traits.insert(.ownType) }
      }
      traitsOfTypedefs[declaration] = traits
      return traits
    }
    if type.isElaborated { return typedefTraits(type.named, depth: depth + 1) }
    switch type.kind {
    case .pointer: return typedefTraits(type.pointee, depth: depth + 1)
    case .constantArray, .incompleteArray: return typedefTraits(type.element, depth: depth + 1)
    default: return []
    }
  }
}
