extension ArchiveError {
  /// The kind of an error.
  ///
  /// This is not an enumeration, so that later versions can add codes: a `switch` over codes needs a `default`.
  ///
  /// ```swift
  /// do { order = try decoder.decode(Order.self, forKey: "theStruct") }
  /// catch ArchiveError.Code.missingKey { order = Order() }
  /// catch let error as ArchiveError where error.code == .corrupt { print("damaged at byte \(error.offset ?? 0)") }
  /// ```
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code's name in Swift: `missingKey`.
    public let name: String

    init(_ name: String) { self.name = name }

    /// The same as ``name``.
    public var description: String { name }

    /// Whether the error is an ``ArchiveError`` of this code, for `catch`.
    public static func ~= (code: Code, error: any Error) -> Bool { (error as? ArchiveError)?.code == code }
  }
}

extension ArchiveError.Code {
  /// The archive has no value for the key, and the field has no default.
  public static let missingKey = Self("missingKey")
  /// The archive has a value of another kind under the key.
  public static let wrongType = Self("wrongType")
  /// The archived number does not fit the field's type.
  public static let outOfRange = Self("outOfRange")
  /// The file's format is invalid at a byte.
  public static let corrupt = Self("corrupt")
  /// The archive has a checksum that does not fit its bytes, or has none where the limits require one.
  public static let checksumMismatch = Self("checksumMismatch")
  /// Reading would exceed a limit of the caller or of the format.
  public static let limitExceeded = Self("limitExceeded")
  /// The archive has an object of a type that the caller did not request.
  public static let typeNotAllowed = Self("typeNotAllowed")
  /// The archive has records of another C type than the requested one.
  public static let recordNotAllowed = Self("recordNotAllowed")
  /// The archive has structural data, such as links or counts, for which the type has no field. Their targets would be
  /// lost.
  public static let unreadStructure = Self("unreadStructure")
  /// The archive has keys that were not read, and the decoder's `unknownKeys` is `.reject`.
  public static let unusedKeys = Self("unusedKeys")
  /// An encoder that preserves what the decoder did not know cannot put these keys of the old archive into the new one.
  public static let unknownDataLost = Self("unknownDataLost")
  /// The bytes of a text are not text in the encoding they claim.
  public static let invalidText = Self("invalidText")
  /// Code was generated for another layout of the C type than the one that is compiled in.
  public static let layoutMismatch = Self("layoutMismatch")
  /// A table of generated code is inconsistent: a field is outside its record, or a key is used twice.
  public static let invalidSchema = Self("invalidSchema")
  /// A value was already encoded under the key.
  public static let duplicateKey = Self("duplicateKey")
  /// Objects need each other for their initialization: one of them has to read the other in `connect(from:)`.
  public static let circularInitialization = Self("circularInitialization")
  /// The hash of a set's element or a dictionary's key depends on a reference that could be read only afterwards, because
  /// the object is connected while the collection is read.
  public static let unstableHash = Self("unstableHash")
  /// Only an unowned reference leads to an object, so that the object would not exist any more.
  public static let unheldObject = Self("unheldObject")
  /// Two types with the same archived name are archived together, or may be read at the same location, so that they
  /// could not be distinguished.
  public static let ambiguousClassName = Self("ambiguousClassName")
  /// An object belongs to a subclass that the generated description of its class hierarchy does not contain. (Objects
  /// of an `ArchivableClass` can always be archived; `archivableSubclasses` determines whether they can be read.)
  public static let notArchivable = Self("notArchivable")
  /// The archived name is not a case of the enumeration, or the archived raw value is not valid for the type.
  public static let unknownCase = Self("unknownCase")
  /// The requested form of archive cannot represent a value.
  public static let notRepresentable = Self("notRepresentable")
  /// A value would not be read back unchanged.
  public static let notArchivableValue = Self("notArchivableValue")
  /// The given coder does not support keys.
  public static let keyedCodingRequired = Self("keyedCodingRequired")
  /// The archived number is not a case of the enumeration.
  public static let unknownEnumerationValue = Self("unknownEnumerationValue")
  /// The tag of a union has a value that belongs to no member and is not listed in `none`.
  public static let unknownTag = Self("unknownTag")
  /// A pointer contradicts its count: the pointer is NULL although the count is not 0, or the count is negative, is not
  /// a whole number of elements, or exceeds the elements in the archive.
  public static let wrongCount = Self("wrongCount")
  /// A link of a graph is not the index of a row.
  public static let linkOutOfRange = Self("linkOutOfRange")
  /// A function pointer points to a function that the schema does not list, or an archive has the name of one.
  public static let unknownSymbol = Self("unknownSymbol")
  /// `ARCHIVE_DEBUG_POINTERS` is set, and a pointer points outside every registered range.
  public static let unregisteredPointer = Self("unregisteredPointer")
  /// The program's function for packing or unpacking a pointer threw an error or returned nil.
  public static let handleFailed = Self("handleFailed")
  /// The own coding of a `Codable` type refused what the archive holds: it threw `DecodingError.dataCorrupted`, as an enumeration does
  /// for a raw value that is none of its cases.
  public static let codingFailed = Self("codingFailed")
  /// The function of `migrate` threw an error for a C record of an earlier version.
  public static let migrationFailed = Self("migrationFailed")
  /// The program was made from a lock without a release of this name.
  public static let unknownRelease = Self("unknownRelease")
  /// An archive for an earlier release cannot hold the value: ``ArchiveError/Details/losses`` lists why.
  public static let lossyRelease = Self("lossyRelease")
  /// The allocator gave no memory.
  public static let outOfMemory = Self("outOfMemory")
  /// The task that waits for the save or load was cancelled. Initializers and `encode(to:)` get this error; the call
  /// itself throws `CancellationError`.
  public static let cancelled = Self("cancelled")
  /// A decoder was used after the call that provides it had returned.
  public static let decodingOver = Self("decodingOver")
  /// The bytes are not an archive: they have another file format, or are a property list without the keys of an
  /// archive.
  public static let notAnArchive = Self("notAnArchive")
  /// A file could not be read or replaced.
  public static let file = Self("file")
}
