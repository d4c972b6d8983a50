import Foundation

/// C records inside existing `NSCoding` classes.
///
/// ```swift
/// try coder.encode(order, forKey: "theStruct")               // theStruct.order, theStruct.flags, …
/// order = try coder.decode(Order.self, forKey: "theStruct")
/// ```
///
/// Foundation's own unarchiver decides what these calls can see, and on Linux it sees less than `ArchiveDecoder`: a
/// string, or another object, where a number is expected reads as 0; an integer 0 or an object of an unknown class
/// where text is expected ends the process, as it does for Foundation's own calls. For archives of unknown origin use
/// `ArchiveDecoder`.
extension NSCoder {
  /// Archives a record under `key`: its fields' keys follow it and a dot.
  ///
  /// - Throws: `ArchiveError`: `keyedCodingRequired` for a coder without keys; `invalidText` for text that is not in its
  ///   encoding, `unknownEnumerationValue` for a value that a closed enumeration has not, `layoutMismatch` when the
  ///   generated code is for another target.
  public func encode<Record: ArchivableRecord>(_ value: Record, forKey key: String) throws(ArchiveError) {
    try put(value, as: RecordForm(), forKey: key)
  }

  /// Archives an array of records under `key`, as columns: `key[]`, `key[].x`, ….
  ///
  /// - Throws: As for one record; key paths name the element.
  public func encode<Record: ArchivableRecord>(_ values: [Record], forKey key: String) throws(ArchiveError) {
    try put(values, as: RecordsForm(), forKey: key)
  }

  /// The record that was archived under `key`.
  ///
  /// - Throws: `ArchiveError`: `keyedCodingRequired`; `missingKey`, `wrongType`, `outOfRange`, `invalidText` and
  ///   `unknownEnumerationValue` with the key path.
  public func decode<Record: ArchivableRecord>(
    _ type: Record.Type, forKey key: String
  ) throws(ArchiveError) -> Record {
    try value(of: RecordForm(), forKey: key)
  }

  /// The array of records that was archived under `key`.
  ///
  /// - Throws: As for one record, and `limitExceeded` when the archive claims more records than its bytes allow.
  public func decode<Record: ArchivableRecord>(
    _ type: [Record].Type, forKey key: String
  ) throws(ArchiveError) -> [Record] {
    try value(of: RecordsForm(), forKey: key)
  }
}
