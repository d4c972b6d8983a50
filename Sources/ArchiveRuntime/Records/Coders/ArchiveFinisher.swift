import Foundation

/// Collects what the calls of a decoder tell. All copies of the decoder share it.
package protocol DecodingJournal: AnyObject, Sendable {
  /// What one call reports to.
  func begin() -> any DecodingObserver

  /// A call has read its value.
  ///
  /// - Parameter isFirst: Whether what earlier calls have told is discarded.
  func finish(_ observer: any DecodingObserver, _ reading: DecodedArchive, isFirst: Bool)

  /// A call has returned its value, or values under several keys.
  ///
  /// - Parameter write: Archives them again, as they are, with this encoder.
  func read(_ write: (ArchiveEncoder) throws -> Data)

  /// Whether a save may take the place of a file: what was there has been read, or there was nothing when the first was saved.
  func mayReplace(fileExists: Bool) -> Bool

  /// What completes the archives of an encoder that saves what the decoder has read; nil if there is nothing to add.
  func finisher(_ unused: UnusedKeys) -> (any ArchiveFinisher)?
}

/// What a call has left unread of an archive.
package struct DecodedArchive {
  package let file: ParsedArchive
  /// The keys that were not read of each object that was looked at; 0 is the archive's top.
  package let unread: [Int: [String]]
  /// Whether it has versions of types that may be above those compiled in.
  package let hasVersions: Bool
  /// The archived name of a root of C data.
  package let rootName: String?
  /// What the call had as limits.
  package let limits: ArchiveDecoder.Limits
}

/// Completes archives after they have been written.
package protocol ArchiveFinisher: Sendable {
  /// What the writing of one archive reports to.
  func begin() -> any EncodingObserver

  /// The archive as it is to be.
  ///
  /// - Parameters:
  ///   - observer: Was told of the writing; nil for one in another form.
  ///   - objects: The objects in the archive, if it may have any.
  ///   - rootName: The archived name of the root, if it is C data.
  ///   - form: The form of its values; nil for the program's own.
  func finish(
    _ archive: Data, _ observer: (any EncodingObserver)?, objects: (any WrittenObjects)?, rootName: String?,
    form: (any SubstituteForm)?
  ) throws(ArchiveError) -> Data
}

extension ArchiveEncoder.Settings {
  /// Makes the sink of an archive that is completed afterwards.
  func prepare(_ sink: inout PropertyListSink) {
    sink.observer = finisher?.begin()
    sink.writer.hasChecksum = checksum == .crc32
  }

  /// The archive as the finisher wants it.
  func finished(
    _ archive: Data, _ observer: (any EncodingObserver)?, objects: (any WrittenObjects)? = nil, rootName: String? = nil
  ) throws(ArchiveError) -> Data {
    guard let finisher else { return archive }
    return try finisher.finish(archive, observer, objects: objects, rootName: rootName, form: form)
  }
}

extension PropertyListSink {
  /// Tells which parts of a record have an identity.
  func tell(_ plan: RecordPlan) {
    guard let observer else { return }
    let prefix = fields.prefix
    tell(plan.identifiedArrays, behind: prefix)
    // An element of an array is known by its row.
    if prefix.utf8.contains(UInt8(ascii: "[")) { return }
    func tellValue(_ key: String, _ typeName: String, _ identity: [String]) {
      observer.wrote(IdentifiedValue(number: objectNumber, key: key, typeName: typeName, identity: identity))
    }
    if !plan.identity.isEmpty, prefix.hasSuffix(".") { tellValue(String(prefix.dropLast()), plan.name, plan.identity) }
    for record in plan.identifiedRecords { tellValue(prefix + record.key, record.typeName, record.identity) }
  }

  /// Tells which arrays of a record have rows with an identity.
  ///
  /// - Parameter prefix: What is in front of the arrays' keys.
  func tell(_ arrays: [RecordPlan.IdentifiedKey], behind prefix: String) {
    guard let observer else { return }
    for array in arrays {
      observer.wrote(
        IdentifiedArray(
          number: objectNumber, key: prefix + array.key, typeName: array.typeName, identity: array.identity))
    }
  }
}
