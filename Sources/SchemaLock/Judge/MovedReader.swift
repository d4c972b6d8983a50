import ArchiveModel

/// A property of a struct in place that reads a key of what is around the struct: `was("/size")`.
struct MovedReader {
  /// With its key from the root.
  let entry: ArchivedEntry
  let formerKeys: [String]
  /// The declaration: `Box.size`.
  let subject: String
  /// Whether an archive without the value is refused: no struct around it has a default.
  let isRequired: Bool
  /// How many structs are around it within that of a property.
  let depth: Int

  /// By the keys, of the object, that they read; the outermost of several.
  static func all(in entries: [ArchivedEntry], _ types: [String: ArchivedType]) -> [String: MovedReader] {
    var found: [String: MovedReader] = [:]
    for reader in list(in: entries, types) {
      for former in reader.formerKeys where former.hasPrefix("/") {
        let key = String(former.dropFirst())
        if found[key].map({ $0.depth > reader.depth }) ?? true { found[key] = reader }
      }
    }
    return found
  }

  static func list(in entries: [ArchivedEntry], _ types: [String: ArchivedType]) -> [MovedReader] {
    var found: [MovedReader] = []
    var open: [(entry: ArchivedEntry, key: String, isRequired: Bool, depth: Int)] = []
    for entry in entries { if case .value = entry.form.base { open.append((entry, entry.key, entry.isRequired, 0)) } }
    // The limits are for schemas in which a struct contains itself, which is an error, or structs double their keys at each level.
    while let (entry, key, isRequired, depth) = open.popLast(), depth < 32, found.count < 100_000 {
      guard case .value(let name) = entry.form.base, entry.form.dimensions.isEmpty, !entry.form.isOptional,
        let type = types[name], type.kind == .structure
      else { continue }
      for inner in type.entries {
        let whole = inner.part(of: key)
        let reader = MovedReader(
          entry: whole, formerKeys: inner.formerKeys, subject: "\(name).\(inner.key)",
          isRequired: isRequired && inner.isRequired, depth: depth)
        if inner.formerKeys.contains(where: { $0.hasPrefix("/") }) { found.append(reader) }
        open.append((inner, whole.key, reader.isRequired, depth + 1))
      }
    }
    return found
  }
}
