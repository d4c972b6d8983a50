@_spi(GeneratedCode) public import ArchiveRuntime
public import Foundation

/// What an archive has and the program that read it does not know: to be written again by `ArchiveEncoder(preserving:)`.
///
/// A decoder or reader with `preservingUnknown` has it after each call. It keeps the archive's bytes if anything in them is unknown. C
/// data is known again by its keys, objects by their identity: it does not keep objects alive.
public struct UnknownData: Sendable {
  /// The key paths of what is unknown, in the archive's order: those that ``ArchiveRuntime/ArchiveDecoder/unknownKeys-swift.property`` lists.
  public let keys: [String]
  /// See ``ArchiveRuntime/ArchiveDecoder/isFromNewerRelease``.
  public let isFromNewerRelease: Bool
  /// nil where nothing was read.
  let preserved: PreservedArchive?

  /// Whether the program knows all that the archive has.
  public var isEmpty: Bool { keys.isEmpty }
}

extension ArchiveDecoder.UnknownKeys {
  /// They are listed, and kept for `ArchiveEncoder(preserving:)`.
  public static let preserve = recorded { PreservingJournal() }
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

  /// See ``ArchiveRuntime/ArchiveReader``.
  ///
  /// - Throws: `notAnArchive` or `corrupt`, with the byte offset.
  @available(*, deprecated, message: "write 'ArchiveReader(data, settings: ArchiveDecoder(preservingUnknown: true))'")
  public init(
    forReadingFrom data: Data, preservingUnknown: Bool, limits: Limits = Limits()
  ) throws(ArchiveError) {
    try self.init(forReadingFrom: data, limits: limits)
    if preservingUnknown { unknownKeys = .preserve }
  }

  /// What of the archive this program does not know, to be kept for a later save; nil unless the decoder preserves it and has
  /// read something. It is what the last call left that read its archive to the end.
  public var unknownData: UnknownData? { PreservingJournal.unknownData(settings.unused) }
}

extension ArchiveReader {
  /// What of the archive no call has read so far, to be kept for a later save; nil unless the reader's settings preserve
  /// it and it has read something.
  ///
  /// ```swift
  /// let archive = try ArchiveReader(data, settings: ArchiveDecoder(preservingUnknown: true))
  /// let order = try archive.decode(Order.self, forKey: "order")
  /// var saved = ArchiveWriter(settings: ArchiveEncoder(preserving: archive))
  /// try saved.encode(order, forKey: "order")
  /// ```
  public var unknownData: UnknownData? { PreservingJournal.unknownData(settings.unused) }
}

extension ArchiveEncoder {
  /// An encoder that writes again what a decoder with `preservingUnknown` found and this program does not know.
  ///
  /// It takes what the decoder has when the archive is finished, which is of the archive that it read last. Of C data, records keep their unknown keys, arrays of records
  /// their unknown columns if it can be proven which rows are the same, and graphs their columns, links and tables, by the
  /// nodes' addresses; objects keep their unknown keys by their identity. What cannot be kept is an error,
  /// `unknownDataLost`, never left out in silence. What the program removed on purpose goes with all that it had.
  public init(preserving decoder: ArchiveDecoder) {
    self.init()
    settings.finisher = Preserving.decoder(decoder.settings.unused)
  }

  /// The same with what no call of a reader has read when the archive is finished.
  public init(preserving reader: ArchiveReader) {
    self.init()
    settings.finisher = Preserving.decoder(reader.settings.unused)
  }

  /// The same with what a decoder or reader had when it was asked.
  public init(preserving data: UnknownData?) {
    self.init()
    settings.finisher = data.map { Preserving.data($0) }
  }
}

extension ArchiveFile {
  /// Whether a save writes again what the last load found and this program does not know, as
  /// ``ArchiveEncoder/init(preserving:)-(ArchiveDecoder)`` does; false unless set.
  ///
  /// ```swift
  /// var file = ArchiveFile(url)
  /// file.preservesUnknown = true
  /// var order = try await file.load(Order.self)     // of a later release, perhaps
  /// order.amount += 1
  /// try await file.save(order)                      // nothing of it is lost, or this throws unknownDataLost
  /// ```
  /// It is `loader.unknownKeys = .preserve`: another setting there ends it. Copies of the file share what was loaded, and another file has it with the same `loader`:
  ///
  /// ```swift
  /// var copy = ArchiveFile(otherURL)                // save as
  /// copy.loader = file.loader
  /// try await copy.save(order)
  /// ```
  /// A save of a new file writes the value alone. A save that would replace an archive that was not loaded throws.
  public var preservesUnknown: Bool {
    get { loader.unknownKeys == .preserve }
    set { if newValue != preservesUnknown { loader.unknownKeys = newValue ? .preserve : .ignore } }
  }
}
