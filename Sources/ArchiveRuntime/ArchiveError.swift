import Foundation

/// Why an archive could not be written or read. Every failure of the runtime is one of these; none is a trap.
///
/// A `path` is the key path of the value within the archive (`theStruct.lines[3].count`), an `offset` is a byte
/// offset in the file as it was handed in. In a graph a path begins with a table and a row in it: `wagon[1]` is the second
/// `wagon` that pointers, followed from the root, led to. That need not be the second one of a list.
/// `[]` without a number stands for every element: arrays of records and tables of graphs are stored by columns, and
/// `lines[].count` is the column with the `count` of all `lines`.
public enum ArchiveError: Error, Sendable, Equatable {
  /// The archive holds nothing under this key, and the field has no default.
  case missingKey(path: String)
  /// The archive holds something of another kind under this key.
  case wrongType(path: String, expected: String, found: String)
  /// The archived number does not fit the field's type.
  case outOfRange(path: String, value: String, type: String)
  /// The file breaks the rules of its format at this byte.
  case corrupt(offset: Int, reason: String)
  /// Reading would pass a limit that the caller set or that the format has. `limit` names the option to raise.
  case limitExceeded(limit: String, value: Int, maximum: Int)
  /// The archive names a type that the caller did not ask for.
  case typeNotAllowed(path: String, found: String, expected: String)
  /// The archive holds records of another C type than the one asked for.
  case recordNotAllowed(path: String, found: String, expected: String)
  /// The archive has data that hold its structure together, and the type has no field for them: reading on would lose
  /// what they lead to. `found` are keys of the archive that no field knows, `wanted` keys of fields that the archive
  /// does not have; `suggestion` is the annotation that most likely makes one the other.
  case unreadStructure(
    path: String, loss: StructureLoss, found: [String], wanted: [String], suggestion: String?)
  /// The archive has keys that nobody read, and the decoder's `unknownKeys` is `.reject`.
  case unusedKeys([String])
  /// The bytes of a text are not text in the encoding they claim.
  case invalidText(path: String, reason: String)
  /// The generated code was made for another layout of this C type than the one compiled in.
  case layoutMismatch(type: String, expected: String, found: String)
  /// A table of generated code contradicts itself: a field outside its record, a key used twice.
  case invalidSchema(type: String, reason: String)
  /// A value was already encoded under this key.
  case duplicateKey(path: String)
  /// Objects need each other in a circle to be made: one of them has to read the other in `connect(from:)`.
  case circularInitialization(path: String)
  /// Two types have one name in archives, and both are to be archived, or may be read at one place: only one of them would
  /// come back.
  case ambiguousClassName(name: String, types: [String])
  /// Generated code describes a hierarchy of classes, and an object is of a subclass that the description lacks. (An
  /// `ArchivableClass` is always archived; whether it may be read is for `archivableSubclasses` to say.)
  case notArchivable(type: String)
  /// The archived name is none of the enumeration's cases, or no value of the type has the archived raw value.
  case unknownCase(path: String, name: String, type: String)
  /// A value that archives in this form cannot hold.
  case notRepresentable(value: String, form: String)
  /// A value would not come back as it is. `path` begins with the type of the object that holds it.
  case notArchivableValue(path: String, value: String, reason: String)
  /// The coder handed in cannot take keys.
  case keyedCodingRequired(coder: String)
  /// The archived number is none of the enumeration's cases.
  case unknownEnumerationValue(path: String, value: Int64, type: String)
  /// The tag of a union has a value that is neither a member's nor among those for which no member is live.
  case unknownTag(path: String, tag: String, value: Int64)
  /// A pointer and the count of what is behind it contradict each other: NULL where there should be elements, or a count
  /// that is negative, no whole number of elements, or more than the archive has.
  case wrongCount(path: String, count: String, value: String, reason: String)
  /// A link of a graph leads to no row of its table.
  case linkOutOfRange(path: String, link: UInt64, count: Int)
  /// A function pointer leads to a function, or an archive names one, that the schema does not list.
  case unknownSymbol(path: String, found: String)
  /// `ARCHIVE_DEBUG_POINTERS` is on, and a pointer leads out of every range that was registered.
  case unregisteredPointer(path: String, address: UInt, byteCount: Int)
  /// The caller's own function threw, or gave nothing, for a pointer archived through it.
  case handleFailed(path: String, reason: String)
  /// The allocator gave no memory.
  case outOfMemory(byteCount: Int)
  /// The task that waits for the save or load was cancelled. Initializers and `encode(to:)` see it; the call itself throws
  /// `CancellationError`.
  case cancelled
  /// A decoder was kept, and asked when the call that it was given for had returned.
  case decodingOver
  /// The bytes are no archive at all: another file format, or a property list without an archive's keys.
  case notAnArchive(reason: String)
  /// A file could not be read or replaced: `operation` is what was being done, `code` the system's error number where
  /// there is one (`ENOENT`), `reason` its text. `path` is the file's, behind symbolic links.
  case file(path: String, operation: FileOperation, code: Int32?, reason: String)

