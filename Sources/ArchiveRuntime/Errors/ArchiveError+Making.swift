// An error of each code, for code of the app's own that throws what this library does: `throw ArchiveError.unknownCase(…)`.
// Key paths, offsets and the like are as `Details` says.

extension ArchiveError {
  /// The archive holds nothing under this key, and the field has no default.
  public static func missingKey(path: String) -> ArchiveError {
    ArchiveError(.missingKey(path: path))
  }

  /// The archive holds something of another kind under this key.
  public static func wrongType(path: String, expected: String, found: String) -> ArchiveError {
    ArchiveError(.wrongType(path: path, expected: expected, found: found))
  }

  /// The archived number does not fit the field's type.
  public static func outOfRange(path: String, value: String, type: String) -> ArchiveError {
    ArchiveError(.outOfRange(path: path, value: value, type: type))
  }

  /// The file breaks the rules of its format at this byte.
  public static func corrupt(offset: Int, reason: String) -> ArchiveError {
    ArchiveError(.corrupt(offset: offset, reason: reason))
  }

  /// Reading would pass a limit that the caller set or that the format has. `limit` names the option to raise.
  public static func limitExceeded(limit: String, value: Int, maximum: Int) -> ArchiveError {
    ArchiveError(.limitExceeded(limit: limit, value: value, maximum: maximum))
  }

  /// The archive names a type that the caller did not ask for.
  public static func typeNotAllowed(path: String, found: String, expected: String) -> ArchiveError {
    ArchiveError(.typeNotAllowed(path: path, found: found, expected: expected))
  }

  /// The archive holds records of another C type than the one asked for.
  public static func recordNotAllowed(path: String, found: String, expected: String) -> ArchiveError {
    ArchiveError(.recordNotAllowed(path: path, found: found, expected: expected))
  }

  /// The archive has data that hold its structure together, and the type has no field for them: reading on would lose
  /// what they lead to. `found` are keys of the archive that no field knows, `wanted` keys of fields that the archive
  /// does not have; `suggestion` is the annotation that most likely makes one the other.
  public static func unreadStructure(
    path: String, loss: StructureLoss, found: [String], wanted: [String], suggestion: String?
  ) -> ArchiveError {
    ArchiveError(.unreadStructure(path: path, loss: loss, found: found, wanted: wanted, suggestion: suggestion))
  }

  /// The archive has keys that nobody read, and the decoder's `unknownKeys` is `.reject`.
  public static func unusedKeys(_ keys: [String]) -> ArchiveError {
    ArchiveError(.unusedKeys(keys))
  }

  /// The bytes of a text are not text in the encoding they claim.
  public static func invalidText(path: String, reason: String) -> ArchiveError {
    ArchiveError(.invalidText(path: path, reason: reason))
  }

  /// The generated code was made for another layout of this C type than the one compiled in.
  public static func layoutMismatch(type: String, expected: String, found: String) -> ArchiveError {
    ArchiveError(.layoutMismatch(type: type, expected: expected, found: found))
  }

  /// A table of generated code contradicts itself: a field outside its record, a key used twice.
  public static func invalidSchema(type: String, reason: String) -> ArchiveError {
    ArchiveError(.invalidSchema(type: type, reason: reason))
  }

  /// A value was already encoded under this key.
  public static func duplicateKey(path: String) -> ArchiveError {
    ArchiveError(.duplicateKey(path: path))
  }

  /// Objects need each other in a circle to be made: one of them has to read the other in `connect(from:)`.
  public static func circularInitialization(path: String) -> ArchiveError {
    ArchiveError(.circularInitialization(path: path))
  }

  /// Two types have one name in archives, and both are to be archived, or may be read at one place: only one of them
  /// would come back.
  public static func ambiguousClassName(name: String, types: [String]) -> ArchiveError {
    ArchiveError(.ambiguousClassName(name: name, types: types))
  }

