/// The elements of an ordered set in generated code, archived as an `NSArray`, which every reader knows.
@_spi(GeneratedCode) public struct ArchivedOrderedElements<Element: ArchivableValue & Hashable>: ArchivableValue {
  /// The elements, each once.
  public let elements: [Element]

  /// Represents these elements, of which no two are equal.
  public init(_ elements: [Element]) { self.elements = elements }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try UnequalKeys.check(elements)
    try KeyHashing.note(elements, in: encoder)
    encoder.noteElements(elements.count, Element.self)
    return try encoder.asKeys(Element.self) { try encoder.collection(.array, elements: elements) }
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    try decoder.value(reference.number, as: Self.self) {
      var order: [Element] = []
      _ = try decoder.uniqueElements(reference.number) { order.append($0) }
      return Self(order)
    }
  }
}

/// The entries of an ordered dictionary in generated code, archived as an `NSDictionary` whose keys have an order.
@_spi(GeneratedCode)
public struct ArchivedOrderedEntries<Key: ArchivableValue & Hashable, Value: ArchivableValue>:
  ArchivableValue
{
  /// The keys, each once.
  public let keys: [Key]
  /// The values, each at the place of its key.
  public let values: [Value]

  /// Represents these entries, of which no two have equal keys.
  public init(keys: [Key], values: [Value]) { (self.keys, self.values) = (keys, values) }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try UnequalKeys.check(keys)
    try KeyHashing.note(keys, in: encoder)
    encoder.noteElements(keys.count, (Key, Value).self)
    let keyNumbers = try encoder.asKeys(Key.self) { try encoder.numbers(of: keys) }
    let valueNumbers = try encoder.numbers(of: values)
    return ArchivedReference(
      number: try encoder.collection(
        .dictionary, [(CollectionKey.keys, keyNumbers), (CollectionKey.objects, valueNumbers)]))
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    try decoder.value(reference.number, as: Self.self) {
      var (keys, values): ([Key], [Value]) = ([], [])
      _ = try decoder.uniqueEntries(reference.number) { (key: Key, value: Value) in
        keys.append(key)
        values.append(value)
      }
      return Self(keys: keys, values: values)
    }
  }
}
