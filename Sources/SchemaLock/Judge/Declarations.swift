import ArchiveModel

/// Finds the type that declares a key. The fields of a struct inside other structs have keys in each of these.
struct Declarations: Sendable {
  struct Owner: Sendable, Hashable {
    let type: String
    let key: String

    var subject: String { "\(type).\(key)" }
  }

  private struct Place: Hashable {
    let location: SourceLocation
    // Fields that a macro declares have the same location.
    let name: Substring
  }

  private var owners: [Place: Owner] = [:]
  private var types: [String: ArchivedType] = [:]

  init(_ schema: ArchivedSchema) {
    for type in schema.types {
      types[type.name] = type
      for entry in type.entries {
        guard let place = Self.place(entry) else { continue }
        let owner = Owner(type: type.name, key: entry.key)
        guard let known = owners[place] else {
          owners[place] = owner
          continue
        }
        if (owner.key.utf8.count, owner.type) < (known.key.utf8.count, known.type) { owners[place] = owner }
      }
    }
  }

  private static func place(_ entry: ArchivedEntry) -> Place? {
    entry.location.map { Place(location: $0, name: entry.key.split(separator: ".").last ?? "") }
  }

  /// - Returns: nil for a key that the type itself declares.
  func owner(of entry: ArchivedEntry, in type: String) -> Owner? {
    guard let owner = Self.place(entry).flatMap({ owners[$0] }), owner.type != type || owner.key != entry.key,
      entry.key.hasSuffix("." + owner.key)
    else { return nil }
    return owner
  }

  /// The owner of a removed key, which is found by its siblings.
  func owner(ofGone key: String, in type: String) -> (owner: Owner, type: ArchivedType)? {
    guard let dot = key.lastIndex(of: "."), let siblings = types[type]?.entries else { return nil }
    let prefix = key[...dot]
    for sibling in siblings where sibling.key.hasPrefix(prefix) && !sibling.key.dropFirst(prefix.count).contains(".") {
      guard let owner = owner(of: sibling, in: type), let declaring = types[owner.type] else { continue }
      let around = owner.key.lastIndex(of: ".").map { String(owner.key[...$0]) } ?? ""
      return (Owner(type: owner.type, key: around + key[key.index(after: dot)...]), declaring)
    }
    return nil
  }
}