  /// What of an archive's structure would be lost.
  public enum StructureLoss: Sendable, Hashable {
    /// A link under a key that no field of the type knows.
    case link
    /// A pointer's field is missing, and the archive has a value in place of what the pointer leads to.
    case value
    /// The member of a union that is live by the union's tag.
    case member
    /// The tag that says which member of a union is live.
    case tag
    /// The count of what a pointer leads to.
    case count
    /// Rows beside others that pointers lead to, which no pointer and count cover any more.
    case rows
  }

  /// What was being done with a file when it failed.
  public enum FileOperation: Sendable, Hashable {
    case open, inspect, read
    /// Opening the folder that the file is to be saved to.
    case openFolder
    /// Making the temporary file in that folder.
    case createTemporary
    case write
    /// Forcing the new file to the disk.
    case synchronize
    /// Putting the new file in the old one's place.
    case replace
    /// Forcing the new entry of the folder to the disk: the new file is in place already.
    case synchronizeFolder
    /// Getting a thread for an async call.
    case startThread
  }
}

extension ArchiveError {
  /// The error of a value that is under this key, or in an object of this class. Only errors of a value itself lack a path
  /// until they have come out to whoever gave it.
  func within(_ key: String) -> ArchiveError {
    func path(_ inner: String) -> String { inner.isEmpty ? key : inner.first == "[" ? key + inner : "\(key).\(inner)" }
    switch self {
    case .notArchivableValue(let inner, let value, let reason):
      return .notArchivableValue(path: path(inner), value: value, reason: reason)
    case .outOfRange("", let value, let type): return .outOfRange(path: key, value: value, type: type)
    default: return self
    }
  }
}

extension ArchiveError: CustomStringConvertible {
  /// What was found where, and what can be done.
  public var description: String {
    guard let path, path.contains("[]") else { return sentence }
    return sentence + " In a key, '[]' means every element of an array or a table."
  }

