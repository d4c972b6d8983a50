/// Records that are defined in parameter lists: `int each(struct visitor { int depth; } *);`. Their scope ends with the
/// declaration (C17 6.2.1p4), so other code cannot name them, even if they have tags.
struct ParameterListRecords {
  /// The definitions in the order of the source.
  private(set) var definitions: [Cursor] = []
  private var known: Set<Cursor> = []

  func contains(_ definition: Cursor) -> Bool { known.contains(definition) }

  /// Finds such records in a declaration at the top level. Few declarations have any, and a look at the text excludes
  /// most.
  mutating func add(from declaration: Cursor) {
    guard declaration.mayDefineInParentheses else { return }
    search(declaration, isInList: false)
  }

  private mutating func search(_ cursor: Cursor, isInList: Bool) {
    cursor.forEachChild { child in
      switch child.kind {
      case .parameter: search(child, isInList: true)
      case .structure, .union:
        if isInList, child.isDefinition, known.insert(child).inserted { definitions.append(child) }
        search(child, isInList: isInList)
      case .field, .typedef, .variable, .function: search(child, isInList: isInList)
      default: break
      }
    }
  }
}

extension Cursor {
  /// Whether a brace follows a parenthesis, or a macro might hide one.
  fileprivate var mayDefineInParentheses: Bool { text(contains: UInt8(ascii: "("), then: .openBrace) }

  /// Whether a brace follows another one, as in `enum { SIZE = sizeof(struct inner { int x; }) }`.
  var mayDefineInBraces: Bool { text(contains: .openBrace, then: .openBrace) }

  /// Whether one byte follows another in the declaration's text; also true if the declaration comes from a macro.
  private func text(contains first: UInt8, then second: UInt8) -> Bool {
    let extent = extent
    guard let start = extent.start.fileAndOffset, let end = extent.end.fileAndOffset, start.file == end.file,
      start.offset == extent.start.expansionOffset, end.offset == extent.end.expansionOffset
    else { return true }
    return unit.withContents(of: start.file) { bytes in
      guard start.offset <= end.offset, end.offset <= bytes.count else { return true }
      let text = UnsafeRawBufferPointer(rebasing: bytes[start.offset..<end.offset])
      return text.firstOffset(of: first, from: 0).map { text.firstOffset(of: second, from: $0 + 1) != nil } ?? false
    }
  }
}
