import Foundation

/// An archive of several values in the making: of C data alone, or of objects as well.
protocol KeyedEncoding: AnyObject {
  var settings: ArchiveEncoder.Settings { get set }

  /// Writes to the values' dictionary; what a call that fails has written is taken back.
  func write(_ body: (inout PropertyListSink) throws(ArchiveError) -> Void) throws(ArchiveError)

  /// One that holds what this one holds, and goes its own way from here.
  func copy() -> any KeyedEncoding

  /// Gives up what is written, for an encoding of another kind to go on with.
  func takeSink() -> PropertyListSink

  /// Ends the archive.
  ///
  /// - Returns: The archive in binary form, and what reading it costs.
  func finish() throws(ArchiveError) -> (archive: Data, cost: ReadingCost)
}

/// An archive of records, arrays of records and graphs.
final class RecordEncoding: KeyedEncoding {
  private var sink: PropertyListSink
  var settings: ArchiveEncoder.Settings

  init(_ settings: ArchiveEncoder.Settings) {
    sink = PropertyListSink(.checked)
    settings.prepare(&sink)
    self.settings = settings
  }

  private init(_ settings: ArchiveEncoder.Settings, _ sink: consuming PropertyListSink) {
    self.sink = sink
    self.settings = settings
  }

  func write(_ body: (inout PropertyListSink) throws(ArchiveError) -> Void) throws(ArchiveError) {
    try sink.attempt(body)
  }

  func copy() -> any KeyedEncoding { RecordEncoding(settings, sink.copy()) }

  func takeSink() -> PropertyListSink { sink.take() }

  func finish() throws(ArchiveError) -> (archive: Data, cost: ReadingCost) {
    var whole = takeSink()
    let (cost, observer) = (whole.cost, whole.observer)
    let top = whole.endTop().top
    whole.writer.hasChecksum = settings.checksum == .crc32
    return (try settings.finished(try whole.finish(top: top), observer), cost)
  }
}

/// The encoding that copies of an encoder share until one of them writes; a class, because a writer is not copied. Never
/// changed while shared.
final class TopLevel: @unchecked Sendable {
  var encoding: any KeyedEncoding

  init(_ encoding: any KeyedEncoding) { self.encoding = encoding }
}
