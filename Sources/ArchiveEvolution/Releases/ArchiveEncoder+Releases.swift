public import ArchiveRuntime
import Foundation

extension ArchiveEncoder {
  /// An encoder whose archives are those of an earlier release of the program, for people who still have that.
  ///
  /// ```swift
  /// let encoder = try ArchiveEncoder(for: .release("1.1.0"))
  /// for loss in try encoder.losses(encoding: order) { print(loss) }     // nothing is written yet
  /// let data = try encoder.encode(order)
  /// ```
  /// Keys that the release does not have are left out, numbers that were narrower are narrowed, and keys, types and classes have
  /// the names that they had. A value that the release cannot hold is an error (`lossyRelease`), unless `allowsLosses`; one that
  /// its absence gives back is no loss. Types that have not changed since are archived as always.
  ///
  /// - Parameter release: From the function `release(_:)` that archivegen writes from the lock.
  public init(for release: ArchiveRelease) {
    self.init()
    settings.form = ReleaseSaving(release: release)
  }

  /// The release that archives are for; nil for the program's own.
  public var release: ArchiveRelease? { saving?.release }

  private var saving: ReleaseSaving? { settings.form as? ReleaseSaving }

  /// Whether values that the release cannot hold are left out; otherwise they are errors. False unless set.
  ///
  /// A key that is newer is left out. A number or text that does not fit is replaced by what the release gives the key without a
  /// value: its default, or zero; a floating number is rounded. What the release would refuse, or read as something else, is an error in any case.
  public var allowsLosses: Bool {
    get { saving?.allowsLosses ?? false }
    set {
      guard var changed = saving else { return }
      changed.allowsLosses = newValue
      settings.form = changed
      settingsChanged()
    }
  }

  /// What `encode(_:)` would lose of the value for the release; nothing is written. It takes as long as encoding.
  ///
  /// - Throws: As encoding does, but no `lossyRelease`.
  public func losses<Record: ArchivableRecord>(encoding value: Record) throws(ArchiveError) -> [ArchiveLoss] {
    try losses { (encoder) throws(ArchiveError) in try encoder.encode(value) }
  }

  /// The same for an array of records.
  ///
  /// - Throws: As encoding does, but no `lossyRelease`.
  public func losses<Record: ArchivableRecord>(encoding values: [Record]) throws(ArchiveError) -> [ArchiveLoss] {
    try losses { (encoder) throws(ArchiveError) in try encoder.encode(values) }
  }

  /// What `encode(graph:)` would lose of the graph for the release; nothing is written. It takes as long as encoding.
  ///
  /// - Throws: As encoding does, but no `lossyRelease`.
  public func losses<Root: ArchivableNode>(
    encodingGraph root: UnsafePointer<Root>?
  ) throws(ArchiveError) -> [ArchiveLoss] {
    try losses(encodingGraphs: [root])
  }

  /// The same for several roots, which may share nodes.
  ///
  /// - Throws: As encoding does, but no `lossyRelease`.
  public func losses<Root: ArchivableNode>(
    encodingGraphs roots: [UnsafePointer<Root>?]
  ) throws(ArchiveError) -> [ArchiveLoss] {
    try losses { (encoder) throws(ArchiveError) in try encoder.encode(graphs: roots) }
  }

  /// The same for the address of one record that Swift does not import.
  ///
  /// - Throws: As encoding does, but no `lossyRelease`.
  public func losses<Root: RawRecord>(
    encodingGraph root: UnsafeRawPointer?, of type: Root.Type
  ) throws(ArchiveError) -> [ArchiveLoss] {
    try losses { (encoder) throws(ArchiveError) in try encoder.encode(graph: root, of: type) }
  }

  /// What `encode(_:)` would lose of the value for the release; nothing is written. It takes as long as encoding.
  ///
  /// - Throws: As encoding does, but no `lossyRelease`.
  public func losses<Value: ArchivableValue>(encoding value: Value) throws -> [ArchiveLoss] {
    guard release != nil else { return [] }
    var encoder = self
    encoder.allowsLosses = false
    do { _ = try encoder.encode(value) } catch let error as ArchiveError where error.code == .lossyRelease {
      return error.details.losses
    }
    return []
  }

  /// The losses of an archive that is made and thrown away.
  func losses(_ encode: (ArchiveEncoder) throws(ArchiveError) -> Data) throws(ArchiveError) -> [ArchiveLoss] {
    guard let saving else { return [] }
    var encoder = ArchiveEncoder(for: saving.release)
    encoder.settings = settings
    encoder.settings.form = ReleaseSaving(release: saving.release)
    do throws(ArchiveError) {
      _ = try encode(encoder)
    } catch  where error.code == .lossyRelease {
      return error.details.losses
    }
    return []
  }
}
