@_spi(GeneratedCode) import ArchiveRuntime
import Foundation

/// An archive of which something is unknown, and what of it was read.
struct PreservedArchive: Sendable {
  let file: ParsedArchive
  /// The keys that were not read of each object that was looked at; 0 is the archive's top.
  var unread: [Int: [String]]
  var tags: Set<UnknownTag>
  /// Whether it has versions of types that may be above those compiled in.
  var hasVersions: Bool
  var objects: [DecodedObject]
  /// The objects that are tables, whose rows are objects.
  var tables: Set<Int>
  var graphs: [DecodedNodes]
  /// The archived name of a root of C data.
  var rootName: String?
  let limits: ArchiveDecoder.Limits
  /// What the program writes of the values as they were read, for each call one; none for a call whose values it cannot write.
  var baselines: [Baseline] = []
  /// What values' own `Codable` coding has not asked for.
  var unasked: [UnaskedKeys] = []
  /// The key paths of that which the program does not write either, so that it is lost.
  var lostCoded: [String] = []

  /// Whether there is anything to be put back.
  var isNeeded: Bool { hasVersions || unread.contains { !$0.value.isEmpty } }

  /// The objects that have keys which were not read.
  var keyed: Set<ObjectIdentifier> {
    Set(
      objects.compactMap { known in
        (unread[known.number] ?? []).isEmpty ? nil : known.object.map { ObjectIdentifier($0) }
      })
  }

  /// Adds what another call on the same archive has read.
  mutating func add(_ other: PreservedArchive) {
    unread.merge(other.unread) { earlier, later in
      let both = Set(later.map(ExactText.init))
      return earlier.filter { both.contains(ExactText($0)) }
    }
    tags.formUnion(other.tags)
    hasVersions = hasVersions || other.hasVersions
    objects += other.objects
    tables.formUnion(other.tables)
    graphs += other.graphs
    baselines += other.baselines
    unasked += other.unasked
    lostCoded += other.lostCoded
  }
}

/// An object that was made of one in an archive. The reference keeps none alive, so that an object that the program has given up
/// is not taken for one that took its place in memory.
struct DecodedObject: @unchecked Sendable {
  let number: Int
  /// Looked at by its identity alone, whatever thread or actor it belongs to.
  weak var object: AnyObject?
}

/// Collects what the calls of a decoder find unknown.
final class PreservingJournal: DecodingJournal, @unchecked Sendable {
  private let lock = NSLock()
  private var preserved: PreservedArchive?
  /// Whether there was no file when the first value was saved.
  private var isForNewFile = false

  func begin() -> any DecodingObserver { PreservingObserver() }

  func finish(_ observer: any DecodingObserver, _ reading: DecodedArchive, isFirst: Bool) {
    guard let observer = observer as? PreservingObserver else { return }
    let archive = PreservedArchive(
      file: reading.file, unread: reading.unread, tags: observer.tags, hasVersions: reading.hasVersions,
      objects: observer.objects, tables: observer.tables, graphs: observer.graphs, rootName: reading.rootName,
      limits: reading.limits, unasked: observer.unasked)
    lock.withLock { if isFirst || preserved == nil { preserved = archive } else { preserved?.add(archive) } }
  }

  func read(_ write: (ArchiveEncoder) throws -> Data) {
    guard let known = lock.withLock({ preserved }), known.isNeeded || !known.unasked.isEmpty else { return }
    let capture = BaselineCapture(known)
    var encoder = ArchiveEncoder()
    encoder.settings.finisher = capture
    // What cannot be written has no baseline, and nothing is proven of it.
    let baseline = (try? write(encoder)) != nil ? capture.baseline : nil
    let lost = known.unasked.flatMap { $0.lost(in: baseline) }
    lock.withLock {
      preserved?.unasked = []
      preserved?.lostCoded += lost
      if known.isNeeded, let baseline { preserved?.baselines.append(baseline) }
    }
  }

  func mayReplace(fileExists: Bool) -> Bool {
    lock.withLock {
      if !fileExists { isForNewFile = true }
      return preserved != nil || isForNewFile
    }
  }

  func unknownData(_ unused: UnusedKeys) -> UnknownData? {
    guard let known = lock.withLock({ preserved }) else { return nil }
    return UnknownData(keys: unused.keys, isFromNewerRelease: unused.isNewer, preserved: known)
  }

  /// What a decoder's journal has; nil unless it preserves anything.
  static func unknownData(_ unused: UnusedKeys?) -> UnknownData? {
    unused.flatMap { ($0.journal as? PreservingJournal)?.unknownData($0) }
  }

  func finisher(_ unused: UnusedKeys) -> (any ArchiveFinisher)? { unknownData(unused).map { Preserving.data($0) } }
}

/// Notes what one call makes of an archive.
final class PreservingObserver: DecodingObserver {
  private(set) var tags: Set<UnknownTag> = []
  private(set) var objects: [DecodedObject] = []
  private(set) var tables: Set<Int> = []
  private(set) var graphs: [DecodedNodes] = []
  private(set) var unasked: [UnaskedKeys] = []

  func found(unasked keys: [String], at path: [(key: String, index: Int?)]) {
    unasked.append(UnaskedKeys(keys: keys, path: path.map { UnaskedKeys.Step(key: $0.key, index: $0.index) }))
  }

  func found(_ tag: UnknownTag) { tags.insert(tag) }

  func made(_ objects: [(number: Int, object: AnyObject)]) {
    self.objects += objects.map { DecodedObject(number: $0.number, object: $0.object) }
  }

  func made(tables: [Int]) { self.tables.formUnion(tables) }

  func made(_ graph: DecodedNodes) { graphs.append(graph) }
}
