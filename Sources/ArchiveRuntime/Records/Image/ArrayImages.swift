import Foundation

/// The archives of a few records of one type as images, one for each number of records.
///
/// In an array every column is a byte string, whose length the number of records decides, so that all archives of so many records
/// have one layout; text has a fixed length there, too. Three records of two numbers take 2,400 instructions to write and 4,600 to
/// read. The general way takes 26,000 to write them, nearly all for the description of the columns and the archive around them.
package final class ArrayImages: @unchecked Sendable {
  private let plan: RecordPlan
  private let lock = NSLock()
  private var images: [RecordImage] = []
  /// The numbers of records that an archive has had, and for which there is no image: it is made for the second archive, because a
  /// program that archives one array would only lose by it.
  private var counts: Set<Int> = []

  /// With more records the columns take the time, and images take memory in every program that has the type.
  private static let mostRecords = 64
  private static let mostImages = 8

  /// nil for a type whose arrays have columns of other lengths, or more than columns.
  init?(_ plan: RecordPlan) {
    let columns = plan.columns
    guard plan.links.isEmpty, !plan.hasVersions, !plan.name.isEmpty, plan.size > 0, !columns.all.isEmpty,
      columns.ofMembers.isEmpty, columns.unions.isEmpty, columns.migrations.isEmpty
    else { return nil }
    self.plan = plan
  }

  /// The record's, in bytes.
  var size: Int { plan.size }
  var alignment: Int { plan.alignment }

  /// The image for so many records; nil where the general way has to write them.
  func image(of count: Int) -> RecordImage? {
    guard 1...Self.mostRecords ~= count else { return nil }
    lock.lock()
    defer { lock.unlock() }
    if let known = images.first(where: { $0.recordCount == count }) { return known }
    guard images.count < Self.mostImages else { return nil }
    if counts.insert(count).inserted { return nil }
    guard let made = ImageCompiler.image(of: count, plan) else { return nil }
    images.append(made)
    return made
  }

  /// Counts an archive of so many records that has been read by the general way.
  func note(_ count: Int) { _ = image(of: count) }

  /// The image with the length of an archive; nil where the general way has to read it.
  func image(byteCount: Int) -> RecordImage? {
    lock.lock()
    defer { lock.unlock() }
    return images.first { $0.byteCount == byteCount }
  }
}
