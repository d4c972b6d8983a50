public import ArchiveModel

/// Which types of a lock have golden archives, and what their files are called.
public struct GoldenTypes: Sendable {
  private let lock: LockFile
  private let names: [String: String]

  public init(_ lock: LockFile) {
    self.lock = lock
    // Of all releases, so that a name stays what it is.
    names = Self.fileNames(lock.types.map(\.name))
  }

  /// The types that have archives of their own and are not in the release before as they are in this one. Where an
  /// enumeration of numbers or texts has changed, those that have it have changed as well.
  public func changed(in release: String) -> [ArchivedType] {
    guard let position = lock.releases.firstIndex(of: release) else { return [] }
    let current = lock.schema(of: release)
    let types = current.types.filter(\.hasArchives)
    guard position > 0 else { return types }
    let before = lock.schema(of: lock.releases[position - 1])
    let known = before.types.keyed(by: \.name)
    let others = Set(current.types.filter { !$0.hasArchives && known[$0.name] != $0 }.map(\.name))
    return types.filter { type in
      known[type.name] != type || type.entries.contains { entry in !entry.typeNames.isDisjoint(with: others) }
    }
  }

  /// The types whose golden archives a release has to have: those that it changed. Of a release that is not promised any
  /// more these are the types that the first promised one has as they were.
  public func needed(in release: String) -> [ArchivedType] {
    let changed = changed(in: release)
    guard let position = lock.unpromisedReleases.firstIndex(of: release) else { return changed }
    guard let promised = lock.promisedReleases.first else { return [] }
    let later = (lock.unpromisedReleases[(position + 1)...] + [promised]).map { Set(self.changed(in: $0).map(\.name)) }
    let schema = lock.schema(of: promised)
    return changed.filter { type in schema[type.name] != nil && !later.contains { $0.contains(type.name) } }
  }

  /// The name of a type's files, without the dot and what follows.
  public func fileName(of type: String) -> String { names[type] ?? Self.plain(type) }

  /// File systems may not tell apart names that differ in case alone.
  private static func fileNames(_ types: [String]) -> [String: String] {
    var taken: Set<String> = []
    var names: [String: String] = [:]
    for type in types.sorted() {
      var name = plain(type)
      var number = 2
      while !taken.insert(name.lowercased()).inserted {
        name = "\(plain(type))-\(number)"
        number += 1
      }
      names[type] = name
    }
    return names
  }

  /// Letters, digits and `_`; a dot is followed by what kind of file it is, so that it becomes `-`.
  private static func plain(_ type: String) -> String {
    type.unicodeScalars.map { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
        ? String(scalar) : scalar == "." ? "-" : "-\(String(scalar.value, radix: 16))-"
    }.joined()
  }
}

extension ArchivedType {
  /// Whether there are archives of it alone: not of numbers, texts, and types with parameters.
  public var hasArchives: Bool { kind != .enumerators && rawType == nil && parameters.isEmpty }
}
