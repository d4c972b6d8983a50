import Foundation

extension Array: ArchivableValue where Element: ArchivableValue {
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    // What is most common is archived without a witness table a text.
    if Element.self == String.self, let texts = self as? [String] { return try encoder.texts(texts) }
    return try withUnsafeBufferPointer { elements in
      try encoder.list(.array) { note in
        for index in elements.indices {
          try encoder.countWork()
          note(try elements[index].archived(in: encoder).number)
        }
      }
    }
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> [Element] {
    if Element.self == String.self, let texts = try decoder.texts(reference) as? [Element] { return texts }
    return try decoder.value(reference.number, as: Self.self) {
      try decoder.elements(of: reference.number) {
        try Element.unarchived(ArchivedReference(number: $0), from: decoder)
      }.elements
    }
  }
}

extension Set: ArchivableValue where Element: ArchivableValue {
  /// Elements stand in the order of their archived form, where they have one, so that equal sets give equal archives;
  /// objects in the set's own.
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try encoder.collection(.set, elements: ArchiveOrder.sorted(self))
  }

  /// Elements are hashed as they are read: an object's hash must not depend on what `connect(from:)` reads.
  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Set<Element> {
    try decoder.value(reference.number, as: Self.self) {
      let (elements, numbers) = try decoder.elements(of: reference.number) {
        try Element.unarchived(ArchivedReference(number: $0), from: decoder)
      }
      var set = Set<Element>(minimumCapacity: elements.count)
      var unequal = UnequalKeys()
      var seen = Set<Int>(minimumCapacity: numbers.count)
      // An object is an element once, however often it is named: hashing it again could be long work.
      for (element, number) in zip(elements, numbers) where seen.insert(number).inserted {
        try decoder.chargeHash(of: element)
        try unequal.note(element) { decoder.path(toReference: reference.number) }
        set.insert(element)
      }
      return set
    }
  }
}

extension Dictionary: ArchivableValue where Key: ArchivableValue, Value: ArchivableValue {
  /// In the order of the keys, where they have one.
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    let keys = ArchiveOrder.sorted(self.keys)
    let keyNumbers = try keys.map { try $0.archived(in: encoder).number }
    let valueNumbers = try keys.map { try self[$0]?.archived(in: encoder).number ?? 0 }
    return ArchivedReference(
      number: try encoder.collection(
        .dictionary, [(CollectionKey.keys, keyNumbers), (CollectionKey.objects, valueNumbers)]))
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> [Key: Value] {
    try decoder.value(reference.number, as: Self.self) {
      let (keys, values) = try decoder.entries(of: reference.number) {
        try Key.unarchived(ArchivedReference(number: $0), from: decoder)
      } value: {
        try Value.unarchived(ArchivedReference(number: $0), from: decoder)
      }
      var dictionary = [Key: Value](minimumCapacity: keys.count)
      var unequal = UnequalKeys()
      for (key, value) in zip(keys, values) {
        try decoder.chargeHash(of: key)
        try unequal.note(key) { decoder.path(toReference: reference.number) }
        guard dictionary.updateValue(value, forKey: key) == nil else {
          throw ArchiveError.duplicateKey(
            path: decoder.path(toReference: reference.number) + PathSearch.subscript(key))
        }
      }
      return dictionary
    }
  }
}

extension Optional: ArchivableValue where Wrapped: ArchivableValue {
  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    guard let self else { return try encoder.put(.null, forKey: key) }
    try self.archiveOptional(in: encoder, forKey: key)
  }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    guard let self else { return encoder.nullElement() }
    return try self.archived(in: encoder)
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Wrapped? {
    guard try decoder.hasKey(key) else {
      // A struct that was not optional when it was archived.
      guard let type = Wrapped.self as? any ArchivableComposite.Type, type.isArchivedInPlace,
        try decoder.containsValues(within: key)
      else { return nil }
      return try Wrapped.unarchived(from: decoder, forKey: key)
    }
    if try decoder.isNull(try decoder.value(forKey: key)) { return nil }
    return try Wrapped.unarchived(from: decoder, forKey: key)
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Wrapped? {
    try decoder.isNull(reference) ? nil : try Wrapped.unarchived(reference, from: decoder)
  }
}

extension ObjectEncoder {
  fileprivate func texts(_ texts: [String]) throws -> ArchivedReference {
    try list(.array) { note in
      for text in texts {
        try countWork()
        note(try text.archived(in: self).number)
      }
    }
  }

  func collection<Element: ArchivableValue>(
    _ names: FoundationClass, elements: some Sequence<Element>
  ) throws -> ArchivedReference {
    try list(names) { note in
      for element in elements {
        try countWork()
        note(try element.archived(in: self).number)
      }
    }
  }
}

extension ObjectDecoder {
  /// What is most common is read without a witness table a text.
  fileprivate func texts(_ reference: ArchivedReference) throws -> [String] {
    try value(reference.number, as: [String].self) {
      try self.elements(of: reference.number) {
        try String.unarchived(ArchivedReference(number: $0), from: self)
      }.elements
    }
  }

  /// Hashing long text costs time that the reference to it does not.
  @inline(__always)
  func chargeHash<Key>(of key: Key) throws {
    if Key.self == String.self, let text = key as? String {
      if text.utf8.count > 15 { try archive.charge(text.utf8.count) }
    } else if Key.self == Data.self, let data = key as? Data {
      try archive.charge(data.count)
    }
  }
}

/// Keys that do not equal themselves. Numbers that are none all have one hash, and each is looked for among all before.
private struct UnequalKeys {
  private var count = 0
  private static let maximum = 16

  @inline(__always)
  mutating func note<Key: Equatable>(_ key: Key, path: () -> String) throws {
    guard key != key else { return }
    count += 1
    if count > Self.maximum { throw ArchiveError.duplicateKey(path: path() + PathSearch.subscript(key)) }
  }
}

/// The order of elements that have none of their own.
enum ArchiveOrder {
  static func sorted<Elements: Collection>(_ elements: Elements) -> [Elements.Element] {
    if let texts = Array(elements) as? [String] {
      // By their bytes: the same on every platform.
      return texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } as? [Elements.Element] ?? Array(elements)
    }
    guard Elements.Element.self is any Comparable.Type else { return Array(elements) }
    return elements.sorted { left, right in
      guard let left = left as? any Comparable else { return false }
      return precedes(left, right)
    }
  }

  private static func precedes<Value: Comparable>(_ left: Value, _ right: Any) -> Bool {
    (right as? Value).map { left < $0 } ?? false
  }
}
