import ArchiveModel

/// Finds the field that an argument of an annotation names, and reports why there is none.
struct MemberLookup {
  let records: RecordIndex

  /// The integer field that an argument names.
  ///
  /// - Parameter role: what the field is used as, for messages: "a count".
  func integer(
    _ path: String, at place: SourceLocation, role: String, in scope: MemberScope, for field: Field
  ) -> Result<MemberPath, FieldOutcome> {
    let found: MemberPath
    switch MemberPath.find(path, in: scope, records) {
    case .found(let member): found = member
    case .skipped(let member):
      return .failure(
        .invalid(
          .unusableField, at: place, "'\(member.name)' is not archived, but \(field.phrase) uses it as \(role)",
          advice: "remove 'skip' from '\(member.name)', or write it on both"))
    case .missing(let missing):
      let outer = String(path.utf8.prefix(missing.offset)) ?? ""
      let names = missing.candidates.filter { name in
        guard name != field.name, case .found(let member) = MemberPath.find(outer + name, in: scope, records) else {
          return false
        }
        return member.field.type.canCount
      }
      let near = nearestWord(to: missing.name, among: names)
      let all = names.isEmpty ? "write the name of an integer field" : "the integers there are \(names.quotedList)"
      return .failure(
        .invalid(
          .unknownField, at: place.moved(by: missing.offset),
          missing.offset == 0
            ? "there is no field '\(missing.name)' beside \(field.phrase)"
            : isPointer(outer, in: scope)
              ? "'\(missing.name)' is not in '\(scope.root.displayName)': '\(path.utf8.prefix(missing.offset - 1).text)' is a pointer"
              : "there is no field '\(missing.name)' in '\(path.utf8.prefix(missing.offset - 1).text)'",
          advice: isPointer(outer, in: scope)
            ? "\(role) is in the same record; keep it in a field of its own beside the pointer"
            : didYouMean(near) ?? all,
          fixIts: near.map {
            [FixIt(at: place.moved(by: missing.offset), length: missing.name.utf8.count, replacement: $0)]
          } ?? []))
    }
    guard found.field.type.canCount else {
      return .failure(
        .invalid(
          .unusableField, at: place,
          "'\(path)' is '\(found.field.typePhrase)', and \(role) is an integer, an enumeration or a bool",
          advice: "name a field of such a type"))
    }
    guard found.isThere(in: scope.branches) else {
      return .failure(
        .invalid(
          .unusableField, at: place, "'\(path)' is in a union, and does not exist whenever \(field.phrase) does",
          advice: "name a field that is outside the union, or in the same member of it"))
    }
    return .success(found)
  }
}

extension MemberLookup {
  /// Whether a path with a dot behind it leads to a pointer.
  private func isPointer(_ outer: String, in scope: MemberScope) -> Bool {
    guard outer.hasSuffix("."), case .found(let member) = MemberPath.find(String(outer.dropLast()), in: scope, records)
    else { return false }
    return member.field.type.isPointer
  }
}

extension CType {
  /// Whether a count or a tag can have this type. The runtime reads both as 64 bits.
  fileprivate var canCount: Bool {
    switch self {
    case .bool: true
    case .integer(let bits, _): bits <= 64
    case .enumeration(let enumeration): enumeration.underlying.canCount
    default: false
    }
  }
}

extension Sequence<UInt8> {
  fileprivate var text: String { String(decoding: Array(self), as: UTF8.self) }
}
