import ArchiveModel

/// A member that an argument of an annotation names, as C would name it beside the annotated field: `header.length`.
struct MemberPath {
  let field: Field
  /// The key in the table of the record in which the search began.
  let key: String
  /// The offset in bits from that record's start.
  let bitOffset: Int
  /// The union members that have to be live for the member to be there, outermost first.
  let branches: [Branch]
  let annotations: FieldAnnotations

  struct Branch: Hashable {
    /// The offset of the union in the table's record, in bits.
    let offset: Int
    let union: Record.ID
    let member: Int
  }

  enum Search {
    case found(MemberPath)
    /// The member, or a member on the path to it, is not archived.
    case skipped(Field)
    case missing(Missing)
  }

  /// A name that no member has, its offset in the path, and the names that there are.
  struct Missing {
    let name: String
    let offset: Int
    let candidates: [String]
  }

  /// - Parameter path: names with dots between them.
  static func find(_ path: String, in scope: MemberScope, _ records: RecordIndex) -> Search {
    var first: Search?
    for level in scope.levels.reversed() {
      let result = find(path, in: level, records)
      guard case .missing(let missing) = result, missing.offset == 0 else { return result }
      if first == nil { first = result }
    }
    guard case .missing(let missing)? = first else { return .missing(Missing(name: path, offset: 0, candidates: [])) }
    let all = scope.levels.reversed().flatMap { $0.record.memberNames { id in records[id] } }
    return .missing(Missing(name: missing.name, offset: 0, candidates: all))
  }

  static func find(_ path: String, in record: Record, _ records: RecordIndex) -> Search {
    find(
      path, in: MemberScope.Level(record: record, keyPrefix: "", base: 0, branches: [], liveMember: nil), records)
  }

  private static func find(_ path: String, in level: MemberScope.Level, _ records: RecordIndex) -> Search {
    var record = level.record
    var place = Place(
      key: level.keyPrefix, bits: level.base * 8, branches: level.branches, liveMember: level.liveMember)
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var offset = 0
    for (index, name) in names.enumerated() {
      guard let step = step(name, in: record, place, records) else {
        return .missing(Missing(name: name, offset: offset, candidates: record.memberNames { records[$0] }))
      }
      if step.isSkipped { return .skipped(step.field) }
      if index == names.count - 1 {
        return .found(
          MemberPath(
            field: step.field, key: step.place.key, bitOffset: step.place.bits, branches: step.place.branches,
            annotations: records.annotations(of: step.owner, field: step.index)))
      }
      offset += name.utf8.count + 1
      guard case .record(let id) = step.field.type, let inner = records[id] else {
        return .missing(Missing(name: names[index + 1], offset: offset, candidates: []))
      }
      record = inner
      place = step.place
      place.key += "."
      place.liveMember = records.liveMember(
        of: inner, heldBy: step.field, records.annotations(of: step.owner, field: step.index))
    }
    return .missing(Missing(name: path, offset: 0, candidates: []))
  }

  private struct Place {
    var key: String
    var bits: Int
    var branches: [Branch]
    var liveMember: String?
  }

  private struct Step {
    let field: Field
    let owner: Record
    let index: Int
    let isSkipped: Bool
    let place: Place
  }

  /// The member with the name, which may be in an anonymous member.
  private static func step(_ name: String, in record: Record, _ place: Place, _ records: RecordIndex) -> Step? {
    for (index, field) in record.fields.enumerated() {
      let annotations = records.annotations(of: record, field: index)
      var next = place
      if record.kind == .union, !records.isLive(place.liveMember, field) {
        next.branches.append(Branch(offset: place.bits, union: record.id, member: index))
      }
      next.bits += field.bitOffset
      if field.isAnonymousMember, case .record(let id) = field.type, let inner = records[id] {
        next.liveMember = records.liveMember(of: inner, heldBy: field, annotations)
        guard let found = step(name, in: inner, next, records) else { continue }
        let isSkipped = annotations.isSkipped || found.isSkipped
        return Step(
          field: found.field, owner: found.owner, index: found.index, isSkipped: isSkipped, place: found.place)
      }
      guard field.name == name else { continue }
      next.key += annotations.key ?? field.name
      return Step(field: field, owner: record, index: index, isSkipped: annotations.isSkipped, place: next)
    }
    return nil
  }
}

extension MemberPath {
  /// Whether the member is there whenever the members of `branches` are live.
  func isThere(in branches: [Branch]) -> Bool {
    self.branches.count <= branches.count && zip(self.branches, branches).allSatisfy { $0 == $1 }
  }
}
