@_spi(GeneratedCode) import ArchiveRuntime
import Foundation

/// What an encoder writes again.
enum Preserving: ArchiveFinisher {
  case data(UnknownData)
  /// nil for a decoder that preserves nothing.
  case decoder(UnusedKeys?)

  /// What there is when an archive is begun, or finished.
  private var data: UnknownData? {
    switch self {
    case .data(let data): data
    case .decoder(let unused): PreservingJournal.unknownData(unused)
    }
  }

  func begin() -> any EncodingObserver {
    let preserved = data?.preserved
    return WrittenGraphs(preserved?.tags ?? [], keyed: preserved?.keyed ?? [])
  }

  /// The archive with what is preserved put back.
  ///
  /// - Throws: `unknownDataLost` for what cannot be kept.
  func finish(
    _ archive: Data, _ observer: (any EncodingObserver)?, objects: (any WrittenObjects)?, rootName: String?,
    form: (any SubstituteForm)?
  ) throws(ArchiveError) -> Data {
    let data = data
    if case .decoder(let decoder) = self, data?.preserved == nil {
      throw .unknownDataLost(
        keys: [],
        reason: decoder?.journal == nil
          ? "the decoder was not made with preservingUnknown" : "the decoder has read nothing so far")
    }
    guard let data, let preserved = data.preserved else { return archive }
    if !preserved.lostCoded.isEmpty {
      throw .unknownDataLost(
        keys: preserved.lostCoded, reason: "the 'Codable' coding of the value, which writes it, has not read this")
    }
    guard preserved.isNeeded else { return archive }
    // What this program does not know is of a later release than the one that the archive is for.
    if let saving = form as? ReleaseSaving {
      if saving.allowsLosses { return archive }
      throw .unknownDataLost(
        keys: data.keys, reason: "release \(saving.release.name), for which the archive is, does not have them")
    }
    if let rootName, let known = preserved.rootName, rootName != known {
      throw .unknownDataLost(
        keys: data.keys, reason: "the archive that was read holds '\(known)', and not '\(rootName)'")
    }
    return try ArchiveMerge.merged(archive, preserved, data.keys, observer as? WrittenGraphs, objects)
  }
}

/// The graphs and identities of a new archive, and the tags of unions that may be written although they belong to no member. Whether these are
/// the archive's own is checked when their members are put back.
final class WrittenGraphs: EncodingObserver {
  private struct Tag: Hashable {
    let key: String
    let value: Int64
  }

  private let tags: Set<Tag>
  /// Objects with keys that this program does not know, so that they cannot be rows of a table.
  private let keyed: Set<ObjectIdentifier>
  private(set) var graphs: [WrittenNodes] = []
  private(set) var arrays: [Int: [ExactText: IdentifiedArray]] = [:]
  private var classes: [ExactText: [String]] = [:]
  private var values: [Int: Set<ExactText>] = [:]
  /// Structs with an identity that have no object of their own.
  private(set) var inPlace: [IdentifiedValue] = []

  init(_ tags: Set<UnknownTag>, keyed: Set<ObjectIdentifier> = []) {
    self.tags = Set(tags.map { Tag(key: $0.key, value: $0.value) })
    self.keyed = keyed
  }

  private init(_ other: WrittenGraphs) {
    (tags, keyed, graphs) = (other.tags, other.keyed, other.graphs)
    (arrays, classes, values) = (other.arrays, other.classes, other.values)
    inPlace = other.inPlace
  }

  func tagRule(behind prefix: String) -> UnknownTagRule? {
    tags.isEmpty ? nil : { union, value in self.tags.contains(Tag(key: prefix + union.tagName, value: value)) }
  }

  func hasUnknownKeys(_ object: AnyObject) -> Bool { keyed.contains(ObjectIdentifier(object)) }

  func wrote(_ graph: WrittenNodes) { graphs.append(graph) }

  func wrote(_ array: IdentifiedArray) {
    arrays[array.number, default: [:]][ExactText(array.key + "[]")] = array
  }

  func wrote(columns key: String, in number: Int) { values[number, default: []].insert(ExactText(key)) }

  /// Whether an array in columns is one of Swift values, by the key of its description.
  func hasValues(_ number: Int, _ array: String) -> Bool { values[number]?.contains(ExactText(array)) == true }

  func wrote(identity keys: [String], ofClass name: String) { classes[ExactText(name)] = keys }

  func wrote(_ value: IdentifiedValue) { inPlace.append(value) }

  /// The identity of the records in an array, by the key of its description.
  func identity(_ number: Int, _ array: String) -> [String]? {
    arrays[number]?[ExactText(array)]?.identity
  }

  /// The arrays of records and values that have an identity.
  var identifiedArrays: [IdentifiedArray] {
    arrays.values.flatMap(\.values).sorted { ($0.number, $0.key) < ($1.number, $1.key) }
  }

  /// The identity of a class's objects in collections.
  func identity(ofClass name: String) -> [String]? { classes[ExactText(name)] }

  var hasIdentities: Bool { !classes.isEmpty }

  func copy() -> any EncodingObserver { WrittenGraphs(self) }

  /// The graph under a key of an object; of several that a failed call has left behind the last one.
  func graph(_ number: Int, _ key: String) -> WrittenNodes? {
    graphs.last { $0.number == number && $0.key.isExactly(key) }
  }
}

/// A graph in both archives.
struct MergedGraph {
  let object: MergedObject
  /// What the program has written of the graph before it changed it.
  let base: (object: MergedObject, written: WrittenNodes)?
  let newObject: MergedObject
  let newNumber: Int
  /// The keys of the earlier object that were not read.
  let unread: Set<ExactText>
  /// What the graph has become.
  let written: WrittenNodes
}
