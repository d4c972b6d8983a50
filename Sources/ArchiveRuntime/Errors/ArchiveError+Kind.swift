extension ArchiveError {
  /// The failures with their details, as this library uses them. There is a case for each ``Code``.
  indirect enum Kind: Sendable, Equatable {
    case missingKey(path: String)
    case wrongType(path: String, expected: String, found: String)
    case outOfRange(path: String, value: String, type: String)
    case corrupt(offset: Int, reason: String)
    case checksumMismatch(reason: String)
    case limitExceeded(limit: String, value: Int, maximum: Int)
    case typeNotAllowed(path: String, found: String, expected: String)
    case recordNotAllowed(path: String, found: String, expected: String)
    case unreadStructure(path: String, loss: StructureLoss, found: [String], wanted: [String], suggestion: String?)
    case unusedKeys([String])
    case unknownDataLost(keys: [String], reason: String)
    case invalidText(path: String, reason: String)
    case layoutMismatch(type: String, expected: String, found: String)
    case invalidSchema(type: String, reason: String)
    case duplicateKey(path: String)
    case circularInitialization(path: String)
    case unstableHash(path: String)
    case unheldObject(path: String)
    case ambiguousClassName(name: String, types: [String])
    case notArchivable(type: String)
    case unknownCase(path: String, name: String, type: String)
    case notRepresentable(value: String, form: String)
    case notArchivableValue(path: String, value: String, reason: String)
    case keyedCodingRequired(coder: String)
    case unknownEnumerationValue(path: String, value: Int64, type: String)
    case unknownTag(path: String, tag: String, value: Int64)
    case wrongCount(path: String, count: String, value: String, reason: String)
    case linkOutOfRange(path: String, link: UInt64, count: Int)
    case unknownSymbol(path: String, found: String)
    case unregisteredPointer(path: String, address: UInt, byteCount: Int)
    case handleFailed(path: String, reason: String)
    case codingFailed(path: String, reason: String)
    case migrationFailed(path: String, type: String, version: Int, reason: String)
    case unknownRelease(String, known: [String])
    case lossyRelease(String, [ArchiveLoss])
    case outOfMemory(byteCount: Int)
    case cancelled
    case decodingOver
    case notAnArchive(reason: String)
    case file(path: String, operation: FileOperation, code: Int32?, reason: String)
  }
}

extension ArchiveError.Kind {
  var code: ArchiveError.Code {
    switch self {
    case .missingKey: .missingKey
    case .wrongType: .wrongType
    case .outOfRange: .outOfRange
    case .corrupt: .corrupt
    case .checksumMismatch: .checksumMismatch
    case .limitExceeded: .limitExceeded
    case .typeNotAllowed: .typeNotAllowed
    case .recordNotAllowed: .recordNotAllowed
    case .unreadStructure: .unreadStructure
    case .unusedKeys: .unusedKeys
    case .unknownDataLost: .unknownDataLost
    case .invalidText: .invalidText
    case .layoutMismatch: .layoutMismatch
    case .invalidSchema: .invalidSchema
    case .duplicateKey: .duplicateKey
    case .circularInitialization: .circularInitialization
    case .unstableHash: .unstableHash
    case .unheldObject: .unheldObject
    case .ambiguousClassName: .ambiguousClassName
    case .notArchivable: .notArchivable
    case .unknownCase: .unknownCase
    case .notRepresentable: .notRepresentable
    case .notArchivableValue: .notArchivableValue
    case .keyedCodingRequired: .keyedCodingRequired
    case .unknownEnumerationValue: .unknownEnumerationValue
    case .unknownTag: .unknownTag
    case .wrongCount: .wrongCount
    case .linkOutOfRange: .linkOutOfRange
    case .unknownSymbol: .unknownSymbol
    case .unregisteredPointer: .unregisteredPointer
    case .handleFailed: .handleFailed
    case .codingFailed: .codingFailed
    case .migrationFailed: .migrationFailed
    case .unknownRelease: .unknownRelease
    case .lossyRelease: .lossyRelease
    case .outOfMemory: .outOfMemory
    case .cancelled: .cancelled
    case .decodingOver: .decodingOver
    case .notAnArchive: .notAnArchive
    case .file: .file
    }
  }

