extension ArchiveError {
  /// What kind of failure an error is.
  ///
  /// A value and no enumeration, so that later versions can have further codes: a `switch` over codes has a `default`.
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
  /// The archive holds nothing under this key, and the field has no default.
  public static let missingKey = Self("missingKey")
  /// The archive holds something of another kind under this key.
  public static let wrongType = Self("wrongType")
  /// The archived number does not fit the field's type.
  public static let outOfRange = Self("outOfRange")
  /// The file breaks the rules of its format at this byte.
  public static let corrupt = Self("corrupt")
  /// Reading would pass a limit that the caller set or that the format has.
  public static let limitExceeded = Self("limitExceeded")
  /// The archive names a type that the caller did not ask for.
  public static let typeNotAllowed = Self("typeNotAllowed")
  /// The archive holds records of another C type than the one asked for.
  public static let recordNotAllowed = Self("recordNotAllowed")
  /// The archive has data that hold its structure together, and the type has no field for them: reading on would lose
  /// what they lead to.
  public static let unreadStructure = Self("unreadStructure")
  /// The archive has keys that nobody read, and the decoder's `unknownKeys` is `.reject`.
  public static let unusedKeys = Self("unusedKeys")
  /// The bytes of a text are not text in the encoding they claim.
  public static let invalidText = Self("invalidText")
  /// The generated code was made for another layout of this C type than the one compiled in.
  public static let layoutMismatch = Self("layoutMismatch")
  /// A table of generated code contradicts itself: a field outside its record, a key used twice.
  public static let invalidSchema = Self("invalidSchema")
  /// A value was already encoded under this key.
  public static let duplicateKey = Self("duplicateKey")
  /// Objects need each other in a circle to be made: one of them has to read the other in `connect(from:)`.
  public static let circularInitialization = Self("circularInitialization")
  /// Two types have one name in archives, and both are to be archived, or may be read at one place: only one of them
  /// would come back.
  public static let ambiguousClassName = Self("ambiguousClassName")
  /// Generated code describes a hierarchy of classes, and an object is of a subclass that the description lacks. (An
  /// `ArchivableClass` is always archived; whether it may be read is for `archivableSubclasses` to say.)
  public static let notArchivable = Self("notArchivable")
  /// The archived name is none of the enumeration's cases, or no value of the type has the archived raw value.
  public static let unknownCase = Self("unknownCase")
  /// A value that archives in this form cannot hold.
  public static let notRepresentable = Self("notRepresentable")
  /// A value would not come back as it is.
  public static let notArchivableValue = Self("notArchivableValue")
  /// The coder handed in cannot take keys.
  public static let keyedCodingRequired = Self("keyedCodingRequired")
  /// The archived number is none of the enumeration's cases.
  public static let unknownEnumerationValue = Self("unknownEnumerationValue")
  /// The tag of a union has a value that is neither a member's nor among those for which no member is live.
  public static let unknownTag = Self("unknownTag")
  /// A pointer and the count of what is behind it contradict each other: NULL where there should be elements, or a
  /// count that is negative, no whole number of elements, or more than the archive has.
  public static let wrongCount = Self("wrongCount")
  /// A link of a graph leads to no row of its table.
  public static let linkOutOfRange = Self("linkOutOfRange")
  /// A function pointer leads to a function, or an archive names one, that the schema does not list.
  public static let unknownSymbol = Self("unknownSymbol")
  /// `ARCHIVE_DEBUG_POINTERS` is on, and a pointer leads out of every range that was registered.
  public static let unregisteredPointer = Self("unregisteredPointer")
  /// The caller's own function threw, or gave nothing, for a pointer archived through it.
  public static let handleFailed = Self("handleFailed")
  /// The function of `migrate` threw for a C record of an earlier version.
  public static let migrationFailed = Self("migrationFailed")
  /// The program was made from a lock without a release of this name.
  public static let unknownRelease = Self("unknownRelease")
  /// An archive for an earlier release cannot hold the value: ``ArchiveError/Details/losses`` lists why.
  public static let lossyRelease = Self("lossyRelease")
  /// The allocator gave no memory.
  public static let outOfMemory = Self("outOfMemory")
  /// The task that waits for the save or load was cancelled. Initializers and `encode(to:)` see it; the call itself
  /// throws `CancellationError`.
  public static let cancelled = Self("cancelled")
  /// A decoder was kept, and asked when the call that it was given for had returned.
  public static let decodingOver = Self("decodingOver")
  /// The bytes are no archive at all: another file format, or a property list without an archive's keys.
  public static let notAnArchive = Self("notAnArchive")
  /// A file could not be read or replaced.
  public static let file = Self("file")
}
