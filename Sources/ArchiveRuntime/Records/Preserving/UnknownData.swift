import Foundation

/// What an archive has and the program that read it does not know: to be written again by `ArchiveEncoder(preserving:)`.
///
/// A decoder with `preservingUnknown` has it after each call. It keeps the archive's bytes if anything in them is unknown. C
/// data is known again by its keys, objects by their identity: it does not keep objects alive.
public struct UnknownData: Sendable {
  /// The key paths of what is unknown, in the archive's order: those that ``ArchiveDecoder/unknownKeys-swift.property`` lists.
  public let keys: [String]
  /// See ``ArchiveDecoder/isFromNewerRelease``.
  public let isFromNewerRelease: Bool
  /// nil where nothing was read.
  let preserved: PreservedArchive?

  /// Whether the program knows all that the archive has.
  public var isEmpty: Bool { keys.isEmpty }
}

/// An archive of which something is unknown, and what of it was read.
struct PreservedArchive: Sendable {
  let file: ParsedArchive
  /// The keys that were not read of each object that was looked at; 0 is the archive's top.
  var unread: [Int: [String]]
  var tags: Set<PreservedTag>
  /// Whether it has versions of types that may be above those compiled in.
  var hasVersions: Bool
  /// What decoded objects and graphs are known by: the types are those of the layers above.
  var identities: [any PreservedIdentities]
  var graphs: [any PreservedGraph]
  /// The archived name of a root of C data.
  var rootName: String?

  /// Whether there is anything to be put back.
  var isNeeded: Bool { hasVersions || unread.contains { !$0.value.isEmpty } }

  /// Adds what another call on the same archive has read.
  mutating func add(_ other: PreservedArchive) {
    unread.merge(other.unread) { earlier, later in
      let both = Set(later.map(ExactText.init))
      return earlier.filter { both.contains(ExactText($0)) }
    }
    tags.formUnion(other.tags)
    hasVersions = hasVersions || other.hasVersions
    identities += other.identities
    graphs += other.graphs
  }
}

/// What a call has made of an archive's objects: a layer above knows what these are.
protocol PreservedIdentities: Sendable {
  /// The numbers of the objects that are known by their identity.
  var numbers: [Int] { get }
}

/// A graph of an archive, and where its nodes are in memory.
protocol PreservedGraph: Sendable {
  /// The object that has its keys; 0 for the archive's top.
  var number: Int { get }
  /// Its key in the object; empty at the root.
  var key: String { get }

  /// Puts what is unknown of the graph into the new archive.
  func restore(in merge: ArchiveMerge, _ place: MergedGraph) throws(ArchiveError)
}

/// A graph in both archives.
struct MergedGraph {
  let object: MergedObject
  let newObject: MergedObject
  let newNumber: Int
  /// The keys of the earlier object that were not read.
  let unread: Set<ExactText>
  /// What the graph has become; its type is the layer's above.
  let written: any WrittenNodes
}

/// The places of a graph's nodes in a new archive.
protocol WrittenNodes: Sendable {
  var number: Int { get }
  var key: String { get }
}

/// The graphs of a new archive.
final class WrittenGraphs {
  private(set) var graphs: [any WrittenNodes] = []

  func append(_ graph: any WrittenNodes) { graphs.append(graph) }

  func copy() -> WrittenGraphs {
    let copy = WrittenGraphs()
    copy.graphs = graphs
    return copy
  }

  /// The graph under a key of an object; of several that a failed call has left behind the last one.
  func graph(_ number: Int, _ key: String) -> (any WrittenNodes)? {
    graphs.last { $0.number == number && $0.key.isExactly(key) }
  }
}

/// Where the things of a new archive stand that an earlier one was read into.
protocol WrittenIdentities {
  /// Objects of the earlier archive with their numbers in the new one.
  func pairs(_ earlier: any PreservedIdentities) -> [(earlier: Int, new: Int)]
}

extension ArchiveDecoder {
  /// A decoder that keeps what this program does not know, for an encoder to write it again: when an older program opens
  /// an archive of a newer one, changes it and saves it, nothing is lost.
  ///
  /// ```swift
  /// let decoder = ArchiveDecoder(preservingUnknown: true)
  /// var order = try decoder.decode(Order.self, from: data)
  /// order.amount += 1
  /// let saved = try ArchiveEncoder(preserving: decoder).encode(order)
  /// ```
  ///
  /// It is the same as `unknownKeys = .preserve`. Links of graphs that no field knows are no error then.
  ///
  /// - Parameters:
  ///   - preservingUnknown: Whether to keep it; every key costs a note then, and the archive's bytes are kept if there is
  ///     anything unknown among them.
  ///   - limits: What an archive may ask for.
  public init(preservingUnknown: Bool, limits: Limits = Limits()) {
    self.init(limits: limits)
    if preservingUnknown { unknownKeys = .preserve }
  }

