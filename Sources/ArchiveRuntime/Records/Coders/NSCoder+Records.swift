import Foundation

/// C records inside existing `NSCoding` classes.
///
/// ```swift
/// try coder.encode(order, forKey: "theStruct")               // theStruct.order, theStruct.flags, …
/// order = try coder.decode(Order.self, forKey: "theStruct")
/// ```
///
/// These calls depend on Foundation's unarchiver, which on Linux distinguishes less than `ArchiveDecoder`: a string or
/// another object in place of a number is read as 0; an integer 0 or an object of an unknown class in place of text
/// ends the process, as with Foundation's own calls. Use `ArchiveDecoder` for archives from untrusted sources.
extension NSCoder {
  /// Archives a record under `key`. Its fields' keys follow the key and a dot.
  ///
  /// - Throws: `ArchiveError`: `keyedCodingRequired` for a coder without keys; `invalidText` for text that is not valid
  ///   in its encoding, `unknownEnumerationValue` for a value that a closed enumeration does not have, `layoutMismatch`
  ///   if the generated code is for another target.
  public func encode<Record: ArchivableRecord>(_ value: Record, forKey key: String) throws(ArchiveError) {
    try put(value, as: RecordForm(), forKey: key)
  }

  /// Archives an array of records under `key`, in columns: `key[]`, `key[].x`, ….
  ///
  /// - Throws: the same errors as for one record; key paths include the element.
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
  /// - Throws: the same errors as for one record, and `limitExceeded` if the archive claims more records than its bytes
  ///   allow.
  public func decode<Record: ArchivableRecord>(
    _ type: [Record].Type, forKey key: String
  ) throws(ArchiveError) -> [Record] {
    try value(of: RecordsForm(), forKey: key)
  }
}
