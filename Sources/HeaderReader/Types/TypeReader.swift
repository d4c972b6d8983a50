import ArchiveModel

/// Maps libclang's types to the model's types. Every record that a type refers to is added to `pending`, to be read.
struct TypeReader {
  /// The number of significand bits of `long double`, including the leading bit (C17 5.2.4.2.2), which identifies its
  /// format.
  var longDoubleMantissa = 64
  private(set) var pending: [Cursor] = []
  /// Records in parameter lists, which may share their tags, and libclang's names for them, with other records.
  var parameterLists = ParameterListRecords()

  /// The traits of typedefs that fields use.
  var traitsOfTypedefs: [Cursor: Field.SwiftTraits] = [:]

  /// The field counts of records, including fields of nested records.
  var fieldCounts: [Record.ID: Int] = [:]

  private var identifiers: [Cursor: Record.ID] = [:]
  private var enumerations: [Cursor: Enumeration] = [:]
  private let files: SourceFiles

  // No handwritten declaration is nearly this deep, but a header made to overflow the stack is.
  private static let deepest = 64

  init(files: SourceFiles) { self.files = files }

  /// A field's type, and whether the type or its element type is `_Atomic`.
  mutating func fieldType(_ type: ClangType) -> (type: CType, isAtomic: Bool) {
    var isAtomic = false
    let result = read(type, depth: 0, isAtomic: &isAtomic)
    return (result, isAtomic)
  }

  /// Every enumeration that was read.
  var readEnumerations: some Sequence<Enumeration> { enumerations.values }

  mutating func takePending() -> Cursor? { pending.popLast() }

  private mutating func read(_ type: ClangType, depth: Int, isAtomic: inout Bool) -> CType {
    guard depth < Self.deepest else { return .unsupported("is nested too deeply") }
    let type = type.canonical
    switch type.kind {
    case .void: return .void
    case .function: return .function
    case .blockPointer: return .unsupported("is a block")
    case .pointer:
      var pointeeIsAtomic = false
      let pointee = read(type.pointee, depth: depth + 1, isAtomic: &pointeeIsAtomic)
      return .pointer(to: pointeeIsAtomic ? .unsupported("is atomic") : pointee)
    case .atomic:
      isAtomic = true
      return read(type.atomicValue, depth: depth + 1, isAtomic: &isAtomic)
    case .record: return record(type)
    case .incompleteArray: return .flexibleArray(read(type.element, depth: depth + 1, isAtomic: &isAtomic))
    case .constantArray:
      guard let count = type.elementCount else { return .unsupported("is an array of unknown size") }
      return .array(read(type.element, depth: depth + 1, isAtomic: &isAtomic), count: count)
    case .variableArray: return .unsupported("is an array of variable size")
    default: return arithmetic(type)
    }
  }

  /// Maps arithmetic types, their vectors, and all remaining types.
  private mutating func arithmetic(_ type: ClangType) -> CType {
    if case .enumeration = type.kind { return enumeration(type) }
    guard let size = type.size else { return .unsupported("has no size") }
    switch type.kind {
    case .bool: return .bool(size: size)
    case .integer(let isSigned): return .integer(bits: size * 8, isSigned: isSigned)
    case .half: return .floating(.half, size: size)
    case .bfloat16: return .floating(.bfloat16, size: size)
    case .float, .double: return .floating(size == 4 ? .single : .double, size: size)
    case .longDouble: return .floating(longDoubleFormat, size: size)
    case .float128: return .floating(.quad, size: size)
    case .ibm128: return .floating(.doubleDouble, size: size)
    case .fixedPoint: return .unsupported("is a fixed-point number")
    case .complex: return .complex(arithmetic(type.element.canonical))
    case .vector:
      let lane = arithmetic(type.element.canonical)
      if case .bool = lane { return .unsupported("is a vector of bits") }
      guard let count = type.elementCount else { return .unsupported("is a vector of unknown length") }
      return .vector(lane, count: count, size: size)
    default: return unexposed(words: type.spelling.split { !$0.isLetter && !$0.isNumber && $0 != "_" }, size: size)
    }
  }

  private var longDoubleFormat: FloatingFormat {
    switch longDoubleMantissa {
    case 24: .single
    case 53: .double
    case 106: .doubleDouble
    case 113: .quad
    default: .x87
    }
  }

  /// A type for which libclang has no kind: only the spelling identifies it, including N and the sign of `_BitInt(N)`.
  private func unexposed(words: [Substring], size: Int) -> CType {
    if words.last == "__bf16" { return .floating(.bfloat16, size: size) }
    if let keyword = words.firstIndex(where: { $0 == "_BitInt" || $0 == "_ExtInt" }), keyword + 1 < words.count,
      let bits = Int(words[keyword + 1])
    {
      return .bitInt(bits: bits, isSigned: !words.contains("unsigned"), size: size)
    }
    return .unsupported("is '\(words.joined(separator: " "))', which archivegen does not know")
  }

  // MARK: Declared types

  private mutating func record(_ type: ClangType) -> CType {
    guard let definition = type.declaration.definition else { return .incomplete(type.spelling) }
    pending.append(definition)
    return .record(identifier(of: definition))
  }

  /// The record that contains a definition, which is added to `pending` too: in C++ it is a part of the definition's
  /// name.
  mutating func enclosingRecord(of definition: Cursor) -> Record.ID? {
    guard let enclosing = definition.enclosingRecord else { return nil }
    pending.append(enclosing)
    return identifier(of: enclosing)
  }

  /// The USR with the location of the definition, because the USR is not unique: two unnamed records of one parent may
  /// share it, and a record in a parameter list shares it with another record of its tag.
  mutating func identifier(of definition: Cursor) -> Record.ID {
    if let known = identifiers[definition] { return known }
    var usr = definition.usr
    if definition.isUnnamed || parameterLists.contains(definition), let place = definition.location.fileAndOffset {
      usr += "@\(place.offset)"
    }
    let id = Record.ID(usr)
    identifiers[definition] = id
    return id
  }

  private mutating func enumeration(_ type: ClangType) -> CType {
    let declaration = type.declaration.definition ?? type.declaration
    if let known = enumerations[declaration] { return .enumeration(known) }
    let underlying = arithmetic(declaration.enumerationType.canonical)
    if case .unsupported = underlying { return .incomplete(type.spelling) }
    let result = Enumeration(
      declaration, name: name(ofType: type), underlying: underlying, enclosing: enclosingRecord(of: declaration),
      files: files)
    enumerations[declaration] = result
    return .enumeration(result)
  }

  /// The type's name, a tag or a typedef, spelled alike for all versions of libclang.
  private func name(ofType type: ClangType) -> String {
    type.declaration.isUnnamed ? "" : type.spelling.split(separator: " ").last.map(String.init) ?? ""
  }
}