  private var sentence: String {
    switch self {
    case .missingKey(let path):
      "The archive has no value for the key '\(path)'; read it with decodeIfPresent where it may be missing, or give the field of a C header a default or its earlier key with 'was'."
    case .wrongType(let path, let expected, let found):
      "The archive holds \(found) for the key '\(path)' where \(expected) is expected."
    case .outOfRange(let path, let value, let type):
      "The archived value \(value) for the key '\(path)' does not fit the type \(type)."
    case .corrupt(let offset, let reason):
      "The archive is corrupt at byte \(offset): \(reason)."
    case .limitExceeded(let limit, let value, let maximum):
      "The archive asks for \(value) where the limit '\(limit)' allows \(maximum); raise '\(limit)' if the archive is trusted."
    case .typeNotAllowed(let path, let found, let expected):
      "The archive holds an object of the type '\(found)' for the key '\(path)' where only \(expected) is allowed; another class has to be marked '// archive:', or listed in the archivableSubclasses of the one that is asked for."
    case .recordNotAllowed(let path, let found, let expected):
      "The archive holds \(Self.records(found)) for the key '\(path)' where only \(Self.records(expected)) \(expected.contains(", ") ? "are" : "is") allowed; \(Self.recordAdvice(found, expected))."
    case .unreadStructure(let path, let loss, let found, let wanted, let suggestion):
      loss.sentence(path, found, wanted, suggestion)
    case .unusedKeys(let keys):
      "The archive has \(keys.count == 1 ? "a key" : "\(keys.count) keys") that nobody read: \(keys.prefix(12).map { "'\($0)'" }.joined(separator: ", "))\(keys.count > 12 ? ", …" : ""); give the fields these keys, with 'key' or 'was', name them in 'removed', or read with unknownKeys = .ignore."
    case .invalidText(let path, let reason):
      "The text for the key '\(path)' cannot be used: \(reason)."
    case .layoutMismatch(let type, let expected, let found):
      "The type '\(type)' is laid out as \(found) but its archiving code was generated for \(expected); the header has changed since, or this is another platform: run archivegen again, with '--target' for another platform."
    case .invalidSchema(let type, let reason):
      "The archiving code of the type '\(type)' cannot be used: \(reason); generate it again with archivegen."
    case .duplicateKey(let path):
      "The key '\(path)' is already taken; encode each value under a key of its own."
    case .circularInitialization(let path):
      "The object '\(path)' is needed to make itself; let one of the objects in this circle read the other in connect(from:)."
    case .ambiguousClassName(let name, let types):
      "The archived name '\(name)' is used for \(types.joined(separator: " and ")); give each its own archivedClassName, or one with setClassName."
    case .notArchivable(let type):
      "Values of the type \(type) cannot be archived: mark it '// archive:', and list it in the types(…) of the protocol."
    case .unknownCase(let path, let name, let type):
      "The archived value '\(name)' for the key '\(path)' is no case or raw value of the type \(type)."
    case .notRepresentable(let value, let form):
      "\(value) cannot be written as \(form); use the binary format."
    case .notArchivableValue(let path, let value, let reason):
      "The value \(value)\(path.isEmpty ? "" : " for the key '\(path)'") cannot be archived, for it would not come back as it is: \(reason)."
    case .keyedCodingRequired(let coder):
      "The coder \(coder) does not take keys; use a keyed archiver."
    case .unknownEnumerationValue(let path, let value, let type):
      "The archived value \(value) for the key '\(path)' is no case of the enumeration \(type)."
    case .unknownTag(let path, let tag, let value):
      "The union '\(path)' has no member for the value \(value) of its tag '\(tag)'; give the value to a member, with case, or to none."
    case .wrongCount(let path, let count, let value, let reason):
      "The pointer '\(path)' and its count '\(count)', which is \(value), contradict each other: \(reason)."
    case .linkOutOfRange(let path, let link, let count):
      "The archive's link \(link) for '\(path)' leads to none of the \(count) rows it may lead to."
    case .unknownSymbol(let path, let found):
      "The function \(found) at '\(path)' is none of those that 'symbols' lists; add it there."
    case .unregisteredPointer(let path, let address, let byteCount):
      "The pointer '\(path)' leads to \(byteCount) bytes at 0x\(String(address, radix: 16)), outside every range registered with ArchivePointers."
    case .handleFailed(let path, let reason):
      "The pointer '\(path)' could not be archived by the functions given for it: \(reason)."
    case .outOfMemory(let byteCount):
      "There was no memory for \(byteCount) bytes."
    case .cancelled:
      "The task that waits for this save or load was cancelled."
    case .decodingOver:
      "The decoding is over, and its decoder good for nothing; read all values before the call that gave it returns."
    case .notAnArchive(let reason):
      "The data is not a keyed archive: \(reason)."
    case .file(let path, let operation, _, let reason):
      "The file '\(path)' could not be \(operation.outcome): \(reason)."
    }
  }
}

extension ArchiveError: LocalizedError {
  public var errorDescription: String? { description }
}

extension ArchiveError.FileOperation {
  /// What the file could not be.
  fileprivate var outcome: String {
    switch self {
    case .open: "opened"
    case .inspect: "looked up"
    case .read: "read"
    case .openFolder: "saved, for its folder could not be opened"
    case .createTemporary: "saved, for its folder took no temporary file"
    case .write: "written"
    case .synchronize: "forced to the disk"
    case .replace: "replaced"
    case .synchronizeFolder: "entered in its folder for good, though the new one is in place"
    case .startThread: "worked on, for there was no thread"
    }
  }
}
