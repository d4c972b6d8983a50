import ArchiveModel

/// Gives the bit-fields of each group their positions: those that the lock has for them, and to others the lowest that are
/// free. The bits that fields had once stay free.
struct BitGroups {
  let record: Record
  let records: RecordIndex

  /// - Returns: The fields with their positions, or the errors.
  func assign(_ fields: [PlannedField]) -> (fields: [PlannedField], errors: [Diagnostic]) {
    guard fields.contains(where: { $0.entry.group != nil }) else { return (fields, []) }
    var errors: [Diagnostic] = []
    var result = fields
    var groups: [String: [Int]] = [:]
    var order: [String] = []
    for index in fields.indices {
      guard let key = fields[index].entry.group?.key else { continue }
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(index)
    }
    let kept = self.kept
    for key in order {
      let members = groups[key] ?? []
      if let error = misplaced(members, key, fields) ?? clash(key, members, fields) {
        errors.append(error)
        continue
      }
      var used: UInt64 = 0
      var positions: [Int: Int] = [:]
      let places = kept.filter { $0.group.key == key }
      for index in members {
        guard let place = known(fields[index].entry, places), used & mask(place.group.position, place.width) == 0 else {
          continue
        }
        positions[index] = place.group.position
        used |= mask(place.group.position, place.width)
      }
      let known = used
      for place in places { used |= mask(place.group.position, place.width) }
      let hasKept = used != known
      for index in members {
        let width = fields[index].entry.bitWidth
        guard let position = positions[index] ?? free(width, used) else {
          errors.append(full(fields[index], key, hasKept: hasKept))
          break
        }
        used |= mask(position, width)
        result[index] = PlannedField(
          fields[index].field, fields[index].entry.grouped(BitGroupPlace(key: key, position: position)),
          isDirect: fields[index].isDirect)
      }
    }
    return (result, errors)
  }

  private func mask(_ position: Int, _ width: Int) -> UInt64 {
    guard position >= 0, width > 0, position < BitGroupPlace.mostBits else { return 0 }
    return (width >= BitGroupPlace.mostBits ? .max : 1 << UInt64(width) - 1) << UInt64(position)
  }

  private func free(_ width: Int, _ used: UInt64) -> Int? {
    guard 1...BitGroupPlace.mostBits ~= width else { return nil }
    return (0...(BitGroupPlace.mostBits - width)).first { used & mask($0, width) == 0 }
  }

  // MARK: The lock

  /// What the lock has for the record's groups, by keys within the record.
  private var kept: [KeptPositions.Place] {
    let lock = records.keptPositions
    for name in [records.archivedName(of: record)] + records.annotations(of: record).formerNames where !name.isEmpty {
      if let known = lock[name] { return known }
    }
    // A record that is no type of the lock by itself stands in others.
    for holder in records.holders(of: record.id) {
      guard let known = lock[records.archivedName(of: holder.record)] else { continue }
      let inside = known.compactMap { $0.behind(holder.prefix) }
      if !inside.isEmpty { return inside }
    }
    return []
  }

  /// The place that the field has, or had last with this width.
  private func known(_ entry: SchemaField, _ places: [KeptPositions.Place]) -> KeptPositions.Place? {
    let keys = [entry.key] + entry.formerKeys.filter { !$0.isFromRoot }.map(\.text)
    let own = places.filter { $0.width == entry.bitWidth && keys.contains($0.key) }
    return own.first { $0.isCurrent && $0.key == entry.key } ?? own.first(where: \.isCurrent) ?? own.last
  }

  // MARK: Errors

