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
    settings.saving = ReleaseSaving(release: release)
  }

  /// The release that archives are for; nil for the program's own.
  public var release: ArchiveRelease? { settings.saving?.release }

  /// Whether values that the release cannot hold are left out; otherwise they are errors. False unless set.
  ///
  /// A key that is newer is left out. A number or text that does not fit is replaced by what the release gives the key without a
  /// value: its default, or zero; a floating number is rounded. What the release would refuse, or read as something else, is an error in any case.
  public var allowsLosses: Bool {
    get { settings.saving?.allowsLosses ?? false }
    set {
      settings.saving?.allowsLosses = newValue
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

  /// The losses of an archive that is made and thrown away.
  func losses(_ encode: (ArchiveEncoder) throws(ArchiveError) -> Data) throws(ArchiveError) -> [ArchiveLoss] {
    guard let saving = settings.saving else { return [] }
    var encoder = ArchiveEncoder(for: saving.release)
    encoder.settings = settings
    encoder.settings.saving?.allowsLosses = false
    do throws(ArchiveError) {
      _ = try encode(encoder)
    } catch  where error.code == .lossyRelease {
      return error.details.losses
    }
    return []
  }
}

extension ArchiveEncoder {
  /// An archive of the value alone for a release.
  @inline(never)
  func archive<Form: ArchivedForm>(
    _ value: Form.Written, as form: Form, _ plan: Form.Plan, for saving: ReleaseSaving
  ) throws(ArchiveError) -> Data {
    let name = form.rootName(plan, in: saving.release)
    let keys = try form.rootKeys(plan, in: saving.release)
    var losses = ArchiveLosses()
    var sink = PropertyListSink(keys == nil ? .written : .block, reservingCapacity: form.capacity(for: value, plan))
    sink.reserveRoot()
    try form.write(value, plan, forKey: "", in: saving.release, &losses, into: &sink)
    try saving.check(losses)
    let cost = sink.cost
    let archive = try settings.finished(try sink.finishRoot(keys, name: name), nil, rootName: form.rootName(plan))
    return try settings.checked(archive, cost)
  }
}
