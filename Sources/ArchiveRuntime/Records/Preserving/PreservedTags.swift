// Unions whose tag has a value that no field of this program knows: the archive has the member, and so it may be kept.

/// The tag of a union, and a value of it that belongs to no member.
struct PreservedTag: Hashable, Sendable {
  /// The object that has the tag's key; 0 is the archive's top.
  var number: Int
  /// The tag's key in the object; for records in columns that of the column.
  let key: String
  /// The union's own key, behind which its members' keys are; empty for an anonymous one.
  let union: String
  let value: Int64
}

/// The tags that a writer lets pass. Whether they are the archive's own is checked when the members are put back.
final class PreservedTags: Sendable {
  private struct Place: Hashable {
    let key: String
    let value: Int64
  }

  private let places: Set<Place>

  /// nil if there are none.
  init?(_ tags: Set<PreservedTag>) {
    if tags.isEmpty { return nil }
    places = Set(tags.map { Place(key: $0.key, value: $0.value) })
  }

  /// - Parameter prefix: The prefix of the record's keys.
  func keeps(behind prefix: String) -> (UnionCheck, Int64) -> Bool {
    { union, value in self.places.contains(Place(key: prefix + union.tagName, value: value)) }
  }
}

/// The object whose keys are read, where what is unknown is preserved.
struct PreservedPlace {
  let use: KeyUse
  let number: Int

  /// Notes the tags of unions that no field knows.
  ///
  /// - Parameter prefix: The prefix of the record's keys.
  func keeps(behind prefix: String) -> (UnionCheck, Int64) -> Bool {
    { union, value in
      use.tags.insert(
        PreservedTag(
          number: number, key: prefix + union.tagName, union: union.key.isEmpty ? "" : prefix + union.key, value: value)
      )
      return true
    }
  }
}
