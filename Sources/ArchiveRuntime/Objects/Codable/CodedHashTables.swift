import Foundation

/// A collection of `Codable` values that hashes them. Its own `init(from:)` inserts what it reads, with no word to the decoder, and
/// the type of the values decides what is hashed (see ``KeyHashing``). Here its values are charged before they are inserted,
/// wherever the type of the collection is asked for: as a property, in another collection, as the whole value.
protocol CodedHashTable: SpecialCoding {
  /// Reads what `init(from:)` reads.
  static func decoded(from decoder: CodableDecoder, _ reading: CodableReading) throws -> Self

  /// Notes what reading it will cost.
  func noteHashing(in encoder: ObjectEncoder) throws
}

/// The keys of one hash table while it is read.
private struct CodedKeys<Key: Hashable> {
  private let reading: CodableReading
  private let place: CodedPlace
  private var hashing = KeyHashing<Key>(count: 0)
  private var unequal = UnequalKeys()

  init(_ reading: CodableReading, _ place: CodedPlace) { (self.reading, self.place) = (reading, place) }

  /// - Parameters:
  ///   - read: reads the key.
  ///   - insert: inserts it; the result is whether the table had no such key.
  mutating func insert(_ read: () throws -> Key, _ insert: (Key) throws -> Bool) throws {
    let before = reading.work
    let key = try read()
    // What was charged for the key is as much as it is large, because each reference is read anew.
    let work = reading.work - before
    let (reading, place) = (reading, place)
    try reading.reading(place) {
      try hashing.charge(key, ofWork: work, in: reading.decoder)
      try unequal.note(key) { reading.path(place) }
    }
    // Compared are only the keys that are in the table.
    if try !insert(key) { hashing.takeBack(key) }
  }
}

extension Set: SpecialCoding where Element: Decodable {}

extension Set: CodedHashTable where Element: Decodable {
  static func decoded(from decoder: CodableDecoder, _ reading: CodableReading) throws -> Set {
    var container = try decoder.unkeyedContainer()
    var (set, keys) = (Set(), CodedKeys<Element>(reading, decoder.place))
    while !container.isAtEnd {
      try keys.insert {
        try container.decode(Element.self)
      } _: {
        set.insert($0).inserted
      }
    }
    return set
  }

  func noteHashing(in encoder: ObjectEncoder) throws {
    try UnequalKeys.check(self)
    if !KeyHashing<Element>.isHashedWhole { try KeyHashing.note(Array(self), in: encoder) }
  }
}

extension Dictionary: SpecialCoding where Key: Decodable, Value: Decodable {}

extension Dictionary: CodedHashTable where Key: Decodable, Value: Decodable {
  static func decoded(from decoder: CodableDecoder, _ reading: CodableReading) throws -> Dictionary {
    // Texts and integers are hashed whole, and texts are charged by the container.
    if Key.self == String.self || Key.self == Int.self { return try Dictionary(from: decoder) }
    var (dictionary, keys) = (Dictionary(), CodedKeys<Key>(reading, decoder.place))
    if let type = Key.self as? any CodingKeyRepresentable.Type {
      let container = try decoder.container(keyedBy: NumberedKey.self)
      for name in container.allKeys {
        try keys.insert {
          guard let key = type.init(codingKey: name) as? Key else {
            throw DecodingError.dataCorruptedError(
              forKey: name, in: container, debugDescription: "It is no key of the type \(Key.self).")
          }
          return key
        } _: {
          dictionary.updateValue(try container.decode(Value.self, forKey: name), forKey: $0) == nil
        }
      }
      return dictionary
    }
    var container = try decoder.unkeyedContainer()
    guard container.count.map({ $0.isMultiple(of: 2) }) ?? true else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "A list of keys and values has an odd number of elements."))
    }
    while !container.isAtEnd {
      try keys.insert {
        try container.decode(Key.self)
      } _: {
        dictionary.updateValue(try container.decode(Value.self), forKey: $0) == nil
      }
    }
    return dictionary
  }

  func noteHashing(in encoder: ObjectEncoder) throws {
    try UnequalKeys.check(keys)
    if !KeyHashing<Key>.isHashedWhole { try KeyHashing.note(Array(keys), in: encoder) }
  }
}

/// A key of a dictionary as its type takes it: with a number, if its text is one.
private struct NumberedKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, Int(stringValue)) }
  init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}
