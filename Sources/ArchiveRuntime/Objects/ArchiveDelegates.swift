/// Has the last word on objects that are archived, after their own `replacementForArchiving()`.
///
/// It is called on the thread that encodes, once for every object.
public protocol ArchiveEncoderDelegate: Sendable {
  /// The object to archive in place of `object`; nil for null, which in a collection is Foundation's `NSNull`.
  ///
  /// - Throws: What the delegate throws is what the encoding throws.
  func willEncode(_ object: any ArchivableObject) throws -> (any ArchivableObject)?

  /// The object's values are written.
  func didEncode(_ object: any ArchivableObject)
}

extension ArchiveEncoderDelegate {
  public func willEncode(_ object: any ArchivableObject) throws -> (any ArchivableObject)? { object }
  public func didEncode(_ object: any ArchivableObject) {}
}

/// Has the last word on objects that are read, after their own `replacementAfterDecoding()`.
///
/// It is called on the thread that decodes, once for every object.
public protocol ArchiveDecoderDelegate: Sendable {
  /// The object to use in place of `object`, which was just made and is not yet connected. It has to be of a class that
  /// is asked for, and `object` need not.
  ///
  /// - Throws: What the delegate throws is what the decoding throws.
  func didDecode(_ object: any ArchivableObject) throws -> any ArchivableObject

  /// The class for a name that none of the classes allowed has: one of these (`expected` or among its
  /// `archivableSubclasses`), or nil to throw `typeNotAllowed`.
  func classForArchivedName(
    _ name: String, expected: any ArchivableObject.Type
  ) -> (any ArchivableObject.Type)?
}

extension ArchiveDecoderDelegate {
  public func didDecode(_ object: any ArchivableObject) throws -> any ArchivableObject { object }
  public func classForArchivedName(
    _ name: String, expected: any ArchivableObject.Type
  ) -> (any ArchivableObject.Type)? { nil }
}
