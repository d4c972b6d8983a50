// The texts of errors.

extension ArchiveError: CustomStringConvertible {
  /// The failure in one or more sentences: the location, the cause and the remedy.
  public var description: String {
    guard namesColumns else { return sentence }
    return sentence + " In a key, '[]' means every element of an array or a table."
  }

  /// Whether the sentence contains a key with `[]`.
  private var namesColumns: Bool {
    switch kind {
    case .file, .notArchivableValue: false
    case .unusedKeys(let keys), .unknownDataLost(let keys, _): keys.contains { $0.contains("[]") }
    default: path?.contains("[]") ?? false
    }
  }

  private var sentence: String {
    switch kind {
    case .missingKey(let path):
      "The archive has no value for the key '\(path)', or nil. If the value may be nil, make the property optional; if the key may be missing, give the property or field a default, or its former key with 'was', or read it with decodeIfPresent."
    case .wrongType(let path, let expected, let found):
      "The archive holds \(found) for the key '\(path)' where \(Self.expectation(expected))."
    case .outOfRange(let path, let value, let type):
      "The archived value \(value) for the key '\(path)' does not fit the type \(type)."
    case .corrupt(let offset, let reason):
      "The archive is corrupt at byte \(offset): \(reason)."
    case .limitExceeded(let limit, let value, let maximum):
      "The archive asks for \(value) where the limit '\(limit)' allows \(maximum); raise '\(limit)' if the archive is trusted."
    case .typeNotAllowed(let path, let found, let expected) where found.hasSuffix("[]"):
      "The archive holds columns of '\(found.dropLast(2))' for the key '\(path)' where only \(Self.columns(expected)) is allowed; \(Self.columnsAdvice(found.dropLast(2), expected))."
    case .typeNotAllowed(let path, let found, let expected)
    where expected == "an array or set" || expected.hasPrefix("NS") || Self.isFoundationValue(found):
      "The archive holds an object of the class '\(found)' for the key '\(path)' where only \(expected) is allowed; the value had another type when the archive was written."
    case .typeNotAllowed(let path, let found, let expected)
    where found.split(separator: ".").last == expected.split(separator: ".").last && found != expected:
      "The archive holds an object of the type '\(found)' for the key '\(path)' where only \(expected) is allowed; if it is this type under the name of another module, write 'was(\"\(found)\")' in its annotation, or give the decoder 'setClass(\(expected).self, forClassName: \"\(found)\")'."
    case .typeNotAllowed(let path, let found, let expected):
      "The archive holds an object of the type '\(found)' for the key '\(path)' where only \(expected) is allowed; a class that was renamed needs 'was(\"\(found)\")', and another class has to be marked '// archive:', or listed in the archivableSubclasses of the expected class."
    case .recordNotAllowed(let path, let found, let expected):
      "The archive holds \(Self.records(found)) for the key '\(path)' where only \(Self.records(expected)) \(expected.contains(", ") ? "are" : "is") allowed; \(Self.recordAdvice(found, expected))."
    case .unreadStructure(let path, let loss, let found, let wanted, let suggestion):
      loss.sentence(path, found, wanted, suggestion)
    case .unusedKeys(let keys):
      "The archive has \(keys.count == 1 ? "a key that was" : "\(keys.count) keys that were") not read: \(keys.prefix(12).map { "'\($0)'" }.joined(separator: ", "))\(keys.count > 12 ? ", …" : ""); give the fields these keys, with 'key' or 'was', name them in 'removed', or read with unknownKeys = .ignore."
    case .unknownDataLost(let keys, let reason):
      "The archive that was read has \(keys.isEmpty ? "data" : keys.count == 1 ? "a key" : "\(keys.count) keys") that this program does not know and cannot keep\(keys.isEmpty ? "" : ": " + keys.prefix(12).map { "'\($0)'" }.joined(separator: ", "))\(keys.count > 12 ? ", …" : ""); \(reason). To save without what is unknown, encode without 'preserving'."
    case .invalidText(let path, let reason):
      "The text for the key '\(path)' cannot be used: \(reason)."
    case .layoutMismatch(let type, let expected, let found):
      "The type '\(type)' is laid out as \(found) but its archiving code was generated for \(expected); the header has changed since, or this is another platform: run archivegen again, with '--target' for another platform."
    case .invalidSchema(let type, let reason):
      "The archiving code of the type '\(type)' cannot be used: \(reason); generate it again with archivegen."
    case .duplicateKey(let path):
      "There are two values for the key '\(path)'; encode each under a key of its own, and keys of a dictionary that are different."
    case .circularInitialization(let path):
      "The object '\(path)' needs itself for its initialization; let one of the objects in this cycle read the other in connect(from:)."
    case .unstableHash(let path):
      "The hash of '\(path)' changed when the object was connected, after it had been hashed; let the hash depend on what init(from:) reads."
    case .unheldObject(let path):
      "Only the unowned reference '\(path)' leads to an object, which would be released; decode also what owns the object, or make the reference weak or strong."
    case .ambiguousClassName(let name, let types):
      "The archived name '\(name)' is used for \(types.joined(separator: " and ")); give each a name of its own: the attribute 'name(\"…\")' of a marked class, archivedClassName of another one, or setClassName."
    case .notArchivable(let type):
      "Values of the type \(type) cannot be archived: mark it '// archive:', and list it in the types(…) of the protocol."
    case .unknownCase(let path, let name, let type):
      "The archived value '\(name)' for the key '\(path)' is not a case or raw value of the type \(type)."
    case .notRepresentable(let value, let form):
      "\(value) cannot be written as \(form); use the binary format."
    case .notArchivableValue(let path, let value, let reason):
      "The value \(value)\(path.isEmpty ? "" : " for the key '\(path)'") cannot be archived, because it would not be read back unchanged: \(reason)."
    case .keyedCodingRequired(let coder):
      "The coder \(coder) does not take keys; use a keyed archiver."
    case .unknownEnumerationValue(let path, let value, let type):
      "The archived value \(value) for the key '\(path)' is not a case of the enumeration \(type)."
    case .unknownTag(let path, let tag, let value):
      "The union '\(path)' has no member for the value \(value) of its tag '\(tag)': a value that a newer release writes is kept by 'preservesUnknown' of a file and 'preservingUnknown' of a decoder; one of this release belongs in the 'case' of a member or in 'none'."
    case .wrongCount(let path, let count, let value, let reason):
      "What '\(path)' holds and its count '\(count)', which is \(value), contradict each other: \(reason)."
    case .linkOutOfRange(let path, let link, let count):
      "The archive's link \(link) for '\(path)' is out of range: it may lead to \(count) rows."
    case .unknownSymbol(let path, let found):
      "The function \(found) at '\(path)' is not listed in 'symbols'; add it there."
    case .unregisteredPointer(let path, let address, let byteCount):
      "The pointer '\(path)' leads to \(byteCount) bytes at 0x\(String(address, radix: 16)), outside every range registered with ArchivePointers."
    case .handleFailed(let path, let reason):
      "The pointer '\(path)' could not be archived by the functions given for it: \(reason)."
    case .codingFailed(let path, let reason):
      "The value for the key '\(path)' is refused by its type's own coding: \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)."
    case .migrationFailed(let path, let type, let version, let reason):
      "The record '\(path)' of version \(version) of the type '\(type)' could not be migrated: \(reason)."
    case .unknownRelease(let name, let known):
      "There is no release '\(name)': \(known.isEmpty ? "the lock had none when the code was generated" : "those of the lock are \(known.joined(separator: ", "))")."
    case .lossyRelease(let release, let losses):
      "An archive for the release \(release) would lose \(losses.count == 1 ? "a value" : "values"): \(losses.prefix(5).map(\.description).joined(separator: "; "))\(losses.count > 5 ? "; and \(losses.count - 5) more" : "")."
    case .outOfMemory(let byteCount):
      "Memory for \(byteCount) bytes could not be allocated."
    case .cancelled:
      "The task that waits for this save or load was cancelled."
    case .decodingOver:
      "The decoder was used after its decoding had ended; read all values before the call that provides the decoder returns."
    case .checksumMismatch(let reason):
      "The archive's checksum does not fit, because its bytes were damaged, or rewritten by a program that does not know the checksum: \(reason). To read it anyway, set 'checksum' of the limits to '.ignored'."
    case .notAnArchive(let reason):
      "The data is not a keyed archive: \(reason)."
    case .file(let path, let operation, _, let reason):
      "The file '\(path)' could not be \(operation.outcome): \(reason)."
    }
  }
}

