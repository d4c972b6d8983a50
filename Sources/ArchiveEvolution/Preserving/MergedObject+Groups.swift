@_spi(GeneratedCode) import ArchiveRuntime

// Bit-fields of records that are archived in groups: a field is the same in a group and under a key of its own.

/// The groups of an object, each description read once.
final class KnownGroups {
  fileprivate struct Scope {
    var groups: [ExactText: GroupDescription] = [:]
    var parts: [ExactText: (group: String, part: GroupPart)] = [:]
  }

  fileprivate var scopes: [ExactText: Scope] = [:]
  /// The lengths of the prefixes behind which groups are described, so that others are not looked for.
  fileprivate let lengths: Set<Int>

  var isEmpty: Bool { lengths.isEmpty }

  init(_ keys: [String]) {
    let ending = GroupDescription.key.utf8
    lengths = Set(
      keys.lazy.filter { $0.utf8.suffix(ending.count).elementsEqual(ending) }.map { $0.utf8.count - ending.count })
  }
}

extension MergedObject {
  private func scope(behind prefix: Substring) throws(ArchiveError) -> KnownGroups.Scope? {
    guard groups.lengths.contains(prefix.utf8.count) else { return nil }
    let key = ExactText(String(prefix))
    if let known = groups.scopes[key] { return known }
    var scope = KnownGroups.Scope()
    for group in try text(prefix + GroupDescription.key).flatMap(GroupDescription.groups) ?? [] {
      if scope.groups[ExactText(group.name)] == nil { scope.groups[ExactText(group.name)] = group }
      for part in group.parts where scope.parts[ExactText(part.name)] == nil {
        scope.parts[ExactText(part.name)] = (group.name, part)
      }
    }
    groups.scopes[key] = scope
    return scope
  }

  /// The bit-fields of the group with this key, and the prefix of their keys; nil if it is no group.
  func group(_ key: String) throws(ArchiveError) -> (prefix: String, group: GroupDescription)? {
    if groups.lengths.isEmpty { return nil }
    let prefix = key.lastIndex(of: ".").map { key[...$0] } ?? ""
    let name = String(key[prefix.endIndex...])
    return try scope(behind: prefix)?.groups[ExactText(name)].map { (String(prefix), $0) }
  }

  /// Whether the object has the field, under a key of its own or in a group.
  func hasField(_ key: String) throws(ArchiveError) -> Bool {
    if has(key) { return true }
    return try part(key) != nil
  }

  /// The integer of a field, under a key of its own or in a group; as `integer(_:)`.
  func fieldInteger(_ key: String) throws(ArchiveError) -> Int64? {
    if let own = try integer(key) { return own }
    guard let (group, part) = try part(key), let word = try integer(group) else { return nil }
    return Int64(bitPattern: part.value(in: UInt64(bitPattern: word)))
  }

  /// The group's key and the place of a field that is in one.
  private func part(_ key: String) throws(ArchiveError) -> (group: String, part: GroupPart)? {
    if groups.lengths.isEmpty { return nil }
    var end = key.endIndex
    while true {
      // A field's key may have dots, too.
      let dot = key[..<end].lastIndex(of: ".")
      let prefix = dot.map { key[...$0] } ?? ""
      if let scope = try scope(behind: prefix), let found = scope.parts[ExactText(String(key[prefix.endIndex...]))] {
        return (prefix + found.group, found.part)
      }
      guard let dot else { return nil }
      end = dot
    }
  }
}
