import ArchiveModel

/// Proposes the field that selects the live member of a union: an enumeration whose constants are named like the
/// members.
extension AnnotationAdvice {
  func tag(_ field: Field, _ scope: MemberScope) -> AnnotationSuggestion? {
    guard case .record(let id) = field.type.arrayElement.type, let union = records[id], union.kind == .union else {
      return nil
    }
    let members = union.fields.filter { !$0.isPadding }
    guard members.count > 1, members.allSatisfy({ !$0.name.isEmpty }) else { return nil }
    let fitting = tags(scope, field).compactMap { tag -> (path: String, cases: [TagMatch.Pair])? in
      let constants: [EnumerationCase]
      switch tag.field.type {
      case .enumeration(let enumeration): constants = enumeration.cases
      // The enumerators may have any type. Without a common type, only enumerators with a common prefix count.
      case .integer where Self.tagNames.contains(NameWords(tag.field.name).last): constants = []
      default: return nil
      }
      guard let cases = TagMatch.match(members.map(\.name), constants),
        case .success = MemberLookup(records: records).integer(
          tag.path, at: field.location, role: "a tag", in: scope, for: field)
      else { return nil }
      return (tag.path, cases)
    }
    if fitting.count > 1 {
      return .question("is its tag \(fitting.prefix(3).map { "'\($0.path)'" }.alternatives)")
    }
    guard let (path, cases) = fitting.first else { return nil }
    let words = cases.map { "case(\($0.constants.joined(separator: ", "))) on '\($0.member)'" }
    return .example("tag(\(path))", besides: words.joined(separator: ", "))
  }

  private static let tagNames: Set<String> = ["kind", "type", "tag", "which", "format", "op", "code", "id"]

  /// The fields beside the union and in structs beside it.
  private func tags(_ scope: MemberScope, _ union: Field) -> [(path: String, field: Field)] {
    let around = scope.levels.reversed().map(\.record).filter { $0.id != scope.owner.id }
    let groups = ([scope.owner] + around).filter { $0.kind == .structure }
    return groups.flatMap { tags(in: $0, prefix: "", union, depth: 0) }
  }

  private func tags(in record: Record, prefix: String, _ union: Field, depth: Int) -> [(path: String, field: Field)] {
    record.fields.enumerated().flatMap { index, field -> [(path: String, field: Field)] in
      if field == union || records.annotations(of: record, field: index).isSkipped { return [] }
      switch field.type {
      case .enumeration, .integer: return field.name.isEmpty ? [] : [(prefix + field.name, field)]
      case .record(let id):
        guard let inner = records[id], inner.kind == .structure, depth < 2 else { return [] }
        let path = field.isAnonymousMember ? prefix : "\(prefix)\(field.name)."
        return tags(in: inner, prefix: path, union, depth: depth + (field.isAnonymousMember ? 0 : 1))
      default: return []
      }
    }
  }
}

/// Constants whose names match those of a union's members.
enum TagMatch {
  struct Pair: Equatable {
    let member: String
    let constants: [String]
  }

  /// nil unless every member has a matching constant of its own.
  static func match(_ members: [String], _ constants: [EnumerationCase]) -> [Pair]? {
    let names = constants.map { NameWords($0.name) }
    guard members.count > 1, names.count >= members.count else { return nil }
    let texts = withoutCommonWords(names)
    var taken: Set<Int> = []
    var pairs: [Pair] = []
    for member in members {
      let own = NameWords(member)
      let others = members.filter { $0 != member }
      let found = texts.indices.filter { index in
        fits(own, texts[index]) && !others.contains { isBetter(NameWords($0), own, texts[index]) }
      }
      let exact = found.filter { texts[$0].folded == own.folded }
      let chosen = exact.isEmpty ? found : exact
      guard chosen.count == 1, let one = chosen.first, taken.insert(one).inserted else { return nil }
      pairs.append(Pair(member: member, constants: [constants[one].name]))
    }
    return pairs
  }

  private static func withoutCommonWords(_ names: [NameWords]) -> [NameWords] {
    // "NONE", "UNKNOWN" and "LAST" share only the prefix.
    var names = names
    while let first = names.first?.words.first, names.allSatisfy({ $0.words.count > 1 && $0.words[0] == first }) {
      names = names.map { $0.dropFirst() }
    }
    while let last = names.first?.words.last,
      names.filter({ $0.words.count > 1 && $0.last == last }).count * 2 > names.count
    {
      names = names.map { $0.words.count > 1 && $0.last == last ? $0.dropLast() : $0 }
    }
    return names
  }

  private static func fits(_ member: NameWords, _ constant: NameWords) -> Bool {
    let own = member.folded
    let other = constant.folded
    if own == other { return true }
    if NameWords.singular(own) == NameWords.singular(other) { return true }
    // NO_TAG is not the tag of a member `n`.
    if ["no", "none", "nil", "unknown", "invalid", "undefined", "unset", "last", "max", "count"].contains(other) {
      return false
    }
    // `i` of INT, `str` of STRING, `integer` of INT; `point_value` of POINT.
    if other.hasPrefix(own) || (other.count >= 3 && own.hasPrefix(other)) { return true }
    let ending = member.words.dropLast()
    return member.words.count > 1 && ending.joined() == other
      && ["value", "val", "data", "info", "v"].contains(member.last)
  }

  private static func isBetter(_ other: NameWords, _ own: NameWords, _ constant: NameWords) -> Bool {
    fits(other, constant) && other.folded.count > own.folded.count && constant.folded.hasPrefix(other.folded)
  }
}
