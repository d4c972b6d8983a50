import Foundation

/// A value whose type is known only from the archive: the contents of JSON and property lists.
///
/// Documents of any depth are archived and read without recursion.
public enum ArchiveValue: Hashable, Sendable {
  /// Nothing: Foundation's null.
  case null
  /// True or false.
  case bool(Bool)
  /// An integer up to `Int64.max`.
  case integer(Int64)
  /// An integer above `Int64.max`.
  case unsigned(UInt64)
  /// A number that is archived with 32 bits.
  case float(Float)
  /// A number that is archived with 64 bits.
  case double(Double)
  /// A number with decimal digits: Foundation's `NSDecimalNumber`.
  // It is the largest value. Without a box every element of a document would be as large.
  indirect case decimal(Decimal)
  /// Text.
  case string(String)
  /// Bytes.
  case data(Data)
  /// A point in time.
  case date(Date)
  /// Values in order.
  case array([ArchiveValue])
  /// Values by string keys.
  case dictionary([String: ArchiveValue])
  /// The elements of a set, in the order of the archive. Of a counted set it has each element once.
  case set([ArchiveValue])
}

extension ArchiveValue: ArchivableValue {
  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    switch self {
    case .bool(let value): try value.archive(in: encoder, forKey: key)
    case .integer(let value): try value.archive(in: encoder, forKey: key)
    case .unsigned(let value): try value.archive(in: encoder, forKey: key)
    case .float(let value): try value.archive(in: encoder, forKey: key)
    case .double(let value): try value.archive(in: encoder, forKey: key)
    case .null: try encoder.put(.null, forKey: key)
    default:
      // A container is written later.
      encoder.document.key = encoder.sink.prefix + key
      defer { encoder.document.key = "" }
      try encoder.put(try archived(in: encoder), forKey: key)
    }
  }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    switch self {
    case .null: encoder.nullElement()
    case .bool(let value): try value.archived(in: encoder)
    case .integer(let value): try value.archived(in: encoder)
    case .unsigned(let value): try value.archived(in: encoder)
    case .float(let value): try value.archived(in: encoder)
    case .double(let value): try value.archived(in: encoder)
    case .decimal(let value): try value.archived(in: encoder)
    case .string(let value): try value.archived(in: encoder)
    case .data(let value): try value.archived(in: encoder)
    case .date(let value): try value.archived(in: encoder)
    case .array(let elements): try encoder.sharedCollection(elements) { try encoder.enqueue(self) }
    case .dictionary(let entries): try encoder.sharedCollection(entries) { try encoder.enqueue(self) }
    // An array with the same storage is another value, so the type differs.
    case .set(let elements): try encoder.sharedCollection(ContiguousArray(elements)) { try encoder.enqueue(self) }
    }
  }

  /// Writes a container at its index, after those that were queued before.
  func write(_ number: Int, in encoder: ObjectEncoder) throws {
    switch self {
    case .array(let elements), .set(let elements):
      encoder.noteElements(elements.count, ArchiveValue.self)
      let numbers = try elements.map { try $0.archived(in: encoder).number }
      let kind: FoundationClass = if case .set = self { .set } else { .array }
      encoder.setCollection(number, kind, [(CollectionKey.objects, numbers)])
    case .dictionary(let entries):
      let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      encoder.noteElements(sorted.count, (String, ArchiveValue).self)
      do { for (key, _) in sorted { try encoder.noteHash(of: key) } } catch let error as ArchiveError {
        throw encoder.document.key.isEmpty ? error : error.within(encoder.document.key)
      }
      let keys = try encoder.asKeys(String.self) { try sorted.map { try $0.key.archived(in: encoder).number } }
      let values = try sorted.map { try $0.value.archived(in: encoder).number }
      encoder.setCollection(number, .dictionary, [(CollectionKey.keys, keys), (CollectionKey.objects, values)])
    default: break
    }
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> ArchiveValue {
    if let number = try decoder.referenceIfReference(forKey: key) {
      return try unarchived(ArchivedReference(number: number), from: decoder)
    }
    let node = try decoder.value(forKey: key)
    guard let leaf = try leaf(node, decoder) else { throw decoder.mismatch(key, "a value", node) }
    return leaf
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> ArchiveValue {
    guard reference != .null else { return .null }
    let node = try decoder.node(reference)
    switch node {
    case .string:
      return try decoder.archive.isNullText(node) ? .null : .string(try String.unarchived(reference, from: decoder))
    case .data: return .data(try Data.unarchived(reference, from: decoder))
    case .dictionary:
      // These Foundation classes have cases of their own.
      switch try decoder.foundationClass(of: reference.number) {
      case .string: return .string(try String.unarchived(reference, from: decoder))
      case .data: return .data(try Data.unarchived(reference, from: decoder))
      case .date: return .date(try Date.unarchived(reference, from: decoder))
      case .decimal: return .decimal(try Decimal.unarchived(reference, from: decoder))
      default:
        if let document = decoder.plainDocument(reference.number) { return document }
        return try decoder.value(reference.number, as: ArchiveValue.self) { try object(reference, decoder) }
      }
    default:
      guard let leaf = try leaf(node, decoder) else { throw decoder.mismatch(reference, "a value", node) }
      return leaf
    }
  }

  private static func leaf(_ node: PropertyListNode, _ decoder: ObjectDecoder) throws -> ArchiveValue? {
    switch node {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .wideInteger(let value): value.uint64.map(ArchiveValue.unsigned)
    case .real32(let bits): .float(Float(bitPattern: bits))
    case .real64(let bits): .double(Double(bitPattern: bits))
    case .string(let text): .string(try decoder.leaf(at: text.range) { try decoder.archive.string(text) })
    case .data(let range): .data(try decoder.leaf(at: range) { try decoder.archive.data(range) })
    case .date(let bits): .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
    default: nil
    }
  }

  private static func object(_ reference: ArchivedReference, _ decoder: ObjectDecoder) throws -> ArchiveValue {
    let number = reference.number
    let fields = try decoder.fields(of: number)
    let known = try decoder.foundationClass(of: fields)
    switch known {
    case .null: return .null
    case .array, .orderedSet, .set:
      let (elements, numbers) = try decoder.elements(in: fields) {
        try unarchived(ArchivedReference(number: $0), from: decoder)
      }
      try decoder.noteNesting(number, numbers)
      return known == .set ? .set(elements) : .array(elements)
    case .dictionary:
      let (keys, values, keyNumbers, numbers) = try decoder.entries(in: fields) {
        try String.unarchived(ArchivedReference(number: $0), from: decoder)
      } value: {
        try unarchived(ArchivedReference(number: $0), from: decoder)
      }
      try decoder.noteNesting(number, numbers)
      var entries = [String: ArchiveValue](minimumCapacity: keys.count)
      var hashing = KeyHashing<String>(count: keys.count)
      for (place, (key, value)) in zip(keys, values).enumerated() {
        try hashing.charge(key, keyNumbers[place], in: decoder)
        guard entries.updateValue(value, forKey: key) == nil else {
          throw ArchiveError.duplicateKey(path: decoder.path(toReference: number) + PathSearch.subscript(key))
        }
      }
      return .dictionary(entries)
    default:
      throw ArchiveError.typeNotAllowed(
        path: decoder.path(toReference: number), found: try decoder.className(of: number), expected: "a value")
    }
  }
}
