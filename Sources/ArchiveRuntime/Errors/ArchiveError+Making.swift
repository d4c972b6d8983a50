// Functions that make errors of each code, for the app's own coding methods: `throw ArchiveError.unknownCase(…)`.
// `Details` describes the parameters.

extension ArchiveError {
  /// The archive has no value for the key, and the field has no default.
  public static func missingKey(path: String) -> ArchiveError {
    ArchiveError(.missingKey(path: path))
  }

  /// The archive has a value of another kind under the key.
  public static func wrongType(path: String, expected: String, found: String) -> ArchiveError {
    ArchiveError(.wrongType(path: path, expected: expected, found: found))
  }

  /// The archived number does not fit the field's type.
  public static func outOfRange(path: String, value: String, type: String) -> ArchiveError {
    ArchiveError(.outOfRange(path: path, value: value, type: type))
  }

  /// The file's format is invalid at a byte.
  public static func corrupt(offset: Int, reason: String) -> ArchiveError {
    ArchiveError(.corrupt(offset: offset, reason: reason))
  }

  /// Reading would exceed a limit of the caller or of the format. `limit` names the option to raise.
  public static func limitExceeded(limit: String, value: Int, maximum: Int) -> ArchiveError {
    ArchiveError(.limitExceeded(limit: limit, value: value, maximum: maximum))
  }

  /// The archive has an object of a type that the caller did not request.
  public static func typeNotAllowed(path: String, found: String, expected: String) -> ArchiveError {
    ArchiveError(.typeNotAllowed(path: path, found: found, expected: expected))
  }

  /// The archive has records of another C type than the requested one.
  public static func recordNotAllowed(path: String, found: String, expected: String) -> ArchiveError {
    ArchiveError(.recordNotAllowed(path: path, found: found, expected: expected))
  }

  /// The archive has structural data, such as links or counts, for which the type has no field. Their targets would be
  /// lost. `found` has keys of the archive that belong to no field, `wanted` has keys of fields that the archive lacks,
  /// and `suggestion` is the annotation that most likely maps one to the other.
  public static func unreadStructure(
    path: String, loss: StructureLoss, found: [String], wanted: [String], suggestion: String?
  ) -> ArchiveError {
    ArchiveError(.unreadStructure(path: path, loss: loss, found: found, wanted: wanted, suggestion: suggestion))
  }

  /// The archive has keys that were not read, and the decoder's `unknownKeys` is `.reject`.
  public static func unusedKeys(_ keys: [String]) -> ArchiveError {
    ArchiveError(.unusedKeys(keys))
  }

  /// An encoder that preserves what the decoder did not know cannot put these keys of the old archive into the new one.
  public static func unknownDataLost(keys: [String], reason: String) -> ArchiveError {
    ArchiveError(.unknownDataLost(keys: keys, reason: reason))
  }

  /// The bytes of a text are not valid in its encoding.
  public static func invalidText(path: String, reason: String) -> ArchiveError {
    ArchiveError(.invalidText(path: path, reason: reason))
  }

  /// Code was generated for another layout of the C type than the one that is compiled in.
  public static func layoutMismatch(type: String, expected: String, found: String) -> ArchiveError {
    ArchiveError(.layoutMismatch(type: type, expected: expected, found: found))
  }

  /// A table of generated code is inconsistent: a field is outside its record, or a key is used twice.
  public static func invalidSchema(type: String, reason: String) -> ArchiveError {
    ArchiveError(.invalidSchema(type: type, reason: reason))
  }

  /// A value was already encoded under the key.
  public static func duplicateKey(path: String) -> ArchiveError {
    ArchiveError(.duplicateKey(path: path))
  }

  /// Objects need each other for their initialization: one of them has to read the other in `connect(from:)`.
  public static func circularInitialization(path: String) -> ArchiveError {
    ArchiveError(.circularInitialization(path: path))
  }

  /// The hash of a set's element or a dictionary's key depends on a reference that was read after it had been hashed.
  public static func unstableHash(path: String) -> ArchiveError {
    ArchiveError(.unstableHash(path: path))
  }

  /// Only an unowned reference leads to an object, which would be released.
  public static func unheldObject(path: String) -> ArchiveError {
    ArchiveError(.unheldObject(path: path))
  }

  /// Two types with the same archived name are archived together, or may be read at the same location, so that they
  /// could not be distinguished.
  public static func ambiguousClassName(name: String, types: [String]) -> ArchiveError {
    ArchiveError(.ambiguousClassName(name: name, types: types))
  }

  /// An object belongs to a subclass that the generated description of its class hierarchy does not contain. (Objects
  /// of an `ArchivableClass` can always be archived; `archivableSubclasses` determines whether they can be read.)
  public static func notArchivable(type: String) -> ArchiveError {
    ArchiveError(.notArchivable(type: type))
  }