  /// Bit-fields with something else between them, or in other members of a union.
  private func misplaced(_ members: [Int], _ key: String, _ fields: [PlannedField]) -> Diagnostic? {
    guard let first = members.first, let last = members.last else { return nil }
    let group = GroupName(key)
    for index in first...last {
      let entry = fields[index].entry
      guard case .bits = entry.form else {
        return Diagnostic(
          .invalidBitGroup, at: fields[last].field.location,
          "the group '\(group)' has '\(fields[first].field.name)' and '\(fields[last].field.name)', and \(fields[index].field.phrase) between them is no bit-field",
          advice: "give the bit-fields behind it a group of another name",
          notes: [Diagnostic.note(at: fields[index].field.location, "'\(fields[index].field.name)' is declared here")])
      }
    }
    guard let other = members.first(where: { fields[$0].entry.conditions != fields[first].entry.conditions }) else {
      return nil
    }
    return Diagnostic(
      .invalidBitGroup, at: fields[other].field.location,
      "'\(fields[other].field.name)' of the group '\(group)' is not in the same member of a union as '\(fields[first].field.name)'",
      advice: "give each member's bit-fields a group of their own")
  }

  /// A field that has the group's name for its key.
  private func clash(_ key: String, _ members: [Int], _ fields: [PlannedField]) -> Diagnostic? {
    let prefix = { (field: SchemaField) in
      field.key == key || field.key.hasPrefix(key + ".") || field.key.hasPrefix(key + "[")
    }
    guard let first = members.first,
      let other = fields.first(where: {
        $0.entry.isArchived && prefix($0.entry) || $0.entry.formerKeys.contains { !$0.isFromRoot && $0.text == key }
      })
    else { return nil }
    return Diagnostic(
      .duplicateKey, at: fields[first].field.location,
      "the group '\(GroupName(key))' has the key of '\(other.field.name)'",
      advice: "give the group another name, or the field another key",
      notes: [Diagnostic.note(at: other.field.location, "'\(other.field.name)' is declared here")])
  }

  private func full(_ field: PlannedField, _ key: String, hasKept: Bool) -> Diagnostic {
    let width = field.entry.bitWidth
    return Diagnostic(
      .invalidBitGroup, at: field.field.location,
      "the group '\(GroupName(key))' has no room for the \(width) bits of '\(field.field.name)': it has \(BitGroupPlace.mostBits)"
        + (hasKept ? ", and bits that fields had in releases are not used again" : ""),
      advice: "put it into another group, or leave 'bitgroup' out; archives are read all the same")
  }

  /// The name as it is written.
  private struct GroupName: CustomStringConvertible {
    let description: String
    init(_ key: String) { description = key.split(separator: ".").last.map(String.init) ?? key }
  }
}

extension SchemaField {
  fileprivate var bitWidth: Int { if case .bits(let width, _) = form { width } else { 0 } }
}

extension KeptPositions.Place {
  /// The same in a record whose keys stand behind this prefix.
  fileprivate func behind(_ prefix: String) -> Self? {
    guard key.hasPrefix(prefix), group.key.hasPrefix(prefix) else { return nil }
    let place = BitGroupPlace(key: String(group.key.dropFirst(prefix.count)), position: group.position)
    return Self(key: String(key.dropFirst(prefix.count)), group: place, width: width, isCurrent: isCurrent)
  }
}

extension RecordIndex {
  /// The named records that have this one inside, with what stands before its keys in theirs.
  fileprivate func holders(of id: Record.ID) -> [(record: Record, prefix: String)] {
    var found: [(record: Record, prefix: String)] = []
    var open: [(id: Record.ID, prefix: String)] = [(id, "")]
    // Records do not contain themselves; few levels are ever met.
    var seen: Set<Record.ID> = [id]
    while !open.isEmpty {
      let (id, prefix) = open.removeFirst()
      for record in records {
        for (index, field) in record.fields.enumerated() where field.type.arrayElement.type == .record(id) {
          let own = field.isAnonymousMember ? "" : field.key(annotations(of: record, field: index))
          let join = field.isAnonymousMember ? "" : field.type.arrayElement.dimensions.isEmpty ? "." : "[]."
          let whole = own + join + prefix
          found.append((record, whole))
          if seen.insert(record.id).inserted { open.append((record.id, whole)) }
        }
      }
    }
    return found
  }
}
