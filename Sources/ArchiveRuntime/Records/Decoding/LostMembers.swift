/// A member of a union that an archive has under a key that no field knows, if any record has that member.
struct LostMember {
  let group: MemberGroup
  /// Columns of the archive that may be the member's.
  let found: [String]

  var wanted: [String] { group.names.map { $0[0] } }

  /// - Parameter base: Where the record has the member.
  func error(at base: UnsafeRawPointer, in record: UnsafeRawPointer, _ path: String) -> ArchiveError {
    .unreadStructure(
      path: path + group.selection.subscripts(base - record).filled(into: wanted[0]), loss: .member, found: found,
      wanted: wanted, suggestion: Renaming(found, wanted)?.suggestion)
  }
}

extension RecordPlan {
  /// The members of unions that the archive has no columns for, and that others of its columns may be.
  ///
  /// An archive that is older than the member has none: then nothing is lost.
  ///
  /// - Throws: `unreadStructure` when the archive has not even the tag that the fields ask, but members that depend on
  ///   another.
  func lostMembers(
    _ description: ColumnsDescription, _ arrays: [ExactText: ColumnsDescription.Column], _ former: inout FormerPlaces,
    _ path: String
  ) throws(ArchiveError) -> [LostMember] {
    if memberGroups.isEmpty { return [] }
    let missing = memberGroups.filter { group in
      !group.hasDefault && !group.names.contains { former.place(of: $0, in: group.selection) != nil }
    }
    if missing.isEmpty { return [] }
    let known = knownColumns
    let unknown = description.columns.filter {
      // Of a group its parts.
      $0.tables.isEmpty && $0.parts.isEmpty && !known.contains(ExactText($0.name)) && !removedKeys.contains($0.name)
    }
    if unknown.isEmpty { return [] }
    let tags = columns.allFields
    var lost: [LostMember] = []
    for group in missing {
      guard let test = group.tests.last else { continue }
      let tag = tags.first { $0.name.isExactly(test.column) }
      let tagNames = [test.column] + (tag?.formerNames ?? [])
      let hasTag = tagNames.contains { arrays[ExactText($0)] != nil }
      let suspects = unknown.filter { column in
        // A member that was no member when it was archived.
        if column.conditions.isEmpty { return hasTag }
        return column.conditions.contains { condition in
          guard condition.column < description.columns.count else { return false }
          let name = description.columns[condition.column].name
          guard hasTag else { return !known.contains(ExactText(name)) }
          return tagNames.containsExactly(name)
            && (condition.isExclusion || test.isExclusion || !Set(condition.values).isDisjoint(with: test.values))
        }
      }
      if suspects.isEmpty { continue }
      guard hasTag else {
        let tagsFound = suspects.compactMap { $0.conditions.last.map { description.columns[$0.column].name } }
        throw .unreadStructure(
          path: "\(path).\(test.column)", loss: .tag, found: tagsFound.unique + suspects.map(\.name),
          wanted: [test.column] + group.names.map { $0[0] },
          suggestion: Renaming(tagsFound, [test.column])?.suggestion)
      }
      lost.append(LostMember(group: group, found: suspects.map(\.name)))
    }
    return lost
  }
}
