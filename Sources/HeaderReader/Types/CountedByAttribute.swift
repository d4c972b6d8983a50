import ArchiveModel

/// The sibling fields that `counted_by` and `sized_by` name.
struct CountedByAttribute {
  private(set) var elements: String?
  private(set) var bytes: String?
  /// Whether the pointer may be NULL although the field is not 0.
  private(set) var allowsNull = false

  /// Newer versions of libclang include the attribute in the type's spelling. Version 14 drops it, as do headers that
  /// define `__counted_by` as nothing for other compilers, but the text of the field still has it.
  init(_ field: Cursor, type: CType, spelling: String) {
    switch type {
    case .pointer, .flexibleArray: break
    default: return
    }
    for text in [{ Array(spelling.utf8)[...] }, { Self.text(of: field) }] where elements == nil && bytes == nil {
      let text = text()
      elements = Self.argument(of: ["counted_by(", "counted_by__("], in: text)
      bytes = Self.argument(of: ["sized_by(", "sized_by__("], in: text)
      guard elements == nil, bytes == nil else { continue }
      elements = Self.argument(of: ["counted_by_or_null(", "counted_by_or_null__("], in: text)
      bytes = Self.argument(of: ["sized_by_or_null(", "sized_by_or_null__("], in: text)
      allowsNull = elements != nil || bytes != nil
    }
  }

  private static func argument(of words: [String], in text: ArraySlice<UInt8>) -> String? {
    guard text.contains(UInt8(ascii: "(")) else { return nil }
    for word in words {
      guard let start = text.endOfFirst(word) else { continue }
      let name = text[start...].drop(while: \.isSpace).prefix(while: \.isWord)
      if !name.isEmpty { return String(decoding: name, as: UTF8.self) }
    }
    return nil
  }

  /// The text from the field's first byte to the semicolon or comma after it.
  private static func text(of field: Cursor) -> ArraySlice<UInt8> {
    let extent = field.extent
    guard let start = extent.start.fileAndOffset, let end = extent.end.fileAndOffset, start.file == end.file else {
      return []
    }
    return field.unit.withContents(of: start.file) { bytes in
      guard start.offset <= end.offset, end.offset <= bytes.count else { return [] }
      let tail = bytes[end.offset...].prefix { $0 != .semicolon && $0 != .comma }
      return Array(bytes[start.offset..<tail.endIndex])[...]
    }
  }
}

extension TypeReader {
  /// The limit for one record. For each field's offset libclang walks through all fields of the record, including those
  /// of nested structs, and the runtime flattens them. Structs that contain two of another double both with every
  /// level.
  static let mostFields = 1 << 16

  /// The number of a record's fields including those of nested records; an array counts once.
  mutating func fieldCount(of definition: Cursor) -> Int {
    let id = identifier(of: definition)
    if let known = fieldCounts[id] { return known }
    var count = 0
    var inner: [Cursor] = []
    definition.type.forEachField { field in
      var type = field.type.canonical
      while case .constantArray = type.kind { type = type.element.canonical }
      if case .record = type.kind, let definition = type.declaration.definition {
        inner.append(definition)
      } else {
        count += 1
      }
    }
    for definition in inner { count = min(count + fieldCount(of: definition), Self.mostFields + 1) }
    fieldCounts[id] = count
    return count
  }
}
