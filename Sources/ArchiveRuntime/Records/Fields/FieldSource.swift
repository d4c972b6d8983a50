/// Gives what an archive holds under a key. What the decoding of records reads from.
package protocol FieldSource: ~Copyable {
  /// The prefix of every key of the record.
  var prefix: String { get set }

  /// The value of one of the plan's wanted keys; nil when it has to be looked for by its name.
  func find(index: Int) throws(ArchiveError) -> FoundValue?

  /// - Parameters:
  ///   - key: The key within the record.
  ///   - index: Its place among the plan's wanted keys, where that is known.
  ///   - wanted: What the field could use, for coders that must be asked by type.
  mutating func find(_ key: String, index: Int?, as wanted: WantedValue) throws(ArchiveError) -> FoundValue

  /// The keys that stand behind the prefix; nil if that is unknown.
  mutating func keys() throws(ArchiveError) -> [String]?

  /// Whether the archive may have groups of bit-fields under these keys.
  mutating func mayHaveGroups() throws(ArchiveError) -> Bool

  /// Whether the archive has versions of types: other formats have not.
  var hasVersions: Bool { get }

  /// Whether the keys that are read have to be noted.
  var notesKeys: Bool { get }

  /// Notes whether a key is read, otherwise than by having found it.
  mutating func note(_ key: String, isRead: Bool)

  /// Notes the removed fields' keys behind the prefix and `start` as read.
  mutating func note(removed: RemovedKeys, within start: String)

  /// The object that is read, if the call is observed.
  var observed: ObservedObject? { get }

  /// Reads a record by its plan. Each source has this of its own, in which its type is known: see `FieldSink`.
  mutating func read(into record: UnsafeMutableRawPointer, by plan: RecordPlan) throws(ArchiveError)
}

extension FieldSource where Self: ~Copyable {
  package var hasVersions: Bool { true }
  package var observed: ObservedObject? { nil }
  package func mayHaveGroups() throws(ArchiveError) -> Bool { true }
  package mutating func keys() throws(ArchiveError) -> [String]? { nil }
  package var notesKeys: Bool { false }
  package mutating func note(_ key: String, isRead: Bool) {}
  package mutating func note(removed: RemovedKeys, within start: String) {}
}

package enum WantedValue {
  case number(ElementType.Number)
  case data
  /// Data, or one number that is to be an array's first.
  case array
  case text
}

extension FieldSource where Self: ~Copyable {
  func path(_ key: String) -> String { prefix + key }

  /// The description at this key; nil when there is none.
  mutating func description(_ key: String, index: Int?) throws(ArchiveError) -> String? {
    switch try find(key, index: index, as: .text) {
    case .missing: return nil
    case .text(let text): return text
    case let other: throw .wrongType(path: path(key), expected: "a description", found: other.kindName)
    }
  }
}
