/// Why an archive could not be written or read. Every failure of the runtime is one of these; none is a trap.
///
/// A `path` is the key path of the value within the archive (`theStruct.lines[3].count`), an `offset` is a byte
/// offset in the file as it was handed in.
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
  /// The bytes of a text are not text in the encoding they claim.
  case invalidText(path: String, reason: String)
  /// The generated code was made for another layout of this C type than the one compiled in.
  case layoutMismatch(type: String, expected: String, found: String)
  /// A table of generated code contradicts itself: a field outside its record, a key used twice.
  case invalidSchema(type: String, reason: String)
  /// A value was already encoded under this key.
  case duplicateKey(path: String)
  /// The coder handed in cannot take keys.
  case keyedCodingRequired(coder: String)
  /// The archived number is none of the enumeration's cases.
  case unknownEnumerationValue(path: String, value: Int64, type: String)
  /// The bytes are no archive at all: another file format, or a property list without an archive's keys.
  case notAnArchive(reason: String)
}

extension ArchiveError: CustomStringConvertible {
  /// One sentence that says what was found where, and what can be done.
  public var description: String {
    switch self {
    case .missingKey(let path):
      "The archive has no value for the key '\(path)'; give the field a default or the earlier key with 'was'."
    case .wrongType(let path, let expected, let found):
      "The archive holds \(found) for the key '\(path)' where \(expected) is expected."
    case .outOfRange(let path, let value, let type):
      "The archived value \(value) for the key '\(path)' does not fit the type \(type)."
    case .corrupt(let offset, let reason):
      "The archive is corrupt at byte \(offset): \(reason)."
    case .limitExceeded(let limit, let value, let maximum):
      "The archive asks for \(value) where the limit '\(limit)' allows \(maximum); raise '\(limit)' if the archive is trusted."
    case .typeNotAllowed(let path, let found, let expected):
      "The archive holds an object of the type '\(found)' for the key '\(path)' where only \(expected) is allowed."
    case .invalidText(let path, let reason):
      "The text for the key '\(path)' cannot be used: \(reason)."
    case .layoutMismatch(let type, let expected, let found):
      "The type '\(type)' is laid out as \(found) but its archiving code was generated for \(expected); the header has changed since, or this is another platform: run archivegen again, with '--target' for another platform."
    case .invalidSchema(let type, let reason):
      "The archiving code of the type '\(type)' cannot be used: \(reason); generate it again with archivegen."
    case .duplicateKey(let path):
      "The key '\(path)' is already taken; encode each value under a key of its own."
    case .keyedCodingRequired(let coder):
      "The coder \(coder) does not take keys; use a keyed archiver."
    case .unknownEnumerationValue(let path, let value, let type):
      "The archived value \(value) for the key '\(path)' is no case of the enumeration \(type)."
    case .notAnArchive(let reason):
      "The data is not a keyed archive: \(reason)."
    }
  }
}