extension ArchiveError {
  /// `3 links` and `links to 'node'` are more than one.
  private static func expectation(_ what: String) -> String {
    let first = what.prefix { $0 != " " }
    let areSeveral = first == "links" || first == "values" || Int(first).map { $0 != 1 } == true
    return what + (areSeveral ? " are" : " is") + " expected"
  }

  /// Whether it is a class of Foundation's values, which no class of a program was called.
  private static func isFoundationValue(_ name: String) -> Bool {
    guard name.hasPrefix("NS") else { return false }
    let name = name.dropFirst(name.hasPrefix("NSMutable") ? "NSMutable".count : "NS".count)
    return foundationValues.contains(String(name))
  }

  private static let foundationValues: Set<String> = [
    "Array", "Dictionary", "Set", "OrderedSet", "CountedSet", "String", "ConstantString", "AttributedString", "Data",
    "DataMalloc", "DataStatic", "Date", "GDate", "CalendarDate", "DateComponents", "DateInterval", "Number",
    "DecimalNumber", "DecimalNumberPlaceholder", "Value",
    "Null", "URL", "UUID", "IndexSet", "IndexPath", "Locale", "TimeZone", "Calendar",
  ]

  /// A phrase for archived names of C data: `node*`, `order[]`, `#i32`.
  static func records(_ names: String) -> String {
    names.split(separator: ", ").map { name in
      switch name {
      case _ where name.hasSuffix("*"): "a graph of '\(name.dropLast())'"
      case _ where name.hasSuffix("[]"): "an array of '\(name.dropLast(2))'"
      case "#text": "text behind a pointer"
      case "#handles": "bytes that the program's functions made from a pointer"
      case _ where name.hasPrefix("#"): "numbers of type \(name.dropFirst()) behind a pointer"
      default: name.hasPrefix("(") ? "something without a class" : "'\(name)'"
      }
    }.joined(separator: " or ")
  }

