/// Can replace objects that are archived, after their own `replacementForArchiving()`.
///
/// It is called on the encoding thread, once for every object.
public protocol ArchiveEncoderDelegate: Sendable {
  /// The object to archive instead of `object`; nil for null, which in a collection is Foundation's `NSNull`.
  ///
  /// - Throws: any error, which the encoding then throws.
  func willEncode(_ object: any ArchivableObject) throws -> (any ArchivableObject)?

  /// Called after the object's values have been written.
  func didEncode(_ object: any ArchivableObject)
}

extension ArchiveEncoderDelegate {
  public func willEncode(_ object: any ArchivableObject) throws -> (any ArchivableObject)? { object }
  public func didEncode(_ object: any ArchivableObject) {}
}

/// Can replace objects that are read, after their own `replacementAfterDecoding()`.
///
/// It is called on the decoding thread, once for every object.
public protocol ArchiveDecoderDelegate: Sendable {
  /// The object to use instead of `object`, which was just created and is not yet connected. It has to be of a
  /// requested class; `object` need not be.
  ///
  /// - Throws: any error, which the decoding then throws.
  func didDecode(_ object: any ArchivableObject) throws -> any ArchivableObject

  /// The class for a name that belongs to no allowed class: either an allowed one (`expected` or one of its
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
