import ArchiveModel

/// Records that are defined inside parameter lists: `int each(struct visitor { int depth; } *);`. Their scope ends
/// with the declaration (C17 6.2.1p4), so that no other code can name them, whatever their tags.
struct ParameterListRecords {
  /// In order of the source.
  private(set) var definitions: [Cursor] = []
  private var known: Set<Cursor> = []

  func contains(_ definition: Cursor) -> Bool { known.contains(definition) }

  /// Looks for them in a declaration at the top level. Hardly one has any, and its text says so at once.
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
  /// Whether a brace opens behind a parenthesis, or a macro hides what does.
  fileprivate var mayDefineInParentheses: Bool { text(contains: UInt8(ascii: "("), then: .openBrace) }

  /// Whether a brace opens behind another, as in `enum { SIZE = sizeof(struct inner { int x; }) }`.
  var mayDefineInBraces: Bool { text(contains: .openBrace, then: .openBrace) }

  /// Whether one byte stands behind another in the declaration's text; true also for one that a macro makes.
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