  var details: ArchiveError.Details {
    switch self {
    case .missingKey(let path):
      ArchiveError.Details(path: path)
    case .wrongType(let path, let expected, let found):
      ArchiveError.Details(path: path, expected: expected, found: found)
    case .outOfRange(let path, let value, let type):
      ArchiveError.Details(path: path, type: type, value: value)
    case .corrupt(let offset, let reason):
      ArchiveError.Details(offset: offset, reason: reason)
    case .limitExceeded(let limit, let value, let maximum):
      ArchiveError.Details(value: "\(value)", limit: limit, maximum: maximum)
    case .typeNotAllowed(let path, let found, let expected):
      ArchiveError.Details(path: path, expected: expected, found: found)
    case .recordNotAllowed(let path, let found, let expected):
      ArchiveError.Details(path: path, expected: expected, found: found)
    case .unreadStructure(let path, let loss, let found, let wanted, let suggestion):
      ArchiveError.Details(path: path, keys: found, missingKeys: wanted, structureLoss: loss, suggestion: suggestion)
    case .unusedKeys(let keys):
      ArchiveError.Details(keys: keys)
    case .unknownDataLost(let keys, let reason):
      ArchiveError.Details(path: keys.first, reason: reason, keys: keys)
    case .invalidText(let path, let reason):
      ArchiveError.Details(path: path, reason: reason)
    case .layoutMismatch(let type, let expected, let found):
      ArchiveError.Details(type: type, expected: expected, found: found)
    case .invalidSchema(let type, let reason):
      ArchiveError.Details(type: type, reason: reason)
    case .duplicateKey(let path):
      ArchiveError.Details(path: path)
    case .circularInitialization(let path), .unstableHash(let path), .unheldObject(let path):
      ArchiveError.Details(path: path)
    case .ambiguousClassName(let name, let types):
      ArchiveError.Details(found: name, types: types)
    case .notArchivable(let type):
      ArchiveError.Details(type: type)
    case .unknownCase(let path, let name, let type):
      ArchiveError.Details(path: path, type: type, value: name)
    case .notRepresentable(let value, let form):
      ArchiveError.Details(expected: form, value: value)
    case .notArchivableValue(let path, let value, let reason):
      ArchiveError.Details(path: path, value: value, reason: reason)
    case .keyedCodingRequired(let coder):
      ArchiveError.Details(found: coder)
    case .unknownEnumerationValue(let path, let value, let type):
      ArchiveError.Details(path: path, type: type, value: "\(value)")
    case .unknownTag(let path, let tag, let value):
      ArchiveError.Details(path: path, value: "\(value)", relatedKey: tag)
    case .wrongCount(let path, let count, let value, let reason):
      ArchiveError.Details(path: path, value: value, reason: reason, relatedKey: count)
    case .linkOutOfRange(let path, let link, let count):
      ArchiveError.Details(path: path, value: "\(link)", maximum: count)
    case .unknownSymbol(let path, let found):
      ArchiveError.Details(path: path, found: found)
    case .unregisteredPointer(let path, let address, let byteCount):
      ArchiveError.Details(path: path, value: "0x" + String(address, radix: 16), byteCount: byteCount)
    case .handleFailed(let path, let reason), .codingFailed(let path, let reason):
      ArchiveError.Details(path: path, reason: reason)
    case .migrationFailed(let path, let type, let version, let reason):
      ArchiveError.Details(path: path, type: type, value: "\(version)", reason: reason)
    case .unknownRelease(let name, let known):
      ArchiveError.Details(expected: known.joined(separator: ", "), found: name)
    case .lossyRelease(let release, let losses):
      ArchiveError.Details(path: losses.first?.path, expected: release, losses: losses)
    case .outOfMemory(let byteCount):
      ArchiveError.Details(byteCount: byteCount)
    case .cancelled:
      ArchiveError.Details()
    case .decodingOver:
      ArchiveError.Details()
    case .notAnArchive(let reason), .checksumMismatch(let reason):
      ArchiveError.Details(reason: reason)
    case .file(let path, let operation, let code, let reason):
      ArchiveError.Details(path: path, reason: reason, fileOperation: operation, systemErrorNumber: code)
    }
  }
}
