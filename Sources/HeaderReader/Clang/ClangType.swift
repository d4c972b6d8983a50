import CClang

/// A type as written, or its canonical form.
struct ClangType {
  let raw: CXType
  let unit: TranslationUnit

  private var clang: CClangFunctions { unit.clang }

  private func wrap(_ raw: CXType) -> ClangType { ClangType(raw: raw, unit: unit) }

  /// The kinds of canonical types. Integers are one kind; size and signedness distinguish them.
  enum Kind {
    case void, bool
    case integer(isSigned: Bool)
    /// `__fp16` and `_Float16`.
    case half
    case bfloat16, float, double, longDouble, float128, ibm128
    case fixedPoint
    case complex, vector, atomic
    case record, enumeration
    case pointer, blockPointer, function
    case constantArray, incompleteArray, variableArray
    /// A type for which libclang has no kind, such as `_BitInt`.
    case unexposed
    case other
  }

  /// The kind of a canonical type.
  var kind: Kind {
    switch raw.kind {
    case CXType_Void: .void
    case CXType_Bool: .bool
    case CXType_Char_U, CXType_UChar, CXType_Char16, CXType_Char32, CXType_UShort, CXType_UInt, CXType_ULong,
      CXType_ULongLong, CXType_UInt128:
      .integer(isSigned: false)
    case CXType_Char_S, CXType_SChar, CXType_Short, CXType_Int, CXType_Long, CXType_LongLong, CXType_Int128:
      .integer(isSigned: true)
    case CXType_WChar: .integer(isSigned: true)
    case CXType_Half, CXType_Float16: .half
    case CXType_BFloat16: .bfloat16
    case CXType_Float: .float
    case CXType_Double: .double
    case CXType_LongDouble: .longDouble
    case CXType_Float128: .float128
    case CXType_Ibm128: .ibm128
    case CXType_ShortAccum, CXType_Accum, CXType_LongAccum, CXType_UShortAccum, CXType_UAccum, CXType_ULongAccum:
      .fixedPoint
    case CXType_Complex: .complex
    case CXType_Vector, CXType_ExtVector: .vector
    case CXType_Atomic: .atomic
    case CXType_Record: .record
    case CXType_Enum: .enumeration
    case CXType_Pointer: .pointer
    case CXType_BlockPointer: .blockPointer
    case CXType_FunctionProto, CXType_FunctionNoProto: .function
    case CXType_ConstantArray: .constantArray
    case CXType_IncompleteArray: .incompleteArray
    case CXType_VariableArray: .variableArray
    case CXType_Unexposed: .unexposed
    default: .other
    }
  }

  /// Whether platforms differ in the width, sign or format of the built-in type.
  var dependsOnPlatform: Bool {
    [CXType_Long, CXType_ULong, CXType_Char_S, CXType_Char_U, CXType_LongDouble].contains(raw.kind)
  }

  /// The type without typedefs, and without attributes that do not change it.
  var canonical: ClangType { wrap(clang.getCanonicalType(raw)) }
  var spelling: String { unit.string(clang.getTypeSpelling(raw)) }

  /// The spelling, without typedefs, of a function type, or of the function type behind a pointer or an array of
  /// pointers.
  var functionSpelling: String? {
    let type = canonical
    switch type.kind {
    case .function: return type.spelling
    case .pointer: return type.pointee.functionSpelling
    case .constantArray: return type.element.functionSpelling
    default: return nil
    }
  }

  /// Whether the type, or an array's element type, is `const`, with or without a typedef.
  var isConstant: Bool {
    let type = canonical
    if case .constantArray = type.kind { return type.element.isConstant }
    return clang.isConstQualifiedType(type.raw) != 0
  }

  /// The size in bytes; nil for a type without a size.
  var size: Int? {
    let size = clang.Type_getSizeOf(raw)
    return size < 0 ? nil : Int(size)
  }

  /// The alignment in bytes; nil for a type without an alignment.
  var alignment: Int? {
    let alignment = clang.Type_getAlignOf(raw)
    return alignment <= 0 ? nil : Int(alignment)
  }

  /// The declaration of a record or an enumeration.
  var declaration: Cursor { Cursor(raw: clang.getTypeDeclaration(raw), unit: unit) }

  /// Whether the type is the name of a typedef, which `declaration` declares.
  var isTypedef: Bool { raw.kind == CXType_Typedef }

  /// Whether the type has a keyword or a scope, as `struct tag` has. Newer versions wrap every name in such a type,
  /// also those of typedefs.
  var isElaborated: Bool { raw.kind == CXType_Elaborated }
  var named: ClangType { wrap(clang.Type_getNamedType(raw)) }

  /// The type that a pointer points to.
  var pointee: ClangType { wrap(clang.getPointeeType(raw)) }

  /// The result type of a function.
  var result: ClangType { wrap(clang.getResultType(raw)) }

  /// The element type of an array, a vector or a complex type.
  var element: ClangType { wrap(clang.getElementType(raw)) }

  /// The number of elements of an array of known size or a vector; nil for other types.
  var elementCount: Int? {
    let count = clang.getNumElements(raw)
    return count < 0 ? nil : Int(count)
  }

  /// The `T` of `_Atomic(T)`.
  var atomicValue: ClangType { wrap(clang.Type_getValueType(raw)) }

  /// Visits the fields of a complete record in order, including unnamed and zero-width bit-fields.
  func forEachField(_ body: (Cursor) -> Void) {
    withoutActuallyEscaping(body) { body in
      var visitor = CursorVisitor(unit: unit, body: body)
      withUnsafeMutablePointer(to: &visitor) { pointer in
        _ = clang.Type_visitFields(
          raw,
          { field, data in
            guard let data else { return CXVisit_Break }
            let visitor = data.assumingMemoryBound(to: CursorVisitor.self)
            visitor.pointee.body(Cursor(raw: field, unit: visitor.pointee.unit))
            return CXVisit_Continue
          }, pointer)
      }
    }
  }
}

extension ClangType {
  /// The definition of the record that remains when pointers, arrays and function results are removed.
  var innermostRecord: Cursor? {
    let type = canonical
    switch type.kind {
    case .record: return type.declaration.definition
    case .pointer, .blockPointer: return type.pointee.innermostRecord
    case .constantArray, .incompleteArray, .variableArray, .vector: return type.element.innermostRecord
    case .function: return type.result.innermostRecord
    case .atomic: return type.atomicValue.innermostRecord
    default: return nil
    }
  }
}
