import ArchiveModel

/// Walks the top level of a unit: reads the records of the inputs, every record that they refer to, and typedefs.
struct DeclarationReader {
  private(set) var target = Target(triple: "", pointerSize: 8, isBigEndian: false)
  private(set) var typedefs: [String: TypedefTarget] = [:]
  private(set) var constants: [String: Int64] = [:]
  /// Enumerators that Swift imports under their own names and without a warning.
  private(set) var swiftConstants: Set<String> = []
  /// The named enumerations that the inputs define, each with its file.
  private(set) var enumerations: [String: String] = [:]
  private(set) var functions: Set<String> = []
  private(set) var functionTypes: [String: String] = [:]
  private(set) var functionImports: [String: FunctionImport] = [:]
  private var deprecatedTypedefs: Set<String> = []
  private var unavailableTypedefs: Set<String> = []
  private(set) var diagnostics: [Diagnostic] = []
  /// Diagnostics about records with too many fields, if the given headers define these.
  private(set) var leftOut: [Diagnostic] = []
  /// The extents of records and fields in files that have annotations.
  private(set) var extents: [ClangFile: [DeclarationExtent]] = [:]

  /// The annotations that macros leave as attributes.
  private(set) var annotateAttributes = AnnotateAttributes()
  /// Every file that defines a record.
  private(set) var definingFiles: Set<ClangFile> = []

  private let files: SourceFiles
  private let annotated: Set<ClangFile>
  /// Whether there are macros for annotations.
  private let hasMacros: Bool
  /// Types to read in any file.
  private let namedTypes: Set<String>
  /// Functions whose types are read.
  private let namedFunctions: Set<String>
  private var types: TypeReader
  private var records: [Record] = []
  /// The sort key of each record.
  private var keys: [Key] = []
  private var known: Set<Record.ID> = []
  private var typedefNames: [Record.ID: [String]] = [:]
  private var forwardSwiftNames: [Record.ID: String] = [:]
  private var typedefSwiftNames: [String: String] = [:]
  private var privateTypedefs: Set<String> = []
  /// The declaration whose type uses an unnamed record.
  private var unnameable: [Record.ID: Record.Unnameable] = [:]

  /// Orders records by input, file and location.
  private struct Key: Comparable {
    let input: Int
    let path: String
    let offset: Int

    static func < (left: Key, right: Key) -> Bool {
      (left.input, left.path, left.offset) < (right.input, right.path, right.offset)
    }
  }

  init(files: SourceFiles, annotated: AnnotatedFiles, namedTypes: Set<String>, namedFunctions: Set<String>) {
    self.files = files
    self.annotated = annotated.handles
    hasMacros = !annotated.macros.isEmpty
    self.namedTypes = namedTypes
    self.namedFunctions = namedFunctions
    types = TypeReader(files: files)
  }

  mutating func read(_ unit: TranslationUnit) {
    var declarations: [Cursor] = []
    unit.root.forEachChild { child in
      if hasMacros { noteAttributes(ofTopLevel: child) }
      switch child.kind {
      case .structure, .union, .typedef, .enumeration, .variable: declarations.append(child)
      case .function:
        let name = child.spelling
        if !child.isUnavailable { functions.insert(name) }
        if namedFunctions.contains(name) {
          functionTypes[name] = child.type.functionSpelling
          if let known = FunctionImport(child) { functionImports[name] = known }
        }
        if isWanted(child) {
          types.parameterLists.add(from: child)
          noteHolder(child, .ofVariable(name), of: child.type)
        }
      default: break
      }
    }
    readTarget(of: unit, probe: declarations.first)
    for declaration in declarations where declaration.kind != .enumeration && isWanted(declaration) {
      types.parameterLists.add(from: declaration)
    }
    // Records in a function's parameter list are not among the other declarations.
    declarations += types.parameterLists.definitions
    for declaration in declarations {
      switch declaration.kind {
      case .typedef: readTypedef(declaration)
      case .structure, .union:
        if declaration.isDefinition {
          if isWanted(declaration) || isNamed(declaration) { read(declaration, parent: nil) }
        } else if isWanted(declaration), let definition = declaration.definition,
          let name = declaration.importAttributes?.name(of: declaration.spelling)
        {
          // The definition has the attribute too, and libclang does not print it there. Behind the definition it has no effect.
          let id = types.identifier(of: definition)
          if !known.contains(id) { forwardSwiftNames[id] = name }
        }
      case .enumeration:
        // An enumeration is read for its enumerators, even if no field has its type.
        note(types.fieldType(declaration.type).type, of: declaration)
        noteSwiftConstants(of: declaration)
        if isWanted(declaration), declaration.mayDefineInBraces {
          declaration.forEachChild { child in
            if [.structure, .union].contains(child.kind), child.isDefinition { read(child, parent: nil) }
          }
        }
      case .variable:
        if isWanted(declaration) {
          noteHolder(declaration, .ofVariable(declaration.spelling), of: declaration.type)
        }
      default: break
      }
    }
    while let definition = types.takePending() {
      // If a named record inside led to this one, it may have no name itself.
      read(definition, parent: definition.isUnnamed ? types.enclosingRecord(of: definition) : nil)
    }
    for enumeration in types.readEnumerations { note(enumeration) }
  }

