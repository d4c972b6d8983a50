import ArchiveModel

/// Reads one record with libclang's layout. Attributes from comments are added later.
struct RecordReader {
  let files: SourceFiles
  let definition: Cursor
  let id: Record.ID

  /// Definitions inside the record's own declaration, named or not.
  private(set) var nested: [Cursor] = []
  /// The declarations of the fields, in order.
  private(set) var fields: [Cursor] = []
  private var swiftName: String?
  private var isUnavailable = false
  private var declared = DeclaredAlignment()

  init(files: SourceFiles, definition: Cursor, id: Record.ID) {
    self.files = files
    self.definition = definition
    self.id = id
  }

  /// - Returns: nil if libclang has no layout for the record.
  mutating func read(parent: Record.ID?, isFromInput: Bool, types: inout TypeReader) -> Record? {
    let type = definition.type
    guard let size = type.size, let alignment = type.alignment, let location = files.location(definition.location)
    else {
      return nil
    }
    readChildren()
    var cursors: [Cursor] = []
    type.forEachField { cursors.append($0) }
    fields = cursors
    var read: [Field] = []
    read.reserveCapacity(cursors.count)
    for cursor in cursors {
      guard let field = field(cursor, types: &types) else { return nil }
      read.append(field)
    }
    return Record(
      id: id, kind: definition.kind == .union ? .union : .structure, tag: tag, typedefs: [], swiftName: swiftName,
      location: location, isFromInput: isFromInput, parent: parent,
      enclosing: definition.isUnnamed ? nil : types.enclosingRecord(of: definition), size: size, alignment: alignment,
      declared: declared,
      isDeprecated: definition.isDeprecated, fields: read, unnameable: isUnavailable ? .unavailable : nil)
  }

  private var tag: String? { definition.tag }

  private mutating func readChildren() {
    var nested: [Cursor] = []
    var hasUnexposedAttribute = false
    definition.forEachChild { child in
      switch child.kind {
      case .structure, .union: if child.isDefinition { nested.append(child) }
      case .unexposedAttribute: hasUnexposedAttribute = true
      case .packedAttribute: declared.isPacked = true
      case .alignedAttribute: declared.minimum = .expression
      default: break
      }
    }
    self.nested = nested
    isUnavailable = definition.isUnavailable
    if hasUnexposedAttribute {
      let attributes = ImportAttributes(in: definition.prettyPrinted)
      swiftName = attributes.swiftName ?? tag.flatMap(attributes.name)
      if attributes.isUnavailable { isUnavailable = true }
    }
  }

  private func field(_ cursor: Cursor, types: inout TypeReader) -> Field? {
    guard let bitOffset = cursor.bitOffset, let location = files.location(cursor.location) else { return nil }
    let written = cursor.type
    let (type, isAtomic) = types.fieldType(written)
    let width = cursor.bitWidth
    let isAnonymous = isAnonymousMember(cursor, type: written.canonical, width: width)
    let spelling = ClangSpelling.withoutPlaces(written.spelling)
    var declared = DeclaredAlignment()
    let traits = types.swiftTraits(of: cursor, type: written, declared: &declared)
    let counts = CountedByAttribute(cursor, type: type, spelling: spelling)
    return Field(
      name: isAnonymous ? "" : cursor.spelling,
      swiftName: traits.contains(.otherName) ? cursor.importAttributes?.name(of: cursor.spelling) : nil,
      type: type, typeSpelling: spelling,
      functionType: type.arrayElement.type == .pointer(to: .function) ? written.functionSpelling : nil,
      bitOffset: bitOffset,
      bitWidth: width, isAnonymousMember: isAnonymous, isAtomic: isAtomic,
      countedBy: counts.elements, sizedBy: counts.bytes, countAllowsNull: counts.allowsNull, swiftTraits: traits,
      size: written.size ?? 0, alignment: written.alignment ?? 1, declared: declared, location: location)
  }

  /// Whether this is an anonymous member. One of them is Microsoft's `struct tag;` inside a record: a field without a
  /// name that is not a bit-field.
  private func isAnonymousMember(_ cursor: Cursor, type: ClangType, width: Int?) -> Bool {
    guard width == nil, case .record = type.kind else { return false }
    return type.declaration.isAnonymousRecord || cursor.spelling.isEmpty
  }
}

extension Record {
  func named(typedefs: [String], swiftName: String?, isDeprecated: Bool, unnameable: Unnameable?) -> Record {
    var record = self
    record.typedefs = typedefs
    record.swiftName = swiftName
    record.isDeprecated = isDeprecated
    record.unnameable = unnameable
    return record
  }

  func annotated(_ attributes: [Attribute], hasError: Bool, fields: [Field]) -> Record {
    var record = self
    record.attributes = attributes
    record.hasAnnotationError = hasError
    record.fields = fields
    return record
  }
}

extension Field {
  func annotated(_ attributes: [Attribute], hasError: Bool) -> Field {
    var field = self
    field.attributes = attributes
    field.hasAnnotationError = hasError
    return field
  }
}
