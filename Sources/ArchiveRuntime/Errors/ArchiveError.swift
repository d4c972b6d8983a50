import Foundation

/// Why an archive could not be written or read. Every failure of the runtime is one of these; none is a trap.
///
/// ```swift
/// do { order = try ArchiveFile(url).load(Order.self) }
/// catch ArchiveError.Code.missingKey { … }
/// catch let error as ArchiveError { print(error.code, error.path ?? "", error) }
/// ```
/// In a graph a path begins with a table and a row in it: `wagon[1]` is the second `wagon` that pointers, followed from the
/// root, led to. That need not be the second one of a list. `[]` without a number means every element: arrays of records
/// and tables of graphs are stored by columns, and `lines[].count` is the column with the `count` of all `lines`.
public struct ArchiveError: Error, Sendable, Equatable {
  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  /// What kind of failure it is.
  public var code: Code { kind.code }

  /// The key path of the value within the archive that the error is about, `theStruct.lines[3].count`; with the code
  /// ``Code/file`` the file's path. nil where it is about no single value.
  public var path: String? { details.path }

  /// The byte of the archive, as it was handed in, at which its format is broken; nil unless the code is ``Code/corrupt``.
  public var offset: Int? { details.offset }

  /// All that is known about the failure. It is put together at each call.
  public var details: Details { kind.details }
}

extension ArchiveError {
  /// What is known about a failure. Each code has some of these; nil, or an empty array, is what it has not.
  public struct Details: Sendable, Equatable {
    /// See ``ArchiveError/path``.
    public internal(set) var path: String?
    /// See ``ArchiveError/offset``: bytes from the archive's start.
    public internal(set) var offset: Int?
    /// The Swift or C type that is concerned.
    public internal(set) var type: String?
    /// What should have been there: a type, or several with commas between.
    public internal(set) var expected: String?
    /// What was there.
    public internal(set) var found: String?
    /// The value that did not fit, in words: a number, the name of an enumeration's case, an address as `0x7f12`.
    public internal(set) var value: String?
    /// What is wrong, in words that complete a sentence.
    public internal(set) var reason: String?
    /// With ``Code/limitExceeded``: the property of ``ArchiveDecoder/Limits`` to raise.
    public internal(set) var limit: String?
    /// The greatest value that would have been allowed: by the limit, or as the number of a row.
    public internal(set) var maximum: Int?
    /// How many bytes the failure was about: those that no memory was found for, or those behind a pointer.
    public internal(set) var byteCount: Int?
    /// The key of the field beside the one that ``path`` names: a union's tag, or a pointer's count.
    public internal(set) var relatedKey: String?
    /// Keys of the archive that nobody read, or that no field knows.
    public internal(set) var keys: [String] = []
    /// Keys of fields that the archive does not have.
    public internal(set) var missingKeys: [String] = []
    /// With ``Code/ambiguousClassName``: the types that have the name.
    public internal(set) var types: [String] = []
    /// With ``Code/unreadStructure``: what would be lost.
    public internal(set) var structureLoss: StructureLoss?
    /// The annotation that most likely makes one of ``keys`` one of ``missingKeys``.
    public internal(set) var suggestion: String?
    /// With ``Code/file``: what was being done.
    public internal(set) var fileOperation: FileOperation?
    /// With ``Code/file``: the system's error number, `ENOENT` for instance, where there is one.
    public internal(set) var systemErrorNumber: Int32?
    /// With ``Code/lossyRelease``: what an archive for the release cannot hold.
    public internal(set) var losses: [ArchiveLoss] = []
  }

  /// What of an archive's structure would be lost. Later versions may have further ones.
  public struct StructureLoss: Sendable, Hashable {
    let name: String

    private init(_ name: String) { self.name = name }

    /// A link under a key that no field of the type knows.
    public static let link = Self("link")
    /// A pointer's field is missing, and the archive has a value in place of what the pointer leads to.
    public static let value = Self("value")
    /// The member of a union that is live by the union's tag.
    public static let member = Self("member")
    /// The tag that says which member of a union is live.
    public static let tag = Self("tag")
    /// The count of what a pointer leads to.
    public static let count = Self("count")
    /// Rows beside others that pointers lead to, which no pointer and count cover any more.
    public static let rows = Self("rows")
  }

  /// What was being done with a file when it failed. Later versions may have further ones.
  public struct FileOperation: Sendable, Hashable {
    let name: String
    /// What the file could not be.
    let outcome: String

    private init(_ name: String, _ outcome: String) {
      self.name = name
      self.outcome = outcome
    }

    /// Opening the file.
    public static let open = Self("open", "opened")
    /// Looking up its kind and size.
    public static let inspect = Self("inspect", "looked up")
    /// Reading its bytes.
    public static let read = Self("read", "read")
    /// Opening the folder that the file is to be saved to.
    public static let openFolder = Self("openFolder", "saved, for its folder could not be opened")
    /// Making the temporary file in that folder.
    public static let createTemporary = Self("createTemporary", "saved, for its folder took no temporary file")
    /// Writing the bytes.
    public static let write = Self("write", "written")
    /// Forcing the new file to the disk.
    public static let synchronize = Self("synchronize", "forced to the disk")
    /// Putting the new file in the old one's place.
    public static let replace = Self("replace", "replaced")
    /// Forcing the new entry of the folder to the disk: the new file is in place already.
    public static let synchronizeFolder = Self(
      "synchronizeFolder", "entered in its folder for good, though the new one is in place")
    /// Getting a thread for an async call.
    public static let startThread = Self("startThread", "worked on, for there was no thread")
  }
}

extension ArchiveError {
  /// The error of a value that is under this key, or in an object of this class. Only errors of a value itself lack a path
  /// until they have come out to whoever gave it.
  func within(_ key: String) -> ArchiveError {
    func path(_ inner: String) -> String { inner.isEmpty ? key : inner.first == "[" ? key + inner : "\(key).\(inner)" }
    switch kind {
    case .notArchivableValue(let inner, let value, let reason):
      return .notArchivableValue(path: path(inner), value: value, reason: reason)
    case .outOfRange("", let value, let type): return .outOfRange(path: key, value: value, type: type)
    default: return self
    }
  }
}

extension ArchiveError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
