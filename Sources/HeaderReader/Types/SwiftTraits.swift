import ArchiveModel

extension TypeReader {
  /// The typedefs and attributes because of which Swift's view of a field differs from C's.
  ///
  /// - Parameter declared: gets the attributes that change the field's place, because the children are visited once.
  mutating func swiftTraits(
    of field: Cursor, type: ClangType, declared: inout DeclaredAlignment
  ) -> Field.SwiftTraits {
    var traits = typedefTraits(type, depth: 0)
    if field.isDeprecated { traits.insert(.deprecated) }
    if type.isConstant { traits.insert(.constant) }
    field.forEachChild { child in
      switch child.kind {
      case .unexposedAttribute: traits.insert(.otherName)
      case .packedAttribute: declared.isPacked = true
      case .alignedAttribute: declared.minimum = .expression
      default: break
      }
    }
    if declared.minimum != nil { declared.minimum = AlignmentText.minimum(in: field.prettyPrinted) }
    return traits
  }

  /// Typedefs of the standards that are `int` or `long long` on some platforms.
  private static let platformTypes: Set<String> = [
    "size_t", "rsize_t", "ssize_t", "ptrdiff_t", "intptr_t", "uintptr_t", "time_t", "off_t", "int_fast16_t",
    "int_fast32_t", "uint_fast16_t", "uint_fast32_t",
  ]

  /// The traits of every typedef between the type and its canonical type, through arrays and pointers.
  private mutating func typedefTraits(_ type: ClangType, depth: Int) -> Field.SwiftTraits {
    guard depth < 16 else { return [] }
    if type.isTypedef {
      let declaration = type.declaration
      if let known = traitsOfTypedefs[declaration] { return known }
      let name = declaration.spelling
      var traits = typedefTraits(declaration.underlyingType, depth: depth + 1)
      if ["size_t", "rsize_t"].contains(name) { traits.insert(.size) }
      if Self.platformTypes.contains(name) {
        traits.insert(.dependsOnPlatform)
      } else if name.contains(where: \.isNumber) || ["intmax_t", "uintmax_t"].contains(name) {
        // `int64_t` is `long` on some platforms and `long long` on others, and has one width.
        traits.remove(.dependsOnPlatform)
      }
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
    default: return type.dependsOnPlatform ? .dependsOnPlatform : []
    }
  }
}

/// The attributes of a declaration that change what Swift imports for it.
struct ImportAttributes {
  /// The name in `__attribute__((swift_name("Name")))`.
  let swiftName: String?
  /// Whether there is `__attribute__((swift_private))`, for which Swift writes two underscores before the name.
  let isPrivate: Bool
  /// Whether there is `__attribute__((availability(swift, unavailable)))`.
  let isUnavailable: Bool

  /// - Parameter declaration: the declaration as libclang prints it. The text in braces belongs to other declarations.
  init(in declaration: String) {
    let text = Array(declaration.utf8)
    let head = text.prefix { $0 != .openBrace }
    let tail = text.suffix(from: text.lastIndex(of: .closeBrace) ?? text.endIndex)
    swiftName =
      [head, tail].lazy.compactMap { part -> String? in
        guard let start = part.endOfFirst("swift_name(\"") else { return nil }
        let name = part[start...].prefix { $0 != .quote }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
      }.first
    isPrivate = [head, tail].contains { $0.endOfFirst("((swift_private") != nil }
    isUnavailable = [head, tail].contains { $0.endOfFirst("availability(swift, unavailable") != nil }
  }

  /// The name of a declaration in Swift; nil if it is the one in C.
  func name(of declaration: String) -> String? { swiftName ?? (isPrivate ? "__" + declaration : nil) }
}

extension Cursor {
  /// The attributes that change what Swift imports; nil without any that could.
  var importAttributes: ImportAttributes? {
    var hasAttribute = false
    forEachChild { if $0.kind == .unexposedAttribute { hasAttribute = true } }
    return hasAttribute ? ImportAttributes(in: prettyPrinted) : nil
  }
}