  private mutating func note(_ type: CType, of declaration: Cursor) {
    guard case .enumeration(let enumeration) = type, !enumeration.name.isEmpty, !declaration.isDeprecated,
      !declaration.isUnavailable, let file = declaration.location.fileAndOffset?.file, files[file].input != nil
    else { return }
    // One without a tag has its typedef's name.
    let own = declaration.importAttributes.flatMap { attributes in
      declaration.tag == nil ? attributes.swiftName : attributes.name(of: enumeration.name)
    }
    let name = own ?? enumeration.name
    enumerations[name] = files[file].path
  }

  /// Renames an enumeration without a tag, and its enumerators, as its typedef's attributes say.
  private mutating func rename(_ enumeration: ClangType, by typedef: Cursor) {
    let name = typedef.spelling
    guard enumeration.spelling == name, let file = enumerations[name],
      let renamed = typedef.importAttributes?.name(of: name)
    else { return }
    enumerations[name] = nil
    enumerations[renamed] = file
    enumeration.declaration.forEachChild { swiftConstants.remove($0.spelling) }
  }

  /// Notes the enumerators, unless an attribute makes them cases or renames them.
  private mutating func noteSwiftConstants(of declaration: Cursor) {
    guard let file = declaration.location.fileAndOffset?.file, files[file].input != nil else { return }
    var names: [String] = []
    var hasAttribute = false
    declaration.forEachChild { child in
      switch child.kind {
      case .enumerator:
        var isPlain = !child.isDeprecated && !child.isUnavailable
        child.forEachChild { if $0.kind == .unexposedAttribute { isPlain = false } }
        if isPlain { names.append(child.spelling) }
      case .unexposedAttribute, .flagEnumAttribute: hasAttribute = true
      default: break
      }
    }
    if !hasAttribute { swiftConstants.formUnion(names) }
  }

  private mutating func note(_ enumeration: Enumeration) {
    for constant in enumeration.cases { constants[constant.name] = constant.value }
  }

  /// The records in the order of the inputs and of their locations there; then those of other files, by path.
  func sortedRecords() -> [Record] {
    records.indices.sorted { keys[$0] < keys[$1] }.map { index in
      let record = records[index]
      let names = typedefNames[record.id] ?? []
      let unnameable = unnameable(record, typedefs: names)
      let forward = forwardSwiftNames[record.id]
      guard !names.isEmpty || unnameable != nil || forward != nil else { return record }
      return record.named(
        typedefs: names,
        swiftName: record.swiftName ?? forward ?? swiftName(typedefs: names, hasTag: record.tag != nil),
        isDeprecated: record.isDeprecated
          || record.isNamed(byAnyOf: deprecatedTypedefs, typedefs: names),
        unnameable: unnameable)
    }
  }

  private func swiftName(typedefs: [String], hasTag: Bool) -> String? {
    if let given = typedefs.lazy.compactMap({ typedefSwiftNames[$0] }).first { return given }
    // Beside a tag, a private typedef is another name only.
    guard !hasTag, let own = typedefs.first, privateTypedefs.contains(own) else { return nil }
    return "__" + own
  }

