import CClang

/// A node of the syntax tree.
struct Cursor: Hashable {
  let raw: CXCursor
  let unit: TranslationUnit

  private var clang: CClangFunctions { unit.clang }

  static func == (left: Cursor, right: Cursor) -> Bool { left.clang.equalCursors(left.raw, right.raw) != 0 }
  func hash(into hasher: inout Hasher) { hasher.combine(clang.hashCursor(raw)) }

  /// The kinds that this reader distinguishes; all others are `other`.
  enum Kind {
    case structure, union, enumeration, enumerator, field, typedef, function, variable, parameter
    /// An attribute for which libclang has no kind.
    case unexposedAttribute
    case flagEnumAttribute
    /// `packed`, which removes padding.
    case packedAttribute
    /// `aligned(N)` or `_Alignas(N)`.
    case alignedAttribute
    /// `annotate("text")`; the text is its spelling.
    case annotateAttribute
    /// Statements in braces: a function's body.
    case compound
    case other
  }

  var kind: Kind {
    switch raw.kind {
    case CXCursor_StructDecl: .structure
    case CXCursor_UnionDecl: .union
    case CXCursor_EnumDecl: .enumeration
    case CXCursor_EnumConstantDecl: .enumerator
    case CXCursor_FieldDecl: .field
    case CXCursor_TypedefDecl: .typedef
    case CXCursor_FunctionDecl: .function
    case CXCursor_VarDecl: .variable
    case CXCursor_ParmDecl: .parameter
    case CXCursor_UnexposedAttr: .unexposedAttribute
    case CXCursor_FlagEnum: .flagEnumAttribute
    case CXCursor_PackedAttr: .packedAttribute
    case CXCursor_AlignedAttr: .alignedAttribute
    case CXCursor_AnnotateAttr: .annotateAttribute
    case CXCursor_CompoundStmt: .compound
    default: .other
    }
  }

  /// The name; for an unnamed declaration it depends on libclang's version.
  var spelling: String { unit.string(clang.getCursorSpelling(raw)) }

  /// The unified symbol resolution string.
  var usr: String { unit.string(clang.getCursorUSR(raw)) }

  /// The declaration as libclang prints it, including attributes from macros.
  var prettyPrinted: String { unit.string(clang.getCursorPrettyPrinted(raw, nil)) }

  var location: ClangLocation { ClangLocation(raw: clang.getCursorLocation(raw), unit: unit) }

  /// The locations of the declaration's first byte and of the byte after its last one.
  var extent: (start: ClangLocation, end: ClangLocation) {
    let range = clang.getCursorExtent(raw)
    return (
      ClangLocation(raw: clang.getRangeStart(range), unit: unit),
      ClangLocation(raw: clang.getRangeEnd(range), unit: unit)
    )
  }

  var type: ClangType { ClangType(raw: clang.getCursorType(raw), unit: unit) }

  /// Visits the direct children in the order of the source.
  func forEachChild(_ body: (Cursor) -> Void) {
    withoutActuallyEscaping(body) { body in
      var visitor = CursorVisitor(unit: unit, body: body)
      withUnsafeMutablePointer(to: &visitor) { pointer in
        _ = clang.visitChildren(
          raw,
          { child, _, data in
            guard let data else { return CXChildVisit_Break }
            let visitor = data.assumingMemoryBound(to: CursorVisitor.self)
            visitor.pointee.body(Cursor(raw: child, unit: visitor.pointee.unit))
            return CXChildVisit_Continue
          }, pointer)
      }
    }
  }

  // MARK: Declarations

  var isDefinition: Bool { clang.isCursorDefinition(raw) != 0 }

  /// The definition of the declared entity; nil if the unit has none.
  var definition: Cursor? {
    let definition = clang.getCursorDefinition(raw)
    return clang.Cursor_isNull(definition) != 0 ? nil : Cursor(raw: definition, unit: unit)
  }

  /// The struct or union whose braces contain the declaration. In C the declaration is nevertheless visible outside.
  var enclosingRecord: Cursor? {
    let parent = Cursor(raw: clang.getCursorLexicalParent(raw), unit: unit)
    return [.structure, .union].contains(parent.kind) ? parent : nil
  }

  /// The type for which a typedef is a name.
  var underlyingType: ClangType { ClangType(raw: clang.getTypedefDeclUnderlyingType(raw), unit: unit) }

  /// Whether neither a tag nor a typedef names the record.
  var isUnnamed: Bool { clang.Cursor_isAnonymous(raw) != 0 }

  /// The tag of a record or an enumeration. Versions of libclang spell an untagged one as "", as its typedef or as "(unnamed …)". In
  /// all of them the USR distinguishes a tag, `@S@tag`, from a typedef's name, `@SA@name`.
  var tag: String? {
    if isUnnamed { return nil }
    let usr = usr.utf8
    guard let at = usr.lastIndex(of: UInt8(ascii: "@")), at > usr.startIndex else { return nil }
    return usr[usr.index(before: at)] == UInt8(ascii: "A") ? nil : spelling
  }

  /// Whether this is one of C11's anonymous structures or unions, whose members belong to the parent (C17 6.7.2.1p13).
  var isAnonymousRecord: Bool { clang.Cursor_isAnonymousRecordDecl(raw) != 0 }

  /// Whether the declaration has `__attribute__((deprecated))` or C23's `[[deprecated]]`.
  var isDeprecated: Bool { clang.getCursorAvailability(raw) == CXAvailability_Deprecated }

  /// Whether the declaration has `__attribute__((unavailable))`, or is not available on the target's platform.
  var isUnavailable: Bool { clang.getCursorAvailability(raw) == CXAvailability_NotAvailable }

  // MARK: Fields

  /// The offset in bits from the start of the record; nil if libclang has no layout for it.
  var bitOffset: Int? {
    let offset = clang.Cursor_getOffsetOfField(raw)
    return offset < 0 ? nil : Int(offset)
  }

  /// The width of a bit-field; nil for other fields.
  var bitWidth: Int? {
    guard clang.Cursor_isBitField(raw) != 0 else { return nil }
    let width = clang.getFieldDeclBitWidth(raw)
    return width < 0 ? nil : Int(width)
  }

  // MARK: Enumerations

  var enumerationType: ClangType { ClangType(raw: clang.getEnumDeclIntegerType(raw), unit: unit) }
  var enumeratorValue: Int64 { clang.getEnumConstantDeclValue(raw) }
  var enumeratorUnsignedValue: UInt64 { clang.getEnumConstantDeclUnsignedValue(raw) }
}

struct CursorVisitor {
  let unit: TranslationUnit
  let body: (Cursor) -> Void
}
