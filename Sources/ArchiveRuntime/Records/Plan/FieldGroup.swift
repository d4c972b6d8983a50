/// Bit-fields of a record that are archived in one integer.
struct FieldGroup: Sendable {
  let key: String
  /// Among the keys wanted.
  let keyIndex: Int
  /// Among the plan's scopes.
  let scope: Int
  /// The fields, in their order among the leaves.
  let leaves: [Int]
  let description: GroupDescription
  /// `description`'s text.
  let text: String
  let cell: ElementAccess
  /// For each part, from the lowest position on, its leaf.
  let partLeaves: [Int]
  /// What must hold for all of the fields to be there.
  let tests: [TagCondition]

  func isThere(_ record: UnsafeRawPointer) -> Bool { tests.allSatisfy { $0.passes(record) } }
}

/// The groups of one record, which one key describes.
struct GroupScope: Sendable {
  /// `price.[bits]`.
  let key: String
  let keyIndex: Int
  private(set) var groups: [Int] = []
  /// Of all groups.
  private(set) var text = ""

  init(key: String, keyIndex: Int) {
    self.key = key
    self.keyIndex = keyIndex
  }

  mutating func add(_ index: Int, _ group: FieldGroup) {
    groups.append(index)
    text += (text.isEmpty ? "" : "\n") + group.text
  }
}

/// Groups while a plan is compiled.
struct GroupCompiler {
  private struct Draft {
    let key: String
    let keyIndex: Int
    let scope: Int
    let base: Int
    let recordSize: Int
    let tests: [TagCondition]
    var members: [(leaf: Int, member: BitGroupCell.Member)] = []
  }

  private var drafts: [Draft] = []
  private(set) var scopes: [GroupScope] = []
  private var indices: [ExactText: Int] = [:]
  private var scopeIndices: [ExactText: Int] = [:]

  var isEmpty: Bool { drafts.isEmpty }

  /// Adds a field.
  ///
  /// - Parameters:
  ///   - leaf: The field's index among the leaves.
  ///   - prefix: The prefix of the keys of the record that the field is in.
  ///   - cell: The field's own.
  ///   - wanted: Gives the index of a key that readers look for.
  /// - Returns: The group's index, the keys that it adds to those of the record, and what is wrong with it.
  mutating func add(
    _ field: FieldSchema, _ place: FieldSchema.GroupPlace, leaf: Int, prefix: String, _ cell: ElementAccess,
    recordSize: Int, tests: [TagCondition], wanted: (String) -> Int
  ) -> (index: Int, keys: [String], flaw: String?) {
    guard case .bits(let width, _) = field.form, width <= 64, let number = cell.number else {
      return (0, [], "only a bit-field can be in a group")
    }
    // Schemas that are made from a lock have the keys of nested records whole: `price.flags`.
    let own = GroupPart.key("", in: place.key)
    let name = GroupPart.lastPart(of: place.key)
    guard !name.isEmpty, !name.utf8.contains(where: { "[]\n$".utf8.contains($0) }), field.key.hasExactPrefix(own),
      field.key.utf8.count > own.utf8.count
    else { return (0, [], "'\(place.key)' cannot be a group's name") }
    guard place.position >= 0, place.position <= 64 - width else {
      return (0, [], "\(width) bits at \(place.position) are not inside a group of 64")
    }
    let key = prefix + place.key
    var keys: [String] = []
    let index: Int
    if let known = indices[ExactText(key)] {
      index = known
      guard drafts[index].tests == tests, drafts[index].base == cell.offset else {
        return (0, [], "the fields of the group '\(place.key)' are not in one record")
      }
    } else {
      let scopeKey = prefix + own + GroupDescription.key
      if scopeIndices[ExactText(scopeKey)] == nil {
        scopeIndices[ExactText(scopeKey)] = scopes.count
        scopes.append(GroupScope(key: scopeKey, keyIndex: wanted(scopeKey)))
        keys.append(scopeKey)
      }
      index = drafts.count
      indices[ExactText(key)] = index
      drafts.append(
        Draft(
          key: key, keyIndex: wanted(key), scope: scopeIndices[ExactText(scopeKey)] ?? 0, base: cell.offset,
          recordSize: recordSize, tests: tests))
      keys.append(key)
    }
    let isSigned = if case .integer(_, true) = number { true } else { false }
    let part = GroupPart(
      name: String(field.key.unicodeScalars.dropFirst(own.unicodeScalars.count)), position: place.position,
      width: width, isSigned: isSigned)
    drafts[index].members.append(
      (leaf, BitGroupCell.Member(part: part, field: BitField(offset: field.offset, width: width), closed: cell.closed)))
    return (index, keys, nil)
  }

  /// The groups, when all fields are added.
  ///
  /// - Returns: Them, and the name of a field whose bits another has, too.
  mutating func finish() -> (groups: [FieldGroup], overlap: String?) {
    var groups: [FieldGroup] = []
    for (index, draft) in drafts.enumerated() {
      let members = draft.members.sorted { $0.member.part.position < $1.member.part.position }
      var bits: UInt64 = 0
      for (_, member) in members {
        guard bits & member.part.mask == 0 else { return ([], member.part.name) }
        bits |= member.part.mask
      }
      let cell = BitGroupCell(members.map(\.member), recordSize: draft.recordSize)
      let name = GroupPart.lastPart(of: draft.key)
      let description = GroupDescription(name: name, bits: cell.size * 8, parts: members.map(\.member.part))
      let group = FieldGroup(
        key: draft.key, keyIndex: draft.keyIndex, scope: draft.scope, leaves: draft.members.map(\.leaf),
        description: description, text: description.text, cell: ElementAccess(cell, offset: draft.base),
        partLeaves: members.map(\.leaf), tests: draft.tests)
      scopes[draft.scope].add(index, group)
      groups.append(group)
    }
    return (groups, nil)
  }
}

extension GroupPart {
  static func lastPart(of key: String) -> String {
    key.lastIndex(of: ".").map { String(key[key.index(after: $0)...]) } ?? key
  }
}

/// A bit-field in a group that is a column.
struct ColumnPart: Sendable {
  let part: GroupPart
  /// What the field would be by itself.
  let column: Column
}