  /// A phrase for what is expected in place of columns: `Sample[]`, or words.
  private static func columns(_ expected: String) -> String {
    expected.hasSuffix("[]") ? "an array of '\(expected.dropLast(2))'" : expected
  }

  private static func columnsAdvice(_ found: Substring, _ expected: String) -> String {
    if expected == "an array or set" {
      return
        "the release that wrote it has the attribute 'columns' on '\(found)', or this is an array of a C type: give the type that is read the attribute 'columns'"
    }
    let reading = "read it as an array of '\(found)'"
    guard expected.hasSuffix("[]") else { return reading }
    return
      "if '\(expected.dropLast(2))' had this name, write 'was(\"\(found)\")' in its annotation; otherwise \(reading)"
  }

  static func recordAdvice(_ found: String, _ expected: String) -> String {
    func form(_ name: String) -> String { name.hasSuffix("*") ? "*" : name.hasSuffix("[]") ? "[]" : "" }
    let wanted = expected.split(separator: ", ").map(String.init)
    if found.hasPrefix("#") || expected.hasPrefix("#") {
      return "the pointer had a target of another type when the archive was written: read it with a field of that type"
    }
    guard wanted.contains(where: { form($0) == form(found) }) else {
      let call = form(found) == "*" ? "decodeGraph" : form(found) == "[]" ? "decode([T].self, …)" : "decode(T.self, …)"
      return "read it with \(call)"
    }
    let name = found.hasSuffix("[]") ? found.dropLast(2) : found.hasSuffix("*") ? found.dropLast() : found[...]
    return "if the C type was renamed, write '// archive: was(\"\(name)\")' on it"
  }
}

extension ArchiveError.StructureLoss {
  func sentence(_ path: String, _ found: [String], _ wanted: [String], _ suggestion: String?) -> String {
    func list(_ keys: [String]) -> String { keys.prefix(8).map { "'\($0)'" }.joined(separator: ", ") }
    let lacking = wanted.isEmpty ? "" : " The archive has nothing for \(list(wanted))."
    let others = found.isEmpty ? "" : " It has \(list(found)), which no field of the type knows."
    let hint = suggestion.map { " If the field was renamed, write \($0)." } ?? ""
    switch self {
    case .link:
      return "The archive's link '\(path)' is not a field of the type that is read, and its target would be lost."
        + lacking + hint
        + " For a pointer that was removed on purpose, list its key in 'removed' on the type, or read with unknownLinks = .ignore."
    case .value:
      return
        "The archive has \(list(found)) in place of the pointer '\(path)' of the type that is read, and the pointer would be NULL."
        + " Give the pointer another key with 'key' and keep a field for these keys, or list them in 'removed' on the type."
    case .member:
      return "The union's member '\(path)' is live by its tag, and the archive has no value for it." + lacking + others
        + hint + " Give a new member a 'default'; list removed keys in 'removed' on the type."
    case .tag:
      return
        "The archive has no value for the tag '\(path)', but it has members of the union, and nothing else says which is live."
        + lacking + others + hint
        + " If another field was the tag when the archive was written, give the tag its key with 'was'; give a new tag a 'default'."
    case .count:
      return "The archive has no value for the count '\(path)', but it has elements that need this count."
        + others + hint + " Give a new count a 'default'."
    default:
      return
        "The archive has '\(path)', which no pointer and count of the types that are read covers:"
        + " the count was another field when the archive was written. Use that field as the count, or read with unknownLinks = .ignore."
    }
  }
}
