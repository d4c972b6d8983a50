import ArchiveModel

/// Examples for messages: the annotation that a field of this name and type, among these siblings, probably wants.
extension FieldResolution {
  func likelyWords(_ field: Field, to pointee: CType, _ scope: MemberScope) -> String? {
    switch pointee {
    case .void, .incomplete: return likelyCount(field, scope, word: "bytes")
    case .record: return likelyCount(field, scope) ?? "ref"
    case .pointer(let inner) where field.mayBeText(inner):
      return (likelyCount(field, scope).map { "\($0), " } ?? "") + "cstring"
    default:
      let isNumber = field.typeSpelling.contains("unsigned") || field.typeSpelling.contains("int")
      return field.mayBeText(pointee) && !isNumber ? "cstring" : likelyCount(field, scope)
    }
  }

  /// `count(line_count)` for `lines`, when there is such a sibling.
  ///
  /// - Parameter word: "count", or "bytes" where nothing is known of the elements.
  func likelyCount(_ field: Field, _ scope: MemberScope, word: String = "count") -> String? {
    let name = FoldedName(field.name)
    let isPlural: Bool
    switch field.type.arrayElement.type {
    case .pointer(to: .record): isPlural = name.isPlural
    default: isPlural = true
    }
    let sibling = siblings(in: scope).first { sibling in
      guard sibling.type.isPlainInteger, sibling.name != field.name else { return false }
      return name.isCounted(by: FoldedName(sibling.name), isPlural: isPlural)
    }
    return sibling.map { "\(word)(\($0.name))" }
  }

  /// `tag(kind)`: the enumeration that stands nearest before the union, or else an integer with a name that tells.
  func likelyTag(_ field: Field, _ scope: MemberScope) -> String? {
    let integers = siblings(in: scope).filter { $0.type.integerShape != nil && $0.bitOffset <= field.bitOffset }
    let tag =
      integers.last { if case .enumeration = $0.type { true } else { false } }
      ?? integers.last { ["kind", "type", "tag", "which"].contains(FoldedName($0.name).text) }
    return tag.map { "tag(\($0.name))" }
  }

  /// Fields that an annotation can name without a path, of the record itself and of those around it.
  private func siblings(in scope: MemberScope) -> [Field] {
    let around = scope.levels.reversed().map(\.record).filter { $0.id != scope.owner.id }
    return ([scope.owner] + around).filter { $0.kind == .structure }.flatMap { record in
      record.fields.indices.lazy.filter { !self.records.attributes(of: record, field: $0).has(.skip) }
        .map { record.fields[$0] }.filter { !$0.name.isEmpty }
    }
  }
}

/// A name in lower case and without underscores, as `lineCount`, `line_count` and `linecount` are one.
private struct FoldedName {
  let text: String

  init(_ name: String) { text = name.lowercased().filter { $0 != "_" } }

  var isPlural: Bool { text.hasSuffix("s") }

  private static let counts: Set<String> = ["n", "nr", "num", "number", "count", "len", "length", "size", "bytes"]

  /// Whether a field of the other name says how many there are: `nlines`, `line_count`, `lines_len`; or plain `count`.
  func isCounted(by other: FoldedName, isPlural: Bool) -> Bool {
    if Self.counts.contains(other.text) { return isPlural }
    let singular = text.hasSuffix("ies") ? "\(text.dropLast(3))y" : self.isPlural ? String(text.dropLast()) : text
    return [text, singular].contains { stem in
      guard !stem.isEmpty else { return false }
      let before = other.text.hasPrefix(stem) ? other.text.dropFirst(stem.count) : ""
      let after = other.text.hasSuffix(stem) ? other.text.dropLast(stem.count) : ""
      return Self.counts.contains(String(before)) || Self.counts.contains(String(after))
        || ["numberof", "numof", "countof"].contains(after)
    }
  }
}

extension CType {
  fileprivate var isPlainInteger: Bool {
    if case .integer(let bits, _) = self { bits <= 64 } else { false }
  }
}