  /// The archived name is not a case of the enumeration, or the archived raw value is not valid for the type.
  public static func unknownCase(path: String, name: String, type: String) -> ArchiveError {
    ArchiveError(.unknownCase(path: path, name: name, type: type))
  }

  /// The requested form of archive cannot represent a value.
  public static func notRepresentable(value: String, form: String) -> ArchiveError {
    ArchiveError(.notRepresentable(value: value, form: form))
  }

  /// A value would not be read back unchanged. `path` begins with the type of the object that holds it.
  public static func notArchivableValue(path: String, value: String, reason: String) -> ArchiveError {
    ArchiveError(.notArchivableValue(path: path, value: value, reason: reason))
  }

  /// The given coder does not support keys.
  public static func keyedCodingRequired(coder: String) -> ArchiveError {
    ArchiveError(.keyedCodingRequired(coder: coder))
  }

  /// The archived number is not a case of the enumeration.
  public static func unknownEnumerationValue(path: String, value: Int64, type: String) -> ArchiveError {
    ArchiveError(.unknownEnumerationValue(path: path, value: value, type: type))
  }

  /// The tag of a union has a value that belongs to no member and is not listed in `none`.
  public static func unknownTag(path: String, tag: String, value: Int64) -> ArchiveError {
    ArchiveError(.unknownTag(path: path, tag: tag, value: value))
  }

  /// A pointer contradicts its count: the pointer is NULL although the count is not 0, or the count is negative, is not
  /// a whole number of elements, or exceeds the elements in the archive.
  public static func wrongCount(path: String, count: String, value: String, reason: String) -> ArchiveError {
    ArchiveError(.wrongCount(path: path, count: count, value: value, reason: reason))
  }

  /// A link of a graph is not the index of a row.
  public static func linkOutOfRange(path: String, link: UInt64, count: Int) -> ArchiveError {
    ArchiveError(.linkOutOfRange(path: path, link: link, count: count))
  }

  /// A function pointer points to a function that the schema does not list, or an archive has the name of one.
  public static func unknownSymbol(path: String, found: String) -> ArchiveError {
    ArchiveError(.unknownSymbol(path: path, found: found))
  }

  /// `ARCHIVE_DEBUG_POINTERS` is set, and a pointer points outside every registered range.
  public static func unregisteredPointer(path: String, address: UInt, byteCount: Int) -> ArchiveError {
    ArchiveError(.unregisteredPointer(path: path, address: address, byteCount: byteCount))
  }

  /// The program's function for packing or unpacking a pointer threw an error or returned nil.
  public static func handleFailed(path: String, reason: String) -> ArchiveError {
    ArchiveError(.handleFailed(path: path, reason: reason))
  }

  /// The own coding of a `Codable` type refused what the archive holds, with `DecodingError.dataCorrupted`.
  public static func codingFailed(path: String, reason: String) -> ArchiveError {
    ArchiveError(.codingFailed(path: path, reason: reason))
  }

  /// The function of `migrate` threw an error for a C record of an earlier version.
  public static func migrationFailed(path: String, type: String, version: Int, reason: String) -> ArchiveError {
    ArchiveError(.migrationFailed(path: path, type: type, version: version, reason: reason))
  }

  /// The program was made from a lock without a release of this name; `known` are those it has.
  public static func unknownRelease(_ name: String, known: [String]) -> ArchiveError {
    ArchiveError(.unknownRelease(name, known: known))
  }

  /// An archive for an earlier release cannot hold the value.
  public static func lossyRelease(_ release: String, _ losses: [ArchiveLoss]) -> ArchiveError {
    ArchiveError(.lossyRelease(release, losses))
  }

  /// The allocator gave no memory.
  public static func outOfMemory(byteCount: Int) -> ArchiveError {
    ArchiveError(.outOfMemory(byteCount: byteCount))
  }

  /// The task that waits for the save or load was cancelled. Initializers and `encode(to:)` get this error; the call
  /// itself throws `CancellationError`.
  public static let cancelled = ArchiveError(.cancelled)

  /// A decoder was used after the call that provides it had returned.
  public static let decodingOver = ArchiveError(.decodingOver)

  /// The archive has a checksum that does not fit its bytes, or has none where the limits require one.
  public static func checksumMismatch(reason: String) -> ArchiveError {
    ArchiveError(.checksumMismatch(reason: reason))
  }

  /// The bytes are not an archive: they have another file format, or are a property list without the keys of an
  /// archive.
  public static func notAnArchive(reason: String) -> ArchiveError {
    ArchiveError(.notAnArchive(reason: reason))
  }

  /// A file could not be read or replaced: `operation` is the operation that failed, `code` the system's error number,
  /// if there is one (`ENOENT`), and `reason` its text. `path` is the path of the file after following symbolic links.
  public static func file(path: String, operation: FileOperation, code: Int32?, reason: String) -> ArchiveError {
    ArchiveError(.file(path: path, operation: operation, code: code, reason: reason))
  }
}