  private func unnameable(_ record: Record, typedefs: [String]) -> Record.Unnameable? {
    if case .inParameterList? = unnameable[record.id] { return .inParameterList }
    if record.unnameable != nil || record.isNamed(byAnyOf: unavailableTypedefs, typedefs: typedefs) {
      return .unavailable
    }
    return record.tag == nil && typedefs.isEmpty && record.parent == nil ? unnameable[record.id] ?? .ofNothing : nil
  }

  /// Notes the declaration whose type uses an unnamed record. A typedef is more informative than a variable.
  private mutating func noteHolder(_ declaration: Cursor, _ holder: Record.Unnameable, of type: ClangType) {
    guard let definition = type.innermostRecord, definition.isUnnamed else { return }
    let id = types.identifier(of: definition)
    if case .behindTypedef? = unnameable[id] { return }
    if case .ofVariable? = unnameable[id], case .ofVariable = holder { return }
    unnameable[id] = holder
  }

  private func isWanted(_ definition: Cursor) -> Bool {
    guard let file = definition.location.fileAndOffset?.file else { return false }
    return files[file].input != nil || annotated.contains(file)
  }

  private func isNamed(_ declaration: Cursor) -> Bool {
    !namedTypes.isEmpty && namedTypes.contains(declaration.spelling)
  }

  /// Reads the target from the umbrella's first declaration.
  private mutating func readTarget(of unit: TranslationUnit, probe: Cursor?) {
    var isBigEndian = false
    probe?.forEachChild { child in
      switch child.spelling {
      case Umbrella.bigEndian: isBigEndian = child.enumeratorValue != 0
      case Umbrella.longDoubleMantissa: types.longDoubleMantissa = Int(child.enumeratorValue)
      default: break
      }
    }
    let (triple, width) = unit.target
    target = Target(triple: triple, pointerSize: width / 8, isBigEndian: isBigEndian)
  }

  private mutating func readTypedef(_ declaration: Cursor) {
    let name = declaration.spelling
    let type = declaration.underlyingType.canonical
    guard case .record = type.kind, let definition = type.declaration.definition else {
      typedefs[name] = .other
      if case .enumeration = type.kind { rename(type, by: declaration) }
      if isWanted(declaration) { noteHolder(declaration, .behindTypedef(name), of: type) }
      return
    }
    // In `typedef const struct { … } name;` the typedef does not name the struct, neither for linkage in C nor in
    // Swift.
    guard !definition.isUnnamed else {
      typedefs[name] = .other
      noteHolder(declaration, .behindTypedef(name), of: type)
      return
    }
    let id = types.identifier(of: definition)
    typedefs[name] = .record(id)
    if hasMacros, isWanted(declaration) { annotateAttributes.add(from: declaration, .typedef(id)) }
    if isNamed(declaration) { _ = types.fieldType(type) }
    if declaration.isDeprecated { deprecatedTypedefs.insert(name) }
    if declaration.isUnavailable { unavailableTypedefs.insert(name) }
    guard typedefNames[id]?.contains(name) != true else { return }
    typedefNames[id, default: []].append(name)
    if isWanted(declaration), let attributes = declaration.importAttributes {
      typedefSwiftNames[name] = attributes.swiftName
      if attributes.isPrivate { privateTypedefs.insert(name) }
      if attributes.isUnavailable { unavailableTypedefs.insert(name) }
    }
  }

