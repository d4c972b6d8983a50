import Foundation

/// The reason why an archive could not be written or read. Every failure of the runtime is such an error, and never a
/// trap.
///
/// ```swift
/// do { order = try ArchiveFile(url).load(Order.self) }
/// catch ArchiveError.Code.missingKey { … }
/// catch let error as ArchiveError { print(error.code, error.path ?? "", error) }
/// ```
/// In a graph a path begins with a table and a row index: `wagon[1]` is the second `wagon` that was reached by
/// following pointers from the root. It need not be the second one of a list. `[]` without a number means every
/// element: arrays of records and tables of graphs are stored in columns, and `lines[].count` is the column with the
/// `count` of all `lines`.
public struct ArchiveError: Error, Sendable, Equatable {
  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  /// The kind of failure.
  public var code: Code { kind.code }

  /// The key path of the value in the archive, `theStruct.lines[3].count`; for the code ``Code/file`` the path of the
  /// file. nil if the error is not about a single value.
  public var path: String? { details.path }

  /// The offset of the byte of the given archive at which its format is invalid; nil unless the code is
  /// ``Code/corrupt``.
  public var offset: Int? { details.offset }

  /// Everything that is known about the failure. It is computed at each call.
  public var details: Details { kind.details }
}

extension ArchiveError {
  /// The details of a failure. Each code has some of these properties; the others are nil or empty.
  public struct Details: Sendable, Equatable {
    /// See ``ArchiveError/path``.
    public internal(set) var path: String?
    /// See ``ArchiveError/offset``, in bytes from the start of the archive.
    public internal(set) var offset: Int?
    /// The Swift or C type.
    public internal(set) var type: String?
    /// The expected contents: a type, or several types separated by commas.
    public internal(set) var expected: String?
    /// The contents that were found.
    public internal(set) var found: String?
    /// The rejected value as text: a number, the name of a case, or an address such as `0x7f12`.
    public internal(set) var value: String?
    /// The reason, as the end of a sentence.
    public internal(set) var reason: String?
    /// For ``Code/limitExceeded``, the property of ``ArchiveDecoder/Limits`` to raise.
    public internal(set) var limit: String?
    /// The greatest allowed value: the limit, or the greatest row index.
    public internal(set) var maximum: Int?
    /// The number of bytes that could not be allocated, or of the bytes behind a pointer.
    public internal(set) var byteCount: Int?
    /// The key of another field that is involved: a union's tag, or a pointer's count.
    public internal(set) var relatedKey: String?
    /// Keys of the archive that were not read, or that belong to no field.
    public internal(set) var keys: [String] = []
    /// Keys of fields that the archive does not have.
    public internal(set) var missingKeys: [String] = []
    /// For ``Code/ambiguousClassName``, the types that have the name.
    public internal(set) var types: [String] = []
    /// For ``Code/unreadStructure``, the part of the structure that would be lost.
    public internal(set) var structureLoss: StructureLoss?
    /// The annotation that most likely maps one of ``keys`` to one of ``missingKeys``.
    public internal(set) var suggestion: String?
    /// For ``Code/file``, the operation that failed.
    public internal(set) var fileOperation: FileOperation?
    /// For ``Code/file``, the system's error number, such as `ENOENT`, if there is one.
    public internal(set) var systemErrorNumber: Int32?
    /// With ``Code/lossyRelease``: what an archive for the release cannot hold.
    public internal(set) var losses: [ArchiveLoss] = []
  }

  /// The part of an archive's structure that would be lost. Later versions may add values.
  public struct StructureLoss: Sendable, Hashable {
    let name: String

    private init(_ name: String) { self.name = name }

    /// A link under a key that belongs to no field of the type.
    public static let link = Self("link")
    /// A value in place of a pointer: the archive has no link for the field.
    public static let value = Self("value")
    /// The member of a union that is live according to the tag.
    public static let member = Self("member")
    /// The tag that selects the live member of a union.
    public static let tag = Self("tag")
    /// The count of the elements behind a pointer.
    public static let count = Self("count")
    /// Rows of a block that no pointer and count covers.
    public static let rows = Self("rows")
  }

  /// The file operation that failed. Later versions may add values.
  public struct FileOperation: Sendable, Hashable {
    let name: String
    /// The end of the sentence "the file could not be …".
    let outcome: String

    private init(_ name: String, _ outcome: String) {
      self.name = name
      self.outcome = outcome
    }

    /// Opening the file.
    public static let open = Self("open", "opened")
    /// Querying its kind and size.
    public static let inspect = Self("inspect", "inspected")
    /// Reading its bytes.
    public static let read = Self("read", "read")
    /// Opening the folder that the file is to be saved to.
    public static let openFolder = Self("openFolder", "saved, because its folder could not be opened")
    /// Creating the temporary file in that folder.
    public static let createTemporary = Self(
      "createTemporary", "saved, because no temporary file could be created in its folder")
    /// Writing the bytes.
    public static let write = Self("write", "written")
    /// Flushing the new file to the disk.
    public static let synchronize = Self("synchronize", "flushed to the disk")
    /// Replacing the old file by the new one.
    public static let replace = Self("replace", "replaced")
    /// Flushing the folder's entry to the disk. The new file is already in place.
    public static let synchronizeFolder = Self(
      "synchronizeFolder", "recorded in its folder on the disk, although the new file is in place")
    /// Starting the thread for an async call.
    public static let startThread = Self("startThread", "processed, because no thread could be started")
  }
}

extension ArchiveError {
  /// The error with the path of the value: a key, or an object's class. Errors about a value itself get their path when
  /// they reach the caller that knows it.
  func within(_ key: String) -> ArchiveError {
    func path(_ inner: String) -> String { inner.isEmpty ? key : inner.first == "[" ? key + inner : "\(key).\(inner)" }
    switch kind {
    case .notArchivableValue(let inner, let value, let reason):
      return .notArchivableValue(path: path(inner), value: value, reason: reason)
    case .outOfRange("", let value, let type): return .outOfRange(path: key, value: value, type: type)
    case .duplicateKey(""): return .duplicateKey(path: key)
    case .wrongCount("", let count, let value, let reason):
      return .wrongCount(path: key, count: count, value: value, reason: reason)
    default: return self
    }
  }
}

extension ArchiveError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
