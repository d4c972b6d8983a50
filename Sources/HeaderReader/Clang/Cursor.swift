import CClang

/// A node of the syntax tree.
struct Cursor: Hashable {
  let raw: CXCursor
  let unit: TranslationUnit

  private var clang: CClangFunctions { unit.clang }

  static func == (left: Cursor, right: Cursor) -> Bool { left.clang.equalCursors(left.raw, right.raw) != 0 }
  func hash(into hasher: inout Hasher) { hasher.combine(clang.hashCursor(raw)) }

  /// The kinds that matter here; everything else is `other`.
  enum Kind {
    case structure, union, enumeration, enumerator, field, typedef, function, variable, parameter
    /// An attribute that libclang has no kind for.
    case unexposedAttribute
    case flagEnumAttribute
    /// Statements between braces: a function's body.
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
    case CXCursor_CompoundStmt: .compound
    default: .other
    }
  }

  /// The name; for something without one it depends on libclang's version.
  var spelling: String { unit.string(clang.getCursorSpelling(raw)) }

  /// The unified symbol resolution string.
  var usr: String { unit.string(clang.getCursorUSR(raw)) }

  /// The declaration as libclang prints it, attributes that came from macros included.
  var prettyPrinted: String { unit.string(clang.getCursorPrettyPrinted(raw, nil)) }

  var location: ClangLocation { ClangLocation(raw: clang.getCursorLocation(raw), unit: unit) }

  /// From the first byte of the declaration to the one behind its last.
  var extent: (start: ClangLocation, end: ClangLocation) {
    let range = clang.getCursorExtent(raw)
    return (
      ClangLocation(raw: clang.getRangeStart(range), unit: unit),
      ClangLocation(raw: clang.getRangeEnd(range), unit: unit)
    )
  }

  var type: ClangType { ClangType(raw: clang.getCursorType(raw), unit: unit) }

  /// Visits the direct children in order of the source.
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

  /// The definition of what this declares; nil when the unit holds none.
  var definition: Cursor? {
    let definition = clang.getCursorDefinition(raw)
    return clang.Cursor_isNull(definition) != 0 ? nil : Cursor(raw: definition, unit: unit)
  }

  var semanticParent: Cursor { Cursor(raw: clang.getCursorSemanticParent(raw), unit: unit) }

  /// The struct or union within whose braces the declaration stands. C has it outside all the same.
  var enclosingRecord: Cursor? {
    let parent = Cursor(raw: clang.getCursorLexicalParent(raw), unit: unit)
    return [.structure, .union].contains(parent.kind) ? parent : nil
  }

  /// What a typedef stands for.
  var underlyingType: ClangType { ClangType(raw: clang.getTypedefDeclUnderlyingType(raw), unit: unit) }

  /// Neither a tag nor a typedef names it.
  var isUnnamed: Bool { clang.Cursor_isAnonymous(raw) != 0 }

  /// C11's anonymous structure or union, whose members are its parent's (C17 6.7.2.1p13).
  var isAnonymousRecord: Bool { clang.Cursor_isAnonymousRecordDecl(raw) != 0 }

  /// Marked with `__attribute__((deprecated))` or C23's `[[deprecated]]`.
  var isDeprecated: Bool { clang.getCursorAvailability(raw) == CXAvailability_Deprecated }

  // MARK: Fields

  /// In bits from the start of the record; nil when libclang has no layout for it.
  var bitOffset: Int? {
    let offset = clang.Cursor_getOffsetOfField(raw)
    return offset < 0 ? nil : Int(offset)
  }

  /// nil for anything but a bit-field.
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