  /// The same for the values of one archive of several.
  ///
  /// - Throws: `notAnArchive` or `corrupt`, with the byte offset.
  public init(
    forReadingFrom data: Data, preservingUnknown: Bool, limits: Limits = Limits()
  ) throws(ArchiveError) {
    try self.init(forReadingFrom: data, limits: limits)
    if preservingUnknown { unknownKeys = .preserve }
  }

  /// What of the archive this program does not know, to be kept for a later save; nil unless the decoder preserves it and has
  /// read something.
  ///
  /// Of an archive with one root, what the last call left that read it to its end. Of a decoder that was made for one
  /// archive of several values, what no call has read so far.
  public var unknownData: UnknownData? { settings.unused?.unknownData }

  /// Whether the archive was written by a release that has more than this one. It is asked after reading, and false unless
  /// ``unknownKeys-swift.property`` is `.report` or `.preserve`.
  ///
  /// It is true if the archive has the version of a type that is above the one compiled in, or keys that no field has, no
  /// former key explains and no `removed` names. A program that declares what it removes, which `archivegen check` demands,
  /// finds such keys in archives of later releases alone; so it is true for no archive of its own or an earlier release. It
  /// may be false for one of a later release that has nothing new in it.
  public var isFromNewerRelease: Bool { settings.unused?.isFromNewerRelease ?? false }
}

extension ArchiveEncoder {
  /// An encoder that writes again what a decoder with `preservingUnknown` found and this program does not know.
  ///
  /// It takes what the decoder has when the archive is finished. Of C data, records keep their unknown keys, arrays of records
  /// their unknown columns as long as the rows are the same, and graphs their columns, links and tables, by the
  /// nodes' addresses; objects keep their unknown keys by their identity. What cannot be kept is an error,
  /// `unknownDataLost`, never left out in silence. What the program removed on purpose goes with all that it had.
  public init(preserving decoder: ArchiveDecoder) {
    self.init()
    settings.preserving = .decoder(decoder.settings.unused)
  }

  /// The same with what a decoder had when it was asked.
  public init(preserving data: UnknownData?) {
    self.init()
    settings.preserving = data.map { .data($0) } ?? .nothing
  }

  /// What an encoder writes again.
  enum Preserving: Sendable {
    case nothing
    case data(UnknownData)
    /// nil for a decoder that preserves nothing.
    case decoder(UnusedKeys?)
  }
}

extension ArchiveEncoder.Settings {
  /// The unions' tags that may be written although they belong to no member.
  var preservedTags: PreservedTags? {
    switch preserving {
    case .nothing, .decoder(nil): nil
    case .data(let data): data.preserved.flatMap { PreservedTags($0.tags) }
    case .decoder(let decoder?): decoder.unknownData?.preserved.flatMap { PreservedTags($0.tags) }
    }
  }

  /// Makes the sink of an archive into which something is put back.
  func prepare(_ sink: inout PropertyListSink) {
    guard case .nothing = preserving else {
      sink.preservedTags = preservedTags
      sink.written = WrittenGraphs()
      return
    }
  }

  /// The archive with what is preserved put back.
  ///
  /// - Parameters:
  ///   - rootName: The archived name of the root, if it is C data.
  ///   - graphs: Where their nodes stand.
  ///   - objects: Where the objects stand that were read.
  func preserving(
    _ archive: Data, _ graphs: WrittenGraphs?, _ objects: (any WrittenIdentities)? = nil, rootName: String? = nil
  ) throws(ArchiveError) -> Data {
    let data: UnknownData?
    switch preserving {
    case .nothing: return archive
    case .data(let known): data = known
    case .decoder(let decoder):
      data = decoder?.unknownData
      guard data?.preserved != nil else {
        throw .unknownDataLost(
          keys: [],
          reason: decoder == nil
            ? "the decoder was not made with preservingUnknown" : "the decoder has read nothing so far")
      }
    }
    guard let data, let preserved = data.preserved, preserved.isNeeded else { return archive }
    // What this program does not know is of a later release than the one that the archive is for.
    if let saving {
      if saving.allowsLosses { return archive }
      throw .unknownDataLost(
        keys: data.keys, reason: "release \(saving.release.name), for which the archive is, does not have them")
    }
    if let rootName, let known = preserved.rootName, rootName != known {
      throw .unknownDataLost(
        keys: data.keys, reason: "the archive that was read holds '\(known)', and not '\(rootName)'")
    }
    return try ArchiveMerge.merged(archive, preserved, data.keys, graphs, objects)
  }
}
