import CClang

/// A type as it is written, or its canonical form.
struct ClangType {
  let raw: CXType
  let unit: TranslationUnit

  private var clang: CClangFunctions { unit.clang }

  private func wrap(_ raw: CXType) -> ClangType { ClangType(raw: raw, unit: unit) }

  /// What a canonical type is. Integers are one kind: size and signedness say the rest.
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
    /// A type that libclang has no kind for; `_BitInt` is one.
    case unexposed
    case other
  }

  /// Meaningful for canonical types.
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

  /// Without typedefs, and without attributes that do not change the type.
  var canonical: ClangType { wrap(clang.getCanonicalType(raw)) }
  var spelling: String { unit.string(clang.getTypeSpelling(raw)) }

  /// Of a function, or of what a pointer to one or an array of such pointers leads to: its type without typedefs.
  var functionSpelling: String? {
    let type = canonical
    switch type.kind {
    case .function: return type.spelling
    case .pointer: return type.pointee.functionSpelling
    case .constantArray: return type.element.functionSpelling
    default: return nil
    }
  }

  /// Whether it, or what an array of it holds, is `const`, with or without a typedef.
  var isConstant: Bool {
    let type = canonical
    if case .constantArray = type.kind { return type.element.isConstant }
    return clang.isConstQualifiedType(type.raw) != 0
  }

  /// In bytes; nil for a type without a size.
  var size: Int? {
    let size = clang.Type_getSizeOf(raw)
    return size < 0 ? nil : Int(size)
  }

  /// In bytes; nil for a type without an alignment.
  var alignment: Int? {
    let alignment = clang.Type_getAlignOf(raw)
    return alignment <= 0 ? nil : Int(alignment)
  }

  /// Of a record or enumeration type.
  var declaration: Cursor { Cursor(raw: clang.getTypeDeclaration(raw), unit: unit) }

  /// A typedef's name, which `declaration` declares.
  var isTypedef: Bool { raw.kind == CXType_Typedef }

  /// A type with its keyword or scope, as in `struct tag`: newer versions put it around every name, typedefs' too.
  var isElaborated: Bool { raw.kind == CXType_Elaborated }
  var named: ClangType { wrap(clang.Type_getNamedType(raw)) }

  /// Of a pointer.
  var pointee: ClangType { wrap(clang.getPointeeType(raw)) }

  /// Of a function.
  var result: ClangType { wrap(clang.getResultType(raw)) }

  /// Of an array, a vector or a complex type.
  var element: ClangType { wrap(clang.getElementType(raw)) }

  /// Of an array of known size or a vector; nil for others.
  var elementCount: Int? {
    let count = clang.getNumElements(raw)
    return count < 0 ? nil : Int(count)
  }

  /// The `T` of `_Atomic(T)`.
  var atomicValue: ClangType { wrap(clang.Type_getValueType(raw)) }

  /// The fields of a complete record in order, unnamed and zero-width bit-fields included.
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
  /// The definition of the record that pointers, arrays and functions of this type are made of in the end.
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
