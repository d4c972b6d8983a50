/// The keys of a document's dictionaries that have the same ones.
final class KnownKeys {
  /// A dictionary with these keys, whose values are null.
  let entries: [String: ArchiveValue]
  /// The places of the keys in it, in the archive's order.
  let places: [Dictionary<String, ArchiveValue>.Index]
  /// What is charged for hashing the keys.
  let charge: Int
  /// The cost of runs of combining marks in them.
  let marks: Int

  /// - Returns: nil if a key occurs twice.
  init?(_ keys: [String], charge: Int, marks: Int) {
    var entries = [String: ArchiveValue](minimumCapacity: keys.count)
    for key in keys { entries[key] = .null }
    guard entries.count == keys.count else { return nil }
    places = keys.compactMap { entries.index(forKey: $0) }
    (self.entries, self.charge, self.marks) = (entries, charge, marks)
  }
}

/// The last lists of keys of a document's dictionaries, most of which have the keys of another one. That one is copied, and its values are
/// set, so that the keys are not read and hashed again, which took a tenth of the time.
struct DocumentKeys {
  private var recent: ContiguousArray<Entry> = []
  private static let recentCount = 16
  /// Dictionaries with more keys are not copied, so that little memory is kept.
  private static let mostKeys = 32

  private struct Entry {
    var references: PropertyListReferences?
    /// nil until a second dictionary has the keys.
    var known: KnownKeys?
  }

  /// - Parameter make: is called for the second dictionary with these keys.
  /// - Returns: nil for the first one.
  mutating func known(
    _ keys: PropertyListReferences, _ view: PropertyListView, _ make: () throws -> KnownKeys
  ) throws -> KnownKeys? {
    guard 1...Self.mostKeys ~= keys.count else { return nil }
    if recent.isEmpty { recent = ContiguousArray(repeating: Entry(), count: Self.recentCount) }
    let bytes = try view.referenceBytes(keys)
    let slot = ShapeTable.hash(of: bytes) & (Self.recentCount &- 1)
    guard let known = recent[slot].references, try view.referenceBytes(known).hasSameBytes(as: bytes) else {
      recent[slot] = Entry(references: keys)
      return nil
    }
    if let known = recent[slot].known { return known }
    let made = try make()
    recent[slot].known = made
    return made
  }
}
