@_spi(GeneratedCode) import ArchiveRuntime
import Foundation

/// How the records of a type become those of an earlier release.
final class ReleasePlan: Sendable {
  /// What the type is called in the program, and was in the release.
  let currentName: String
  let name: String
  /// The release's records in their own memory.
  let schema: RecordSchema
  let plan: RecordPlan
  /// What becomes of the program's columns, and of its pointers: under which name the release has them.
  let columns: [ReleaseColumn]
  let links: [String?]
  /// The versions that the release's archives have, with the prefix of their keys.
  let versions: [Version]
  /// What is lost of every record.
  let constantLosses: [ArchiveLoss]

  struct Version: Sendable {
    /// `Item.version` behind the prefix and `$`.
    let key: String
    let version: Int
  }

  /// - Throws: `invalidSchema` for a type of the release that this runtime knows no form for.
  init(_ current: RecordPlan, _ type: ReleasedType, in release: ArchiveRelease) throws(ArchiveError) {
    currentName = current.name
    name = type.name
    guard let schema = release.history.schema(named: type.name, in: release) else {
      throw .invalidSchema(type: type.name, reason: "the table of releases has no such record")
    }
    self.schema = schema
    let plan = try schema.plan
    self.plan = plan
    // Groups of bit-fields are rewritten field by field.
    let own = current.columns.allFields
    let ownCount = current.columns.fields.count
    var matching = ReleaseMatching(type.entries)
    let names = matching.keys(own.map { [$0.name] + $0.formerNames }, isLink: false)
    let defaults = Dictionary(
      plan.columns.allFields.map { (ExactText($0.name), $0.defaultBytes) },
      uniquingKeysWith: { first, _ in first })
    columns = own.enumerated().map { place, column in
      guard let key = names[place], let entry = type[key] else { return ReleaseColumn(unknown: column) }
      return ReleaseColumn(
        column, isConditional: place >= ownCount, entry, type,
        defaultBytes: defaults[ExactText(key)] ?? [])
    }
    links = matching.keys(current.links.map { [$0.name] + $0.formerNames }, isLink: true)
    let matched = Set(names.compactMap { $0.map(ExactText.init) })
    var losses = type.entries.filter { entry in
      guard entry.isRequired, !matched.contains(ExactText(entry.key)) else { return false }
      if case .number = entry.base { return true }
      if case .text = entry.base { return true }
      return false
    }.map { ArchiveLoss(.requiredKey, path: $0.key, type: current.name) }
    var versions: [Version] = []
    for site in current.columns.migrations {
      let migration = site.migration
      let prefix =
        site.prefixes.first { prefix in type.entries.contains { $0.key.hasExactPrefix(prefix) } } ?? site.prefixes[0]
      var (oldName, version): (String, Int?) = (migration.name, migration.version)
      switch release.find(migration.name, formerNames: migration.formerNames) {
      case .unchanged: break
      case .changed(let old): (oldName, version) = (old.name, old.version)
      case .absent: version = nil
      }
      if version ?? 1 != migration.version {
        losses.append(
          ArchiveLoss(.version, path: prefix.isEmpty ? "" : String(prefix.dropLast()), type: migration.name))
      }
      if let version { versions.append(Version(key: "\(prefix)$\(oldName).version", version: version)) }
    }
    self.versions = versions
    constantLosses = losses
  }
}

/// Finds the keys that a release has for the keys of the program.
struct ReleaseMatching {
  private let values: [ExactText: String]
  private let links: [ExactText: String]
  /// Keys without the brackets of arrays, for records that are elements now, or were.
  private let loose: [ExactText: String]

  init(_ entries: [ReleaseEntry]) {
    func keys(_ isIncluded: (ReleaseEntry.Base) -> Bool, _ name: (String) -> String) -> [ExactText: String] {
      Dictionary(
        entries.filter { isIncluded($0.base) }.map { (ExactText(name($0.key)), $0.key) },
        uniquingKeysWith: { first, _ in first })
    }
    let isLink = { (base: ReleaseEntry.Base) in if case .link = base { true } else { false } }
    let isValue = { (base: ReleaseEntry.Base) in
      switch base {
      case .number, .text, .other: true
      case .link, .records: false
      }
    }
    links = keys(isLink, \.self)
    values = keys(isValue, \.self)
    loose = keys(isValue, Self.loosened)
  }

  private static func loosened(_ key: String) -> String { key.replacingOccurrences(of: "[].", with: ".") }

  /// For each field, given with its former names, the release's key; nil for a field that is newer. A key is one field's.
  mutating func keys(_ fields: [[String]], isLink: Bool) -> [String?] {
    let known = isLink ? links : values
    var found = [String?](repeating: nil, count: fields.count)
    var taken: Set<ExactText> = []
    func take(_ index: Int, _ key: String?) {
      guard found[index] == nil, let key, taken.insert(ExactText(key)).inserted else { return }
      found[index] = key
    }
    for (index, names) in fields.enumerated() { take(index, names.first.flatMap { known[ExactText($0)] }) }
    for (index, names) in fields.enumerated() {
      for name in names.dropFirst() { take(index, known[ExactText(name)]) }
    }
    guard !isLink else { return found }
    for (index, names) in fields.enumerated() where found[index] == nil {
      for name in names { take(index, loose[ExactText(Self.loosened(name))]) }
    }
    return found
  }
}
