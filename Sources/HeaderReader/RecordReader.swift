import ArchiveModel

/// One record as libclang lays it out. Attributes from comments come later.
struct RecordReader {
  let files: SourceFiles
  let definition: Cursor
  let id: Record.ID

  /// A nested definition, unnamed or not, that the record's own declaration holds.
  private(set) var nested: [Cursor] = []
  private(set) var fieldExtents: [(start: ClangLocation, end: ClangLocation)] = []
  private(set) var swiftName: String?

  init(files: SourceFiles, definition: Cursor, id: Record.ID) {
    self.files = files
    self.definition = definition
    self.id = id
  }

  /// - Returns: nil when libclang has no layout for it.
  mutating func read(parent: Record.ID?, isFromInput: Bool, types: inout TypeReader) -> Record? {
    let type = definition.type
    guard let size = type.size, let alignment = type.alignment, let location = files.location(definition.location) else {
      return nil
    }
    readChildren()
    var cursors: [Cursor] = []
    type.forEachField { cursors.append($0) }
    var fields: [Field] = []
    for cursor in cursors {
      guard let field = field(cursor, types: &types) else { return nil }
      fields.append(field)
      fieldExtents.append(cursor.extent)
    }
    return Record(
      id: id, kind: definition.kind == .union ? .union : .structure, tag: tag, typedefs: [], swiftName: swiftName,
      location: location, isFromInput: isFromInput, parent: parent, size: size, alignment: alignment, fields: fields)
  }

  /// Versions of libclang spell an untagged record as "", as its typedef or as "(unnamed …)"; all give it `A` or `a`
  /// behind the kind in the USR.
  private var tag: String? {
    if definition.isUnnamed || id.usr.contains("@SA@") || id.usr.contains("@UA@") { return nil }
    return definition.spelling
  }

  private mutating func readChildren() {
    var nested: [Cursor] = []
    var hasUnexposedAttribute = false
    definition.forEachChild { child in
      switch child.kind {
      case .structure, .union: if child.isDefinition { nested.append(child) }
      case .unexposedAttribute: hasUnexposedAttribute = true
      default: break
      }
    }
    self.nested = nested
    if hasUnexposedAttribute { swiftName = SwiftName.find(in: definition.prettyPrinted) }
  }

  private func field(_ cursor: Cursor, types: inout TypeReader) -> Field? {
    guard let bitOffset = cursor.bitOffset, let location = files.location(cursor.location) else { return nil }
    let written = cursor.type
    let (type, isAtomic) = types.fieldType(written)
    let width = cursor.bitWidth
    let isAnonymous = isAnonymousMember(cursor, type: written.canonical, width: width)
    let spelling = written.spelling
    return Field(
      name: isAnonymous ? "" : cursor.spelling, type: type, typeSpelling: spelling, bitOffset: bitOffset,
      bitWidth: width, isAnonymousMember: isAnonymous, isAtomic: isAtomic,
      countedBy: CountedBy.find(cursor, type: type, spelling: spelling), location: location)
  }

  /// Microsoft's `struct tag;` inside a record is one, too: a nameless field that is no bit-field.
  private func isAnonymousMember(_ cursor: Cursor, type: ClangType, width: Int?) -> Bool {
    guard width == nil, case .record = type.kind else { return false }
    return type.declaration.isAnonymousRecord || cursor.spelling.isEmpty
  }
}

/// The name in `__attribute__((swift_name("Name")))`.
enum SwiftName {
  /// - Parameter declaration: as libclang prints it; the text behind the first brace is not looked at.
  static func find(in declaration: String) -> String? {
    let head = declaration.prefix { $0 != "{" } + declaration.suffix(from: declaration.lastIndex(of: "}") ?? declaration.endIndex)
    guard let start = head.range(of: "swift_name(\"") else { return nil }
    let name = head[start...].prefix { $0 != "\"" }
    return name.isEmpty ? nil : String(name)
  }
}

/// The sibling that `counted_by` names.
enum CountedBy {
  /// Newer versions put it into the type's spelling; 14 drops the attribute, but the field's text still has it.
  static func find(_ field: Cursor, type: CType, spelling: String) -> String? {
    switch type {
    case .pointer, .flexibleArray: break
    default: return nil
    }
    return argument(in: spelling) ?? argument(in: declarationText(of: field))
  }

  private static func argument(in text: String) -> String? {
    for word in ["__counted_by(", "counted_by(", "__counted_by__("] {
      guard let start = text.range(of: word) else { continue }
      let name = text[start...].drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if !name.isEmpty { return String(name) }
    }
    return nil
  }

  /// From the field's first byte to its semicolon.
  private static func declarationText(of field: Cursor) -> String {
    guard let start = field.extent.start.fileAndOffset, let end = field.extent.end.fileAndOffset, start.file == end.file
    else { return "" }
    return field.unit.withContents(of: start.file) { bytes in
      guard start.offset <= end.offset, end.offset <= bytes.count else { return "" }
      let tail = bytes[end.offset...].prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
      return String(decoding: bytes[start.offset..<tail.endIndex], as: UTF8.self)
    }
  }
}

extension StringProtocol {
  /// The index behind the first occurrence of `text`.
  fileprivate func range(of text: String) -> Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { return self.index(index, offsetBy: text.count) }
      index = self.index(after: index)
    }
    return nil
  }
}
