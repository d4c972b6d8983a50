import ArchiveModel

/// A type as libclang spells it.
enum ClangSpelling {
  /// Removes the text in parentheses from "struct (unnamed struct at /path/shop.h:3:5)[2]" and "union shop::(anonymous
  /// at …)", because messages must not depend on the location of headers.
  static func withoutPlaces(_ spelling: String) -> String {
    guard spelling.utf8.contains(UInt8(ascii: "(")) else { return spelling }
    let bytes = Array(spelling.utf8)
    for word in ["unnamed", "anonymous"] {
      guard let start = bytes[...].endOfFirst("(\(word) "),
        let end = bytes[start...].indices.first(where: { bytes[$0] == UInt8(ascii: ")") && endsWithPlace(bytes[..<$0]) }
        )
      else { continue }
      let kept = bytes[..<(start - 1)] + bytes[end...]
      return String(decoding: kept, as: UTF8.self)
    }
    return spelling
  }

  /// Whether the text ends like `:3:5`. Parentheses may also be part of a path.
  private static func endsWithPlace(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).suffix(2)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } }
  }
}

/// The name in `__attribute__((swift_name("Name")))`.
enum SwiftNameAttribute {
  /// - Parameter declaration: the declaration as libclang prints it. The text in braces belongs to other declarations.
  static func find(in declaration: String) -> String? {
    let text = Array(declaration.utf8)
    let head = text.prefix { $0 != .openBrace }
    let tail = text.suffix(from: text.lastIndex(of: .closeBrace) ?? text.endIndex)
    for part in [head, tail] {
      guard let start = part.endOfFirst("swift_name(\"") else { continue }
      let name = part[start...].prefix { $0 != .quote }
      if !name.isEmpty { return String(decoding: name, as: UTF8.self) }
    }
    return nil
  }
}

/// The sibling fields that `counted_by` and `sized_by` name.
struct CountedByAttribute {
  private(set) var elements: String?
  private(set) var bytes: String?

  /// Newer versions of libclang include the attribute in the type's spelling. Version 14 drops it, as do headers that
  /// define `__counted_by` as nothing for other compilers, but the text of the field still has it.
  init(_ field: Cursor, type: CType, spelling: String) {
    switch type {
    case .pointer, .flexibleArray: break
    default: return
    }
    for text in [{ Array(spelling.utf8)[...] }, { Self.text(of: field) }] where elements == nil && bytes == nil {
      let text = text()
      elements = Self.argument(of: ["counted_by(", "counted_by__(", "counted_by_or_null("], in: text)
      bytes = Self.argument(of: ["sized_by(", "sized_by__(", "sized_by_or_null("], in: text)
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

extension ArraySlice<UInt8> {
  /// The index after the first occurrence of `word`.
  fileprivate func endOfFirst(_ word: String) -> Int? {
    let word = Array(word.utf8)
    guard let first = word.first else { return nil }
    var rest = self
    while let index = rest.firstIndex(of: first) {
      rest = rest[index...]
      if rest.starts(with: word) { return index + word.count }
      rest = rest.dropFirst()
    }
    return nil
  }
}
