/// A source of any type.
///
/// The decoder of records is generic and is compiled once for each type of source. An archive is read as often as possible, so
/// `PropertyListSource` has code of its own. All other sources share the code that is compiled for this type: it calls them
/// through a table of functions, and a program is smaller by a copy of the decoder for each of them.
struct AnyFieldSource: FieldSource {
  private var base: any FieldSource

  init(_ base: any FieldSource) { self.base = base }

  var prefix: String {
    get { base.prefix }
    set { base.prefix = newValue }
  }

  func find(index: Int) throws(ArchiveError) -> FoundValue? { try base.find(index: index) }

  mutating func find(_ key: String, index: Int?, as wanted: WantedValue) throws(ArchiveError) -> FoundValue {
    try base.find(key, index: index, as: wanted)
  }

  mutating func keys() throws(ArchiveError) -> [String]? { try base.keys() }
  mutating func mayHaveGroups() throws(ArchiveError) -> Bool { try base.mayHaveGroups() }
  var hasVersions: Bool { base.hasVersions }
  var notesKeys: Bool { base.notesKeys }
  mutating func note(_ key: String, isRead: Bool) { base.note(key, isRead: isRead) }
  mutating func note(removed: RemovedKeys, within start: String) { base.note(removed: removed, within: start) }
  var observed: ObservedObject? { base.observed }

  mutating func read(into record: UnsafeMutableRawPointer, by plan: RecordPlan) throws(ArchiveError) {
    try plan.decode(into: record, from: &self)
  }
}

extension FieldSource {
  /// What is read rarely is read through ``AnyFieldSource``.
  package mutating func read(into record: UnsafeMutableRawPointer, by plan: RecordPlan) throws(ArchiveError) {
    var source = AnyFieldSource(self)
    try source.read(into: record, by: plan)
  }
}