  private mutating func read(_ definition: Cursor, parent: Record.ID?) {
    let id = types.identifier(of: definition)
    guard !known.contains(id), let place = definition.location.fileAndOffset else { return }
    if types.parameterLists.contains(definition) { unnameable[id] = .inParameterList }
    let entry = files[place.file]
    guard types.fieldCount(of: definition) <= TypeReader.mostFields else {
      known.insert(id)
      guard entry.input != nil else { return }
      leftOut.append(
        Diagnostic(
          .tooManyFields, at: files.location(definition.location),
          "'\(definition.type.spelling)' is left out: including those of nested structs, it has more than "
            + "\(TypeReader.mostFields) fields",
          advice: "replace some of the nested structs by pointers", sourceLine: files.line(of: definition.location)))
      return
    }
    var reader = RecordReader(files: files, definition: definition, id: id)
    guard let record = reader.read(parent: parent, isFromInput: entry.input != nil, types: &types) else {
      diagnostics.append(
        Diagnostic(
          .missingLayout, at: files.location(definition.location),
          "libclang has no layout for '\(definition.type.spelling)'",
          advice: "run archivegen with another libclang (LIBCLANG_PATH)",
          sourceLine: files.line(of: definition.location)))
      return
    }
    known.insert(id)
    records.append(record)
    keys.append(Key(input: entry.input ?? Int.max, path: entry.path, offset: place.offset))
    definingFiles.insert(place.file)
    if annotated.contains(place.file) {
      note(definition.extent, .record(id))
      for (index, field) in reader.fields.enumerated() { note(field.declarationExtent, .field(id, index)) }
      if hasMacros {
        annotateAttributes.add(from: definition, .record(id))
        for (index, field) in reader.fields.enumerated() { annotateAttributes.add(from: field, .field(id, index)) }
      }
    }
    for inner in reader.nested { read(inner, parent: inner.isUnnamed ? id : nil) }
  }

  /// Notes the attributes of declarations that cannot be annotated, for errors.
  private mutating func noteAttributes(ofTopLevel declaration: Cursor) {
    switch declaration.kind {
    case .function, .variable: if isWanted(declaration) { annotateAttributes.add(from: declaration, .other) }
    case .enumeration:
      guard isWanted(declaration) else { return }
      annotateAttributes.add(from: declaration, .other)
      declaration.forEachChild { child in
        if case .enumerator = child.kind { annotateAttributes.add(from: child, .other) }
      }
    case .typedef:
      guard isWanted(declaration) else { return }
      guard case .record = declaration.underlyingType.canonical.kind else {
        return annotateAttributes.add(from: declaration, .other)
      }
    default: break
    }
  }

  private mutating func note(
    _ extent: (start: ClangLocation, end: ClangLocation), _ subject: DeclarationExtent.Subject
  ) {
    guard let start = extent.start.fileAndOffset, let end = extent.end.fileAndOffset,
      let endOffset = extent.end.expansionOffset, end.file == start.file
    else { return }
    // A macro may take the name before the type.
    let first = min(start.offset, max(end.offset - 1, 0))
    extents[start.file, default: []].append(
      DeclarationExtent(
        subject: subject, start: first, end: end.offset,
        lastMacro: endOffset == end.offset ? nil : endOffset))
  }
}

extension FunctionImport {
  /// - Returns: nil for a function without attributes that change how Swift imports it.
  fileprivate init?(_ function: Cursor) {
    let attributes = function.importAttributes
    if function.isUnavailable || attributes?.isUnavailable == true {
      self = .unavailable
      return
    }
    guard let name = attributes?.name(of: function.spelling) else { return nil }
    let base = name.prefix { $0 != "(" }
    self = base.contains { $0 == "." || $0 == ":" } ? .member(name) : .renamed(String(base))
  }
}

/// The range of a record or a field in its file, in bytes.
struct DeclarationExtent {
  enum Subject: Hashable {
    case record(Record.ID)
    /// A field, by its index in the record.
    case field(Record.ID, Int)
  }

  let subject: Subject
  /// The first byte that the file has; of a declaration from a macro's own text, the place where the macro is used.
  let start: Int
  /// The offset after the last byte.
  let end: Int
  /// The location where the macro is used in whose arguments the declaration ends.
  let lastMacro: Int?
}

extension Cursor {
  /// An anonymous member has no declarator, and libclang reports only its first word; its extent is that of the
  /// definition.
  fileprivate var declarationExtent: (start: ClangLocation, end: ClangLocation) {
    guard bitWidth == nil else { return extent }
    let canonical = type.canonical
    guard case .record = canonical.kind, canonical.declaration.isAnonymousRecord else { return extent }
    return canonical.declaration.extent
  }
}

extension Record {
  /// Whether the record's name is one of these typedefs.
  fileprivate func isNamed(byAnyOf names: Set<String>, typedefs: [String]) -> Bool {
    (tag ?? typedefs.first).map { typedefs.contains($0) && names.contains($0) } == true
  }
}
