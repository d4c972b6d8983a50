@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import UntypedArchive

/// What the program writes of what it has read, before it changes anything: the edits of the program are the differences
/// between this archive and the one that it saves. Both are the work of the same code, so that forms, widths and defaults do not
/// differ.
struct Baseline: Sendable {
  private let bytes: Bytes
  private let layout: PropertyListLayout
  private let top: PropertyListDictionary
  private let objects: PropertyListReferences
  /// The numbers of objects with an identity, by those in the archive that was read.
  let numbers: [Int: Int]
  let graphs: [WrittenNodes]
  let inPlace: [IdentifiedValue]
  /// By the numbers of their objects and the keys of their descriptions.
  let arrays: [Int: [ExactText: IdentifiedArray]]

  /// Memory that is where it is, so that many baselines can be looked at together.
  private final class Bytes: @unchecked Sendable {
    let buffer: UnsafeMutableRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
      buffer = .allocate(byteCount: bytes.count, alignment: 1)
      buffer.copyMemory(from: bytes)
    }

    deinit { buffer.deallocate() }
  }

  init(_ archive: Data, numbers: [Int: Int], _ written: WrittenGraphs?) throws(ArchiveError) {
    let file = try ParsedArchive(archive, limits: ArchiveDecoder.Limits.none)
    (bytes, layout) = try file.list.read { (view) throws(ArchiveError) in (Bytes(view.bytes), view.layout) }
    (top, objects) = (file.top, file.objects)
    self.numbers = numbers
    (graphs, inPlace) = (written?.graphs ?? [], written?.inPlace ?? [])
    arrays = written?.arrays ?? [:]
  }

  /// The archive, as long as the baseline exists.
  var side: MergeSide {
    let view = PropertyListView(bytes: UnsafeRawBufferPointer(bytes.buffer), layout: layout)
    return MergeSide(EditedSource(view, top: top, objects: objects))
  }
}

/// Keeps the archive that an encoder makes.
final class BaselineCapture: ArchiveFinisher, @unchecked Sendable {
  private let preserved: PreservedArchive
  private let lock = NSLock()
  private var captured: Baseline?

  init(_ preserved: PreservedArchive) { self.preserved = preserved }

  /// nil if the values could not be written.
  var baseline: Baseline? { lock.withLock { captured } }

  func begin() -> any EncodingObserver { WrittenGraphs(preserved.tags) }

  func finish(
    _ archive: Data, _ observer: (any EncodingObserver)?, objects: (any WrittenObjects)?, rootName: String?,
    form: (any SubstituteForm)?
  ) throws(ArchiveError) -> Data {
    var numbers: [Int: Int] = [:]
    if let objects {
      for known in preserved.objects where numbers[known.number] == nil {
        if let object = known.object, let number = objects.number(of: object) { numbers[known.number] = number }
      }
    }
    let baseline = try Baseline(archive, numbers: numbers, observer as? WrittenGraphs)
    lock.withLock { captured = baseline }
    return archive
  }
}

/// A baseline while it is compared with.
struct BaseSide {
  let contents: SideContents
  let numbers: [Int: Int]
  let graphs: [WrittenNodes]
  let inPlace: [IdentifiedValue]
  /// By the numbers of their objects and the keys of their descriptions.
  let arrays: [Int: [ExactText: IdentifiedArray]]

  var side: MergeSide { contents.side }
}

/// What an object was before the program changed it.
struct BaseObject {
  struct Part {
    let base: BaseSide
    let number: Int
    let object: MergedObject
  }

  /// More than one for the top of an archive whose values were read by several calls.
  let parts: [Part]
  /// The parts by their keys, where there are several.
  private let owners: [ExactText: Int]

  init(parts: [Part]) {
    self.parts = parts
    var owners: [ExactText: Int] = [:]
    if parts.count > 1 {
      for (place, part) in parts.enumerated() { for key in part.object.keys { owners[ExactText(key)] = place } }
    }
    self.owners = owners
  }

  /// The part with this key.
  func part(_ key: String) -> Part? {
    guard parts.count > 1 else { return parts.first.flatMap { $0.object.has(key) ? $0 : nil } }
    return owners[ExactText(key)].map { parts[$0] }
  }
}

extension ArchiveDecoder.Limits {
  /// For what this program has written itself.
  static var none: Self {
    var limits = Self()
    limits.maximumByteCount = .max
    return limits
  }
}