  /// Generated code describes a hierarchy of classes, and an object is of a subclass that the description lacks. (An
  /// `ArchivableClass` is always archived; whether it may be read is for `archivableSubclasses` to say.)
  public static func notArchivable(type: String) -> ArchiveError {
    ArchiveError(.notArchivable(type: type))
  }

  /// The archived name is none of the enumeration's cases, or no value of the type has the archived raw value.
  public static func unknownCase(path: String, name: String, type: String) -> ArchiveError {
    ArchiveError(.unknownCase(path: path, name: name, type: type))
  }

  /// A value that archives in this form cannot hold.
  public static func notRepresentable(value: String, form: String) -> ArchiveError {
    ArchiveError(.notRepresentable(value: value, form: form))
  }

  /// A value would not come back as it is. `path` begins with the type of the object that holds it.
  public static func notArchivableValue(path: String, value: String, reason: String) -> ArchiveError {
    ArchiveError(.notArchivableValue(path: path, value: value, reason: reason))
  }

  /// The coder handed in cannot take keys.
  public static func keyedCodingRequired(coder: String) -> ArchiveError {
    ArchiveError(.keyedCodingRequired(coder: coder))
  }

  /// The archived number is none of the enumeration's cases.
  public static func unknownEnumerationValue(path: String, value: Int64, type: String) -> ArchiveError {
    ArchiveError(.unknownEnumerationValue(path: path, value: value, type: type))
  }

  /// The tag of a union has a value that is neither a member's nor among those for which no member is live.
  public static func unknownTag(path: String, tag: String, value: Int64) -> ArchiveError {
    ArchiveError(.unknownTag(path: path, tag: tag, value: value))
  }

  /// A pointer and the count of what is behind it contradict each other: NULL where there should be elements, or a
  /// count that is negative, no whole number of elements, or more than the archive has.
  public static func wrongCount(path: String, count: String, value: String, reason: String) -> ArchiveError {
    ArchiveError(.wrongCount(path: path, count: count, value: value, reason: reason))
  }

  /// A link of a graph leads to no row of its table.
  public static func linkOutOfRange(path: String, link: UInt64, count: Int) -> ArchiveError {
    ArchiveError(.linkOutOfRange(path: path, link: link, count: count))
  }

  /// A function pointer leads to a function, or an archive names one, that the schema does not list.
  public static func unknownSymbol(path: String, found: String) -> ArchiveError {
    ArchiveError(.unknownSymbol(path: path, found: found))
  }

  /// `ARCHIVE_DEBUG_POINTERS` is on, and a pointer leads out of every range that was registered.
  public static func unregisteredPointer(path: String, address: UInt, byteCount: Int) -> ArchiveError {
    ArchiveError(.unregisteredPointer(path: path, address: address, byteCount: byteCount))
  }

  /// The caller's own function threw, or gave nothing, for a pointer archived through it.
  public static func handleFailed(path: String, reason: String) -> ArchiveError {
    ArchiveError(.handleFailed(path: path, reason: reason))
  }

  /// The function of `migrate` threw for a C record of an earlier version.
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

  /// The task that waits for the save or load was cancelled. Initializers and `encode(to:)` see it; the call itself
  /// throws `CancellationError`.
  public static let cancelled = ArchiveError(.cancelled)

  /// A decoder was kept, and asked when the call that it was given for had returned.
  public static let decodingOver = ArchiveError(.decodingOver)

  /// The bytes are no archive at all: another file format, or a property list without an archive's keys.
  public static func notAnArchive(reason: String) -> ArchiveError {
    ArchiveError(.notAnArchive(reason: reason))
  }

  /// A file could not be read or replaced: `operation` is what was being done, `code` the system's error number where
  /// there is one (`ENOENT`), `reason` its text. `path` is the file's, behind symbolic links.
  public static func file(path: String, operation: FileOperation, code: Int32?, reason: String) -> ArchiveError {
    ArchiveError(.file(path: path, operation: operation, code: code, reason: reason))
  }
}
