import Foundation

extension String: ArchivableValue {
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    if encoder.keyDepth > 0 { try encoder.noteComparison(of: self) }
    guard utf8.count < SharedValues.shortest else {
      return try encoder.shared(self, SharedValues.Bits(self)) { encoder.leaf(encoder.sink.writer.string(self)) }
    }
    let text = encoder.sink.writer.string(self)
    // As a plain text it would represent nil.
    if isExactly(KeyedArchiveFormat.nullText) {
      return ArchivedReference(number: encoder.object(.string, [(CollectionKey.string, text)]))
    }
    return encoder.leaf(text)
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> String {
    let text = try made(from: decoder, forKey: key)
    if decoder.keyCharges.depth > 0 { try decoder.chargeComparison(of: text) }
    return text
  }

  @inline(__always)
  private static func made(from decoder: ObjectDecoder, forKey key: String) throws -> String {
    // Some coders write text into the object itself.
    guard let number = try decoder.referenceIfReference(forKey: key) else {
      guard case .string(let text) = try decoder.value(forKey: key) else {
        throw decoder.mismatch(key, "a string", try decoder.value(forKey: key))
      }
      return try decoder.leaf(at: text.range) { try decoder.archive.string(text) }
    }
    guard number != 0 else { throw ArchiveError.missingKey(path: decoder.path(key)) }
    return try made(ArchivedReference(number: number), from: decoder)
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> String {
    let text = try made(reference, from: decoder)
    if decoder.keyCharges.depth > 0 { try decoder.chargeComparison(of: text) }
    return text
  }

  @inline(__always)
  private static func made(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> String {
    switch try decoder.node(reference) {
    case .string(let text):
      if try decoder.archive.isNullText(.string(text)) { throw decoder.nullReference() }
      return try decoder.text(reference.number, text)
    case .dictionary: return try object(reference, decoder)
    case let node: throw decoder.mismatch(reference, "a string", node)
    }
  }

  /// A mutable string, in the form of GNUstep and Cocoa.
  private static func object(_ reference: ArchivedReference, _ decoder: ObjectDecoder) throws -> String {
    try decoder.value(reference.number, as: String.self) {
      try decoder.checkClass(reference.number, .string)
      return try decoder.within(reference.number) {
        if try decoder.hasKey(CollectionKey.bytes) {
          let bytes = try decoder.decodeBytes(forKey: CollectionKey.bytes)
          guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ArchiveError.invalidText(path: decoder.path(CollectionKey.bytes), reason: "it is not UTF-8")
          }
          return text
        }
        return try decoder.decode(String.self, forKey: CollectionKey.string)
      }
    }
  }
}

/// A character is archived as a text, for enumerations whose raw values are characters.
extension Character: ArchivableValue {
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference { try String(self).archived(in: encoder) }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Character {
    try made(of: try String.unarchived(from: decoder, forKey: key)) { decoder.path(key) }
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Character {
    try made(of: try String.unarchived(reference, from: decoder)) { decoder.path(toReference: reference.number) }
  }

  private static func made(of text: String, path: () -> String) throws -> Character {
    guard let character = text.first, text.index(after: text.startIndex) == text.endIndex else {
      throw ArchiveError.wrongType(path: path(), expected: "one character", found: "'\(PathSearch.excerpt(text))'")
    }
    return character
  }
}

extension Data: ArchivableValue {
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    guard count >= SharedValues.shortest else { return ArchivedReference(number: try encoder.addData(self)) }
    return try encoder.shared(self, SharedValues.Bits(self)) { ArchivedReference(number: try encoder.addData(self)) }
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Data {
    guard let number = try decoder.referenceIfReference(forKey: key) else {
      return try decoder.decodeBytes(forKey: key)
    }
    return try unarchived(ArchivedReference(number: number), from: decoder)
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Data {
    switch try decoder.node(reference) {
    case .data(let range): return try decoder.leaf(reference.number) { try decoder.archive.data(range) }
    case .dictionary:
      return try decoder.value(reference.number, as: Data.self) {
        try decoder.checkClass(reference.number, .data)
        return try decoder.within(reference.number) {
          let key = try decoder.hasKey(CollectionKey.data) ? CollectionKey.data : CollectionKey.bytes
          return try decoder.decode(Data.self, forKey: key)
        }
      }
    case let node: throw decoder.mismatch(reference, "data", node)
    }
  }
}
